"""A setting that is JSON and names things, of which a row only picks a name.

Nobody who edits rows can start programs or import classes. `${ENV:NAME}` in a value is taken from the
environment of this process.
"""

import json
import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Generic, TypeVar

from django.conf import settings

from outbound.addresses import VARIABLE
from outbound.sentences import Sentence
from outbound.sentences import Sentence as _

T = TypeVar("T")


@dataclass(frozen=True, eq=False)
class NamedSetting(Generic[T]):
    """What a setting names. `make` makes one of its JSON (None: it cannot be read), `no_object`, `malformed`
    (of a name) and `unknown` (of name, setting and known names) are the sentences about what is wrong.
    """

    setting: str
    make: Callable[[Any], T | None]
    no_object: Sentence
    malformed: Sentence
    unknown: Sentence

    def names(self) -> list[str]:
        """The names that a row may pick."""
        return sorted(self.read()[0])

    def find(self, name: str) -> T | None:
        """What a name stands for; None when settings know no such name."""
        return self.read()[0].get(name)

    def missing(self, name: str) -> Sentence:
        """The sentence about a name that is not in settings."""
        return self.unknown % {"name": name, "setting": self.setting, "known": ", ".join(self.names()) or "-"}

    def read(self) -> tuple[Mapping[str, T], tuple[str, ...]]:
        """What can be read, and a sentence for each that cannot."""
        return self._read(getattr(settings, self.setting))

    @lru_cache(maxsize=16)  # noqa: B019 - the few there are live as long as the process
    def _read(self, text: str) -> tuple[Mapping[str, T], tuple[str, ...]]:
        try:
            value = json.loads(text or "{}")
        except ValueError as error:
            return {}, (_("It is not JSON: %s.") % error,)
        if not isinstance(value, dict):
            return {}, (self.no_object % None,)
        made = {name: self.make(each) if 0 < len(name) <= 64 else None for name, each in value.items()}
        wrong = tuple(self.malformed % name for name, each in made.items() if each is None)
        return {name: each for name, each in made.items() if each is not None}, wrong


def fill(value: str) -> str:
    """A value with its variables; one that is not set here is empty."""
    return VARIABLE.sub(lambda match: os.environ.get(match[1], ""), value)
