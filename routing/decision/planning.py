"""Which specialists work on a message at once: all whose intents it names, clause by clause.

>>> plan(case, 4, fallback).agents
('billing_agent', 'orders_agent')
"""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any, NamedTuple

from conversations.as_json import to_json
from conversations.turn import (
    ConversationState,
    Method,
    PlannedBranch,
    RouteDecision,
    SupervisorPlan,
    Utterance,
)
from language import clauses, topic
from language.acts.questions import keep_mark
from language.automaton import Hit
from routing.decision import by_value, fallback
from routing.decision.agreement import standing_in
from routing.decision.example import describe_prediction, like
from routing.decision.input import DecisionInput, goes_on, pieces_of
from routing.decision.learning.prediction import Prediction
from routing.decision.likely import name_intent
from routing.decision.profile_runtime import rank
from routing.decision.specs import IntentSpec
from routing.decision.staying import names_anew, stays

AGENT = "supervisor"
ROUTE = "supervisor_agent"
METHOD: Method = "supervisor"
MULTI = "multi_intent"
CONFIDENCE = 0.9  # what the agent gateway protocol gives a supervisor's plan
LONGEST = 8000  # characters of a message that are read; the event loop waits meanwhile

Hits = list[Hit[IntentSpec]]


class NamedPiece(NamedTuple):
    """A piece of a message with what names a specialist in it.

    Keywords, or a `reading` that is sure of an intent, which is then a hit without words; with a value that
    somebody looks up it is `by_value`.
    """

    text: str
    hits: Hits
    reading: Prediction | None = None
    by_value: bool = False


def plan(case: DecisionInput, limit: int, otherwise: RouteDecision) -> SupervisorPlan:
    """The plan for a message; nobody named: the specialist that the tiers fell back to (`otherwise`).

    A branch for each specialist, and one for each sentence of an intent's own, whoever says it. In the order
    of the intents' priorities, work first; at most `limit` at once, the others are `left_out`.
    """
    pieces: list[NamedPiece] = []
    texts: list[str] = []
    for part, carried in case.published.parts(case.utterance.text[:LONGEST]):
        message = part.strip() if carried else " ".join(topic.of(part).text.split())
        texts.append(message)
        if carried and pieces:
            pieces.append(NamedPiece(message, pieces[-1].hits))  # belongs to whoever was asked to work on it
        elif not carried:
            pieces += [piece for piece in name_pieces(case, pieces_of(case, message)) if piece.hits]
    text = " ".join(texts)
    if otherwise.follows and (stays(case) or names_anew(case)):
        pieces = []
    best: dict[_BranchKey, Hit[IntentSpec]] = {}
    for piece in pieces:
        for hit in piece.hits:
            matter = _branch_key(hit)
            best[matter] = min(hit, best.get(matter, hit), key=rank)
    if not best:
        return _nobody(case, otherwise)
    ordered = sorted(best, key=lambda matter: _rank_work(best[matter]))
    all_named = [_branch(matter, best[matter].payload, pieces, text) for matter in ordered]
    work, left_out = tuple(all_named[:limit]), tuple(all_named[limit:])
    several = len(all_named) > 1
    read = {each.agent: reading for each in all_named if (reading := _read(each, pieces)) is not None}
    words = "; ".join(f"{each.agent} by {_how(each, read.get(each.agent))}" for each in all_named)
    return SupervisorPlan(
        agents=tuple(dict.fromkeys(each.agent for each in work)),
        intent=MULTI if several else work[0].intent or "fallback",
        confidence=CONFIDENCE,
        reason=f"{len(all_named)} specialists are named: {words}." if several else f"One is named: {words}.",
        branches=work,
        left_out=left_out,
        metadata={
            "matched_keywords": _join_keywords(all_named),
            "multi_agent": several,
            **(
                {"examples": {agent: describe_prediction(reading) for agent, reading in read.items()}}
                if read
                else {}
            ),
        },
    )


def decision(made: SupervisorPlan, tools: Iterable[str], domain: str | None) -> RouteDecision:
    """The plan in the shape of a decision, as the record keeps it; one that names nobody stays a fallback, so
    that the message is found among those that nobody understood."""
    method: Method = METHOD if made.metadata["matched_keywords"] else "fallback"
    about = {**made.metadata, "agents": list(made.agents), "left_out": [each.agent for each in made.left_out]}
    return RouteDecision(
        ROUTE, AGENT, made.intent, made.confidence, made.reason, method,
        metadata=about, domain=domain, mcp_tools=tuple(dict.fromkeys(tools)),
    )  # fmt: skip


def describe_plan(made: SupervisorPlan | None) -> dict[str, Any] | None:
    """A plan as clients and the record get it; None where one answers alone."""
    if made is None:
        return None
    written: dict[str, Any] = to_json(made)
    return written


class _BranchKey(NamedTuple):
    """What one branch is about: all that a specialist works on, or the `sentence` of one intent."""

    agent: str
    sentence: str = ""


def _branch_key(hit: Hit[IntentSpec]) -> _BranchKey:
    return _BranchKey(hit.payload.agent, hit.payload.name if hit.payload.reply else "")


def _join_keywords(branches: Iterable[PlannedBranch]) -> dict[str, list[str]]:
    """The keywords that name each specialist."""
    found: dict[str, list[str]] = {}
    for each in branches:
        found.setdefault(each.agent, []).extend(each.keywords)
    return found


def _rank_work(hit: Hit[IntentSpec]) -> tuple[Any, ...]:
    """What a specialist works on goes before a sentence of its intent's own."""
    return bool(hit.payload.reply), rank(hit)


def _nobody(case: DecisionInput, otherwise: RouteDecision) -> SupervisorPlan:
    follows = otherwise.follows
    branch = PlannedBranch(otherwise.agent, follows, case.utterance.text)
    about: dict[str, Any] = {"matched_keywords": {}, "multi_agent": False, "follows": follows}
    return SupervisorPlan(
        (branch.agent,), "fallback", fallback.CONFIDENCE, otherwise.reason, (branch,), (), about
    )


def _branch(matter: _BranchKey, intent: IntentSpec, pieces: list[NamedPiece], whole: str) -> PlannedBranch:
    """Its own part of the words: the pieces that are its first of all, else those that name it at all."""
    own = [each.text for each in pieces if _branch_key(min(each.hits, key=rank)) == matter]
    own = own or [each.text for each in pieces if any(_branch_key(hit) == matter for hit in each.hits)]
    words = [hit.text for each in pieces for hit in each.hits if hit.text and _branch_key(hit) == matter]
    return PlannedBranch(
        matter.agent,
        intent.name,
        " ".join(keep_mark(each, whole) for each in own) or whole,
        tuple(dict.fromkeys(words)),
    )


def _read(branch: PlannedBranch, pieces: list[NamedPiece]) -> Prediction | None:
    """What named a specialist that no keyword names: the surest reading of its intent."""
    if branch.keywords:
        return None
    found = [each.reading for each in pieces if each.reading is not None]
    return max(
        (each for each in found if each.intent == branch.intent),
        key=lambda each: each.confidence,
        default=None,
    )


def _how(branch: PlannedBranch, reading: Prediction | None) -> str:
    if reading is None:
        return ", ".join(f"'{word}'" for word in branch.keywords)
    return f"its examples{like(reading)}"


def name_pieces(case: DecisionInput, pieces: list[str]) -> list[NamedPiece]:
    """Each piece with what names a specialist in it.

    The keywords that may decide, else what the examples are sure of.

    Where the examples are sure of the message as a whole, a piece without keywords adds somebody else to it
    only if they are sure of that piece too; where they make somebody likely whom a piece names, only one that
    they are sure of or that has a keyword of its own, and else none that only goes on with what stands before
    it ("is it still covered?").
    All pieces of a message share what the examples may be asked (`DecisionInput.may_read`).
    """
    whole = case.reading if len(pieces) > 1 else None
    only = whole.intent if whole is not None and whole.sure else None
    found = [
        NamedPiece(text, [hit._replace(payload=own) for hit in standing_in(case, text)
            if (own := _with_agent(case, hit.payload)) is not None])
        for text in pieces
    ]  # fmt: skip
    likely = name_intent(case, whole) if whole is not None else None
    named = [piece if piece.hits else _by_example(case, piece.text, only) for piece in found]
    if likely is not None and any(hit.payload.agent == likely.agent for piece in named for hit in piece.hits):
        named = [
            piece if _adds(case, piece, likely, first=piece is named[0]) else piece._replace(hits=[])
            for piece in named
        ]
    return _drop_told(case.utterance.text, named, likely)


def _with_agent(case: DecisionInput, intent: IntentSpec) -> IntentSpec | None:
    """An intent with who answers it: whoever speaks, where it is nobody's and its own sentence tells what was
    asked for. None for what is no matter beside others: a courtesy, a menu, a person asked for.
    """
    if intent.agent:
        return intent
    courtesy = intent.menu or intent.aside or intent.asks_for_person or intent.out_of_scope
    if not intent.reply or courtesy:
        return None
    return replace(intent, agent=case.published.who_speaks(case.state.active_agent))


def _drop_told(text: str, named: list[NamedPiece], likely: IntentSpec | None) -> list[NamedPiece]:
    """The pieces, those of a further specialist naming nobody where no word says that more is asked for.

    "The shoes are lovely, can I swap them?" tells how it came about: of 80 messages that were taken for two
    matters 43 of the 44 that are have "and", "also", a list or two questions, and 9 of the 36 that are not
    (ADR 124). Of who is named first and who is only told of, who is `likely` for the whole stays, else the
    first. A value is for who looks it up.
    """
    begun: list[NamedPiece] = []
    for piece in named:
        if piece.hits and all(_whose(piece) != _whose(each) for each in begun):
            begun.append(piece)
    asks = [piece for piece in begun if piece.text.rstrip().endswith("?")]
    if len(begun) < 2 or len(asks) > 1 or any(piece.by_value for piece in begun):
        return named
    added = _find_added(text, named, begun)
    told = [owner for piece in begun if (owner := _whose(piece)) not in added]
    kept = added | {likely.agent if likely is not None and likely.agent in told else told[0]}
    return [piece if not piece.hits or _whose(piece) in kept else piece._replace(hits=[]) for piece in named]


def _find_added(text: str, named: list[NamedPiece], begun: list[NamedPiece]) -> set[str]:
    """The specialists whose first piece follows the one before it as something more (`clauses.adds`).

    What asks behind a piece with a keyword is more, too: that one is not merely told; and so is a sentence of
    its own that has a keyword. The "and" of a list speaks for its commas: "a fine, a book and a return".
    Pieces that do not stand in the text as they are were mended on the way, and count as added.
    """
    sure = begun[0].reading is None
    found = {_whose(piece) for piece in begun[1:] if sure and piece.text.rstrip().endswith("?")}
    listed = False
    for at in reversed(range(1, len(named))):
        piece, before = named[at], named[at - 1].text
        start = text.find(before)
        end = text.find(piece.text, start + len(before)) if start >= 0 else -1
        gap = text[start + len(before) : end]
        alone = any(sign in before[-1:] + gap for sign in ".!?")
        adds = end < 0 or clauses.adds(gap, piece.text)
        listed = (listed and gap.strip() == ",") or (adds and not alone)
        more = adds or listed or (alone and piece.reading is None)
        if more and any(piece is each for each in begun[1:]):
            found.add(_whose(piece))
    return found


def _whose(piece: NamedPiece) -> str:
    """The specialist that a piece names first of all."""
    return min(piece.hits, key=rank).payload.agent


def _adds(case: DecisionInput, piece: NamedPiece, likely: IntentSpec, first: bool) -> bool:
    """Whether a piece that the examples name somebody for may do so beside who is `likely` for the whole.

    A keyword of that specialist in it, too weak to decide, is a second witness: "which plan is cheapest?".
    """
    if piece.reading is None or not piece.hits or piece.by_value:
        return True
    agent = piece.hits[0].payload.agent
    if agent == likely.agent or any(hit.payload.agent == agent for hit in case.hits(piece.text)):
        return True
    return piece.reading.sure and (first or not goes_on(piece.text))


def _by_example(case: DecisionInput, text: str, only: str | None) -> NamedPiece:
    """A piece that no keyword names, with the specialist's intent that the examples are sure of or make
    likely; of another than `only` one that they are sure of, where it is told.
    """
    reading = case.reading_of(text) if case.may_read(text) else None
    if reading is None:
        return NamedPiece(text, [])
    # A value is for whoever looks it up, whatever the rest of the message is about.
    piece = DecisionInput(Utterance(text, text), ConversationState(), case.published, case.now, off=case.off)
    takers = {each.agent for each in by_value.find_takers(piece)}
    intent = name_intent(piece if takers else case, reading)
    intent = _with_agent(case, intent) if intent is not None else None
    if intent is None or case.is_off(intent):
        return NamedPiece(text, [])
    known = case.published.intents.get(only or "")
    elsewhere = known is not None and takers and known.agent not in takers
    if only not in (None, intent.name) and not (elsewhere or reading.sure):
        return NamedPiece(text, [])
    return NamedPiece(text, [Hit("", 0, 0, intent)], reading, bool(takers))
