"""Which specialists work on a message at once (seed 000, chapter 7.2): all whose intents it names, clause by clause.

>>> plan(case, 4, fallback).agents
('billing_agent', 'orders_agent')
"""

from collections.abc import Iterable
from typing import Any

from conversations.as_json import to_json
from conversations.turn import Method, Plan, PlannedBranch, RouteDecision
from language import topic
from language.automaton import Hit
from routing.decision.agreement import standing_in
from routing.decision.case import Case
from routing.decision.fallback import CONFIDENCE as UNSURE
from routing.decision.pieces import pieces_of
from routing.published import rank
from routing.specs import IntentSpec

AGENT = "supervisor"
ROUTE = "supervisor_agent"
METHOD: Method = "supervisor"
MULTI = "multi_intent"
BY_EXAMPLE = "by its examples"
CONFIDENCE = 0.9  # seed 000's
LONGEST = 8000  # characters of a message that are read; the event loop waits meanwhile
READ = 8  # clauses without a keyword that the examples are asked about, at 3 ms each

Hits = list[Hit[IntentSpec]]


def plan(case: Case, limit: int, otherwise: RouteDecision) -> Plan:
    """The plan for a message; nobody named: the specialist that the tiers fell back to (`otherwise`).

    In the order of the intents' priorities, at most `limit` at once; the others are `left_out`.
    """
    pieces: list[tuple[str, Hits]] = []
    told: list[str] = []
    for part, carried in case.published.parts(case.utterance.text[:LONGEST]):
        said = part.strip() if carried else " ".join(topic.of(part).text.split())
        told.append(said)
        if carried and pieces:
            pieces.append((said, pieces[-1][1]))  # belongs to whoever was asked to work on it
        elif not carried:
            pieces += [(piece, hits) for piece, hits in named(case, pieces_of(case, said)) if hits]
    text = " ".join(told)
    best: dict[str, Hit[IntentSpec]] = {}
    for _, hits in pieces:
        for hit in hits:
            known = best.get(hit.payload.agent)
            best[hit.payload.agent] = min(hit, known, key=rank) if known else hit
    if not best:
        return _nobody(case, otherwise)
    ordered = sorted(best, key=lambda agent: rank(best[agent]))
    all_named = [_branch(agent, best[agent].payload, pieces, text) for agent in ordered]
    work, left_out = tuple(all_named[:limit]), tuple(all_named[limit:])
    several = len(all_named) > 1
    words = "; ".join(f"{each.agent}: {', '.join(each.keywords) or BY_EXAMPLE}" for each in all_named)
    return Plan(
        agents=tuple(each.agent for each in work),
        intent=MULTI if several else work[0].intent or "fallback",
        confidence=CONFIDENCE,
        reason=f"Keywords of {len(all_named)} specialists ({words})." if several else f"Keywords of {words}.",
        branches=work,
        left_out=left_out,
        metadata={
            "matched_keywords": {each.agent: list(each.keywords) for each in all_named},
            "multi_agent": several,
        },
    )


def decision(made: Plan, tools: Iterable[str], domain: str | None) -> RouteDecision:
    """The plan in the shape of a decision, as the record keeps it; one that names nobody stays a fallback, so
    that the message is found among those that nobody understood."""
    method: Method = METHOD if made.metadata["matched_keywords"] else "fallback"
    about = {**made.metadata, "agents": list(made.agents), "left_out": [each.agent for each in made.left_out]}
    return RouteDecision(
        ROUTE, AGENT, made.intent, made.confidence, made.reason, method,
        metadata=about, domain=domain, mcp_tools=tuple(dict.fromkeys(tools)),
    )  # fmt: skip


def told(made: Plan | None) -> dict[str, Any] | None:
    """A plan as clients and the record get it; None where one answers alone."""
    if made is None:
        return None
    written: dict[str, Any] = to_json(made)
    return written


def _nobody(case: Case, otherwise: RouteDecision) -> Plan:
    follows = otherwise.metadata.get("follows")
    branch = PlannedBranch(otherwise.agent, follows, case.utterance.text)
    about: dict[str, Any] = {"matched_keywords": {}, "multi_agent": False, "follows": follows}
    return Plan((branch.agent,), "fallback", UNSURE, otherwise.reason, (branch,), (), about)


def _branch(agent: str, intent: IntentSpec, pieces: list[tuple[str, Hits]], whole: str) -> PlannedBranch:
    """Its own part of the words: the pieces that are its first of all, else those that name it at all."""
    own = [piece for piece, hits in pieces if min(hits, key=rank).payload.agent == agent]
    own = own or [piece for piece, hits in pieces if any(hit.payload.agent == agent for hit in hits)]
    words = [hit.text for _, hits in pieces for hit in hits if hit.text and hit.payload.agent == agent]
    return PlannedBranch(agent, intent.name, " ".join(own) or whole, tuple(dict.fromkeys(words)))


def named(case: Case, pieces: list[str]) -> list[tuple[str, Hits]]:
    """Each piece with what names a specialist in it: the keywords that may decide, else what the examples are sure
    of, as a hit without words.

    Where the examples are sure of the message as a whole, a piece without keywords adds nobody to it.
    """
    whole = case.reading if len(pieces) > 1 else None
    alone = whole is not None and whole.sure
    found, read = [], 0
    for piece in pieces:
        hits = hits_of(case, piece)
        if not hits and not alone and read < READ:
            hits, read = by_example(case, piece), read + 1
        found.append((piece, hits))
    return found


def hits_of(case: Case, piece: str) -> Hits:
    """The keyword hits of a piece that may decide and belong to a specialist."""
    return [hit for hit in standing_in(case, piece) if hit.payload.agent]


def by_example(case: Case, piece: str) -> Hits:
    """The specialist's intent that the examples are sure of, as a hit without words; else nothing."""
    reading = case.published.reading(piece)
    intent = case.published.intents.get(reading.intent) if reading is not None and reading.sure else None
    if intent is None or not intent.agent or case.is_off(intent):
        return []
    return [Hit("", 0, 0, intent)]
