"""A row's address on its way into use: at once, or after a second person of the company agreed.

    waits = hold(row, person)  # before row.save(): puts the old address back where the new one must wait
    row.save()
    keep(waits, row)  # after it: there is a key now
    agree(change, other) / refuse(change, other)

A host that the company sends to already, or did before, needs nobody. With nobody else there who may say
where data goes, a new host acts at once; that it was new is noted all the same.
"""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.utils import timezone

from egress import places
from egress.errors import Decided, RowGone, SamePerson
from egress.models import AddressChange
from egress.places import Destination, Values
from outbound.fields import EncryptedField
from outbound.sentences import Sentence as _
from tenancy import company_lock
from tenancy.models import Membership, Tenant
from tenancy.operational import touch
from tenancy.roles import ROLES

PERMISSION = "egress.set_addresses"
States = AddressChange.States


def leave(row: Any) -> None:
    """Puts back what a row says of its address: whoever edits it may not say so."""
    place = places.of(type(row))
    if place is not None:
        place.put(row, _read_stored(place, row) or place.blank)


@dataclass(frozen=True, slots=True)
class Before:
    """A company's addresses before many rows are written: the hosts in use, and each row's values."""

    hosts: set[str]
    values: Mapping[tuple[str, Any], Values]


def now(tenant: Tenant | str) -> Before:
    rows = {(row._meta.label_lower, row.pk): place.values(row) for place, row in places.rows(tenant)}
    return Before(in_use(tenant), rows)


def hold(row: Any, person: Any) -> AddressChange | None:
    """What is to be noted of a row that is about to be saved: nothing where no host is new.

    Where the new address must wait the row has its old one afterwards.
    """
    place = places.of(type(row))
    return None if place is None else _hold(place, row, person, _read_stored(place, row), None)


def hold_all(tenant: Tenant | str, person: Any, before: Before) -> None:
    """The same for rows that have been written: what must wait is put back."""
    for place, found in list(places.rows(tenant)):
        key = (found._meta.label_lower, found.pk)
        if place.values(found) == before.values.get(key):
            continue
        row = place.model._base_manager.get(pk=found.pk)
        change = _hold(place, row, person, before.values.get(key), before.hosts)
        if change is not None:
            row.save()
            keep(change, row)


def settle_all(tenant: Tenant | str, before: Before) -> None:
    """The same for rows that the installation's own shell has written, where nobody else is asked: what
    waited for one is in use, or about an older wish.
    """
    for place, found in list(places.rows(tenant)):
        moved = place.values(found) != before.values.get((found._meta.label_lower, found.pk))
        for change in _changes(found).filter(state=States.WAITING):
            if change.after == place.address(found):
                _decide(change, States.TAKEN, None)
            elif moved:
                _decide(change, States.WITHDRAWN, None)


def _hold(
    place: Destination, row: Any, person: Any, before: Values | None, hosts: set[str] | None
) -> AddressChange | None:
    wanted, host = place.values(row), place.host(row)
    if before is not None and wanted == before:
        return None
    if not host or host in (in_use(row.tenant_id) if hosts is None else hosts):
        if before is None or place.address(row) != _address(place, row, before):
            withdraw(
                row
            )  # this address takes the place of one that waits; a new secret of the old one does not
        return None
    change = AddressChange(
        tenant_id=row.tenant_id, model=place.model._meta.label_lower, name=str(row)[:200],
        before=_address(place, row, before), after=place.address(row), asked_by=person, state=States.TAKEN,
    )  # fmt: skip
    if another(row.tenant_id, person):
        change.state = States.WAITING
        secrets = {name: wanted[name] for name in _secrets(place)}
        change.values = {name: value for name, value in wanted.items() if name not in secrets}
        change.secret = json.dumps(secrets) if any(secrets.values()) else ""
        place.put(row, before or place.blank)
    else:
        change.decided_at = change.asked_at
    return change


def keep(change: AddressChange | None, row: Any) -> None:
    """Notes what `hold` found; of one row the newest waits."""
    if change is None:
        return
    change.row = str(row.pk)
    with transaction.atomic():
        company_lock.hold(row.tenant_id)
        withdraw(row)
        change.save()
        touch(row.tenant_id)


def agree(change: AddressChange, person: Any) -> Any:
    """The row gets its new address, at once. Raises SamePerson, Decided, RowGone.

    `person` None: whoever has the installation's own shell.
    """
    with transaction.atomic():
        change = _lock(change)
        if person is not None and change.asked_by_id == person.pk:
            raise SamePerson
        place, row = _row_of(change)
        if row is not None:
            none = dict.fromkeys(_secrets(place), "")
            place.put(row, {**change.values, **none, **json.loads(change.secret or "{}")})
            row._history_user = person
            row.save()
            place.taken(row)
        _decide(change, States.TAKEN if row is not None else States.WITHDRAWN, person)
        touch(change.tenant_id)
    if row is None:
        raise RowGone(change.name)
    return row


def refuse(change: AddressChange, person: Any) -> None:
    """The row stays as it is: another person said no, or who entered it took it back. Raises Decided."""
    with transaction.atomic():
        change = _lock(change)
        _decide(change, States.WITHDRAWN if change.asked_by_id == person.pk else States.REFUSED, person)


def withdraw(row: Any) -> None:
    """What waits for a row is about an older wish; its page says so (`find_dropped`)."""
    for change in _changes(row).filter(state=States.WAITING):
        _decide(change, States.WITHDRAWN, None)


def waiting(tenant: Tenant | str) -> Any:
    """The addresses of a company that wait, the newest first."""
    return AddressChange.objects.of(tenant).filter(state=States.WAITING)


def of_row(row: Any) -> AddressChange | None:
    """What waits for one row."""
    change: AddressChange | None = _changes(row).filter(state=States.WAITING).first()
    return change


def describe_missing(row: Any) -> str:
    """Why a row has no address: one waits, or nobody wrote one."""
    change = of_row(row) if row.pk is not None else None
    if change is None:
        return _("It has no address. Write one on its page.")
    return _("It has no address yet: %s waits for a second person (Studio > New addresses).") % change.after


def must_wait(tenant: Tenant | str, person: Any) -> Callable[[str], bool]:
    """Tells of an address that this person enters whether it waits for a second person.

    >>> must_wait("acme", ana)("https://tools.example.com/mcp")
    True
    """
    if not another(tenant, person):
        return lambda address: False
    known = in_use(tenant)
    return lambda address: bool(address) and places.host(address) not in known


def find_dropped(row: Any) -> AddressChange | None:
    """The address that waited for a row until a newer one took its place; None once anybody decided since."""
    last: AddressChange | None = _changes(row).exclude(state=States.WAITING).first()
    newer = last is not None and last.state == States.WITHDRAWN and last.decided_by_id is None
    return last if newer else None


def _changes(row: Any) -> Any:
    rows = AddressChange.objects.of(row.tenant_id).filter(model=row._meta.label_lower, row=str(row.pk))
    return rows.select_related("asked_by")


def in_use(tenant: Tenant | str) -> set[str]:
    """The hosts that a company sends to, and those that it was agreed to send to once."""
    hosts = {place.host(row) for place, row in places.rows(tenant)}
    for each in AddressChange.objects.of(tenant).filter(state=States.TAKEN).values_list("before", "after"):
        hosts |= set(map(places.host, each))
    return hosts - {""}


def another(tenant: Tenant | str, person: Any) -> bool:
    """Whether somebody else works for the company who may say where its data goes."""
    held = Membership.objects.filter(tenant=tenant, user__is_active=True).exclude(user=person)
    return any(
        role in ROLES and ROLES[role].allows(PERMISSION) for role in held.values_list("role", flat=True)
    )


def _read_stored(place: Destination, row: Any) -> Values | None:
    """The place's values as the database has them; None of a row that is new."""
    found = place.model._base_manager.filter(pk=row.pk).first() if row.pk is not None else None
    return place.values(found) if found is not None else None


def _address(place: Destination, row: Any, values: Values | None) -> str:
    """What a row's address is with other values."""
    if values is None:
        return ""
    now = place.values(row)
    place.put(row, values)
    try:
        return place.address(row)
    finally:
        place.put(row, now)


def _secrets(place: Destination) -> list[str]:
    return [name for name in place.fields if isinstance(place.model._meta.get_field(name), EncryptedField)]


def _lock(change: AddressChange) -> AddressChange:
    company_lock.hold(change.tenant_id)
    rows = AddressChange.unscoped.select_for_update().filter(pk=change.pk)
    found = rows.filter(state=States.WAITING).first()
    if found is None:
        raise Decided
    return found


def _row_of(change: AddressChange) -> tuple[Destination, Any]:
    place = places.place_named(change.model)
    assert place is not None, change.model
    return place, place.model._base_manager.filter(tenant=change.tenant_id, pk=change.row).first()


def _decide(change: AddressChange, state: str, person: Any) -> None:
    """The secret that came with it is in the row now, or nowhere."""
    change.state, change.decided_by, change.decided_at = state, person, timezone.now()
    change.secret, change.values = "", {}
    change.save()
