"""Reads a YAML file from a stranger: plain data only, every node with its line, nothing that grows when it is read.

>>> parse("tools.yaml", b"tools:\\n  find: {enabled: true}").nodes["tools"].line
2

The tree is built from the parser's events, without recursion; aliases count as often as they are used.
"""

import math
from typing import Any

import yaml
from django.utils.translation import gettext as _
from yaml.nodes import ScalarNode

from studio.files.errors import Fault
from studio.files.nodes import Block, Items, Node, Scalar

MOST_NODES = 200_000
DEEPEST = 40
LONGEST = 64  # letters of a number; YAML 1.1 counts `1:1` in sixties, which takes its square
WHOLE = 2**63 - 1
MERGE = "<<"
PLAIN = frozenset(
    f"tag:yaml.org,2002:{name}" for name in ("str", "int", "float", "bool", "null", "map", "seq")
)
_Loader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


def parse(name: str, content: bytes) -> Node | None:
    """The one document of a file; None where it holds none. Raises Fault."""
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise Fault(name, content[: error.start].count(b"\n") + 1, _("It is not UTF-8 text.")) from error
    tree = _Tree(name)
    try:
        for event in yaml.parse(text, Loader=_Loader):
            tree.take(event)
    except yaml.MarkedYAMLError as error:
        line = error.problem_mark.line + 1 if error.problem_mark else 0
        words = _("This is not YAML: %s.") % " ".join(filter(None, (error.context, error.problem)))
        raise Fault(name, line, words) from error
    except yaml.YAMLError as error:
        raise Fault(name, 0, _("This is not YAML: %s.") % str(error).splitlines()[0]) from error
    return tree.root


class _Tree:
    """What the events have built so far. A mapping on the stack waits for a key or for its value."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.root: Node | None = None
        self.count = 0
        self.documents = 0
        self._stack: list[tuple[Items | Block, str, int]] = []  # with its anchor, and the count before it
        self._keys: list[tuple[str, int] | None] = []
        self._anchors: dict[str, tuple[Node, int, int]] = {}  # with its values and its levels
        self._levels: list[int] = []  # of what is below each on the stack
        self._loader = yaml.SafeLoader("")

    def take(self, event: Any) -> None:
        line = event.start_mark.line + 1
        match event:
            case yaml.ScalarEvent():
                self._scalar(event, line)
            case yaml.MappingStartEvent() | yaml.SequenceStartEvent():
                self._start(event, line)
            case yaml.MappingEndEvent() | yaml.SequenceEndEvent():
                self._end()
            case yaml.AliasEvent():
                if event.anchor not in self._anchors:
                    raise Fault(self.name, line, _("There is no '&%s' before it.") % event.anchor)
                node, size, levels = self._anchors[event.anchor]
                self._counted(size, line)
                self._below(levels, line)
                self._add(node, line)
            case yaml.DocumentStartEvent():
                self.documents += 1
                if self.documents > 1:
                    raise Fault(self.name, line, _("A file holds one document."))

    def _scalar(self, event: Any, line: int) -> None:
        self._counted(1, line)
        raw: str = event.value
        if "\x00" in raw or (not raw.isascii() and any("\ud800" <= sign <= "\udfff" for sign in raw)):
            raise Fault(self.name, line, _("It holds a character that no text may hold."))
        if self._waits_for_key():
            self._key(raw, line)
            return
        tag = event.tag
        if tag in (None, "!"):
            tag = self._loader.resolve(ScalarNode, raw, event.implicit)  # type: ignore[no-untyped-call]
        elif tag not in PLAIN:
            raise Fault(self.name, line, _("A tag such as %s is not read.") % tag[:60])
        node = Scalar(line, raw, self._value(tag, raw, line))
        if event.anchor:
            self._anchors[event.anchor] = node, 1, 0
        self._add(node, line)

    def _value(self, tag: str, raw: str, line: int) -> Any:
        if tag not in PLAIN or tag.endswith(":str"):  # a date is a text too
            return raw
        numeric = tag.endswith((":int", ":float"))
        if numeric and (":" in raw or len(raw) > LONGEST):
            return raw
        try:
            value = self._loader.construct_object(ScalarNode(tag, raw))  # type: ignore[no-untyped-call]
        except (ValueError, LookupError, ArithmeticError, yaml.YAMLError) as error:
            raise Fault(self.name, line, _("'%s' cannot be read.") % raw[:60]) from error
        if numeric and not (math.isfinite(value) and (isinstance(value, float) or abs(value) <= WHOLE)):
            raise Fault(self.name, line, _("'%s' is no number that can be kept.") % raw[:60])
        return value

    def _start(self, event: Any, line: int) -> None:
        self._counted(1, line)
        if event.tag not in (None, "!") and event.tag not in PLAIN:
            raise Fault(self.name, line, _("A tag such as %s is not read.") % event.tag[:60])
        if self._waits_for_key():
            raise Fault(self.name, line, _("A key is a word."))
        self._below(1, line)
        node = Block(line) if isinstance(event, yaml.MappingStartEvent) else Items(line)
        self._stack.append((node, event.anchor or "", self.count - 1))
        self._keys.append(None)
        self._levels.append(1)

    def _below(self, levels: int, line: int) -> None:
        """Counts what stands below the innermost: an alias brings all its levels at once."""
        if len(self._stack) + levels > DEEPEST:
            raise Fault(self.name, line, _("It is nested more than %d levels deep.") % DEEPEST)
        if self._levels:
            self._levels[-1] = max(self._levels[-1], levels + 1)

    def _end(self) -> None:
        node, anchor, before = self._stack.pop()
        self._keys.pop()
        levels = self._levels.pop()
        if self._levels:
            self._levels[-1] = max(self._levels[-1], levels + 1)
        if anchor:
            self._anchors[anchor] = node, self.count - before, levels
        self._add(node, node.line)

    def _waits_for_key(self) -> bool:
        return bool(self._stack) and isinstance(self._stack[-1][0], Block) and self._keys[-1] is None

    def _key(self, raw: str, line: int) -> None:
        block = self._stack[-1][0]
        assert isinstance(block, Block)
        if raw in block.lines and raw in block.nodes and raw != MERGE:
            given = {"key": raw[:60], "line": block.lines[raw]}
            raise Fault(self.name, line, _("'%(key)s' stands here twice, first in line %(line)d.") % given)
        self._keys[-1] = raw, line

    def _add(self, node: Node, line: int) -> None:
        if not self._stack:
            self.root = node
            return
        parent = self._stack[-1][0]
        if isinstance(parent, Items):
            parent.nodes.append(node)
            return
        if (waiting := self._keys[-1]) is None:
            raise Fault(self.name, line, _("A key is a word."))
        key, at = waiting
        self._keys[-1] = None
        if key == MERGE:
            self._merge(parent, node, at)
        else:
            parent.nodes[key], parent.lines[key] = node, at

    def _merge(self, block: Block, node: Node, line: int) -> None:
        """What `<<` brings, where the block does not say it itself."""
        for each in node.nodes if isinstance(node, Items) else [node]:
            if not isinstance(each, Block):
                raise Fault(self.name, line, _("'<<' needs a mapping."))
            self._counted(len(each.nodes), line)
            for key, value in each.nodes.items():
                block.nodes.setdefault(key, value)

    def _counted(self, more: int, line: int) -> None:
        self.count += more
        if self.count > MOST_NODES:
            raise Fault(self.name, line, _("It holds more than %d values.") % MOST_NODES)
