"""The difference between two contents, in words that people who author them understand."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from django.utils.translation import gettext as _

from releases import sections
from releases.sections import Content, Object

LONGEST = 80  # characters of one value in a line


@dataclass(frozen=True, slots=True)
class Change:
    """One authored thing that was added, removed or changed; `lines` say what changed in it."""

    kind: str
    name: str
    what: Literal["added", "removed", "changed"]
    lines: tuple[str, ...] = ()

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
    for section in sections.registered():
        before = _by_name(section, old)
        after = _by_name(section, new)
        for key in sorted(before.keys() | after.keys()):
            if key not in before:
                found.append(Change(*key, "added", _lines(Object(*key), after[key])))
            elif key not in after:
                found.append(Change(*key, "removed"))
            elif lines := _lines(before[key], after[key]):
                found.append(Change(*key, "changed", lines))
    return found


def _by_name(section: sections.Section, content: Content) -> dict[tuple[str, str], Object]:
    if section.name not in content:
        return {}
    return {(str(each.kind), each.name): each for each in section.objects(content[section.name])}


def _lines(before: Object, after: Object) -> tuple[str, ...]:
    labels = list(dict.fromkeys((*before.fields, *after.fields)))
    lines = (_line(label, before.fields.get(label, ""), after.fields.get(label, "")) for label in labels)
    return tuple(line for line in lines if line)


def _line(label: str, old: str | Sequence[str], new: str | Sequence[str]) -> str:
    if old == new:
        return ""
    if isinstance(old, str) and isinstance(new, str):
        if not old:
            return f"{label}: {_short(new)}"
        return f"{label}: {_short(old)} → {_short(new) or '–'}"
    before, after = _items(old), _items(new)
    gone, come = Counter(before) - Counter(after), Counter(after) - Counter(before)
    if not gone and not come:
        return "" if before == after else _("%(label)s: other order") % {"label": label}
    return f"{label}: " + ", ".join(
        [f"+ {_short(item)}" for item in come.elements()] + [f"- {_short(item)}" for item in gone.elements()]
    )


def _items(value: str | Sequence[str]) -> list[str]:
    if isinstance(value, str):
        return [value] if value else []
    return list(value)


def _short(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) <= LONGEST else text[: LONGEST - 1] + "…"
