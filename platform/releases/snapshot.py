"""What a tenant has authored, as one JSON value with a digest."""

import hashlib
import json
from typing import TYPE_CHECKING

from releases import sections
from releases.sections import Content

if TYPE_CHECKING:
    from tenancy.models import Tenant

TRIES = 5


def canonical(content: Content) -> str:
    """The one spelling of a content: sorted keys, no spaces.

    >>> canonical({"b": 1, "a": "é"})
    '{"a":"é","b":1}'
    """
    return json.dumps(content, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def digest(content: Content) -> str:
    """SHA-256 of the canonical spelling, in hex: the same content has the same name everywhere."""
    return hashlib.sha256(canonical(content).encode("utf-8", "surrogatepass")).hexdigest()


def take(tenant: "Tenant") -> dict[str, sections.Json]:
    """The draft as it is now: what every section compiles, as plain JSON."""
    compiled = {section.name: section.compile(tenant) for section in sections.list_sections()}
    plain: dict[str, sections.Json] = json.loads(canonical(compiled))
    return plain


def take_settled(tenant: "Tenant") -> dict[str, sections.Json]:
    """The draft, not torn by an edit that was saved while its rows were being read.

    Reads until two takes in a row agree: no lock and no long transaction, which on SQLite would hold up
    every writer for the time of a compile.
    """
    content = take(tenant)
    for _ in range(TRIES):
        again = take(tenant)
        if again == content:
            break
        content = again
    return content
