"""One mapping of a file while it is read: whoever takes a key says of what kind it is, and what nobody takes is told.

>>> part.take("priority", whole)
10
"""

import math
from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from django.utils.translation import gettext as _

from studio.files.errors import Fault
from studio.files.nodes import Block, Items, Node, Scalar, plain

if TYPE_CHECKING:
    from studio.files.plan import Plan

T = TypeVar("T")
Reader = Callable[[str, Node], T]  # gets the file's name, for its Fault


class Part:
    """A mapping with its place: `routing.yaml`, line 12, `intents.billing`."""

    def __init__(self, plan: "Plan", file: str, node: Block, path: str = "") -> None:
        self.plan = plan
        self.file = file
        self.line = node.line
        self.path = path
        self.left = False
        self.nodes = dict(node.nodes)
        self._lines = node.lines
        self._taken: set[str] = set()

    def __contains__(self, key: str) -> bool:
        return key in self.nodes

    def line_of(self, key: str) -> int:
        return self._lines.get(key, self.line)

    def take(self, key: str, reader: Reader[T], default: T | None = None) -> T | None:
        """The value under a key; the default where it is not there. Raises Fault."""
        if key not in self.nodes:
            return default
        self._taken.add(key)
        return reader(self.file, self.nodes[key])

    def need(self, key: str, reader: Reader[T]) -> T:
        """The value under a key that must be there."""
        if (value := self.take(key, reader)) is None:
            raise Fault(self.file, self.line, _("Here '%s' is needed.") % self._at(key))
        return value

    def node(self, key: str) -> Node | None:
        self._taken.add(key)
        return self.nodes.get(key)

    def inner(self, key: str) -> "Part | None":
        """The mapping under a key."""
        node = self.node(key)
        if node is None or (isinstance(node, Scalar) and node.value is None):
            return None
        return self._part(node, self._at(key))

    def named(self, key: str) -> Iterator[tuple[str, "Part"]]:
        """The mappings under a mapping of names: `tools: {find: {...}}`. One that is wrong is told, and left out."""
        if (part := self.inner(key)) is not None:
            yield from part.all()

    def all(self) -> Iterator[tuple[str, "Part"]]:
        """Every key as a mapping."""
        for name, node in self.nodes.items():
            self._taken.add(name)
            if (part := self._whole(node, self._at(name))) is not None:
                yield name, part

    def listed(self, key: str) -> Iterator["Part"]:
        """The mappings of a list: `intents: [{name: ...}]`. One that is wrong is told, and left out."""
        node = self.node(key)
        if node is None or (isinstance(node, Scalar) and node.value is None):
            return
        if not isinstance(node, Items):
            raise Fault(self.file, self.line_of(key), _("'%s' is a list.") % self._at(key))
        for number, each in enumerate(node.nodes):
            if (part := self._whole(each, f"{self._at(key)}[{number}]")) is not None:
                yield part

    def fault(self, key: str, words: str) -> Fault:
        return Fault(self.file, self.line_of(key), words)

    def give(self, key: str, value: str) -> None:
        """Says a key that stands elsewhere, for example as the name of this mapping."""
        self.nodes.setdefault(key, Scalar(self.line, value, value))

    def pass_over(self, *keys: str) -> None:
        """Takes these keys: they were read as a whole."""
        self._taken |= set(keys)

    def skip(self) -> None:
        """Takes every key: somebody else tells what becomes of them."""
        self._taken |= self.nodes.keys()

    def leave(self) -> None:
        """Nothing of it is read, and that has been told."""
        self.left = True

    def no_place(self, *keys: str) -> None:
        """Tells of keys that the format knows and this installation has no place for."""
        for key in keys:
            if key in self.nodes and key not in self._taken:
                self._taken.add(key)
                words = _("'%s' has no place here and is not taken.") % self._at(key)
                self.plan.note("left", self.file, self.line_of(key), words)

    def rest(self) -> None:
        """Tells of every key that nobody has taken."""
        for key in self.nodes:
            if key not in self._taken:
                words = _("'%s' is not known and is not taken.") % self._at(key)
                self.plan.note("unknown", self.file, self.line_of(key), words)

    def _at(self, key: str) -> str:
        return f"{self.path}.{key}"[:200].removeprefix(".")

    def _whole(self, node: Node, path: str) -> "Part | None":
        with self.plan.telling():
            return self._part(node, path)
        return None

    def _part(self, node: Node, path: str) -> "Part":
        if isinstance(node, Scalar) and node.value is None:
            node = Block(node.line)
        if not isinstance(node, Block):
            raise Fault(self.file, node.line, _("'%s' is a mapping of names and values.") % path)
        return Part(self.plan, self.file, node, path)


def text(file: str, node: Node) -> str:
    if not isinstance(node, Scalar):
        raise Fault(file, node.line, _("A text is expected here."))
    return "" if node.value is None else node.raw


def flag(file: str, node: Node) -> bool:
    if not isinstance(node, Scalar) or not isinstance(node.value, bool):
        raise Fault(file, node.line, _("true or false is expected here."))
    return node.value


def number(file: str, node: Node) -> float:
    value = node.value if isinstance(node, Scalar) else None
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
        raise Fault(file, node.line, _("A number is expected here."))
    return float(value)


def whole(file: str, node: Node) -> int:
    value = node.value if isinstance(node, Scalar) else None
    if isinstance(value, bool) or not isinstance(value, int) or abs(value) > 2**31 - 1:
        raise Fault(file, node.line, _("A whole number is expected here."))
    return value


def maybe(reader: Reader[T]) -> Reader[T | None]:
    """The same, or nothing: `max_tokens: null`."""

    def read(file: str, node: Node) -> T | None:
        return None if isinstance(node, Scalar) and node.value is None else reader(file, node)

    return read


def words(file: str, node: Node) -> list[str]:
    """A list of texts; nothing is an empty one."""
    if isinstance(node, Scalar) and node.value is None:
        return []
    if not isinstance(node, Items):
        raise Fault(file, node.line, _("A list of texts is expected here."))
    return [text(file, each) for each in node.nodes]


def texts(file: str, node: Node) -> dict[str, str]:
    """A text by language, or a word by another."""
    if isinstance(node, Scalar) and node.value is None:
        return {}
    if not isinstance(node, Block):
        raise Fault(
            file, node.line, _("Texts under names are expected here, for example {pt: ..., en: ...}.")
        )
    return {key: text(file, each) for key, each in node.nodes.items()}


def anything(_file: str, node: Node) -> Any:
    return plain(node)


def mapping(file: str, node: Node) -> Mapping[str, Any]:
    found = {} if isinstance(node, Scalar) and node.value is None else plain(node)
    if not isinstance(found, dict):
        raise Fault(file, node.line, _("A mapping of names and values is expected here."))
    return found
