"""Where data goes is an operator's to say.

What others see of it on a row's page, and what waits for a second person.
"""

from collections.abc import Iterable
from typing import Any

from django.contrib import messages
from django.http import HttpRequest
from django.utils.html import format_html
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from egress import changing, places
from egress.changing import PERMISSION
from egress.models import AddressChange
from studio.access import is_allowed
from studio.links import link, page_of

ASK = _("An operator says where it is, and with which token or key.")


def list_fixed(request: HttpRequest, model: Any) -> tuple[str, ...]:
    """The fields of a model that this person may not write, because they say where data goes."""
    place = places.of(model)
    return () if place is None or is_allowed(request, PERMISSION) else place.fields


def names(row: Any) -> tuple[str, ...]:
    """What a row with an address is found by: another row under its name would get what it gets."""
    place = places.of(type(row))
    return ("name",) if place is not None and place.address(row) else ()


def waits(request: HttpRequest, row: Any) -> AddressChange | None:
    """The new address of a row that waits; on its own page itself."""
    if isinstance(row, AddressChange):
        return row
    place = places.of(type(row)) if row is not None and row.pk else None
    return changing.of_row(row) if place is not None else None


def name_author(change: AddressChange) -> str:
    """Who entered an address: a person, or the key of a program for which no person answers."""
    if change.asked_by is not None:
        return str(change.asked_by)
    place = places.place_named(change.model)
    history = getattr(place.model, "history", None) if place is not None else None
    if history is None:
        return ""
    edits = history.filter(id=change.row, history_date__lte=change.asked_at).order_by("-history_date")
    last = edits.values_list("history_change_reason", flat=True).first()
    return gettext("key %s") % last if last else ""


def find_dropped(row: Any) -> AddressChange | None:
    """The address that waited for a row and was dropped, for a newer one came."""
    place = places.of(type(row)) if row is not None and row.pk else None
    return changing.find_dropped(row) if place is not None else None


def without(sets: Iterable[Any], names: Iterable[str]) -> list[Any]:
    """Fieldsets without these fields; where they stood, a sentence says whose they are."""
    left_out, made = set(names), []
    for title, facts in sets:
        shown = [name for name in facts["fields"] if name not in left_out]
        told = {"description": ASK} if len(shown) < len(facts["fields"]) else {}
        made.append((title, {**facts, "fields": shown, **told}))
    return made


def describe_changes(sets: Iterable[Any], names: Iterable[str]) -> list[Any]:
    """The same with the fields, to be read."""
    return [
        (title, {**facts, "description": ASK} if {*facts["fields"]} & {*names} else facts)
        for title, facts in sets
    ]


def before_saving(request: HttpRequest, row: Any) -> AddressChange | None:
    """Lets nobody say where data goes who may not.

    What must wait is put back and handed to `after_saving`.
    """
    place = places.of(type(row))
    if place is None:
        return None
    if is_allowed(request, PERMISSION):
        return changing.hold(row, request.user)
    stored: Any = place.model._base_manager.filter(pk=row.pk).first() if row.pk else None
    changing.leave(row)
    if stored is None:
        messages.info(request, gettext("An operator says where it is. Until then it is not asked."))
    elif names(stored):
        row.name = stored.name
    return None


def after_saving(request: HttpRequest, change: AddressChange | None, row: Any) -> None:
    """Notes a new address, and says what happens to it."""
    changing.keep(change, row)
    if change is not None and change.state == AddressChange.States.WAITING:
        said = gettext("The new address waits until somebody else agrees; until then the old one is used.")
        messages.warning(request, format_html("{} {}", said, link(page_of(change), gettext("Look at it"))))
