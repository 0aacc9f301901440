"""How well a collection finds the files that answer its questions.

hit@5 and MRR, by words, by meaning, and by both.

write(collection, "qual o prazo de devolução? | returns.md")    # a question and a file a line
start(collection, author)                                       # asks them, as a job
latest(collection)[0].figures["hybrid"]["hit"]
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from agents.knowledge import retriever
from agents.knowledge.errors import BadQuestions
from agents.knowledge.evaluation_models import CollectionEvaluation, CollectionQuestion
from agents.knowledge.models import Collection, Document
from agents.knowledge.retriever import SearchQuery
from agents.specs import CollectionSpec
from outbound import runtime
from releases.errors import Problem
from tenancy.models import Tenant
from work import jobs
from work.context import JobContext
from work.kinds import JobKind, Json, register
from work.models import Job

KIND = "evaluate_collection"
FIRST = 5  # passages among which the file must be
MOST = 500  # questions of a collection
LOOKED_AT = 20  # passages in which its place is looked for
KEPT = 20  # evaluations of a collection
FELL = 0.001  # less is the same
SECONDS = 30.0
MARK = "|"


def read(text: str) -> list[tuple[str, str]]:
    """The questions of a text, each with its file: a line each, a bar between them.

    >>> read("Where is my order? | orders.md")
    [('Where is my order?', 'orders.md')]

    :raises BadQuestions: with the line that is wrong.
    """
    found: dict[str, str] = {}
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip():
            continue
        question, _bar, source = (part.strip() for part in line.rpartition(MARK))
        if not question or not source or len(question) > 400 or len(source) > 300:
            sentence = _(
                "Line %(n)d is no question with its file. Write: How long may I return it? | returns.md"
            )
            raise BadQuestions(sentence % {"n": number})
        found[question] = source
    if len(found) > MOST:
        raise BadQuestions(_("At most %(most)d questions belong to a collection.") % {"most": MOST})
    return list(found.items())


def write(collection: Collection, text: str) -> int:
    """Makes the collection's questions those of the text; how many. Raises `BadQuestions`."""
    questions = read(text)
    sources = set(_documents(collection).values_list("source", flat=True))
    for question, source in questions:
        if source not in sources:
            raise BadQuestions(
                _("There is no file “%(file)s” here, which “%(question)s” names.")
                % {"file": source, "question": question}
            )
    with transaction.atomic():
        _questions(collection).delete()
        CollectionQuestion.unscoped.bulk_create(
            CollectionQuestion(
                tenant_id=collection.tenant_id, collection=collection, text=question, source=source
            )
            for question, source in questions
        )
    return len(questions)


def write_questions(collection: Collection) -> str:
    """The collection's questions as `write` reads them."""
    return "\n".join(f"{row.text} {MARK} {row.source}" for row in _questions(collection))


def start(collection: Collection, author: object) -> Job:
    """Asks them all, as a job."""
    return jobs.start(collection.tenant_id, KIND, {"collection": collection.pk}, author)


def under_way(collection: Collection) -> Job | None:
    """The job that asks them now."""
    rows = Job.objects.of(collection.tenant_id).filter(kind=KIND, status__in=Job.OPEN)
    return rows.filter(payload__collection=collection.pk).first()


def latest(collection: Collection, most: int = 2) -> list[CollectionEvaluation]:
    """What came of it, the newest first."""
    return list(CollectionEvaluation.objects.of(collection.tenant_id).filter(collection=collection)[:most])


def run(context: JobContext) -> Json:
    """Asks the documents as they are now, each question in three ways."""
    rows = Collection.objects.of(context.tenant_id)
    collection = rows.filter(pk=context.payload["collection"]).first()
    questions = list(_questions(collection)) if collection is not None else []
    if collection is None or not questions:
        return {"questions": 0}
    spec = CollectionSpec(name=collection.name, revision=collection.revision)
    ranks: dict[str, list[int]] = {"hybrid": [], "words": [], "meaning": []}
    for number, row in enumerate(questions):
        context.check()
        for way, rank in _ranks(context.tenant_id, row, spec).items():
            ranks[way].append(rank)
        context.progress(100 * number // len(questions))
    pairs = zip(questions, ranks["hybrid"], strict=True)
    made = CollectionEvaluation(
        tenant_id=context.tenant_id,
        collection=collection,
        revision=collection.revision,
        questions=len(questions),
        figures={way: figures(each) for way, each in ranks.items()},
        missed=[[row.text, row.source] for row, rank in pairs if not 0 < rank <= FIRST],
        author=context.author,
    )
    made.save()
    old = [each.pk for each in latest(collection, KEPT + MOST)[KEPT:]]
    CollectionEvaluation.objects.of(context.tenant_id).filter(pk__in=old).delete()
    return {"collection": collection.name, "questions": len(questions), "figures": made.figures}


def figures(ranks: Sequence[int]) -> dict[str, float]:
    """hit@5 and the mean reciprocal rank; 0 is the rank of a file that was not found.

    >>> figures([1, 2, 0, 6])
    {'hit': 0.5, 'mrr': 0.417}
    """
    count = len(ranks) or 1
    return {
        "hit": round(sum(0 < rank <= FIRST for rank in ranks) / count, 3),
        "mrr": round(sum(1 / rank for rank in ranks if rank) / count, 3),
    }


def warnings(tenant: Tenant) -> Iterator[Problem]:
    """Collections that find less than when they were asked before, or that changed since.

    What a person should know who publishes.
    """
    for collection in Collection.objects.of(tenant).filter(enabled=True, questions__isnull=False).distinct():
        where, found = _("Documents '%s'") % collection, latest(collection)
        if not found or found[0].revision != collection.revision:
            sentence = _("Its documents changed since its questions were asked. Ask them before publishing.")
            yield Problem("warning", where, sentence)
        elif len(found) > 1 and fell(found[0], found[1]):
            shares = {"now": _percent(found[0]), "before": _percent(found[1])}
            sentence = _(
                "hit@5 fell to %(now)d %%, from %(before)d %%: fewer of its questions find their file."
            )
            yield Problem("warning", where, sentence % shares)


def fell(now: CollectionEvaluation, before: CollectionEvaluation) -> bool:
    """Whether fewer questions find their file than before."""
    return _hit(now) < _hit(before) - FELL


def _ranks(tenant: str, row: CollectionQuestion, spec: CollectionSpec) -> Mapping[str, int]:
    """The place of the question's file in each way."""
    both = runtime.run(retriever.prepare(row.text, tenant), SECONDS)
    ways: dict[str, SearchQuery] = {
        "hybrid": both,
        "words": replace(both, embedder="", vector=None, retrieval_vector=None),
        "meaning": replace(both, words={}),
    }
    return {way: _rank(tenant, question, row.source, spec) for way, question in ways.items()}


def _rank(tenant: str, question: SearchQuery, source: str, spec: CollectionSpec) -> int:
    found = retriever.retrieve(tenant, question, [spec], "", LOOKED_AT)
    return next((place for place, each in enumerate(found, 1) if each.source == source), 0)


def _hit(of: CollectionEvaluation) -> float:
    return float(of.figures["hybrid"]["hit"])


def _percent(of: CollectionEvaluation) -> int:
    return round(100 * _hit(of))


def _questions(collection: Collection) -> Any:
    return CollectionQuestion.objects.of(collection.tenant_id).filter(collection=collection)


def _documents(collection: Collection) -> Any:
    return Document.objects.of(collection.tenant_id).filter(collection=collection, removed_in=None)


register(JobKind(KIND, run, gettext_lazy("Ask a collection's questions")))
