"""Looks for an answer that was given to the same question.

    lookup = lookup_of(context, seconds=3600)
    served = await find(lookup, context, published)

The same question is one with the same text, or with the same telling words (`language.wording`) and a meaning
that is near enough; how near, the company's own examples say. Nearness alone tells nothing: by the bundled
encoder "with a receipt" and "without a receipt" are nearer than most questions that mean the same (ADR 80).
"""

import hashlib
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import combinations
from typing import Any

import orjson
from django.conf import settings
from django.utils import timezone

from agents.knowledge import vectors
from conversations.turn import TurnContext
from conversations.turn_parts import AnswerLookup, ServedAnswer
from conversations.visits import visit
from language import embedder
from language.embedder import Embedder, NoVectors
from language.normalise import normalise
from language.wording import telling_words
from routing.answer_cache.models import CachedAnswer
from routing.decision.learning.samples import Sample
from routing.decision.profile_runtime import ProfileRuntime

LEAST = 0.7  # similarity of two texts with the same telling words, below which they are two questions
MARGIN = 0.01  # above two examples that have the same telling words and are two matters
LONGEST = 400  # letters of a question that is kept: longer ones are no two people's
CANDIDATES = 8  # kept questions with the same telling words that are compared
NEAREST = 0.999  # 1.0 is the same text
_EDGES = " ?!.¿¡…"


def make_lookup(context: TurnContext, seconds: int) -> AnswerLookup | None:
    """What to look for; None for a text that is too long, or has no telling word."""
    request, route = context.request, context.decision.route
    text, said = request.utterance.text, telling_words(request.utterance.text)
    if route is None or len(text) > LONGEST or not said:
        return None
    scope = (
        request.tenant_id, request.release, request.agent_id, request.mode, request.channel,
        request.markup, request.utterance.language,
        route.intent, route.agent,
    )  # fmt: skip
    return AnswerLookup(
        intent=route.intent,
        agent=route.agent,
        question=text,
        key=_digest("text", *scope, normalise(text).strip(_EDGES)),
        wording=_digest("words", *scope, *said),
        seconds=seconds,
    )


async def find(lookup: AnswerLookup, tenant: str, published: ProfileRuntime) -> ServedAnswer | None:
    """The kept answer to the same question; None where there is none. One visit, of one query."""
    kept = await visit(lambda: _find_kept(tenant, lookup))
    exact = next((each for each in kept if each["key"] == lookup.key), None)
    meaning = embedder.choose_configured()
    if exact is not None:
        return _serve(exact)
    if not kept or meaning is None:
        return None
    try:
        return await embedder.supply(tenant)(lambda: _nearest(lookup, kept, published, meaning))
    except NoVectors:
        return None


def add_meaning(lookup: AnswerLookup) -> AnswerLookup:
    """The lookup with what its question means, for an answer that will be kept.

    As it is where that is asked of others.
    """
    if settings.EMBEDDER != embedder.BUNDLED:
        return lookup
    meaning = embedder.load_bundled()
    (vector,) = vectors.quantise(meaning.embed([lookup.question]))
    return replace(lookup, embedder=meaning.name, vector=vector)


def find_threshold(published: ProfileRuntime, meaning: Embedder) -> float:
    """How alike two questions with the same telling words must be to get one answer.

    More than any two examples of two intents that have the same ones. Worked out once a release. Raises
    `NoVectors`.
    """
    known: float | None = published.memo.get(find_threshold)
    if known is None:
        known = published.memo[find_threshold] = _calibrate(published.learnt.samples, meaning)
    return known


def _calibrate(samples: Sequence[Sample], meaning: Embedder) -> float:
    alike: dict[tuple[str, ...], list[Sample]] = defaultdict(list)
    for sample in samples:
        alike[telling_words(sample.text)].append(sample)
    pairs = [
        (one.text, other.text)
        for said, group in alike.items()
        if said
        for one, other in combinations(group, 2)
        if one.intent != other.intent
    ]
    if not pairs:
        return LEAST
    first, second = meaning.embed([one for one, _ in pairs]), meaning.embed([other for _, other in pairs])
    return max(LEAST, float((first * second).sum(axis=1).max()) + MARGIN)


def _find_kept(tenant: str, lookup: AnswerLookup) -> list[dict[str, Any]]:
    rows = CachedAnswer.objects.of(tenant).filter(wording=lookup.wording, expires_at__gt=timezone.now())
    names = ("id", "key", "question", "answer", "tokens", "citations", "embedder", "vector")
    return list(rows.order_by("-created_at").values(*names)[:CANDIDATES])


def _serve(row: Mapping[str, Any], similarity: float = 1.0) -> ServedAnswer:
    return ServedAnswer(
        row["id"], row["answer"], row["question"], similarity, row["tokens"], tuple(row["citations"])
    )


def _nearest(
    lookup: AnswerLookup, kept: Sequence[Mapping[str, Any]], published: ProfileRuntime, meaning: Embedder
) -> ServedAnswer | None:
    needed = find_threshold(published, meaning)
    vector = meaning.embed([lookup.question])[0]
    known = [
        bytes(row["vector"])
        if row["embedder"] == meaning.name
        else vectors.quantise(meaning.embed([row["question"]]))[0]
        for row in kept
    ]
    near = vectors.similarities(vector, known).tolist()
    best = max(range(len(near)), key=near.__getitem__)
    return _serve(kept[best], min(round(near[best], 3), NEAREST)) if near[best] >= needed else None


def _digest(*parts: object) -> str:
    return hashlib.blake2b(orjson.dumps(parts), digest_size=16).hexdigest()
