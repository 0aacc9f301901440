"""What a server's schema says of each argument, in a form that stands by itself.

Libraries write "maybe one of these" as `anyOf` with null, and what has a shape of its own as a `$ref` beside
it; read argument by argument, neither says what may be sent.

>>> money = {"type": "object", "properties": {"amount": {"type": "number"}}}
>>> price = {"anyOf": [{"$ref": "#/$defs/Money"}, {"type": "null"}], "title": "Price"}
>>> stand_alone({"properties": {"price": price}, "$defs": {"Money": money}})["properties"]["price"]
{'type': 'object', 'properties': {'amount': {'type': 'number'}}, 'title': 'Price'}
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

TYPES = frozenset({"string", "integer", "number", "boolean", "array", "object"})
NULL = {"type": "null"}
MOST_PARTS = 2_000  # of one tool's schema; what refers to itself has no end
# What a model is told of a value, beside its description: the words that all providers take.
TOLD = frozenset(
    {
        "type", "enum", "const", "anyOf", "items", "properties", "required", "additionalProperties", "format",
        "pattern", "minimum", "maximum", "minLength", "maxLength", "minItems", "maxItems", "description",
    }
)  # fmt: skip


def stand_alone(schema: Mapping[str, Any]) -> dict[str, Any]:
    """The schema of a tool's arguments with what it refers to in place of each reference, and no null."""
    reading = _Reading(schema)
    named = schema.get("properties")
    pairs = named.items() if isinstance(named, Mapping) else ()
    read = {name: reading.read(about) for name, about in pairs if isinstance(about, Mapping)}
    return {**schema, "properties": read} if named else dict(schema)


def type_of(about: Mapping[str, Any], otherwise: str = "string") -> str:
    """The JSON type of an argument that stands alone, where its schema says one."""
    kind = about.get("type")
    return kind if isinstance(kind, str) and kind in TYPES else otherwise


def items_of(about: Mapping[str, Any]) -> Mapping[str, Any]:
    """What a list's schema says of each of its items; nothing where that is `true`, or one for each place.

    >>> items_of({"items": True}), items_of({"items": [{"type": "string"}]})
    ({}, {})
    """
    items = about.get("items")
    return items if isinstance(items, Mapping) else {}


def can_be_said(about: Mapping[str, Any], otherwise: str = "string") -> bool:
    """Whether words give an argument without a model: no object, and no list of anything but texts.

    >>> can_be_said({"type": "array", "items": {"type": "string"}}), can_be_said({"type": "object"})
    (True, False)
    """
    kind, items = type_of(about, otherwise), items_of(about)
    return kind != "object" and (kind != "array" or not items or type_of(items, "object") == "string")


def tell(about: Any) -> Any:
    """What of an argument's schema is told to a model."""
    if isinstance(about, list):
        return [tell(each) for each in about]
    if not isinstance(about, Mapping):
        return about
    return {key: _tell_part(key, part) for key, part in about.items() if key in TOLD}


def _tell_part(key: str, part: Any) -> Any:
    if key in ("enum", "const"):
        return part
    if key == "properties" and isinstance(part, Mapping):
        return {name: tell(each) for name, each in part.items()}
    return tell(part)


@dataclass(slots=True)
class _Reading:
    """One reading of a schema; a reference within itself, and whatever is too much, may be anything."""

    root: Mapping[str, Any]
    parts: int = 0
    within: list[str] = field(default_factory=list)

    def read(self, about: Any) -> Any:
        self.parts += 1
        if self.parts > MOST_PARTS:
            return {}
        if isinstance(about, list):
            return [self.read(each) for each in about]
        if not isinstance(about, Mapping):
            return about
        if isinstance(reference := about.get("$ref"), str):
            return self._follow(reference, about)
        return _without_null({key: self.read(each) for key, each in about.items()})

    def _follow(self, reference: str, about: Mapping[str, Any]) -> Any:
        meant = _find(self.root, reference)
        if meant is None or reference in self.within:
            return {}
        beside = {key: each for key, each in about.items() if key != "$ref"}
        self.within.append(reference)
        try:
            return self.read({**meant, **beside})
        finally:
            self.within.pop()


def _find(root: Mapping[str, Any], reference: str) -> Mapping[str, Any] | None:
    found: Any = root
    if not reference.startswith("#/"):
        return None
    for step in _steps(reference):
        found = found.get(step) if isinstance(found, Mapping) else None
    return found if isinstance(found, Mapping) else None


def _steps(reference: str) -> Iterator[str]:
    for step in reference.removeprefix("#/").split("/"):
        yield step.replace("~1", "/").replace("~0", "~")


def _without_null(about: dict[str, Any]) -> dict[str, Any]:
    """What may be sent instead of nothing: an argument that may be null is one that may be left out."""
    if about.get("default", "") is None:
        about = {key: each for key, each in about.items() if key != "default"}
    if isinstance(kinds := about.get("type"), list):
        rest = [kind for kind in kinds if kind != "null"]
        about = {**about, "type": rest[0] if len(rest) == 1 else rest}
    if isinstance(enum := about.get("enum"), list) and len(enum) > 1:
        about = {**about, "enum": [choice for choice in enum if choice is not None]}
    for word in ("anyOf", "oneOf"):
        if not isinstance(options := about.get(word), list):
            continue
        rest = [option for option in options if option != NULL]
        beside = {key: each for key, each in about.items() if key != word}
        if len(rest) == 1 and isinstance(rest[0], Mapping):
            return {**rest[0], **beside}
        about = {**beside, "anyOf": rest}
    return about
