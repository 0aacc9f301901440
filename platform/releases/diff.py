"""The difference between two contents, in words that people who author them understand."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Literal

from django.utils.translation import gettext as _

from releases import sections
from releases.sections import AuthoredObject, Content, Place

LONGEST = 80  # characters of one value in a line
COMPARED = 1200  # words of a text that are compared one by one
LONGEST_RUN = 400  # characters of what was taken out or put in
AROUND = 60  # characters shown on each side of a changed word
BEFORE = 24  # characters shown before the first change, in a line

Run = tuple[Literal["same", "gone", "came"], str]


@dataclass(frozen=True, slots=True)
class FieldChange:
    """What changed in one field: a text (`old`, `new`), or the items of a list that `came` and went."""

    label: str
    old: str = ""
    new: str = ""
    came: tuple[str, ...] = ()
    gone: tuple[str, ...] = ()

    def __str__(self) -> str:
        if self.came or self.gone:
            items = [
                *(f"+ {_short(each)}" for each in self.came),
                *(f"- {_short(each)}" for each in self.gone),
            ]
            return f"{self.label}: " + ", ".join(items)
        if not self.old and not self.new:
            return _("%(label)s: other order") % {"label": self.label}
        if not self.old:
            return f"{self.label}: {_short(self.new)}"
        start = _first_change(self.old, self.new)
        return f"{self.label}: {_short(self.old, start=start)} → {_short(self.new, start=start) or '–'}"

    @property
    def runs(self) -> list[Run]:
        """A changed text word by word, what stayed shortened to what stands around a change.

        >>> FieldChange("role", "You answer.", "You answer kindly.").runs
        [('same', 'You '), ('gone', 'answer.'), ('came', 'answer kindly.')]
        """
        before, after = re.findall(r"\s*\S+\s*", self.old), re.findall(r"\s*\S+\s*", self.new)
        if not before or not after or max(len(before), len(after)) > COMPARED:
            whole: tuple[Run, Run] = ("gone", _short(self.old, 400)), ("came", _short(self.new, 400))
            return [run for run in whole if run[1]]
        return _shorten(list(_runs(before, after)))


@dataclass(frozen=True, slots=True)
class Change:
    """One authored thing that was added, removed or changed; `parts` say what changed in it.

    `places` and `holds` are the object's (see `AuthoredObject`), each place with its section before it.
    """

    kind: str
    name: str
    what: Literal["added", "removed", "changed"]
    parts: tuple[FieldChange, ...] = ()
    places: tuple[Place, ...] = ()
    holds: tuple[str, ...] = ()

    @property
    def lines(self) -> tuple[str, ...]:
        """The parts in words: "keywords: + segunda via, - boleto"."""
        return tuple(map(str, self.parts))

    @property
    def sentence(self) -> str:
        """For example: Intent 'invoice_copy' added."""
        names = {"kind": self.kind, "name": self.name}
        if self.what == "added":
            return _("%(kind)s '%(name)s' added") % names
        if self.what == "removed":
            return _("%(kind)s '%(name)s' removed") % names
        return _("%(kind)s '%(name)s' changed") % names

    def __str__(self) -> str:
        return "; ".join((self.sentence, *self.lines)) if self.what == "changed" else self.sentence


def between(old: Content, new: Content) -> list[Change]:
    """What somebody changed to get from `old` to `new`, section by section, by kind and name.

    >>> [str(change) for change in between(old.content, new.content)]
    ["Intent 'invoice_copy' added", "Intent 'billing' changed; keywords: + segunda via, - boleto"]
    """
    found: list[Change] = []
    for section in sections.list_sections():
        before = _by_name(section, old)
        after = _by_name(section, new)
        for key in sorted(before.keys() | after.keys()):
            old_one, new_one = before.get(key), after.get(key)
            told = _place(section.name, old_one, new_one)
            if new_one is None:
                found.append(Change(*key, "removed", (), *told))
            elif old_one is None:
                found.append(Change(*key, "added", _lines(AuthoredObject(*key), new_one), *told))
            elif lines := _lines(old_one, new_one):
                found.append(Change(*key, "changed", lines, *told))
    return found


def _place(section: str, *versions: AuthoredObject | None) -> tuple[tuple[Place, ...], tuple[str, ...]]:
    """Where an object stands in either content, and what of it stands for itself."""
    there = [each for each in versions if each is not None]
    places = dict.fromkeys((section, *place) for each in there for place in each.places)
    return tuple(places), there[0].holds


def _by_name(section: sections.Section, content: Content) -> dict[tuple[str, str], AuthoredObject]:
    if section.name not in content:
        return {}
    return {(str(each.kind), each.name): each for each in section.objects(content[section.name])}


def _lines(before: AuthoredObject, after: AuthoredObject) -> tuple[FieldChange, ...]:
    labels = list(dict.fromkeys((*before.fields, *after.fields)))
    lines = (_line(label, before.fields.get(label, ""), after.fields.get(label, "")) for label in labels)
    return tuple(line for line in lines if line)


def _line(label: str, old: str | Sequence[str], new: str | Sequence[str]) -> FieldChange | None:
    if old == new:
        return None
    if isinstance(old, str) and isinstance(new, str):
        return FieldChange(label, old, new)
    before, after = _items(old), _items(new)
    if before == after:
        return None
    gone = tuple((Counter(before) - Counter(after)).elements())
    come = tuple((Counter(after) - Counter(before)).elements())
    if len(gone) == len(come) == 1 and min(len(gone[0]), len(come[0])) > LONGEST:
        return FieldChange(label, gone[0], come[0])  # one long text that was changed
    return FieldChange(label, came=come, gone=gone)


def _items(value: str | Sequence[str]) -> list[str]:
    if isinstance(value, str):
        return [value] if value else []
    return list(value)


def _first_change(old: str, new: str) -> int:
    """From which character on two texts are worth showing; 0 where both can be shown whole."""
    one, two = " ".join(old.split()), " ".join(new.split())
    if max(len(one), len(two)) <= LONGEST:
        return 0
    pairs = enumerate(zip(one, two, strict=False))
    same = next((at for at, (was, now) in pairs if was != now), min(len(one), len(two)))
    return max(0, one.rfind(" ", 0, max(0, same - BEFORE)) + 1) if same > BEFORE else 0


def _short(text: str, longest: int = LONGEST, start: int = 0) -> str:
    text = " ".join(text.split())
    text = ("…" if start else "") + text[start:]
    return text if len(text) <= longest else text[: longest - 1] + "…"


def _runs(before: Sequence[str], after: Sequence[str]) -> Iterator[Run]:
    for what, one, two, three, four in SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        if what == "equal":
            yield "same", "".join(before[one:two])
            continue
        if one < two:
            yield "gone", "".join(before[one:two])
        if three < four:
            yield "came", "".join(after[three:four])


def _shorten(runs: Sequence[Run]) -> list[Run]:
    found: list[Run] = []
    for place, (what, text) in enumerate(runs):
        if what == "same" and len(text) > 2 * AROUND:
            head = text[:AROUND] if place else ""
            tail = text[-AROUND:] if place < len(runs) - 1 else ""
            text = f"{head} … {tail}"
        elif what != "same" and len(text) > LONGEST_RUN:
            text = text[:LONGEST_RUN] + "…"
        found.append((what, text))
    return found
