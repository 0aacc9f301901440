"""Channels of a company, which act at once, and the outbox: what is to be sent, and what became of it."""

from collections.abc import Mapping
from typing import Any

import orjson
from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from conversations.models import Turn, new_id
from delivery.kinds import KINDS, UNKNOWN
from outbound.fields import AddressField, EncryptedField, SentenceField
from tenancy.models import slug
from tenancy.tenant_rows import TenantModel

EVENTS = {
    "turn.answered": _("a message was answered"),
    "turn.blocked": _("a check stopped a message"),
    "turn.failed": _("a message could not be answered"),
    "route.selected": _("it was decided who answers a message"),
    "tool.called": _("a tool was called"),
    "agent.completed": _("a specialist has done its part"),
    "handoff": _("a specialist handed over to another one"),
    "person.requested": _("somebody asks for a person"),
    "person.released": _("the person is needed no longer"),
    "budget.warning": _("80 % of a budget are used"),
    "budget.spent": _("a budget is used up"),
    "release.published": _("a release was published or restored"),
    "flag.changed": _("a flag or a switch was changed"),
}
BY_MAIL = ("person.requested", "person.released", "budget.warning", "budget.spent")  # what an e-mail may tell


def check_events(value: Any) -> None:
    """Names of `EVENTS`."""
    if not isinstance(value, list) or not set(value) <= EVENTS.keys():
        raise ValidationError(_("Choose of: %(known)s.") % {"known": ", ".join(EVENTS)})


class Channel(TenantModel):
    """One connection to the outside: a Telegram bot, a system of the company that speaks webhooks, an e-mail
    address of its people, or its part of the installation's stream. Acts at once.

    `secret` is what the other side proves itself with; `former` is valid beside it until `former_until`.
    """

    class Kinds(models.TextChoices):
        WEBHOOK = "webhook", _("webhook")
        TELEGRAM = "telegram", _("Telegram bot")
        EMAIL = "email", _("e-mail")
        STREAM = "stream", _("stream of events")

    class Markups(models.TextChoices):
        KIND = "", _("as its kind shows it")
        PLAIN = "plain", _("plain text")
        MARKDOWN = "markdown", _("Markdown")

    id = models.CharField(primary_key=True, max_length=36, default=new_id, editable=False)
    kind = models.CharField(_("kind"), max_length=16, choices=Kinds.choices, default=Kinds.WEBHOOK)
    name = models.CharField(_("name"), max_length=64, validators=[slug], help_text=_("For example crm."))
    agent_id = models.CharField(
        _("profile"),
        max_length=64,
        blank=True,
        default="",
        help_text=_("Who answers its messages. Empty: the company's default, for example customer_care."),
    )
    url = AddressField(
        _("address"), max_length=300, blank=True, default="",
        help_text=_(
            "Where events and answers are sent, for example https://crm.example.com/hooks/chat. Empty: "
            "answers come in the response; for Telegram its own address."
        ),
    )  # fmt: skip
    email = models.EmailField(
        _("e-mail address"),
        blank=True,
        default="",
        help_text=_("Who is told of its events, for example help@example.com."),
    )
    token = EncryptedField(
        _("bot token"), blank=True, default="", sent_to=("kind", "url"),
        help_text=_("From @BotFather, for example 123456789:AA... Kept encrypted, never shown again."),
    )  # fmt: skip
    secret = EncryptedField(blank=True, default="", editable=False)
    former = EncryptedField(blank=True, default="", editable=False)
    former_until = models.DateTimeField(null=True, editable=False)
    events = models.JSONField(_("events"), default=list, blank=True, validators=[check_events])
    allowed = models.JSONField(
        _("who may write"), default=list, blank=True,
        help_text=_("Ids of Telegram chats, one a line; empty: everybody. For example 123456789."),
    )  # fmt: skip
    markup = models.CharField(
        _("answers are written"),
        max_length=16,
        choices=Markups.choices,
        default=Markups.KIND,
        db_default="",
        blank=True,
        help_text=_(
            "How answers to messages that come in by it are written; models are told, too. For example plain "
            "text where the system behind it shows stars and brackets as they are."
        ),
    )
    enabled = models.BooleanField(_("on"), default=True)
    problem = SentenceField(_("problem"), max_length=400, blank=True, default="", editable=False)
    failing_since = models.DateTimeField(_("failing since"), null=True, editable=False)
    heard_at = models.DateTimeField(_("last message"), null=True, editable=False)
    sent_at = models.DateTimeField(_("last sent"), null=True, editable=False)

    class Meta(TenantModel.Meta):
        verbose_name = _("channel")
        verbose_name_plural = _("channels")
        ordering = ("name",)
        constraints = [models.UniqueConstraint(fields=["tenant", "name"], name="channel_name")]

    def __str__(self) -> str:
        return self.name

    def clean(self) -> None:
        if self.kind == self.Kinds.WEBHOOK and self.events and not self.url:
            raise ValidationError({"url": _("Say where these events are sent, or choose none.")})
        if self.kind == self.Kinds.EMAIL and not self.email:
            raise ValidationError({"email": _("Say who is told, for example help@example.com.")})
        if self.kind == self.Kinds.EMAIL and not set(self.events) <= set(BY_MAIL):
            events = ", ".join(str(EVENTS[name]) for name in BY_MAIL)
            raise ValidationError({"events": _("An e-mail tells only this: %s.") % events})
        if self.kind == self.Kinds.STREAM and not settings.KAFKA_BOOTSTRAP_SERVERS:
            raise ValidationError(
                {"kind": _("This installation has no stream: KAFKA_BOOTSTRAP_SERVERS is not set.")}
            )

    @property
    def is_door(self) -> bool:
        """Whether messages come in by it, proven by its secret."""
        return KINDS.get(self.kind, UNKNOWN).door

    @property
    def has_receiver(self) -> bool:
        """Whether events may be sent to it."""
        return KINDS.get(self.kind, UNKNOWN).receiver(self)

    def new_secret(self) -> str:
        """A secret of the form that the other side expects; not stored yet."""
        return KINDS.get(self.kind, UNKNOWN).secret()

    get_kind_display: Any


class Delivery(TenantModel):
    """One thing to be sent through a channel. Its id is what the other side knows it again by.

    Written in the transaction of what it tells, claimed by one process at a time, sent at least once.
    `target` is whom it goes to within the channel; of one target they are sent one after the other.
    `traceparent` is of the turn that it tells (W3C Trace Context).
    """

    class Statuses(models.TextChoices):
        PENDING = "pending", _("to be sent")
        SENT = "sent", _("sent")
        FAILED = "failed", _("given up")
        CANCELLED = "cancelled", _("erased")

    id = models.CharField(primary_key=True, max_length=36, default=new_id, editable=False)
    channel = models.ForeignKey(Channel, models.CASCADE, related_name="deliveries", verbose_name=_("channel"))
    turn = models.ForeignKey(Turn, models.CASCADE, related_name="+", null=True, verbose_name=_("turn"))
    event = models.CharField(_("event"), max_length=32)
    target = models.CharField(_("to"), max_length=64, blank=True, default="")
    payload = models.JSONField(_("content"), default=dict)
    traceparent = models.CharField(max_length=55, blank=True, default="", db_default="", editable=False)
    status = models.CharField(_("status"), max_length=12, choices=Statuses.choices, default=Statuses.PENDING)
    attempts = models.PositiveSmallIntegerField(_("attempts"), default=0)
    next_at = models.DateTimeField(_("next attempt"), default=timezone.now)
    lease_until = models.DateTimeField(null=True, editable=False)
    answered = models.PositiveSmallIntegerField(_("answer"), null=True)  # the HTTP status
    error = SentenceField(_("error"), max_length=400, blank=True, default="")
    log = models.JSONField(_("attempts so far"), default=list)  # [{at, status, ms, error}]
    created_at = models.DateTimeField(_("made"), default=timezone.now)
    sent_at = models.DateTimeField(_("sent"), null=True)

    class Meta(TenantModel.Meta):
        verbose_name = _("delivery")
        verbose_name_plural = _("deliveries")
        ordering = ("-created_at",)
        indexes = [
            models.Index(fields=["next_at"], condition=models.Q(status="pending"), name="delivery_due"),
            models.Index(
                fields=["channel", "target"], condition=models.Q(status="pending"), name="delivery_order"
            ),
            models.Index(fields=["tenant", "-created_at"], name="delivery_recent"),
        ]

    def __str__(self) -> str:
        return f"{self.event} {self.id[-8:]}"

    def envelope(self, data: Mapping[str, Any] | None = None) -> bytes:
        """The event as JSON, as every receiver gets it; with other `data` where its own is too much."""
        given = self.payload if data is None else data
        return orjson.dumps({"type": self.event, "timestamp": self.created_at.isoformat(), "data": given})

    channel_id: str
    turn_id: str | None
    get_status_display: Any
