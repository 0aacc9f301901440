"""Brings the addresses that configuration files name into a collection.

All that it has, no more and no less.
"""

from collections.abc import Iterator, Sequence

from django.utils.translation import gettext as _

from agents.knowledge.models import Collection, WebSource
from agents.knowledge.web import sources
from tenancy.models import Tenant

SAID = ("depth", "most_pages", "every_days")


def changes(tenant: Tenant, name: str, brought: Sequence[WebSource]) -> Iterator[str]:
    """What bringing them would do, in sentences."""
    known, wanted = _list_known(tenant, name), {each.address for each in brought}
    for address in (each.address for each in brought if each.address not in known):
        names = {"address": address, "name": name}
        yield _("Web page '%(address)s' is read for the collection '%(name)s'.") % names
    for address in known.keys() - wanted:
        names = {"address": address, "name": name}
        yield _("Web page '%(address)s' and what was read from it is removed from '%(name)s'.") % names


def bring(tenant: Tenant, name: str, brought: Sequence[WebSource], author: object, *, internal: bool) -> None:
    """Makes a collection have these addresses; inside the caller's transaction."""
    collection = Collection.objects.of(tenant).get(name=name)
    known = _list_known(tenant, name)
    for address in known.keys() - {each.address for each in brought}:
        sources.remove(known[address])
    for each in brought:
        row = known.get(each.address)
        if row is None:
            sources.add(collection, each, author, internal=internal)
        elif (internal and not row.internal) or any(
            getattr(row, field) != getattr(each, field) for field in SAID
        ):
            for field in SAID:
                setattr(row, field, getattr(each, field))
            row.internal = (
                row.internal or internal
            )  # what somebody who may say where data goes has said stays
            row.save()
            sources.read_soon(row, author)


def _list_known(tenant: Tenant, name: str) -> dict[str, WebSource]:
    rows = WebSource.objects.of(tenant).filter(collection__name=name)
    return {row.address: row for row in rows}
