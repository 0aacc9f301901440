"""Reads a YAML file from a stranger.

Plain data only, every node with its line, nothing that grows when it is read.

>>> parse("tools.yaml", b"tools:\\n  find: {enabled: true}")["tools"].line
2

ruamel.yaml composes the nodes, as YAML 1.2, at some 0.15 ms each; here the limits are kept, and aliases
count as often as they are used.
"""

import math
from contextlib import suppress
from typing import Any

import yaml
from django.utils.translation import gettext as _
from ruamel.yaml import YAML
from ruamel.yaml.composer import Composer, ComposerError
from ruamel.yaml.error import MarkedYAMLError, YAMLError
from ruamel.yaml.events import AliasEvent, ScalarEvent
from ruamel.yaml.nodes import MappingNode, ScalarNode

from studio.files.errors import Fault
from studio.files.nodes import Block, Items, Node, Scalar, below

MOST_NODES = 200_000
DEEPEST = 40
LONGEST = 64  # letters of a number; what says %YAML 1.1 counts `1:1` in sixties, which takes its square
WHOLE = 2**63 - 1
MERGE = "<<"
TEXT = "tag:yaml.org,2002:str"
PLAIN = frozenset(f"tag:yaml.org,2002:{name}" for name in ("int", "float", "bool", "null", "map", "seq"))
# What is written like a date, `<<` or `=` is a text too.
TEXTS = frozenset({TEXT, *(f"tag:yaml.org,2002:{name}" for name in ("timestamp", "merge", "value"))})


def parse(name: str, content: bytes) -> Node | None:
    """The one document of a file; None where it holds none. Raises Fault."""
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise Fault(name, content[: error.start].count(b"\n") + 1, _("It is not UTF-8 text.")) from error
    reached = _count_events(name, text)
    # libyaml's calls itself for each level: a deep file ends the process.
    reader = YAML(typ="safe", pure=True)
    reader.Composer = _Composer
    try:
        root = reader.compose(text)
        return _Builder(name, reader).build(root, "", 1) if root is not None else None
    except Fault as fault:
        raise Fault(name, fault.line, fault.words) from None
    except ComposerError as error:  # the one that is left: of two documents
        raise Fault(name, error.problem_mark.line + 1, _("A file holds one document.")) from error
    except MarkedYAMLError as error:
        line = error.problem_mark.line + 1 if error.problem_mark else 0
        words = _("This is not YAML: %s.") % " ".join(filter(None, (error.context, error.problem)))
        raise Fault(name, line, words) from error
    except YAMLError as error:
        line = text[: getattr(error, "position", 0)].count("\n") + 1
        raise Fault(name, line, _("This is not YAML: %s.") % str(error).splitlines()[0]) from error
    except (ValueError, OverflowError) as error:  # a character or a version beyond all there are
        raise Fault(name, reached, _("This is not YAML: %s.") % error) from error


def _count_events(name: str, text: str) -> int:
    """Refuses what holds too much before it is composed, by C's parser: a fiftieth of the time.

    What is no YAML is left to the composer, which seldom cannot say where: the line that was reached.
    """
    count = depth = line = 0
    with suppress(yaml.YAMLError):
        for event in yaml.parse(text, Loader=yaml.CSafeLoader):
            line = event.start_mark.line + 1 if event.start_mark else 0
            if isinstance(event, yaml.CollectionStartEvent):
                depth += 1
            elif isinstance(event, yaml.CollectionEndEvent):
                depth -= 1
                continue
            count += isinstance(event, yaml.NodeEvent)
            if count > MOST_NODES:
                raise Fault(name, line, _("It holds more than %d values.") % MOST_NODES)
            if depth > DEEPEST:  # each level costs C's parser what all before it did
                raise Fault(name, line, _too_deep(line).words)
    return line


class _Composer(Composer):
    """Composes within the limits: what goes beyond them is never read to its end."""

    count = 0

    def compose_node(self, parent: Any, index: Any) -> Any:
        event = self.parser.peek_event()
        line = event.start_mark.line + 1
        self.warn_double_anchors = False
        self.count += 1
        _check(self.count, line)
        if isinstance(event, AliasEvent):
            known = self.anchors.get(event.anchor)
            if known is None or known.end_mark is None:
                raise Fault("", line, _("There is no '&%s' before it.") % event.anchor)
        elif self.depth >= DEEPEST and not isinstance(event, ScalarEvent):
            raise _too_deep(line)
        return super().compose_node(parent, index)


class _Builder:
    """Makes a document's nodes ours.

    One that stands there again, by its alias, is made once and counted again.
    """

    def __init__(self, name: str, yaml: Any) -> None:
        self.name = name
        self.count = 0
        self._construct, self._resolver = yaml.constructor.construct_object, yaml.resolver
        self._made: dict[int, tuple[Node, int, int]] = {}  # with its values and its levels
        self._levels = [0]  # of what is below each that is open

    def build(self, node: Any, path: str, above: int) -> Node:
        """One node and all below it; `above` is the line that it is told at when it is an alias."""
        line: int = node.start_mark.line + 1
        if isinstance(node, ScalarNode):
            self._count(1, line)
            return self._scalar(node, line)
        if (known := self._made.get(id(node))) is not None:
            made, size, levels = known
            self._count(size, above)
        else:
            before = self.count
            self._count(1, line)
            if node.tag not in PLAIN:
                raise Fault("", line, _("A tag such as %s is not read.") % str(node.tag)[:60])
            self._levels.append(0)
            made = self._block(node, path, line) if isinstance(node, MappingNode) else Items(line)
            if isinstance(made, Items):
                made.extend(self.build(each, below(path, n), line) for n, each in enumerate(node.value))
            levels = self._levels.pop() + 1
            self._made[id(node)] = made, self.count - before, levels
        if len(self._levels) + levels - 1 > DEEPEST:
            raise _too_deep(above)
        self._levels[-1] = max(self._levels[-1], levels)
        return made

    def _block(self, node: Any, path: str, line: int) -> Block:
        block = Block(self.name, line, path)
        for key, value in node.value:
            at = key.start_mark.line + 1
            if not isinstance(key, ScalarNode):
                raise Fault("", at, _("A key is a word."))
            raw = _text(key.value, at)
            if raw in block.lines and raw != MERGE:
                given = {"key": raw[:60], "line": block.lines[raw]}
                raise Fault("", at, _("'%(key)s' stands here twice, first in line %(line)d.") % given)
            self._count(1, at)
            if raw == MERGE:
                self._merge(block, self.build(value, path, at), at)
            else:
                block.lines[raw] = at
                block[raw] = self.build(value, below(path, raw), at)
        return block

    def _merge(self, block: Block, node: Node, line: int) -> None:
        """What `<<` brings, where the block does not say it itself."""
        for each in node if isinstance(node, Items) else [node]:
            if not isinstance(each, Block):
                raise Fault("", line, _("'<<' needs a mapping."))
            self._count(len(each), line)
            for key, value in each.items():
                block.setdefault(key, value)

    def _scalar(self, node: Any, line: int) -> Scalar:
        raw, tag = _text(node.value, line), node.tag
        if tag in TEXTS:
            return Scalar(line, raw, raw)
        if tag not in PLAIN:
            raise Fault("", line, _("A tag such as %s is not read.") % str(tag)[:60])
        numeric = tag.endswith((":int", ":float"))
        if numeric and (":" in raw or len(raw) > LONGEST):
            return Scalar(line, raw, raw)
        try:
            value = self._construct(node)
        except (ValueError, LookupError, ArithmeticError, YAMLError) as error:
            raise Fault("", line, _("'%s' cannot be read.") % raw[:60]) from error
        if numeric and not (math.isfinite(value) and (isinstance(value, float) or abs(value) <= WHOLE)):
            raise Fault("", line, _("'%s' is no number that can be kept.") % raw[:60])
        return Scalar(line, raw, value)

    def _count(self, more: int, line: int) -> None:
        self.count += more
        _check(self.count, line)


def _text(raw: str, line: int) -> str:
    if "\x00" in raw or (not raw.isascii() and any("\ud800" <= sign <= "\udfff" for sign in raw)):
        raise Fault("", line, _("It holds a character that no text may hold."))
    return raw


def _check(count: int, line: int) -> None:
    if count > MOST_NODES:
        raise Fault("", line, _("It holds more than %d values.") % MOST_NODES)


def _too_deep(line: int) -> Fault:
    return Fault("", line, _("It is nested more than %d levels deep.") % DEEPEST)
