"""MSK: masks personal numbers and addresses, but not what this customer is being told of themselves."""

from collections.abc import Iterable
from typing import Any

from agents.guardrails import personal
from agents.guardrails.base import About, Phase, Sees, allow
from agents.guardrails.personal import PersonalData, find, plain
from conversations.turn import RailDecision

PASSES = 5


class Msk:
    """CPF, cards, e-mails, telephones, DNI/NIE and SSN, with check digits; the last characters stay.

    Never masks the proven customer's own identity values, nor, in answers, what this turn's tools said.
    """

    code = "MSK"
    sees: Sees = "piece"
    phases: tuple[Phase, ...] = ("input", "output")

    def check(self, text: str, about: About) -> RailDecision:
        written, kinds, count = text, set(), 0
        for _ in range(PASSES):
            # The digits that stay may, with what follows, look like a number again: until nothing does.
            foreign = _foreign(written, about)
            if not foreign:
                break
            kinds |= {item.kind for item in foreign}
            count += len(foreign)
            written = _without(written, foreign)
        if not count:
            return allow(self.code, about)
        return RailDecision(
            self.code, True, f"masked: {', '.join(sorted(kinds))}", written,
            {"mechanism": "deterministic", "action": "sanitize", "kinds": sorted(kinds), "count": count},
            about.phase,
        )  # fmt: skip


def mask(words: str, language: str, own: frozenset[str] = frozenset()) -> str:
    """Words that are kept or passed on: without personal numbers and addresses, but for those among `own`.

    >>> mask("value: 529.982.247-25", "pt")
    'value: ***.***.***-25'
    """
    about = About(language=language, phase="input", own_values=own)
    return Msk().check(words, about).sanitized_text or words


def _foreign(text: str, about: About) -> list[PersonalData]:
    found = find(text, about.language)
    known = _known(about) if found else frozenset()
    return [item for item in found if item.plain not in known]


def _without(text: str, items: list[PersonalData]) -> str:
    written, at = [], 0
    for item in items:
        written += [text[at : item.start], personal.star(item.kind, item.text)]
        at = item.end
    return "".join([*written, text[at:]])


def _known(about: About) -> frozenset[str]:
    """What may be said: the customer's own values, those they are asked to agree to, and, in answers, all that
    tools answered in this turn."""
    known = {plain(value) for value in about.own_values}
    known |= {item.plain for value in about.own_values for item in find(value, about.language)}
    if about.phase == "output":
        for result in about.tool_results:
            for value in _scalars(result.result):
                known.add(plain(value))
                known.update(item.plain for item in find(value, about.language))
    return frozenset(known)


def _scalars(value: Any) -> Iterable[str]:
    if isinstance(value, dict):
        for item in value.values():
            yield from _scalars(item)
    elif isinstance(value, list | tuple):
        for item in value:
            yield from _scalars(item)
    elif isinstance(value, str | int) and not isinstance(value, bool):
        yield str(value)
