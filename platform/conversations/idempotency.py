"""The same request sent twice makes one turn: one row a (credential, door, key)."""

import hashlib
import json
from dataclasses import dataclass
from typing import Any

from conversations.errors import KeyInUse, KeyReused
from conversations.models import IdempotencyKey, Turn
from tenancy import statements
from tenancy.statements import Statement


@dataclass(frozen=True, slots=True)
class Repeated:
    """A key met before: the stored answer, or the turn that failed and may be tried again."""

    row: IdempotencyKey
    turn: Turn
    response: dict[str, Any] | None


def digest(body: Any) -> str:
    """SHA-256 of the canonical JSON of a body."""
    text = json.dumps(body, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return hashlib.sha256(text.encode()).hexdigest()


def find(tenant_id: str, credential: str, door: str, key: str, body_digest: str) -> Repeated | None:
    """What this key stands for, or None when it is new.

    :raises KeyReused: the body differs.
    :raises KeyInUse: the first request is still being answered; it carries the turn's id.
    """
    named = {"tenant": tenant_id, "credential": credential, "door": door, "key": key}
    row = statements.find(IdempotencyKey, named)
    if row is None:
        return None
    if row.digest != body_digest:
        raise KeyReused
    turn = Turn.objects.of(tenant_id).select_related("conversation").get(pk=row.turn_id)
    if turn.status in Turn.OPEN:
        raise KeyInUse(turn.pk)
    return Repeated(row, turn, row.response)


def mark(credential: str, door: str, key: str) -> str:
    """A short name of a key, for the turn that answers several of them."""
    return hashlib.sha256("\0".join((credential, door, key)).encode("utf-8", "surrogatepass")).hexdigest()[
        :24
    ]


def keep(turn: Turn, credential: str, door: str, key: str, body_digest: str) -> Statement:
    """Remembers the key of a turn that is being opened."""
    row = IdempotencyKey(
        tenant_id=turn.tenant_id, credential=credential, door=door, key=key, digest=body_digest, turn=turn
    )
    return statements.insert(row)


def answer(tenant_id: str, turn_id: str, response: dict[str, Any]) -> Statement:
    """Stores what was answered; a repeated request gets exactly this."""
    return statements.update(IdempotencyKey, {"tenant": tenant_id, "turn": turn_id}, {"response": response})
