"""Computed columns of lists and facts of pages, typed.

state = badge("status", _("status"), COLOURS)
talk = to_row("conversation", _("conversation"))

@column(_("turns"), ordering="turn_count")
def turns(self, conversation): ...
"""

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from django.db import models
from django.utils.safestring import SafeString
from unfold.decorators import display

from studio.links import link, page_of

F = TypeVar("F", bound=Callable[..., Any])


def column(
    description: Any, ordering: str | None = None, label: Mapping[str, str] | None = None
) -> Callable[[F], F]:
    """Names a column; with `label` its value is a pair (colour's key, text) shown as a badge."""

    def mark(function: F) -> F:
        marked: F = display(
            function, description=description, ordering=ordering, label=dict(label) if label else None
        )
        return marked

    return mark


def badge(name: str, description: Any, colours: Mapping[str, str]) -> Callable[[Any, Any], tuple[str, str]]:
    """A field with choices as a badge, in the colour of its value."""

    def show(_page: Any, row: models.Model) -> tuple[str, str]:
        return getattr(row, name), getattr(row, f"get_{name}_display")() or "-"

    return column(description, ordering=name, label=colours)(show)


def to_row(name: str, description: Any, ordering: str | None = None) -> Callable[[Any, Any], SafeString]:
    """The row that a foreign key names, as a link to its page."""

    def show(_page: Any, row: models.Model) -> SafeString:
        other = getattr(row, name)
        return link(page_of(other), other)

    return column(description, ordering=ordering)(show)
