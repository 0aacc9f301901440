"""The parts of a message that asks for several things, each with who serves it.

The same with and without a model. Two things of one specialist are two parts where each is looked up or done
by tools of its own.

>>> [(part.agent, part.text) for part in name_parts(case)]
[('billing_agent', 'minha fatura veio alta'), ('orders_agent', 'onde está meu pedido P100?')]
"""

from collections.abc import Iterator
from dataclasses import dataclass, field

from conversations.turn import PlannedBranch
from language import topic
from language.acts.questions import keep_mark
from language.automaton import Hit
from routing.decision.input import Decision, DecisionInput, find_tier, pieces_of
from routing.decision.planning import CONFIDENCE, LONGEST, NamedPiece, name_pieces
from routing.decision.profile_runtime import rank
from routing.decision.specs import IntentSpec
from routing.decision.staying import stays

# Words of a message that may be of several matters: in a longer one most clauses tell how it came about. Of 1
# 170 messages of one matter 13 are taken for two so, of 54 of two matters 23 are read with both.
MOST_WORDS = 40


def with_parts(decided: Decision, case: DecisionInput) -> Decision:
    """The decision with the parts of a message that several specialists serve, first whom the tiers decided
    on; where no tier was sure of the whole, its first part says who begins.
    """
    first = case.published.intents.get(decided.decision.intent)
    by_words = (
        find_tier(decided.decision.method).by_words and decided.reply is None and decided.resumed is None
    )
    if not by_words or len(case.utterance.text.split()) > MOST_WORDS:
        return decided
    model = first if decided.decision.method == "llm" else None
    if decided.unsure and stays(case):
        return decided
    parts = name_parts(case, model)
    if len(parts) < 2:
        return decided
    if decided.unsure:
        intent = case.published.intents[parts[0].intent or ""]
        reason = f"It has {len(parts)} parts; {intent.name} is the first."
        decided = decided._replace(decision=case.decision(intent, "example", CONFIDENCE, reason, {}))
    begins = decided.decision.agent
    if begins not in {part.agent for part in parts}:
        return decided  # read as a whole it says more than its clauses do
    places = {part.agent: place for place, part in reversed([*enumerate(parts)])}
    parts.sort(
        key=lambda part: (
            part.agent != begins, places[part.agent],
            part.agent == begins and part.intent != decided.decision.intent,
        )
    )  # fmt: skip
    about = {**decided.decision.metadata, "parts": [[part.agent, part.intent] for part in parts]}
    return decided._replace(parts=tuple(parts), decision=decided.decision._replace(metadata=about))


def name_parts(case: DecisionInput, model: IntentSpec | None = None) -> list[PlannedBranch]:
    """A part for each matter that is named first in a piece, by the priority of their intents, then in the
    user's order; a piece that names nobody, and a text that is carried, belongs to the one before it, or to
    the first. Where a `model` read the whole as an intent whose specialist no piece names, these pieces are
    that one's.
    """
    whole = case.utterance.text
    matters: list[_Matter] = []
    owned: list[tuple[int, str]] = []  # (place of its matter, piece); nobody's until the first is named
    owner, unnamed = NOBODY, set[int]()
    for at, piece in enumerate(_pieces(case, whole[:LONGEST])):
        if piece.hits:
            is_likely = piece.reading is not None and not piece.reading.sure
            owner = _find_matter(matters, min(piece.hits, key=rank), is_likely)
        else:
            unnamed.add(at)
        owned.append((owner, piece.text))
    first = next((place for place, _ in owned if place != NOBODY), NOBODY)
    if model is not None and all(each.hit.payload.agent != model.agent for each in matters):
        if not unnamed:
            return []
        matters.append(_Matter(Hit("", 0, 0, model)))
        first = len(matters) - 1
        owned = [(NOBODY if at in unnamed else place, piece) for at, (place, piece) in enumerate(owned)]
    words = _words([(first if place == NOBODY else place, piece) for place, piece in owned], whole)
    ordered = sorted(range(len(matters)), key=lambda place: _priority(matters[place].hit))  # stable
    return [
        PlannedBranch(
            matters[place].hit.payload.agent,
            matters[place].hit.payload.name,
            words.get(place, whole) if len(ordered) > 1 else whole,
            tuple(dict.fromkeys(matters[place].keywords)),
        )
        for place in ordered
    ]


NOBODY = -1


@dataclass(slots=True)
class _Matter:
    """What one part is about: the hit of the lowest priority, and the keywords that name it."""

    hit: Hit[IntentSpec]
    keywords: list[str] = field(default_factory=list)


def _find_matter(matters: list[_Matter], hit: Hit[IntentSpec], is_likely: bool) -> int:
    """The place of a hit's matter, which may be a new one; `is_likely`: the examples are not sure of it."""
    intent, place = hit.payload, NOBODY
    for at, known in enumerate(matters):
        if known.hit.payload.agent == intent.agent:
            place = at
            if known.hit.payload.name == intent.name or is_likely or _shares_tools(known, intent):
                known.hit = min(hit, known.hit, key=_priority)
                break
    else:
        matters.append(_Matter(hit))
        place = len(matters) - 1
    matters[place].keywords += [hit.text] if hit.text else []
    return place


def _shares_tools(known: _Matter, intent: IntentSpec) -> bool:
    """Whether who serves one of them has all that the other needs, and neither is a sentence of its own."""
    if known.hit.payload.reply or intent.reply:
        return False
    mine, theirs = set(known.hit.payload.tools), set(intent.tools)
    return mine <= theirs or theirs <= mine


def _pieces(case: DecisionInput, text: str) -> Iterator[NamedPiece]:
    """The clauses of what is asked with what names a specialist in each, and between them the texts that are
    carried, whole and naming nobody."""
    for part, carried in case.published.parts(text):
        if carried:
            yield NamedPiece(part, [])
        else:
            yield from name_pieces(case, pieces_of(case, topic.of(part).text))


def _words(owned: list[tuple[int, str]], whole: str) -> dict[int, str]:
    """What each matter is told: its pieces as they stand in the message, questions with their mark, with the
    lines of a pasted text between them; what is too long to be cut up belongs to the last."""
    runs: list[tuple[int, int, int]] = []
    at = 0
    for place, piece in owned:
        start = whole.find(piece, at)
        if start < 0:  # mended on the way: the piece stands for itself
            continue
        at = start + len(piece)
        if runs and runs[-1][0] == place:
            runs[-1] = (place, runs[-1][1], at)
        else:
            runs.append((place, start, at))
    if runs and len(whole) > LONGEST:
        runs[-1] = (runs[-1][0], runs[-1][1], len(whole))
    found: dict[int, list[str]] = {}
    for place, start, end in runs:
        found.setdefault(place, []).append(keep_mark(whole[start:end], whole))
    joined = {place: " ".join(parts) for place, parts in found.items()}
    return {place: joined.get(place, whole) for place, _ in owned}


def _priority(hit: Hit[IntentSpec]) -> int:
    return hit.payload.priority
