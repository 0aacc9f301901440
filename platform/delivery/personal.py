"""What becomes of deliveries and channels when a person is forgotten."""

from typing import Any

from django.conf import settings
from django.db.models import Q, QuerySet
from django.utils.translation import gettext_lazy as _

from delivery.models import Channel, Delivery
from privacy import names, retention, rules
from privacy.rules import Person
from tenancy import operational

BOT = "telegram:"  # before the chat of a Telegram bot, in a user id


def _deliveries(person: Person) -> "QuerySet[Any]":
    """What is to be told of their conversations, and what names them without one."""
    rows = Delivery.objects.of(person.tenant).exclude(payload={})
    named = [
        row.pk
        for row in rows.filter(turn=None, payload__icontains=person.user_id)
        if names.replace(row.payload, person.user_id, person.alias) != row.payload
    ]
    return rows.filter(Q(turn__conversation__user_id=person.user_id) | Q(pk__in=named))


def _forget_delivery(person: Person, row: Delivery) -> None:
    status = Delivery.Statuses.CANCELLED if row.status == Delivery.Statuses.PENDING else row.status
    Delivery.unscoped.filter(pk=row.pk).update(payload={}, target="", status=status)


def _allowing(person: Person) -> "QuerySet[Any]":
    chat = _chat(person)
    rows = Channel.objects.of(person.tenant)
    return rows.filter(pk__in=[row.pk for row in rows if chat and chat in map(str, row.allowed)])


def _forget_allowed(person: Person, row: Channel) -> None:
    # Another name in its place, never an empty list: that would let everybody in.
    row.allowed = [person.alias if str(each) == _chat(person) else each for each in row.allowed]
    row.save(update_fields=["allowed"])
    operational.touch(person.tenant)


def _chat(person: Person) -> str:
    return person.user_id.removeprefix(BOT) if person.user_id.startswith(BOT) else ""


def _clear(batch: retention.Batch) -> int:
    old = Delivery.objects.of(batch.tenant).filter(created_at__lt=batch.before)
    ended = old.exclude(status=Delivery.Statuses.PENDING)
    ids = list(ended.order_by("created_at").values_list("pk", flat=True)[: batch.most])
    Delivery.unscoped.filter(pk__in=ids).delete()
    return len(ids)


def _empty_deliveries(turns: list[str]) -> None:
    rows = Delivery.unscoped.filter(turn_id__in=turns)
    rows.exclude(status=Delivery.Statuses.PENDING).update(payload={}, target="")


retention.also_of_turns(_empty_deliveries)
retention.register(
    retention.RetentionKind(
        "deliveries",
        _("Deliveries"),
        _("The log of what was sent through channels, with its content."),
        _clear,
        lambda: settings.DELIVERY_DAYS,
    )
)
rules.own("delivery.Delivery", _deliveries, _forget_delivery)
rules.own("delivery.Channel", _allowing, _forget_allowed)
