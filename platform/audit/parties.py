"""References of the log.

Made for whoever is named, read back for pages, cut when a person is to be forgotten.
"""

from collections.abc import Iterable, Mapping

from audit.actors import Actor
from audit.models import AuditParty

LONGEST = 260


def refer(tenant: str, *whom: Actor) -> list[str]:
    """The reference of each, made where there is none: two queries however many they are.

    Call it while the company's row is locked.
    """
    named = [(who.kind, who.name.replace("\0", "")[:LONGEST], who.address[:64]) for who in whom]
    rows = AuditParty.objects.of(tenant).filter(name__in={name for _kind, name, _address in named})
    known = {(row.kind, row.name, row.address): row for row in rows.order_by("-reference")}
    new = {
        each: AuditParty(tenant_id=tenant, kind=each[0], name=each[1], address=each[2])
        for each in named
        if each not in known
    }
    AuditParty.unscoped.bulk_create(new.values())
    return [(known | new)[each].reference for each in named]


def read(tenant: str, references: Iterable[str]) -> Mapping[str, AuditParty]:
    """Whom references stand for; one query."""
    return AuditParty.objects.of(tenant).in_bulk(set(references))


def cut(row: AuditParty, alias: str) -> None:
    """Takes name and address off a reference.

    The entries that hold it stay as they are, and so does the chain.
    """
    row.name, row.address = alias, ""
    row.save(update_fields=["name", "address"])
