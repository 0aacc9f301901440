"""MSK: masks personal numbers and addresses, but not what this customer is being told of themselves."""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import groupby
from typing import Any

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from agents.facts import collect_spellings
from agents.guardrails import personal
from agents.guardrails.base import About, Rail, RowFault, allow, change
from agents.guardrails.personal import PersonalData, find, plain
from agents.guardrails.personal_shapes import SHAPES
from agents.guardrails.read_aloud import read_aloud
from conversations.turn import RailDecision

PASSES = 5
KINDS = tuple(sorted({shape.kind for shape in SHAPES}))
WORD = re.compile(r"[^\W_]+")
MOST_WORDS = 40  # of a value that a tool said and an answer repeats
FEWEST = 6  # digits of a number that may be personal
ENDS = re.compile(r"[\d\n?!]")  # behind which nothing names a number any more (`personal_labels`)


class Msk(Rail):
    """Documents, cards, accounts, e-mails, telephones, birth dates and addresses (`personal_shapes`).

    The last characters stay.

    Never masks the proven customer's own identity values, nor, in answers, what this turn's tools said, what
    the company wrote into prompts and replies (its own telephone) and what the user is asked to agree to;
    kinds that its row's list names (`KINDS`) the company lets pass.
    """

    code = "MSK"
    title = _("Personal numbers")
    sees = "piece"
    phases = ("input", "retrieval", "tool", "output")

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
        named = sorted(kinds)
        reason = f"masked: {', '.join(named)}"
        return change(self.code, about, reason, written, action="sanitize", kinds=named, count=count)

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


def list_masked(text: str, about: About) -> list[tuple[str, str]]:
    """What `Msk` masks in a text, in order: (as masked, as written).

    >>> list_masked("value: 529.982.247-25", About(language="pt", phase="input"))
    [('***.***.***-25', '529.982.247-25')]
    """
    written, places = text, [(at, at + 1) for at in range(len(text))]
    for _pass in range(PASSES):
        for item in reversed(foreign := _foreign(written, about)):
            masked = personal.star(item.kind, item.text)
            place = (places[item.start][0], places[item.end - 1][1])
            written = f"{written[: item.start]}{masked}{written[item.end :]}"
            places[item.start : item.end] = [place] * len(masked)
        if not foreign:
            break
    found: list[tuple[str, int, int]] = []
    for (start, end), signs in groupby(zip(places, written, strict=True), key=lambda pair: pair[0]):
        masked = "".join(sign for _place, sign in signs)
        if found and start < found[-1][2]:  # a later pass masked more of it
            before, first, last = found.pop()
            found.append((f"{before}{masked}", first, max(last, end)))
        elif len(masked) > 1 or masked != text[start:end]:
            found.append((masked, start, end))
    return [(masked, text[start:end]) for masked, start, end in found]


def _foreign(text: str, about: About) -> list[PersonalData]:
    passing = frozenset(about.settings.get("phrases", ()))
    whole, begin = _widen(text, about)
    end = begin + len(text)
    found = [
        item
        for item in find(whole, about.language)
        if item.kind not in passing and item.start < end and begin < item.end
    ]
    if not found:
        return []
    known, asked = _collect_known(about), [plain(value) for value in about.asked]
    said = _list_said(about) if about.phase == "output" else []
    left = [
        part
        for item in found
        if item.plain not in known
        and not any(item.plain in each for each in asked)
        and not (said and item.kind == "birth" and _is_said_day(item.text, about))
        for part in _list_unsaid(item, whole, said, about.language)
    ]
    return [_cut(part, begin, text) for part in left if part.start < end and begin < part.end]


def _cut(item: PersonalData, begin: int, text: str) -> PersonalData:
    """What of an item is in the piece that begins there; a whole one keeps its text as it is heard."""
    start, stop = item.start - begin, item.end - begin
    if start >= 0 and stop <= len(text):
        return item._replace(start=start, end=stop)
    start, stop = max(start, 0), min(stop, len(text))
    return PersonalData(item.kind, start, stop, text[start:stop])


def _widen(text: str, about: About) -> tuple[str, int]:
    """A piece with what stands around it, and where in that it begins."""
    if not (about.before or about.behind) or not personal.may_be(text):
        return text, 0
    # As far as is waited for (`Msk.waits`): what comes later must not count by when it came.
    told = ENDS.search(about.behind)
    behind = about.behind[: told.end()] if told else about.behind
    return f"{about.before}{text}{behind}", len(about.before)


def _list_unsaid(item: PersonalData, text: str, said: list[str], language: str) -> list[PersonalData]:
    """The parts of an item that stand word for word in none of the `said` values (`_list_said`).

    What is read as one address may be several values, and a word between them: what is left of it is masked
    where it has a digit, is personal by itself, or nothing of it was said.
    """
    start = item.start
    while start and not text[start - 1].isspace():  # an identifier is said whole: "COL-501"
        start -= 1
    found = list(WORD.finditer(text, start, item.end))
    words = [word[0].lower() for word in found]
    covered = _cover(words, said)
    if not any(covered):
        return [item]
    if item.kind != "address":
        return [] if all(covered) else [item]
    left = []
    for is_said, each in groupby(zip(covered, found, strict=True), key=lambda pair: pair[0]):
        run = [word for _covered, word in each]
        first, last = max(run[0].start(), item.start), run[-1].end()
        part = text[first:last]
        if not is_said and (any(map(str.isdigit, part)) or find(part, language)):
            left.append(PersonalData(item.kind, first, last, part))
    return left


def _cover(words: list[str], said: list[str]) -> list[bool]:
    """Which of these words were said: as a whole value, or in a row of at least two with a number."""
    covered = [False] * len(words)
    at = 0
    while at < len(words):
        length = _count_said(words[at : at + MOST_WORDS], said)
        covered[at : at + length] = [True] * length
        at += max(length, 1)
    return covered


def _count_said(words: list[str], said: list[str]) -> int:
    """How many of the first words were said in a row; 0 if none. What holds more of them holds fewer, too."""
    run, length = " ", 0
    for count, word in enumerate(words, 1):
        run = f"{run}{word} "
        if not any(run in each for each in said):
            break
        if run in said or (count > 1 and any(map(str.isdigit, run))):
            length = count
    return length


def _list_said(about: About) -> list[str]:
    """The values that tools and documents gave in this turn, each as its words in a row."""
    values = (value for result in about.tool_results for value in _scalars(result.result))
    return [f" {' '.join(WORD.findall(value.lower()))} " for value in values]


def _is_said_day(day: str, about: About) -> bool:
    """Whether a tool said this day in this turn, in whichever spelling: 2027-09-12 for 12/09/2027."""
    days = {each for each in collect_spellings(day) if len(each) == len("2027-09-12")}
    values = (value for result in about.tool_results for value in _scalars(result.result))
    return any(not days.isdisjoint(collect_spellings(value)) for value in values)


def _without(text: str, items: list[PersonalData]) -> str:
    written, at = [], 0
    for item in items:
        written += [text[at : item.start], personal.star(item.kind, item.text)]
        at = item.end
    return "".join([*written, text[at:]])


def _collect_known(about: About) -> frozenset[str]:
    """What may be said: the customer's own values, those they are asked to agree to, and, in answers, all
    that tools answered in this turn and the company wrote for its models and its users.
    """
    known = {plain(value) for value in about.own_values}
    known |= {item.plain for value in about.own_values for item in find(value, about.language)}
    if about.phase == "output":
        known |= _read_authored((*about.prompts, *about.authored), about.language)
        for result in about.tool_results:
            for value in _scalars(result.result):
                known.add(plain(value))
                known.update(item.plain for item in find(value, about.language))
    return frozenset(known)


@lru_cache(maxsize=64)  # a release's: 0.1 s of 14 000 characters
def _read_authored(texts: tuple[str, ...], language: str) -> frozenset[str]:
    return frozenset(item.plain for text in texts if personal.may_be(text) for item in find(text, language))


def _scalars(value: Any) -> Iterable[str]:
    if isinstance(value, dict):
        for item in value.values():
            yield from _scalars(item)
    elif isinstance(value, list | tuple):
        for item in value:
            yield from _scalars(item)
    elif isinstance(value, str | int) and not isinstance(value, bool):
        yield str(value)
