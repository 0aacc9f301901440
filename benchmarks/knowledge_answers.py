"""How well documents answer the questions that people ask of them: found, quoted, and left unanswered.

    python -m benchmarks.knowledge_answers FOLDER [--totals]

FOLDER holds a company's documents (*.md) and questions.jsonl, or such folders. A line is a question: `q`, the
`file` that answers it (null: none does), the sentence of it that does (`answer`), and its `lang`. Documents
come in as configuration files bring them, into a database of their own. Printed are the share of questions
whose file is among the first passage and the first five, by words and meaning, by words, by meaning; of what
an answer without a model says: how many are quoted a passage as the answer, and rightly, how many are shown
the sentence at all, as the answer or among the nearest passages, how many of those without an answer are
quoted one, and are shown nearest ones; and for how many a model reads the sentence.
`--totals` leaves out languages and companies.
"""

import json
import logging
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks.measuring import command_line, empty_database

if TYPE_CHECKING:
    from agents.knowledge.retriever import SearchQuery
    from agents.specs import CollectionSpec
    from tenancy.models import Tenant

WAYS = ("hybrid", "words", "meaning")
FIRST = 5  # passages among which the file must be
HELD = 0.8  # the share of a sentence's words that a passage has which holds it: tables are read otherwise
SECONDS = 60.0
ANSWERED = "quoted  rightly    shown  by a model      unanswerable"
UNANSWERED = "quoted / nearest"
WIDTHS = (6, 7, 7, 10)


@dataclass(frozen=True, slots=True)
class LabelledQuestion:
    """A question with the file and the sentence that answer it; empty where none does."""

    company: str
    text: str
    source: str
    sentence: str
    language: str


@dataclass(frozen=True, slots=True)
class QuestionResult:
    """The file's place among the passages in each way (0: not there), and what would be answered.

    `sure` says that it is quoted as the answer; `told` are the passages that a model would read.
    """

    question: LabelledQuestion
    ranks: dict[str, int]
    sure: bool
    answer: str
    told: tuple[str, ...]

    @property
    def quoted_rightly(self) -> bool:
        return self.sure and self.shown

    @property
    def shown(self) -> bool:
        """Whether one of the quotations holds the sentence."""
        return any(holds(line, self.question.sentence) for line in self.answer.splitlines())

    @property
    def read_by_model(self) -> bool:
        return any(holds(text, self.question.sentence) for text in self.told)


def main() -> int:
    parser = command_line(__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--totals", action="store_true", help="neither languages nor companies")
    options = parser.parse_args()
    with empty_database(named=True):
        logging.disable(logging.INFO)
        found = [each for company in companies(options.folder) for each in ask(company)]
    print(f"{'':<28}questions  " + "  ".join(f"{way:>13}" for way in WAYS) + f"   {ANSWERED}")
    print(f"{'':<28}           " + "  ".join(f"{'hit@1 / @5':>13}" for _ in WAYS) + f"   {UNANSWERED:>52}")
    print(describe("all", found))
    if not options.totals:
        for name in sorted({each.question.language for each in found}):
            print(describe(name, [each for each in found if each.question.language == name]))
        for name in sorted({each.question.company for each in found}):
            print(describe(name, [each for each in found if each.question.company == name]))
    return 0


def companies(folder: Path) -> list[Path]:
    """The folder itself, or those in it that have questions."""
    whole = [folder, *sorted(each for each in folder.iterdir() if each.is_dir())]
    return [each for each in whole if (each / "questions.jsonl").exists()]


def ask(folder: Path) -> Iterator[QuestionResult]:
    """Brings a company's documents in and asks all of its questions."""
    from django.db import transaction

    from tenancy.models import Tenant

    with transaction.atomic():
        tenant = Tenant(slug=folder.name[:40].replace("_", "-"), title=folder.name)
        tenant.save()
        spec = bring_documents(tenant, folder)
    for question in read_questions(folder):
        yield answer(tenant, spec, question)


def read_questions(folder: Path) -> list[LabelledQuestion]:
    """The questions of a company's folder."""
    lines = (folder / "questions.jsonl").read_text(encoding="utf-8").splitlines()
    rows = [json.loads(line) for line in lines if line.strip()]
    return [
        LabelledQuestion(folder.name, row["q"], row["file"] or "", row.get("answer") or "", row["lang"])
        for row in rows
    ]


def bring_documents(tenant: "Tenant", folder: Path) -> "CollectionSpec":
    """A collection of a folder's documents, indexed; inside a transaction, so that no other process does."""
    from agents.knowledge import bringing, indexing, second_look
    from agents.knowledge.models import Collection
    from agents.specs import CollectionSpec
    from work.context import JobContext
    from work.models import Job

    collection = Collection(tenant=tenant, name="documents")
    collection.save()
    files = [bringing.BroughtDocument(each.name, each.read_bytes()) for each in sorted(folder.glob("*.md"))]
    bringing.bring(tenant, collection.name, files, "benchmark")
    kinds = {indexing.KIND: indexing.run, second_look.KIND: second_look.run}
    while (job := Job.objects.of(tenant).filter(status=Job.Statuses.QUEUED).first()) is not None:
        Job.unscoped.filter(pk=job.pk).update(status=Job.Statuses.RUNNING, attempt=1)
        kinds[job.kind](JobContext(job.pk, tenant.pk, job.payload, "benchmark"))
        Job.unscoped.filter(pk=job.pk).update(status=Job.Statuses.DONE)
    collection.refresh_from_db()
    return CollectionSpec(collection.name, revision=collection.revision)


def answer(tenant: "Tenant", spec: "CollectionSpec", question: LabelledQuestion) -> QuestionResult:
    """What a turn without a model would find and quote."""
    from agents.knowledge import citations, retriever, tools
    from agents.llm.offline.composing import quote_documents
    from outbound import runtime

    query = runtime.run(retriever.prepare(question.text, tenant.pk), SECONDS)
    ways: dict[str, SearchQuery] = {
        "hybrid": query,
        "words": replace(query, embedder="", vector=None, retrieval_vector=None),
        "meaning": replace(query, words={}),
    }
    found = {
        way: retriever.retrieve(tenant.pk, each, [spec], "", tools.LOOKED_AT) for way, each in ways.items()
    }
    ranks = {
        way: next((place for place, each in enumerate(rows, 1) if each.source == question.source), 0)
        for way, rows in found.items()
    }
    result = tools.answer_of(query, found["hybrid"], (spec,))
    told = citations.passages_of(result)
    shown = quote_documents([result], question.language) if told else ""
    texts = tuple(str(each["text"]) for each in told)
    return QuestionResult(question, ranks, citations.is_sure(result), shown, texts)


def holds(text: str, sentence: str) -> bool:
    """Whether a text has nearly all words of a sentence.

    >>> holds("Plan: Family; Price: 99.90", "| Family | 99.90 |"), holds("Plan: Family", "| Family | 99.90 |")
    (True, False)
    """
    from language.normalise import words

    wanted = Counter(words(sentence))
    return bool(wanted) and (wanted & Counter(words(text))).total() >= HELD * wanted.total()


def describe(name: str, results: Iterable[QuestionResult]) -> str:
    """One line of the table."""
    rows = list(results)
    answerable = [each for each in rows if each.question.source]
    others = [each for each in rows if not each.question.source]
    hits = [
        f"{_percent(each.ranks[way] == 1 for each in answerable)} /"
        f"{_percent(0 < each.ranks[way] <= FIRST for each in answerable)}"
        for way in WAYS
    ]
    answers = [(each.sure, each.quoted_rightly, each.shown, each.read_by_model) for each in answerable]
    shares = [_percent(column) for column in zip(*answers, strict=True)]
    right = "  ".join(f"{share:>{width}}" for share, width in zip(shares, WIDTHS, strict=False))
    vain = (
        f"{_percent(each.sure for each in others)} /"
        f"{_percent(bool(each.told) and not each.sure for each in others)}"
    )
    count = f"{len(answerable)} + {len(others)}"
    return f"{name:<28}{count:>9}  {'  '.join(f'{hit:>13}' for hit in hits)}   {right}  {vain:>16}"


def _percent(values: Iterable[bool]) -> str:
    counted = list(values)
    return f"{100 * sum(counted) / len(counted):5.1f}" if counted else "    –"


if __name__ == "__main__":
    sys.exit(main())
