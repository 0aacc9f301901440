"""Finds passages for a question: by their words and by what they mean, in what somebody may look into.

    question = await retriever.prepare("qual o prazo de devolução?", tenant_id)
    found = await visit(lambda: retriever.retrieve(tenant_id, question, collections, owner="", most=5))

Both ways look only at passages that may be seen: others are never read. `fit` says how well a passage fits,
best first, and `score` how surely it answers: below a collection's threshold it does not; of equal ones
reciprocal rank fusion says which is first.
"""

import asyncio
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from agents.knowledge import fulltext, ranking, signatures, terms, vectors
from agents.knowledge.models import Collection, Passage, TermCount
from agents.knowledge.ranking import FoundPassage
from agents.specs import CollectionSpec
from language import detect, embedder, short_forms
from language.spoken_languages import CODES

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

LONGEST = 1000  # characters of a question
BY_WORDS = 100  # passages taken from each way
BY_MEANING = 200
COLUMNS = ("pk", "name", "revision", "refreshed", "tenant")  # of a collection
COMMON = 0.1  # a word in more than this share of the passages is only looked for beside rarer ones
MATCHED = 4000  # passages that words bring in: the rarer come first, the others count where they stand
SAMPLE = 128  # passages by which it is told how near any passage is to a question
CLOSE = 24  # passages whose words are compared with the question's by what they mean
ALIKE = 0.4  # the cosine from which two words mean something alike


@dataclass(frozen=True, slots=True)
class SearchQuery:
    """A question, ready to be looked for.

    Its words with their terms, its vector by an embedder's name, a row of `meanings` for each word, and the
    vector by which passages are looked at a second time, by the name of its encoder; the language it is in.
    """

    text: str
    words: Mapping[str, tuple[str, ...]]
    embedder: str = ""
    vector: "NDArray[np.float32] | None" = None
    meanings: "NDArray[np.float32] | None" = None
    retrieval_encoder: str = ""
    retrieval_vector: "NDArray[np.float32] | None" = None
    language: str = ""


@dataclass(frozen=True, slots=True)
class Searched:
    """A collection that is looked into.

    Its row, the revision it is looked at in (None: as it is now), whose.
    """

    row: Collection
    spec: CollectionSpec
    revision: int | None
    owner: str

    @property
    def stamp(self) -> int:
        """Another number whenever documents came, went or were replaced."""
        return self.row.revision + self.row.refreshed

    @property
    def scope(self) -> str:
        return terms.scope(self.row.pk, self.owner)


async def prepare(text: str, whose: str, spoken: str | None = None) -> SearchQuery:
    """The question with its vector; without one where the embedder cannot be had.

    On the event loop, outside a visit. `spoken`: the language of the conversation, for a text that does not
    tell its own (a model asks in another one than the user now and then).
    """
    text = short_forms.spell(" ".join(text.split())[:LONGEST])
    question = SearchQuery(text, terms.question_terms(text, CODES), language=detect.language(text, spoken))
    words = question.words
    meaning = embedder.choose_configured()
    if meaning is None:
        return question
    try:
        rows = await embedder.supply(whose)(lambda: meaning.embed([text, *map(str.lower, words)]))
    except embedder.NoVectors:
        return question
    question = replace(question, embedder=meaning.name, vector=rows[0], meanings=rows[1:])
    encoder = embedder.choose_retrieval()
    if encoder is None or not words:
        return question
    asked = await asyncio.to_thread(encoder.ask, text)
    return replace(question, retrieval_encoder=encoder.name, retrieval_vector=asked)


def retrieve(
    tenant: str, question: SearchQuery, collections: Iterable[CollectionSpec], owner: str = "", most: int = 5
) -> list[FoundPassage]:
    """The best passages, best first, whether or not they fit well enough. Inside a visit: six queries."""
    import numpy as np

    searched = _choose_searched(tenant, collections, owner)
    if not searched or not (question.words or question.vector is not None):
        return []
    kept = {each.row.pk: signatures.of(each.row.pk, each.stamp, question.embedder) for each in searched}
    counts, passages = _count_words(question, searched), sum(len(each.passages) for each in kept.values())
    rarity = np.log(1 + (passages + 1) / (counts + 0.5))  # what a word says: the rarer, the more
    weights = rarity / max(float(rarity.sum()), 1e-9)
    asked = _choose_terms(question, counts, passages, searched)
    by_words = fulltext.search(asked, *_where(searched), BY_WORDS)
    by_meaning, sample = _near(question, searched, kept)
    similar, again, spoken = _similarities(tenant, question, {*by_words, *by_meaning, *sample})
    standing = ranking.measure_standing(similar, sample) if question.vector is not None else {}
    candidates = [pk for pk in {*by_words, *by_meaning} if pk in similar]
    known = fulltext.terms_of(candidates)
    marked = _mark_words(question, searched)
    has = {pk: _find_words(marked, known.get(pk, frozenset())) for pk in candidates}
    covered = {pk: float(has[pk] @ weights) for pk in candidates}
    first = sorted((pk for pk in by_words if pk in similar), key=lambda pk: -covered[pk])
    second = sorted((pk for pk in by_meaning if pk in similar), key=lambda pk: -similar[pk])[:BY_WORDS]
    merged = ranking.merge_rankings(first, second)
    fits = {pk: ranking.weigh(standing.get(pk), covered[pk], again.get(pk, 0.0)) for pk in merged}
    close = sorted(merged, key=lambda pk: -fits[pk])[: max(CLOSE, most)]
    alike = _compare_words(question, {pk: known.get(pk, frozenset()) for pk in close})
    for pk in close:
        covered[pk] = float(np.maximum(has[pk], alike[pk]) @ weights)
    fits = {pk: ranking.weigh(standing.get(pk), covered[pk], again.get(pk, 0.0)) for pk in close}
    scores = _tell_answers(question, fits, standing, again, spoken)
    best = sorted(fits, key=lambda pk: -fits[pk])[:most]
    rows = {row["pk"]: row for row in _rows(tenant, best)}  # the texts of those alone: hundreds were compared
    names = {each.row.pk: each.row.name for each in searched}
    words = {pk: tuple(word for word, there in zip(marked, has[pk], strict=True) if there) for pk in best}
    return [
        _make_passage(rows[pk], names, scores[pk], fits[pk], similar[pk], covered[pk], words[pk])
        for pk in best
        if pk in rows
    ]


def _choose_searched(tenant: str, collections: Iterable[CollectionSpec], owner: str) -> list[Searched]:
    wanted = {each.name: each for each in collections if each.enabled}
    # Also of one that left the draft meanwhile: the release says what is searched.
    rows = Collection.unscoped.filter(tenant=tenant, name__in=wanted).only(*COLUMNS)
    return [
        Searched(row, wanted[row.name], None, owner)
        if wanted[row.name].kind == "personal"
        else Searched(row, wanted[row.name], wanted[row.name].revision, "")
        for row in rows
        if wanted[row.name].kind != "personal" or owner
    ]


def _where(searched: Sequence[Searched]) -> tuple[str, list[str | int]]:
    """Which documents may be seen, as a condition of SQL."""
    conditions, given = [], list[str | int]()
    for each in searched:
        seen = "d.added_in IS NOT NULL AND d.removed_in IS NULL"
        if each.revision is not None:
            seen = "d.added_in <= %s AND (d.removed_in IS NULL OR d.removed_in > %s)"
        conditions.append(f"(d.collection_id = %s AND d.owner = %s AND {seen})")
        given += [each.row.pk, each.owner]
        given += [each.revision, each.revision] if each.revision is not None else []
    return " OR ".join(conditions), given


def _count_words(question: SearchQuery, searched: Sequence[Searched]) -> "NDArray[np.float32]":
    """How many passages of what is searched have each word of the question."""
    import numpy as np

    scoped = [each.scope + term for each in searched for word in question.words.values() for term in word]
    # Each names a collection of the company; asked with `tenant`, SQLite walks all of the company's words.
    counts = dict(TermCount.unscoped.filter(term__in=scoped).values_list("term", "passages"))
    words = question.words.values()
    most = [
        max(sum(counts.get(each.scope + term, 0) for each in searched) for term in word) for word in words
    ]
    return np.array(most, np.float32)


def _choose_terms(
    question: SearchQuery, counts: "NDArray[np.float32]", passages: int, searched: Sequence[Searched]
) -> list[str]:
    """The terms to ask the database for.

    Without those that nearly every passage has, while others are left; and of these the rarest words that
    together bring in MATCHED passages at most, but one at least.
    """
    import numpy as np

    words = list(question.words.values())
    places = np.argsort(counts, kind="stable")
    rare = places[counts[places] < COMMON * passages]
    rare = rare if counts[rare].any() else places
    brought = np.cumsum(counts[rare])
    chosen = rare[brought <= max(MATCHED, brought[brought > 0].min(initial=np.inf))]
    return [each.scope + term for each in searched for place in chosen for term in words[place]]


def _near(
    question: SearchQuery, searched: Sequence[Searched], kept: Mapping[int, signatures.Signatures]
) -> tuple[list[int], list[int]]:
    """The passages whose signatures differ least from the question's, and a sample of all."""
    import numpy as np

    if question.vector is None:
        return [], []
    mine = vectors.signatures(question.vector[np.newaxis, :])[0]
    found: list[tuple[int, int]] = []
    seen: list[int] = []
    for each in searched:
        known = kept[each.row.pk]
        if not len(known.rows):
            continue
        places = np.flatnonzero(known.visible(each.revision, each.owner))
        rows = known.rows if len(places) == len(known.rows) else known.rows[places]
        chosen, differing = vectors.nearest(mine, rows, BY_MEANING)
        found += zip(differing.tolist(), known.passages[places[chosen]].tolist(), strict=True)
        seen += known.passages[places[:: len(places) // SAMPLE + 1]].tolist()
    return [passage for _bits, passage in sorted(found)[:BY_MEANING]], seen[:: len(seen) // SAMPLE + 1]


def _rows(tenant: str, passages: Sequence[int]) -> Iterable[dict[str, Any]]:
    names = ("pk", "text", "section", "page", "document_id")
    about = ("title", "source", "language", "collection_id")
    rows = Passage.objects.of(tenant).filter(pk__in=passages)
    found: Iterable[dict[str, Any]] = rows.values(*names, *(f"document__{name}" for name in about))
    return found


def _tell_answers(
    question: SearchQuery,
    fits: Mapping[int, float],
    standing: Mapping[int, float],
    again: Mapping[int, float],
    spoken: Mapping[int, str],
) -> dict[int, float]:
    """How surely each passage answers; beside those of its own language, a translation is no rival.

    One that fits very well answers also a short question; one without a vector has nothing but its words.
    """
    scores = {pk: ranking.to_share(value) for pk, value in fits.items()}
    compared = {pk: ranking.choose_curve(standing[pk], again.get(pk, 0.0)) for pk in fits if pk in standing}
    curve = max(compared.values(), key=lambda each: each.usual, default=ranking.ONCE)
    for language in {spoken[pk] for pk in compared}:
        those = {pk: fits[pk] for pk in compared if spoken[pk] == language}
        alone = ranking.tell_answers(those, curve, len(question.words))
        scores |= {pk: max(scores[pk], each) for pk, each in alone.items()}
    return scores


def _similarities(
    tenant: str, question: SearchQuery, passages: Iterable[int]
) -> tuple[dict[int, float], dict[int, float], dict[int, str]]:
    """How near each passage is to the question, by its own vector; 0 where nothing can be compared.

    And how near at the second look, of those that were looked at again, and the language of each.
    """
    names = ("pk", "vector", "retrieval_vector", "document__retrieval_encoder", "document__language")
    looked_up = list(Passage.objects.of(tenant).filter(pk__in=passages).values_list(*names))
    spoken = {pk: language for pk, *_rest, language in looked_up}
    rows = [each[:-1] for each in looked_up]
    if question.vector is None:
        return dict.fromkeys(spoken, 0.0), {}, spoken
    found = vectors.similarities(question.vector, [bytes(vector) for _pk, vector, *_rest in rows])
    similar = {pk: near for (pk, *_rest), near in zip(rows, found.tolist(), strict=True)}
    if question.retrieval_vector is None:
        return similar, {}, spoken
    looked_at = [
        (pk, bytes(vector)) for pk, _first, vector, name in rows if name == question.retrieval_encoder
    ]
    near = vectors.similarities(question.retrieval_vector, [vector for _pk, vector in looked_at]).tolist()
    return similar, {pk: each for (pk, _vector), each in zip(looked_at, near, strict=True)}, spoken


def _mark_words(question: SearchQuery, searched: Sequence[Searched]) -> dict[str, frozenset[str]]:
    """Each word of the question with all that it may be indexed as where it is looked for."""
    return {
        word: frozenset(each.scope + term for each in searched for term in found)
        for word, found in question.words.items()
    }


def _find_words(marked: Mapping[str, frozenset[str]], known: frozenset[str]) -> "NDArray[np.float32]":
    """Of each word of the question, whether a passage has it."""
    import numpy as np

    return np.array([not forms.isdisjoint(known) for forms in marked.values()], np.float32)


def _compare_words(
    question: SearchQuery, passages: Mapping[int, frozenset[str]]
) -> "dict[int, NDArray[np.float32]]":
    """Of each word of the question, how much a passage has that means the same, 0 to 1."""
    import numpy as np

    if question.vector is None or question.meanings is None or not question.words:
        return dict.fromkeys(passages, np.zeros(len(question.words), np.float32))
    rows = TermCount.unscoped.filter(term__in=set().union(*passages.values()), embedder=question.embedder)
    found = list(rows.values_list("term", "vector"))
    near = vectors.compare(question.meanings, [bytes(vector) for _term, vector in found])
    near = np.maximum(near - ALIKE, 0) / (1 - ALIKE)
    place = {term: number for number, (term, _vector) in enumerate(found)}
    result = {}
    for pk, known in passages.items():
        places = [place[term] for term in known if term in place]
        result[pk] = near[places].max(axis=0, initial=0)
    return result


def _make_passage(
    row: Mapping[str, Any],
    names: Mapping[int, str],
    score: float,
    value: float,
    similarity: float,
    coverage: float,
    words: tuple[str, ...],
) -> FoundPassage:
    return FoundPassage(
        passage=row["pk"],
        document=row["document_id"],
        collection=names.get(row["document__collection_id"], ""),
        title=row["document__title"],
        source=row["document__source"],
        section=row["section"],
        page=row["page"],
        language=row["document__language"],
        text=row["text"],
        score=score,
        fit=ranking.to_share(value),
        similarity=round(similarity, 3),
        coverage=round(coverage, 3),
        words=words,
    )
