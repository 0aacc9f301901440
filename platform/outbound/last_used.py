"""Keeps in a process what was used last."""

from collections import OrderedDict
from collections.abc import Callable
from typing import TypeVar

K = TypeVar("K")
V = TypeVar("V")


class LastUsed(OrderedDict[K, V]):
    """A mapping that lets go of what nobody has used for longest, beyond `most` entries.

    Its own `get` only looks. None stands for nothing, so it is no value.

    >>> kept = LastUsed[str, int](2)
    >>> kept.keep("a", 1), kept.keep("b", 2), kept.find("a"), kept.keep("c", 3), kept.find("b")
    (1, 2, 1, 3, None)
    """

    def __init__(self, most: int) -> None:
        super().__init__()
        self.most = most

    def find(self, key: K) -> V | None:
        try:
            self.move_to_end(key)
        except KeyError:
            return None
        return self.get(key)  # another thread may have let go of it

    def keep(self, key: K, value: V) -> V:
        self[key] = value
        self.move_to_end(key)
        while len(self) > self.most:
            self.popitem(last=False)
        return value

    def find_or_make(self, key: K, make: Callable[[], V]) -> V:
        found = self.find(key)
        return self.keep(key, make()) if found is None else found
