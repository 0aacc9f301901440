"""MSK: masks personal numbers and addresses, but not what this customer is being told of themselves."""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Any

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from agents.guardrails import personal
from agents.guardrails.base import About, Phase, RowFault, Sees, allow
from agents.guardrails.personal import PersonalData, find, plain
from agents.guardrails.personal_shapes import SHAPES
from agents.guardrails.read_aloud import read_aloud
from conversations.turn import RailDecision

PASSES = 5
KINDS = tuple(sorted({shape.kind for shape in SHAPES}))
FEWEST = 6  # digits of a number that may be personal
ENDS = re.compile(r"[\d\n?!]")  # behind which nothing names a number any more (`personal_labels`)


class Msk:
    """Documents, cards, accounts, e-mails, telephones, birth dates and addresses (`personal_shapes`).

    The last characters stay.

    Never masks the proven customer's own identity values, nor, in answers, what this turn's tools said and
    what the company's prompts do (its own telephone); kinds that its row's list names (`KINDS`) the company
    lets pass.
    """

    code = "MSK"
    title = _("Personal numbers")
    sees: Sees = "piece"
    phases: tuple[Phase, ...] = ("input", "retrieval", "tool", "output")

    def check(self, text: str, about: About) -> RailDecision:
        written, kinds, count = text, set(), 0
        for _pass in range(PASSES):
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

    def check_row(self, row: Mapping[str, Any], points: Collection[str]) -> Iterator[RowFault]:
        if unknown := set(row.get("phrases") or ()) - set(KINDS):
            told = gettext("There is no kind of personal data '%(kind)s'. There are: %(known)s.")
            yield "error", told % {"kind": ", ".join(sorted(unknown))[:80], "known": ", ".join(KINDS)}

    def minds(self, piece: str) -> bool:
        """A number and an address are read by the words beside them."""
        return personal.may_be(piece)

    def waits(self, piece: str, behind: str) -> bool:
        """Behind a number its name may follow: "12.345.678-9 é o meu RG"."""
        spoken = read_aloud(piece)
        return sum(map(str.isdigit, spoken.text if spoken else piece)) >= FEWEST and not ENDS.search(behind)


def mask(words: str, language: str, own: frozenset[str] = frozenset()) -> str:
    """Words that are kept or passed on: without personal numbers and addresses, but for those among `own`.

    >>> mask("value: 529.982.247-25", "pt")
    'value: ***.***.***-25'
    """
    about = About(language=language, phase="input", own_values=own)
    return Msk().check(words, about).sanitized_text or words


def _foreign(text: str, about: About) -> list[PersonalData]:
    passing = frozenset(about.settings.get("phrases", ()))
    found = [item for item in _find(text, about) if item.kind not in passing]
    known = _collect_known(about) if found else frozenset()
    return [item for item in found if item.plain not in known]


def _find(text: str, about: About) -> list[PersonalData]:
    """What is personal in a piece, read with what stands around it."""
    if not (about.before or about.behind) or not personal.may_be(text):
        return find(text, about.language)
    begin, end = len(about.before), len(about.before) + len(text)
    # As far as is waited for (`Msk.waits`): what comes later must not count by when it came.
    told = ENDS.search(about.behind)
    behind = about.behind[: told.end()] if told else about.behind
    found = []
    for item in find(f"{about.before}{text}{behind}", about.language):
        start, stop = max(item.start, begin) - begin, min(item.end, end) - begin
        if begin <= item.start and item.end <= end:
            found.append(item._replace(start=start, end=stop))
        elif start < stop:
            found.append(PersonalData(item.kind, start, stop, text[start:stop]))
    return found


def _without(text: str, items: list[PersonalData]) -> str:
    written, at = [], 0
    for item in items:
        written += [text[at : item.start], personal.star(item.kind, item.text)]
        at = item.end
    return "".join([*written, text[at:]])


def _collect_known(about: About) -> frozenset[str]:
    """What may be said: the customer's own values, those they are asked to agree to, and, in answers, all
    that tools answered in this turn and the company wrote into its prompts.
    """
    known = {plain(value) for value in about.own_values}
    known |= {item.plain for value in about.own_values for item in find(value, about.language)}
    if about.phase == "output":
        known |= _read_prompts(tuple(about.prompts), about.language)
        for result in about.tool_results:
            for value in _scalars(result.result):
                known.add(plain(value))
                known.update(item.plain for item in find(value, about.language))
    return frozenset(known)


@lru_cache(maxsize=64)  # a release's: 0.1 s of 14 000 characters
def _read_prompts(prompts: tuple[str, ...], language: str) -> frozenset[str]:
    return frozenset(item.plain for prompt in prompts for item in find(prompt, language))


def _scalars(value: Any) -> Iterable[str]:
    if isinstance(value, dict):
        for item in value.values():
            yield from _scalars(item)
    elif isinstance(value, list | tuple):
        for item in value:
            yield from _scalars(item)
    elif isinstance(value, str | int) and not isinstance(value, bool):
        yield str(value)
