"""A YAML document as a tree that knows its lines."""

from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Scalar:
    """One value. `raw` is how it was written: where a text is wanted, `no` and `010` stay what they are."""

    line: int
    raw: str
    value: Any = None


@dataclass(frozen=True, slots=True)
class Items:
    """A list."""

    line: int
    nodes: list["Node"] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Block:
    """A mapping; `lines` are those of its keys."""

    line: int
    nodes: dict[str, "Node"] = field(default_factory=dict)
    lines: dict[str, int] = field(default_factory=dict)


Node = Scalar | Items | Block


def plain(node: Node) -> Any:
    """The tree as JSON."""
    if isinstance(node, Block):
        return {key: plain(each) for key, each in node.nodes.items()}
    if isinstance(node, Items):
        return [plain(each) for each in node.nodes]
    return node.value
