"""What a hybrid search costs in a large collection: by words and by meaning, merged, on the database.

    python -m benchmarks.knowledge_search [passages]

A database of its own (SQLite; with DATABASE_URL the one that it names, which must be empty), and in it a
collection of 100 000 passages, or as many as are said, whose words are as frequent as words of a language are
(Zipf) and whose vectors, of both encoders, are made up. Prints median and p95 of a search in milliseconds, of
its CPU, by how much the process grew, and what of a search each function of it takes.
"""

import cProfile
import random
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks.measuring import empty_database, machine, median, p95, private_megabytes

if TYPE_CHECKING:
    from agents.knowledge.retriever import SearchQuery

PASSAGES, OF_A_DOCUMENT, SEARCHES = 100_000, 400, 200
VOCABULARY, WORDS, ASKED = 40_000, 45, 7
DIMENSIONS, OF_RETRIEVAL = 512, 384
RETRIEVAL = "second"
LEAST = 2  # percent of a function that is told


def main() -> int:
    passages = int(sys.argv[1]) if len(sys.argv) > 1 else PASSAGES
    with empty_database(named=True):
        questions = _fill(passages)
        before = private_megabytes()
        taken, parts = measure(questions)
        grown = private_megabytes() - before
    waited, spent = [ms for ms, _ in taken], [cpu for _, cpu in taken]
    print(machine())
    print(f"{passages} passages, {len(taken)} searches")
    print(f"{'':<24}median ms     p95")
    print(f"{'a search':<24}{median(waited):9.1f}{p95(waited):8.1f}")
    print(f"{'its CPU':<24}{median(spent):9.1f}{p95(spent):8.1f}")
    print(f"{'private MB more':<24}{grown:9.1f}")
    print("Percent of a search, under a profiler, that a function takes with what it calls")
    for name, each in sorted(parts.items(), key=lambda part: -median(part[1])):
        if median(each) >= LEAST:
            print(f"{name:<34}{median(each):9.1f}{p95(each):8.1f}")
    return 0


def measure(questions: Sequence["SearchQuery"]) -> tuple[list[tuple[float, float]], dict[str, list[float]]]:
    """Milliseconds of each search, and of CPU; and which percentage of it each function takes."""
    from agents.knowledge import fulltext, retriever
    from agents.specs import CollectionSpec

    known = CollectionSpec("library", revision=1)
    assert retriever.retrieve("bench", questions[0], [known])  # the signatures are read
    taken = []
    for each in questions:
        began, before = time.perf_counter(), time.process_time()
        assert retriever.retrieve("bench", each, [known])
        taken.append(((time.perf_counter() - began) * 1000, (time.process_time() - before) * 1000))
    parts: dict[str, list[float]] = defaultdict(list)
    for each in questions:
        profile = cProfile.Profile()
        profile.runcall(retriever.retrieve, "bench", each, [known])
        stats = profile.getstats()
        whole = max(entry.totaltime for entry in stats)
        for entry in stats:
            place = getattr(entry.code, "co_filename", "")
            if place in (retriever.__file__, fulltext.__file__):
                parts[f"{Path(place).stem}.{entry.code.co_name}"].append(100 * entry.totaltime / whole)
    return taken, parts


def _fill(passages: int) -> list["SearchQuery"]:
    """The collection, and questions about it."""
    import numpy as np
    from django.db import connection, transaction

    from agents.knowledge import fulltext, terms, vectors
    from agents.knowledge.models import Collection, Document, DocumentIndex, Passage, TermCount
    from agents.knowledge.retriever import SearchQuery
    from language import embedder
    from tenancy.models import Tenant

    chance, numbers = random.Random(1), np.random.default_rng(1)
    meaning = embedder.load_bundled().name
    Tenant(slug="bench", title="Bench").save()
    collection = Collection(tenant_id="bench", name="library", revision=1)
    collection.save()
    mark = terms.scope(collection.pk)
    words = [f"{'kbdfglmnprstvz'[n % 14]}{'aeiou'[n % 5]}{n}" for n in range(VOCABULARY)]
    frequent = (1 / np.arange(1, VOCABULARY + 1)).cumsum().tolist()
    counts: Counter[str] = Counter()
    questions: list[SearchQuery] = []
    for first in range(0, passages, OF_A_DOCUMENT):
        with transaction.atomic():
            document = Document(
                tenant_id="bench", collection=collection, title=f"Document {first}", source=f"{first}.md",
                language="en", status=Document.Statuses.READY, added_in=1, embedder=meaning,
                retrieval_encoder=RETRIEVAL, passages=OF_A_DOCUMENT,
            )  # fmt: skip
            document.save()
            rows = numbers.standard_normal((OF_A_DOCUMENT, DIMENSIONS), np.float32)
            texts = [chance.choices(words, cum_weights=frequent, k=WORDS) for _ in range(OF_A_DOCUMENT)]
            made = Passage.unscoped.bulk_create(
                Passage(
                    tenant_id="bench", document=document, number=place, section="Section",
                    text=" ".join(text), vector=row, retrieval_vector=numbers.bytes(OF_RETRIEVAL),
                )
                for place, (text, row) in enumerate(zip(texts, vectors.quantise(rows), strict=True))
            )  # fmt: skip
            fulltext.add(
                (row.pk, " ".join(mark + word for word in text))
                for row, text in zip(made, texts, strict=True)
            )
            DocumentIndex(
                tenant_id="bench", document=document,
                passages=np.array([row.pk for row in made], np.int64).tobytes(),
                signatures=vectors.signatures(rows).tobytes(),
            ).save()  # fmt: skip
        counts.update(mark + word for text in texts for word in set(text))
        if len(questions) * passages <= SEARCHES * first:
            some = chance.sample(sorted(set(texts[0])), ASKED)
            asked = rows[0] + numbers.standard_normal(DIMENSIONS, np.float32)
            asked /= np.linalg.norm(asked)
            meanings = numbers.standard_normal((ASKED, DIMENSIONS), np.float32)
            known_as = {word: (word,) for word in some}
            again = numbers.standard_normal(OF_RETRIEVAL, np.float32)
            questions.append(
                SearchQuery(" ".join(some), known_as, meaning, asked, meanings, RETRIEVAL, again)
            )
    TermCount.unscoped.bulk_create(
        [
            TermCount(
                term=term, tenant_id="bench", collection=collection, passages=number, embedder=meaning,
                vector=numbers.bytes(DIMENSIONS),
            )
            for term, number in counts.items()
        ],
        batch_size=2000,
    )  # fmt: skip
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")  # as PostgreSQL does by itself within a minute where autovacuum is on
    return [questions[n % len(questions)] for n in range(SEARCHES)]


if __name__ == "__main__":
    sys.exit(main())
