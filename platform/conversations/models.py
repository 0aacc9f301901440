"""The record: the only state there is. Content is append-only; status, lease and counters change."""

from typing import Any

import uuid_utils
from django.core.validators import RegexValidator
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tenancy.models import slug
from tenancy.tenant_rows import TenantModel

session_id = RegexValidator(r"^[^/\x00-\x1f\x7f]{1,128}\Z")


def new_id() -> str:
    """A UUIDv7 in text: sortable by time, made before the visit that stores it."""
    return str(uuid_utils.uuid7())


def conversation_key(tenant_id: str, agent_id: str, session_id: str = "") -> str:
    """The key of a session's conversation with a profile.

    Without a session, what all keys of the profile begin with.

    >>> conversation_key("tenant_a", "telecom_contas", "web-1")
    'tenant_a:telecom_contas:web-1'
    """
    return f"{tenant_id}:{agent_id}:{session_id}"


class Conversation(TenantModel):
    """One user's talk with one profile; its key is `conversation_key`'s."""

    id = models.CharField(primary_key=True, max_length=36, default=new_id, editable=False)
    key = models.CharField(_("conversation"), max_length=260, unique=True)
    agent_id = models.CharField(_("profile"), max_length=64)
    session_id = models.CharField(_("session"), max_length=128)
    user_id = models.CharField(_("user"), max_length=128, blank=True, default="", db_index=True)
    owner = models.CharField(max_length=80, blank=True, default="", editable=False)
    channel = models.CharField(_("channel"), max_length=32, default="web")
    title = models.CharField(_("title"), max_length=160, blank=True, default="")
    state = models.JSONField(_("state"), default=dict, blank=True)
    options = models.JSONField(default=dict, blank=True)
    seq = models.PositiveIntegerField(default=0, editable=False)
    turn_count = models.PositiveIntegerField(_("turns"), default=0, editable=False)
    message_count = models.PositiveIntegerField(_("messages"), default=0, editable=False)
    handoff_count = models.PositiveIntegerField(_("handoffs"), default=0, editable=False)
    active_agent = models.CharField(_("specialist"), max_length=64, blank=True, default="")
    person_since = models.DateTimeField(_("waits for a person since"), null=True, blank=True, editable=False)
    history_from = models.PositiveIntegerField(default=0, editable=False)
    # Until when the state keeps what masks stand for, whether or not somebody comes back to its question.
    masked_until = models.DateTimeField(null=True, editable=False)
    started_at = models.DateTimeField(_("started"), default=timezone.now)
    last_activity = models.DateTimeField(_("last activity"), default=timezone.now, db_index=True)
    ended_at = models.DateTimeField(_("ended"), null=True, blank=True)

    class Meta(TenantModel.Meta):
        verbose_name = _("conversation")
        verbose_name_plural = _("conversations")
        indexes = [
            models.Index(fields=["tenant", "-last_activity"], name="conversation_recent"),
            models.Index(
                fields=["tenant", "person_since"],
                condition=models.Q(person_since__isnull=False),
                name="conversation_person",
            ),
            models.Index(
                fields=["masked_until"],
                condition=models.Q(masked_until__isnull=False),
                name="conversation_masked",
            ),
        ]

    def __str__(self) -> str:
        return self.title or self.key


class Turn(TenantModel):
    """One answer in the making: queued, running, then one of the ends. Leased by its process."""

    class Statuses(models.TextChoices):
        QUEUED = "queued", _("queued")
        RUNNING = "running", _("running")
        ANSWERED = "answered", _("answered")
        WAITING = "waiting", _("waiting for a person")
        BLOCKED = "blocked", _("blocked")
        FAILED = "failed", _("failed")
        CANCELLED = "cancelled", _("stopped")

    OPEN = (Statuses.QUEUED, Statuses.RUNNING)

    id = models.CharField(primary_key=True, max_length=36, default=new_id, editable=False)
    conversation = models.ForeignKey(Conversation, models.CASCADE, related_name="turns")
    number = models.PositiveIntegerField(_("number"))
    status = models.CharField(_("status"), max_length=12, choices=Statuses.choices, default=Statuses.QUEUED)
    attempt = models.PositiveSmallIntegerField(default=1)
    received = models.TextField(blank=True, default="", editable=False)
    request = models.JSONField(default=dict, editable=False)
    release = models.PositiveIntegerField(_("release"), null=True)
    mode = models.CharField(_("mode"), max_length=16, blank=True, default="")
    route = models.CharField(_("route"), max_length=64, blank=True, default="")
    agent = models.CharField(_("specialist"), max_length=64, blank=True, default="")
    intent = models.CharField(_("intent"), max_length=128, blank=True, default="")
    method = models.CharField(_("decided by"), max_length=16, blank=True, default="")
    routed_with_model = models.BooleanField(_("a model was asked to route"), default=False, editable=False)
    outcome = models.CharField(max_length=40, blank=True, default="")
    answer = models.TextField(_("answer"), blank=True, default="")
    result = models.JSONField(default=dict, editable=False)  # the metadata of the answer, whole
    usage = models.JSONField(_("usage"), default=dict)
    model_calls = models.PositiveIntegerField(default=0, db_default=0, editable=False)
    cost = models.FloatField(_("cost (US dollars)"), null=True, editable=False)  # None: no price is known
    error = models.CharField(_("error"), max_length=400, blank=True, default="")
    process = models.CharField(max_length=64, blank=True, default="", editable=False)
    lease_until = models.DateTimeField(null=True, editable=False)
    stop_requested = models.BooleanField(default=False, editable=False)
    side_effects = models.JSONField(default=list, editable=False)
    # What guardrails made of it, as `rail_results.write` says it; the version before this one writes none.
    rails = models.CharField(max_length=1000, blank=True, default="", db_default="", editable=False)
    created_at = models.DateTimeField(_("received"), default=timezone.now, db_index=True)
    started_at = models.DateTimeField(_("started"), null=True)
    finished_at = models.DateTimeField(_("finished"), null=True)

    class Meta(TenantModel.Meta):
        verbose_name = _("turn")
        verbose_name_plural = _("turns")
        constraints = [
            models.UniqueConstraint(fields=["conversation", "number"], name="turn_number"),
            models.UniqueConstraint(
                fields=["conversation"],
                condition=models.Q(status="running"),
                name="one_running_turn",
            ),
        ]
        indexes = [
            models.Index(
                fields=["lease_until"],
                condition=models.Q(status__in=("queued", "running")),
                name="turn_lease",
            ),
            models.Index(fields=["tenant", "-created_at"], name="turn_recent"),
            # Figures read nothing but this: a turn's row is kilobytes, and its times stand at the end.
            models.Index(
                fields=[
                    "tenant", "created_at", "conversation", "method", "routed_with_model", "agent", "status",
                    "started_at", "finished_at",
                ],
                name="turn_figures",
            ),
            models.Index(
                fields=["tenant", "created_at", "agent", "release", "cost"],
                condition=models.Q(model_calls__gt=0),
                name="turn_costs",
            ),
        ]  # fmt: skip

    def __str__(self) -> str:
        return _("turn %(number)s") % {"number": self.number}

    conversation_id: str


class Message(TenantModel):
    """What was said. A user's text is empty until the close puts the sanitised one here."""

    class Roles(models.TextChoices):
        USER = "user", _("user")
        AGENT = "agent", _("specialist")

    id = models.CharField(primary_key=True, max_length=36, default=new_id, editable=False)
    conversation = models.ForeignKey(Conversation, models.CASCADE, related_name="messages")
    turn = models.ForeignKey(Turn, models.CASCADE, related_name="messages")
    seq = models.PositiveIntegerField()
    role = models.CharField(_("who"), max_length=8, choices=Roles.choices)
    agent = models.CharField(_("specialist"), max_length=64, blank=True, default="")
    text = models.TextField(_("text"), blank=True, default="")
    metadata = models.JSONField(default=dict)
    created_at = models.DateTimeField(_("at"), default=timezone.now)

    class Meta(TenantModel.Meta):
        verbose_name = _("message")
        verbose_name_plural = _("messages")
        constraints = [models.UniqueConstraint(fields=["conversation", "seq"], name="message_seq")]
        indexes = [models.Index(fields=["tenant", "created_at", "conversation"], name="message_said")]

    def __str__(self) -> str:
        return f"{self.get_role_display()}: {self.text[:60]}"

    turn_id: str
    conversation_id: str
    get_role_display: Any


class Step(TenantModel):
    """One node's work in a turn, written by its close."""

    turn = models.ForeignKey(Turn, models.CASCADE, related_name="steps")
    position = models.PositiveSmallIntegerField()
    node = models.CharField(_("step"), max_length=64)
    kind = models.CharField(_("kind"), max_length=12)
    agent = models.CharField(_("specialist"), max_length=64, blank=True, default="")
    outcome = models.CharField(_("outcome"), max_length=12)
    summary = models.CharField(_("what happened"), max_length=400, blank=True, default="")
    detail = models.JSONField(_("detail"), default=dict)
    started_at = models.DateTimeField(_("at"))
    milliseconds = models.FloatField(_("ms"), default=0)

    class Meta(TenantModel.Meta):
        verbose_name = _("step")
        verbose_name_plural = _("steps")
        ordering = ("turn", "position")
        constraints = [models.UniqueConstraint(fields=["turn", "position"], name="step_position")]
        indexes = [
            models.Index(
                fields=["tenant", "started_at", "outcome", "turn"],
                condition=models.Q(kind="tool"),
                name="step_tools",
            )
        ]

    def __str__(self) -> str:
        return f"{self.position}. {self.node}"


class Feedback(TenantModel):
    """What a writer thought of one answer: a thumb and, if they like, a comment. One a turn and writer.

    The writer is the user or, where nobody is named, the credential (`owner`).
    """

    class Values(models.TextChoices):
        HELPFUL = "helpful", _("helpful")
        UNHELPFUL = "unhelpful", _("not helpful")

    COMMENT = 2000  # characters

    turn = models.ForeignKey(Turn, models.CASCADE, related_name="feedback")
    user_id = models.CharField(_("user"), max_length=128, blank=True, default="")
    owner = models.CharField(max_length=80, blank=True, default="", editable=False)
    value = models.CharField(_("feedback"), max_length=12, choices=Values.choices)
    comment = models.TextField(_("comment"), blank=True, default="", max_length=COMMENT)
    created_at = models.DateTimeField(_("given"), default=timezone.now)
    updated_at = models.DateTimeField(_("changed"), default=timezone.now)

    class Meta(TenantModel.Meta):
        verbose_name = _("feedback")
        verbose_name_plural = _("feedback")
        constraints = [
            models.UniqueConstraint(fields=["turn", "user_id", "owner"], name="one_feedback_a_writer")
        ]
        indexes = [models.Index(fields=["tenant", "value", "-created_at"], name="feedback_by_value")]

    def __str__(self) -> str:
        return (
            f"{self.get_value_display()}: {self.comment[:60]}" if self.comment else self.get_value_display()
        )

    turn_id: str
    get_value_display: Any


class WebProcess(models.Model):
    """A process that answers messages, for as long as nobody has found it dead.

    `beat` grows while it lives.
    """

    name = models.CharField(primary_key=True, max_length=64)
    beat = models.BigIntegerField(default=0)

    class Meta:
        verbose_name = _("web process")
        verbose_name_plural = _("web processes")

    def __str__(self) -> str:
        return self.name


class IdempotencyKey(TenantModel):
    """One (credential, door, key): the digest of its body, its turn, and what was answered."""

    credential = models.CharField(max_length=80)
    door = models.CharField(max_length=40)
    key = models.CharField(max_length=200)
    digest = models.CharField(max_length=64)
    turn = models.ForeignKey(Turn, models.CASCADE, related_name="+")
    response = models.JSONField(null=True)
    created_at = models.DateTimeField(default=timezone.now)

    class Meta(TenantModel.Meta):
        constraints = [
            models.UniqueConstraint(fields=["tenant", "credential", "door", "key"], name="idempotency_key")
        ]

    def __str__(self) -> str:
        return self.key

    turn_id: str


class UserFact(TenantModel):
    """Something that a user said of themselves, kept from one conversation to the next: the newest of each
    key.

    `turn` is the turn that it was said in; empty where a person in the Studio or a program wrote it.
    """

    class Sources(models.TextChoices):
        STATED = "stated", _("the user said it")
        LEARNED = "learned", _("a model understood it")
        CORRECTED = "corrected", _("written by a person")

    user_id = models.CharField(_("user"), max_length=128)
    key = models.CharField(
        _("about"), max_length=64, validators=[slug],
        help_text=_("For example name, language or preferred_market."),
    )  # fmt: skip
    value = models.CharField(
        _("what is remembered"), max_length=200,
        help_text=_("For example Ana. Acts at once, in their next message."),
    )  # fmt: skip
    confidence = models.FloatField(_("how sure"), default=1.0, editable=False)
    source = models.CharField(
        _("from"), max_length=12, choices=Sources.choices, default=Sources.CORRECTED, editable=False
    )
    turn = models.CharField(max_length=36, blank=True, default="", editable=False)
    learned_at = models.DateTimeField(_("since"), default=timezone.now, editable=False)

    class Meta(TenantModel.Meta):
        verbose_name = _("what is remembered of a user")
        verbose_name_plural = _("what is remembered of users")
        ordering = ("user_id", "-learned_at")
        constraints = [models.UniqueConstraint(fields=["tenant", "user_id", "key"], name="user_fact")]

    def __str__(self) -> str:
        return f"{self.key}: {self.value}"

    get_source_display: Any
