"""References of the log.

Made for whoever is named, read back for pages, cut when a person is to be forgotten.
"""

from collections.abc import Iterable, Mapping

from audit.actors import Actor
from audit.models import AuditParty

LONGEST = 260


def refer(tenant: str, who: Actor) -> str:
    """The reference of somebody, made where there is none; call it while the company's row is locked."""
    named = {"kind": who.kind, "name": who.name.replace("\0", "")[:LONGEST], "address": who.address[:64]}
    found = AuditParty.objects.of(tenant).filter(**named).values_list("reference", flat=True).first()
    return found or AuditParty.unscoped.create(tenant_id=tenant, **named).reference


def read(tenant: str, references: Iterable[str]) -> Mapping[str, AuditParty]:
    """Whom references stand for; one query."""
    return AuditParty.objects.of(tenant).in_bulk(set(references))


def cut(row: AuditParty, alias: str) -> None:
    """Takes name and address off a reference.

    The entries that hold it stay as they are, and so does the chain.
    """
    row.name, row.address = alias, ""
    row.save(update_fields=["name", "address"])
