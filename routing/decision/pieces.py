"""The pieces of a message that may each be a matter of its own.

Clauses, cut where words of several intents meet.

>>> pieces_of(case, "quero devolver o P100 e ver minha fatura")
['quero devolver o P100', 'ver minha fatura']
"""

from language import clauses, matters
from routing.decision.input import DecisionInput


def pieces_of(case: DecisionInput, text: str) -> list[str]:
    """The clauses; one that joins words of several intents is cut, one that says what is not wanted is left
    out where others remain."""
    if text not in case.pieces:
        case.pieces[text] = _cut(case, text)
    return case.pieces[text]


def _cut(case: DecisionInput, text: str) -> list[str]:
    found = [piece for clause in clauses.split(text) for piece in _apart(case, clause)]
    wanted = [piece for piece in found if not clauses.is_negated(piece)]
    return wanted or found


def _apart(case: DecisionInput, clause: str) -> list[str]:
    places: dict[tuple[int, int], set[str]] = {}
    for hit in case.drop_switched_off(case.published.keywords.hits(clause)):
        places.setdefault((hit.start, hit.end), set()).add(hit.payload.name)
    return matters.apart(
        clause, [matters.MatterWord(start, end, frozenset(names)) for (start, end), names in places.items()]
    )
