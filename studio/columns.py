"""Computed columns of lists and facts of pages, typed: `@column(_("turns"), ordering="turn_count")`."""

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from unfold.decorators import display

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
