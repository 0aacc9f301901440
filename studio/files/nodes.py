"""What a file says as plain data that knows its lines.

The values of a mapping and of a list are nodes again.
"""

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Scalar:
    """One value. `raw` is how it was written: where a text is wanted, `no` and `010` stay what they are."""

    line: int
    raw: str
    value: Any = None


class Items(list["Node"]):
    """A list."""

    def __init__(self, line: int) -> None:
        super().__init__()
        self.line = line


class Block(dict[str, "Node"]):
    """A mapping with its place: `routing.yaml`, line 12, `intents[0]`; `lines` are those of its keys."""

    def __init__(self, file: str, line: int, path: str = "", given: dict[str, "Node"] | None = None) -> None:
        super().__init__(given or {})
        self.file = file
        self.line = line
        self.path = path
        self.lines: dict[str, int] = {}

    def line_of(self, key: str) -> int:
        return self.lines.get(key, self.line)


Node = Scalar | Items | Block


def plain(node: Node) -> Any:
    """The node as JSON."""
    if isinstance(node, Block):
        return {key: plain(each) for key, each in node.items()}
    if isinstance(node, Items):
        return [plain(each) for each in node]
    return node.value


def below(path: str, key: str | int) -> str:
    """Where a value stands: `intents[0].name`."""
    return f"{path}[{key}]"[:200] if isinstance(key, int) else f"{path}.{key}"[:200].removeprefix(".")
