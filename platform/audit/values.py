"""What an entry says of a row: its fields as JSON, secrets as a mark, personal data masked, long ones cut."""

import json
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Any

from django.core.serializers.json import DjangoJSONEncoder
from django.db import models

from audit import parties
from audit.actors import Actor, ActorKind
from outbound.fields import EncryptedField
from outbound.redaction import MASK, redact_json

LONGEST = 1000  # characters of one text
_masks: list[Callable[[str], str]] = []


@dataclass(frozen=True, slots=True)
class Party:
    """A value that names a person: stored as a reference, which can be cut."""

    kind: ActorKind
    name: str


def mask_by(mask: Callable[[str], str]) -> None:
    """An upper room that knows personal data masks what entries say: called with each text."""
    _masks.append(mask)


def fields(
    row: models.Model, but: Collection[str], people: Mapping[str, ActorKind], hidden: Collection[str]
) -> dict[str, Any]:
    """The columns of a row as they are compared: plain values, secrets and what is `hidden` whole, without
    those in `but`.
    """
    found: dict[str, Any] = {}
    for field in row._meta.concrete_fields:
        if field.name in but or field.primary_key or isinstance(field, models.BinaryField):
            continue
        value = field.value_from_object(row)
        if isinstance(field, EncryptedField) or field.name in hidden:
            value = Secret(str(value or ""))
        elif field.name in people and value:
            value = Party(people[field.name], str(value))
        found[field.name] = value
    return found


class Secret(str):
    """The text of a secret: compared, never told."""

    __slots__ = ()


def prepare_values(tenant: str, values: Mapping[str, Any]) -> dict[str, Any]:
    """Values as an entry keeps them; call it while the company's row is locked, for references are made."""
    people = {name: value for name, value in values.items() if isinstance(value, Party)}
    named = (
        parties.refer(tenant, *(Actor(each.kind, each.name) for each in people.values())) if people else ()
    )
    references = {name: party.reference for name, party in zip(people, named, strict=True)}
    return {
        name: {"party": references[name]} if name in references else _prepare(value)
        for name, value in values.items()
    }


def hide_secrets(text: str) -> str:
    """One text without secrets and personal data, at most `LONGEST` characters."""
    text = redact_json(text.replace("\0", ""))
    for mask in _masks:
        text = mask(text)
    text = text.encode("utf-8", "replace").decode()
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}… ({len(text)})"


def _prepare(value: Any) -> Any:
    if isinstance(value, Secret):
        return MASK if value else ""
    return _mask(json.loads(json.dumps(value, cls=DjangoJSONEncoder)))


def _mask(value: Any) -> Any:
    if isinstance(value, str):
        return hide_secrets(value)
    if isinstance(value, dict):
        return {hide_secrets(name): _mask(each) for name, each in value.items()}
    if isinstance(value, list):
        return [_mask(each) for each in value]
    if isinstance(value, float):  # PostgreSQL writes them its own way, and knows no infinity
        return repr(value)
    return value
