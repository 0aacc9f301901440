"""The parts of a message that asks for several things, each with who serves it.

The same with and without a model.

>>> [(part.agent, part.text) for part in name_parts(case)]
[('billing_agent', 'minha fatura veio alta'), ('orders_agent', 'onde está meu pedido P100?')]
"""

from collections.abc import Iterator

from conversations.turn import PlannedBranch
from language import topic
from language.automaton import Hit
from routing.decision.input import UNSURE, Decision, DecisionInput, pieces_of
from routing.decision.planning import CONFIDENCE, LONGEST, NamedPiece, name_pieces
from routing.decision.profile_runtime import rank
from routing.decision.specs import IntentSpec

# Words of a message that may be of several matters: in a longer one most clauses tell how it came about. Of 1
# 170 messages of one matter 13 are taken for two so, of 54 of two matters 23 are read with both.
MOST_WORDS = 40
BY_WORDS = ("keyword", "example", *UNSURE)  # decided by what the message says


def with_parts(decided: Decision, case: DecisionInput) -> Decision:
    """The decision with the parts of a message that several specialists serve, first whom the tiers decided
    on; where no tier was sure of the whole, its first part says who begins.
    """
    first = case.published.intents.get(decided.decision.intent)
    by_words = decided.decision.method in BY_WORDS and decided.reply is None and decided.resumed is None
    if not by_words or (first is not None and first.reply) or len(case.utterance.text.split()) > MOST_WORDS:
        return decided
    parts = name_parts(case)
    if len(parts) < 2:
        return decided
    if decided.unsure:
        intent = case.published.intents[parts[0].intent or ""]
        reason = f"{len(parts)} specialists serve a part of it; {intent.name} is the first."
        decided = decided._replace(decision=case.decision(intent, "example", CONFIDENCE, reason, {}))
    begins = decided.decision.agent
    if begins not in {part.agent for part in parts}:
        return decided  # read as a whole it says more than its clauses do
    parts.sort(key=lambda part: part.agent != begins)  # stable
    about = {**decided.decision.metadata, "parts": [[part.agent, part.intent] for part in parts]}
    return decided._replace(parts=tuple(parts), decision=decided.decision._replace(metadata=about))


def name_parts(case: DecisionInput) -> list[PlannedBranch]:
    """A part for each specialist that is named first in a piece, by the priority of their intents, then in
    the user's order; a piece that names nobody, and a text that is carried, belongs to the one before it, or
    to the first.
    """
    whole = case.utterance.text
    best: dict[str, Hit[IntentSpec]] = {}
    owned: list[tuple[str, str]] = []  # (specialist, piece); nobody's until the first is named
    owner = ""
    for piece in _pieces(case, whole[:LONGEST]):
        if piece.hits:
            hit = min(piece.hits, key=rank)
            owner = hit.payload.agent
            known = best.get(owner)
            best[owner] = min(hit, known, key=_priority) if known else hit
        owned.append((owner, piece.text))
    first = next((agent for agent, _ in owned if agent), "")
    words = _words([(agent or first, piece) for agent, piece in owned], whole)
    ordered = sorted(best, key=lambda agent: _priority(best[agent]))  # stable: the user's order
    return [
        PlannedBranch(
            agent,
            best[agent].payload.name,
            words[agent] if len(ordered) > 1 else whole,
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
    joined = {agent: " ".join(parts) for agent, parts in found.items()}
    return {agent: joined.get(agent, whole) for agent, _ in owned}


def _priority(hit: Hit[IntentSpec]) -> int:
    return hit.payload.priority
