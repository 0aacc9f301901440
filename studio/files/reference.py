"""What may stand in configuration files, for people and for editors.

Made of the models, never written by hand.

>>> sorted(make_schemas())[:2]
['agents.schema.json', 'backends.schema.json']
"""

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

from pydantic import TypeAdapter

from studio.files.catalogue import KINDS
from studio.files.entry import Listed
from studio.files.kinds.base import Kind
from studio.files.kinds.domains import DomainRow, Domains

HEAD = """# Configuration files, key by key

Made of the models by `manage.py config_reference`; what the files are for: [configuration \
files](configuration-files.md). A key that is not said
leaves a row as it is; the default is what a new row has. A text by language is a mapping such as `{en: \
Hello, es: Hola}`.
"""
WORDS = {
    "string": "text",
    "boolean": "true or false",
    "number": "number",
    "integer": "whole number",
    "null": "nothing",
}
Schema = Mapping[str, Any]


def make_schemas() -> dict[str, Schema]:
    """A JSON Schema a kind of file, by the name of its file."""
    return {f"{kind.name.rsplit('.', 1)[0]}.schema.json": _schema(kind) for kind in KINDS}


def write_reference() -> str:
    """The page with every kind of file, every key with its type, default and example."""
    return "\n".join([HEAD, *(line for kind in KINDS for line in _kind(kind))])


def _schema(kind: Kind) -> Schema:
    made: TypeAdapter[Any] = TypeAdapter(Listed[DomainRow] if kind.name == Domains.name else kind.model)
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": kind.name,
        **made.json_schema(),
    }


def _kind(kind: Kind) -> Iterator[str]:
    schema = kind.model.model_json_schema()
    yield f"## {kind.name}\n"
    for name, each in ((kind.model.__name__, schema), *schema.get("$defs", {}).items()):
        if each is not schema:
            yield f"### {_title(name)}\n"
        yield f"{' '.join(each['description'].split())}\n"
        required = each.get("required", ())
        yield "| key | type | default | example | |\n|---|---|---|---|---|"
        for key, about in each["properties"].items():
            if "examples" in about:
                yield _row(key, about, key in required)
        if left := [f"`{key}`" for key, about in each["properties"].items() if "examples" not in about]:
            yield f"\nKnown to the format, and not taken: {', '.join(left)}."
        yield ""


def _row(key: str, about: Schema, required: bool) -> str:
    default = "needed" if required else _code(about.get("default"))
    cells = (f"`{key}`", _type(about), default, _code(about["examples"][0]), about["description"])
    return f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in cells)} |"


def _type(about: Schema) -> str:
    if "$ref" in about:
        name = _title(about["$ref"].rsplit("/", 1)[-1])
        return f"[{name.lower()}](#{name.lower().replace(' ', '-')})"
    if "anyOf" in about:
        return " or ".join(map(_type, about["anyOf"]))
    if about.get("type") == "array":
        return f"list: {_type(about['items'])}"
    if about.get("type") == "object":
        inner = about.get("additionalProperties")
        return f"by name: {_type(inner)}" if isinstance(inner, dict) else "mapping"
    return WORDS.get(about.get("type", ""), "anything")


def _code(value: object) -> str:
    return f"`{json.dumps(value, ensure_ascii=False)}`" if value not in (None, "", [], {}) else ""


def _title(name: str) -> str:
    """How a model is called on the page: `ToolMapping` is "Tool mapping"."""
    bare = re.sub(r"(Entry|Row|Body)$", "", name)
    return re.sub(r"(?<=[a-z])(?=[A-Z])", " ", bare).capitalize()
