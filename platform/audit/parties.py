"""References of the log: made for whoever is named, read back for pages, cut when a person is to be
forgotten.
"""

import hashlib
import json
import secrets
from collections.abc import Iterable, Mapping
from typing import Any

from audit.actors import Actor
from audit.models import AuditEntry, AuditParty

LONGEST = 260
ALIAS = "forgotten-"  # how a name begins that is nobody's
FORGETTABLE = ("user", "job")  # an end user, who may have asked for work


def refer(tenant: str, *whom: Actor) -> list[AuditParty]:
    """The party of each, made where there is none: two queries however many they are.

    Call it while the company's row is locked.
    """
    named = [(who.kind, who.name.replace("\0", "")[:LONGEST], who.address[:64]) for who in whom]
    rows = AuditParty.objects.of(tenant).filter(name__in={name for _kind, name, _address in named})
    known = {(row.kind, row.name, row.address): row for row in rows.order_by("-reference")}
    new = {
        each: _put_seal(AuditParty(tenant_id=tenant, kind=each[0], name=each[1], address=each[2]))
        for each in named
        if each not in known
    }
    AuditParty.unscoped.bulk_create(new.values())
    if older := [
        _put_seal(known[each]) for each in dict.fromkeys(named) if each in known and not known[each].seal
    ]:
        AuditParty.unscoped.bulk_update(older, ["salt", "seal"])
    return [(known | new)[each] for each in named]


def read(tenant: str, references: Iterable[str]) -> Mapping[str, AuditParty]:
    """Whom references stand for; one query."""
    return AuditParty.objects.of(tenant).in_bulk(set(references))


def cut(row: AuditParty, alias: str) -> None:
    """Takes name and address off a reference.

    The entries that hold it stay as they are, and so does the chain.
    """
    row.name, row.address, row.salt = alias, "", ""
    row.save(update_fields=["name", "address", "salt"])


def list_references(entry: AuditEntry) -> list[str]:
    """The references that an entry holds, in one order."""
    values = (*entry.before.values(), *entry.after.values())
    return sorted({entry.who, *(value["party"] for value in values if is_reference(value))})


def is_reference(value: Any) -> bool:
    """Whether a value of an entry stands for a party."""
    return isinstance(value, dict) and value.keys() == {"party"}


def seals_of(entry: AuditEntry, known: Mapping[str, AuditParty]) -> list[str]:
    """What an entry's digest holds of those whom it names; empty for those from before there were seals."""
    references = list_references(entry)
    return [f"{each}:{known[each].seal}" for each in references if each in known and known[each].seal]


def was_exchanged(row: AuditParty) -> bool:
    """Whether a party is another one than was sealed, and was not cut either."""
    if not row.seal or row.salt:
        return bool(row.seal) and row.seal != _seal(row)
    kind = row.seal.partition(":")[0]
    return not (row.kind == kind and kind in FORGETTABLE and row.name.startswith(ALIAS) and not row.address)


def _put_seal(row: AuditParty) -> AuditParty:
    row.salt = secrets.token_hex(16)
    row.seal = _seal(row)
    return row


def _seal(row: AuditParty) -> str:
    """The kind, and SHA-256, hexadecimal, over the row with its salt."""
    plain = json.dumps([row.salt, row.tenant_id, row.reference, row.kind, row.name, row.address])
    return f"{row.kind}:{hashlib.sha256(plain.encode()).hexdigest()}"
