"""A tool as its server describes it, and which of them may be taken over."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import orjson
from jsonschema import Draft202012Validator
from jsonschema.exceptions import SchemaError
from referencing import Registry
from referencing.exceptions import Unresolvable
from referencing.jsonschema import DRAFT202012

from agents.tool_names import why_not
from outbound.cleaning import clean
from outbound.sentences import Sentence as _

MOST_TOOLS = 200  # of one server
DESCRIPTION_BYTES = 8 * 1024
SCHEMA_BYTES = 64 * 1024


@dataclass(frozen=True, slots=True)
class FoundTool:
    """`read_only` is its readOnlyHint, absent counts as false.

    `declared`: it says by readOnlyHint or destructiveHint whether it changes something; `destructive`: it
    says itself that this cannot be undone; `problem` says what of it could not be read.
    """

    name: str
    title: str = ""
    description: str = ""
    schema: Mapping[str, Any] = field(default_factory=dict)
    read_only: bool = False
    declared: bool = False
    destructive: bool = False
    problem: str = ""


def refusal(tool: FoundTool) -> str:
    """Why a tool is not taken over; empty when it is."""
    if tool.problem or (why := why_not(tool.name)):
        return tool.problem or why
    if len(tool.description.encode()) > DESCRIPTION_BYTES:
        return _("its description is longer than %d bytes") % DESCRIPTION_BYTES
    try:
        schema = clean(tool.schema)  # as it would be kept: what is nested without end is cut
        if len(orjson.dumps(schema)) > SCHEMA_BYTES:
            return _("the schema of its arguments is longer than %d bytes") % SCHEMA_BYTES
        Draft202012Validator.check_schema(schema)
        resolver = Registry().with_resource("", DRAFT202012.create_resource(schema)).resolver()
        for reference in _references(schema):  # providers refuse all of a request for one that leads nowhere
            resolver.lookup(reference)
    except (SchemaError, Unresolvable, RecursionError, TypeError, ValueError):
        return UNREADABLE
    return "" if tool.schema.get("type", "object") == "object" else UNREADABLE


def _references(schema: Any) -> Iterator[str]:
    """What it refers to, however deep."""
    if isinstance(schema, Mapping):
        if isinstance(reference := schema.get("$ref"), str):
            yield reference
        schema = list(schema.values())
    if isinstance(schema, list):
        for each in schema:
            yield from _references(each)


UNREADABLE = _("the schema of its arguments cannot be read")
