"""`{% colour palette name %}`: the number of a specialist's colour.

`{{ sentence|together }}`: "8.1 %" on one line. `{{ rails|once }}`: each check once, though every branch of a
turn was checked. `{{ summary|again }}`: a recorded sentence in the reader's language; `{{ names|at:name }}`:
what people call somebody. `{{ message|files:steps }}`: what came with a message;
`{{ message|erased }}`: nothing of it is left.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from django import template

from analytics.message_files import ListedFile, is_erased, list_files
from analytics.step_words import say_again
from conversations.models import Message

register = template.Library()
register.filter("erased", is_erased)
register.filter("again", say_again)


@register.filter
def at(names: Mapping[str, str], name: str) -> str:
    """What people call somebody; empty for who has no such name."""
    return (names or {}).get(name, "")


@register.simple_tag
def colour(palette: Mapping[str, int], name: str) -> int:
    """The colour that a page gave a specialist, 0 to 7."""
    return palette.get(name, 0)


@register.filter
def together(text: str) -> str:
    """Keeps a number and its percent sign on one line."""
    return text.replace(" %", "\N{NO-BREAK SPACE}%")


@register.filter
def once(rails: Iterable[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """Each check once: where it held something back, else where it changed something, else as it passed."""
    found: dict[Any, Mapping[str, Any]] = {}
    for rail in rails:
        before = found.get(rail.get("code"))
        if before is None or _weight(rail) > _weight(before):
            found[rail.get("code")] = rail
    return list(found.values())


@register.filter
def files(message: Message, steps: Iterable[Any] = ()) -> list[ListedFile]:
    """The files of a message; `steps` are the lines of its turn."""
    return list_files(message, [line.step for line in steps])


def _weight(rail: Mapping[str, Any]) -> int:
    if not rail.get("allowed"):
        return 2
    return 1 if rail.get("sanitized_text") else 0
