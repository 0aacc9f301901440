"""Regular expressions that are compiled when they are first used.

Those made of whole word lists take up to 0.2 s each, and every command, worker and web process imports them:
together 1.2 of the 3.7 s that a process took to start. A web process compiles them before it says that it is
ready; a worker's first branch, or a command's first text, waits for those that it needs.
"""

import re
from collections.abc import Callable
from typing import cast

from django.utils.functional import SimpleLazyObject

_listed: list[re.Pattern[str]] = []


def compile_lazily(make: str | Callable[[], str], flags: int = 0) -> re.Pattern[str]:
    """A pattern that stands for the compiled one; a function gives its text at the first use.

    >>> compile_lazily("a+").findall("caab")
    ['aa']
    """
    pattern = cast(
        re.Pattern[str],
        SimpleLazyObject(lambda: re.compile(make if isinstance(make, str) else make(), flags)),
    )
    _listed.append(pattern)
    return pattern


def compile_all() -> None:
    """Compiles what is not compiled yet."""
    for pattern in _listed:
        pattern.pattern  # noqa: B018
