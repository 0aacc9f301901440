"""What a message asks for, one request for each specialist that it names, and what earlier messages left open.

>>> begin_loop(case, decided, context).open
(Pending(agent='doctors_agent', ...), Pending(agent='appointments_agent', ...))
"""

from collections.abc import Iterator

from agents.tools.arguments import read_values
from conversations.turn import Loop, Pending, Subtask, TurnContext
from language import topic
from language.acts.reading import read_alone
from language.automaton import Hit
from language.normalise import normalise
from rollout.evaluate import EVERY
from routing.decision.input import Decision, DecisionInput
from routing.decision.pieces import pieces_of
from routing.decision.planning import LONGEST, NamedPiece, name_pieces
from routing.decision.profile_runtime import rank
from routing.decision.specs import IntentSpec
from routing.turns.team import open_parts
from routing.turns.team.open_parts import TURNS

OPEN = "open"  # why a request of this turn is open: nobody has worked on it yet


def begin_loop(case: DecisionInput, decided: Decision, context: TurnContext) -> Loop:
    """The loop as it begins: the requests in the order in which they are served, the first errand set.

    First whom the tiers decided on by what is said in so many words, then by the priority of the intents, then in the
    user's order: anger goes before the need because its intent says so. What the conversation still waits for an answer to comes behind
    them: it is asked again when they are done. "Ok" to no question asks for nothing of its own: what earlier messages
    left open is served. "No", "cancel" or "maybe" to no question leave that as it is.
    """
    first = decided.decision.agent
    said = read_alone(case.utterance.text)
    if decided.reply is None and decided.decision.method == "fallback" and said is not None:
        left = tuple(part for part in context.request.state.pending if _still(part, case, context))
        return Loop(open=left) if said == "yes" else Loop(kept=left)
    if decided.resumed is not None:
        now = [decided.resumed]
    elif decided.reply is not None or decided.decision.method in ("state", "clarified"):
        now = [_whole(case, decided, context)]
    else:
        now = _named(case, context) or [_whole(case, decided, context)]
        if first not in {each.agent for each in now}:
            now = [_whole(case, decided, context)]
        if (
            decided.decision.method != "example"
        ):  # the examples read the whole, and know no message of two matters
            now.sort(key=lambda each: each.agent != first)  # stable
    waits = open_parts.waiting(context, decided.reply, decided.withdrawn)
    earlier = [
        part for part in (waits, *context.request.state.pending) if part and _still(part, case, context)
    ]
    earlier = [part for part in earlier if part is not now[0] and not _asked_again(part, now, case)]
    return Loop(open=(*now, *earlier), next=Subtask(now[0].agent, part=now[0]))


def _asked_again(part: Pending, now: list[Pending], case: DecisionInput) -> bool:
    """Whether the message asks for an open part itself: in the same words, or with the value it waits for."""
    values = read_values(case.utterance.raw, case.published.agents.slots)
    known = open_parts.is_known(part, {**case.state.values, **values})
    return any(
        (part.agent, part.intent) == (each.agent, each.intent)
        and (known or normalise(part.text) == normalise(each.text))
        for each in now
    )


def _still(part: Pending, case: DecisionInput, context: TurnContext) -> bool:
    """Whether an open part of an earlier turn can be served at all."""
    off = part.intent in case.off or EVERY in case.off
    return (
        not off and part.agent in case.published.specialists and context.request.number - part.turn <= TURNS
    )


def _whole(case: DecisionInput, decided: Decision, context: TurnContext) -> Pending:
    decision = decided.decision
    intent = decision.follows or decision.intent
    named = intent if case.published.intent_slice(decision.agent, intent) else None
    return Pending(decision.agent, case.utterance.text, OPEN, named, turn=context.request.number)


def _named(case: DecisionInput, context: TurnContext) -> list[Pending]:
    """A request for each specialist that is named first in a piece; a piece that names nobody, and a text that is
    carried, belongs to the one before it, or to the first."""
    whole = case.utterance.text
    best: dict[str, Hit[IntentSpec]] = {}
    owned: list[tuple[str, str]] = []  # (specialist, piece); nobody's until the first is named
    owner = ""
    for piece, hits, _reading in _pieces(case, whole[:LONGEST]):
        if hits:
            hit = min(hits, key=rank)
            owner = hit.payload.agent
            known = best.get(owner)
            best[owner] = min(hit, known, key=_priority) if known else hit
        owned.append((owner, piece))
    first = next((agent for agent, _ in owned if agent), "")
    words = _words([(agent or first, piece) for agent, piece in owned], whole)
    ordered = sorted(best, key=lambda agent: _priority(best[agent]))  # stable: the user's order
    return [
        Pending(
            agent,
            words[agent] if len(ordered) > 1 else whole,
            OPEN,
            best[agent].payload.name,
            turn=context.request.number,
        )
        for agent in ordered
    ]


def _pieces(case: DecisionInput, text: str) -> Iterator[NamedPiece]:
    """The clauses of what is asked with what names a specialist in each, and between them the texts that are
    carried, whole and naming nobody."""
    for part, carried in case.published.parts(text):
        if carried:
            yield NamedPiece(part, [])
        else:
            yield from name_pieces(case, pieces_of(case, topic.of(part).text))


def _words(owned: list[tuple[str, str]], whole: str) -> dict[str, str]:
    """What each specialist is told: its pieces as they stand in the message, with the lines of a pasted text
    between them; what is too long to be cut up belongs to the last."""
    runs: list[tuple[str, int, int]] = []
    at = 0
    for agent, piece in owned:
        start = whole.find(piece, at)
        if start < 0:  # mended on the way: the piece stands for itself
            continue
        at = start + len(piece)
        if runs and runs[-1][0] == agent:
            runs[-1] = (agent, runs[-1][1], at)
        else:
            runs.append((agent, start, at))
    if runs and len(whole) > LONGEST:
        runs[-1] = (runs[-1][0], runs[-1][1], len(whole))
    found: dict[str, list[str]] = {}
    for agent, start, end in runs:
        found.setdefault(agent, []).append(whole[start:end])
    told = {agent: " ".join(parts) for agent, parts in found.items()}
    return {agent: told.get(agent, whole) for agent, _ in owned}


def _priority(hit: Hit[IntentSpec]) -> int:
    return hit.payload.priority
