"""Rows of the gateway.

Backends (authored), and the record of sessions and what was decided about each message.
"""

from typing import Any

from django.core.exceptions import ValidationError
from django.core.validators import RegexValidator
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from agents.authored_row import Authored
from outbound.fields import AddressField, EncryptedField, SentenceField
from tenancy.models import slug
from tenancy.tenant_rows import TenantModel

path_of_a_backend = RegexValidator(
    r"^/[^\s?#]*\Z", _("A path begins with / and has no spaces, for example /gateway/message.")
)
HERE, STREAM, HEALTH = "/gateway/message", "/gateway/message/sse", "/health"


def texts_in_a_list(value: object) -> None:
    """A list of texts with something in them."""
    if not isinstance(value, list) or not all(isinstance(each, str) and each.strip() for each in value):
        raise ValidationError(_("A list of texts, one a line. For example: hours."))


class Backend(Authored):
    """A deployment that answers messages.

    Another of this platform, or anything that speaks `/gateway/message`.

    What it is for is released; where it is, its token and its paths act at once.
    """

    name = models.CharField(_("name"), max_length=64, validators=[slug], help_text=_("For example contas."))
    title = models.CharField(
        _("title"), max_length=120, blank=True, help_text=_("How users read its name, for example Contas.")
    )
    description = models.CharField(_("description"), max_length=400, blank=True)
    domains = models.JSONField(_("domains"), default=list, blank=True, validators=[texts_in_a_list])
    keywords = models.JSONField(_("keywords"), default=list, blank=True, validators=[texts_in_a_list])
    examples = models.JSONField(_("examples"), default=list, blank=True, validators=[texts_in_a_list])
    priority = models.PositiveIntegerField(
        _("priority"), default=100,
        help_text=_("The lowest number wins when several backends match alike, for example 10."),
    )  # fmt: skip
    is_default = models.BooleanField(
        _("default"), default=False, help_text=_(
            "Gets what matches no backend. One of them, for example contas."
        )
    )  # fmt: skip
    default_agent_id = models.CharField(
        _("profile there"), max_length=64, blank=True, default="",
        help_text=_("The profile that is asked for when a message names none, for example orders_team."),
    )  # fmt: skip
    metadata = models.JSONField(_("further facts"), default=dict, blank=True, editable=False)
    enabled = models.BooleanField(_("in use"), default=True)
    url = AddressField(
        _("address"), max_length=300, blank=True, default="",
        help_text=_("Acts at once. For example https://contas.example.com or ${ENV:BACKEND_CONTAS_URL}."),
    )  # fmt: skip
    secret = EncryptedField(
        _("token"), blank=True, default="", sent_to=("url",),
        help_text=_("Sent as a bearer token: an API key of that installation, for example sb_live_..."),
    )  # fmt: skip
    message_path = models.CharField(
        _("path of messages"), max_length=200, default=HERE, validators=[path_of_a_backend]
    )
    sse_message_path = models.CharField(
        _("path of streams"), max_length=200, blank=True, default=STREAM, validators=[path_of_a_backend]
    )
    events_path_template = models.CharField(
        _("path of events"), max_length=200, blank=True, default="/gateway/events/{session_id}"
    )
    health_path = models.CharField(
        _("path of its health"), max_length=200, default=HEALTH, validators=[path_of_a_backend]
    )
    last_error = SentenceField(_("last error"), max_length=400, blank=True, default="", editable=False)
    last_seen = models.DateTimeField(_("last answer"), null=True, editable=False)

    class Meta(Authored.Meta):
        verbose_name = _("backend")
        verbose_name_plural = _("backends")
        ordering = ("priority", "name")
        constraints = [
            models.UniqueConstraint(fields=["tenant", "name"], name="backend_name"),
            models.UniqueConstraint(
                fields=["tenant"], condition=models.Q(is_default=True), name="backend_default",
                violation_error_message=_("Another backend is the default already. Take it off there first."),
            ),
        ]  # fmt: skip

    def __str__(self) -> str:
        return self.title or self.name

    def clean(self) -> None:
        """Behind the address: without its / a path would go on with the name of the machine."""
        if self.events_path_template:
            try:
                path_of_a_backend(self.events_path_template)
            except ValidationError as error:
                raise ValidationError({"events_path_template": error.messages}) from error


class GatewaySession(TenantModel):
    """A session of the gateway: which backend it is with, and what the session is called there.

    `seq` counts its messages; only what belongs to the last of them changes the active backend afterwards.
    """

    session_id = models.CharField(_("session"), max_length=260)
    user_id = models.CharField(_("user"), max_length=128, blank=True, default="")
    owner = models.CharField(max_length=80, blank=True, default="", editable=False)
    channel = models.CharField(_("channel"), max_length=32, default="web")
    language = models.CharField(_("language"), max_length=5, blank=True, default="")
    active_backend = models.CharField(_("active backend"), max_length=64, blank=True, default="")
    backend_sessions = models.JSONField(default=dict, editable=False)  # backend -> the session's name there
    seq = models.PositiveIntegerField(_("messages"), default=0)
    started_at = models.DateTimeField(_("started"), default=timezone.now)
    last_at = models.DateTimeField(_("last message"), default=timezone.now)

    class Meta(TenantModel.Meta):
        verbose_name = _("session of the gateway")
        verbose_name_plural = _("sessions of the gateway")
        ordering = ("-last_at",)
        constraints = [
            models.UniqueConstraint(fields=["tenant", "session_id"], name="gateway_session_id"),
        ]
        indexes = [models.Index(fields=["tenant", "-last_at"], name="gateway_session_recent")]

    def __str__(self) -> str:
        return self.session_id


class GatewayDecision(TenantModel):
    """What was decided about one message, and what became of it. It holds no word of the user's.

    `key` is a short name of the message's own id: sent again, the message goes where it went before.
    `digest` is of its body: the id is not another message's. `process` has it on its way (empty: one that
    does not show that it lives).
    """

    class Statuses(models.TextChoices):
        SENT = "sent", _("on its way")
        ANSWERED = "answered", _("answered")
        REFUSED = "refused", _("refused by the backend")
        FAILED = "failed", _("nobody answered")

    class Methods(models.TextChoices):
        FORCED = "forced", _("named in the request")
        STICKY = "sticky", _("a follow-up")
        CLOSING = "closing", _("closing words")
        RULES = "rules", _("keywords, domains and examples")
        MODEL = "model", _("a model")
        ACTIVE = "active", _("nothing else matched")
        DEFAULT = "default", _("the default")

    session = models.ForeignKey(
        GatewaySession, models.CASCADE, related_name="decisions", verbose_name=_("session")
    )
    seq = models.PositiveIntegerField(_("message"))
    # Null, for many have none, and none are alike.
    key = models.CharField(max_length=24, null=True, editable=False)  # noqa: DJ001
    digest = models.CharField(max_length=64, blank=True, default="", editable=False)  # of the body
    backend = models.CharField(_("chosen"), max_length=64)
    answered_by = models.CharField(_("answered by"), max_length=64, blank=True, default="")
    mode = models.CharField(_("mode"), max_length=16)
    method = models.CharField(_("decided by"), max_length=12, choices=Methods.choices)
    confidence = models.FloatField(_("sure"), default=0)
    reason = models.CharField(_("reason"), max_length=400, blank=True, default="")
    candidates = models.JSONField(_("candidates"), default=list)
    used_llm = models.BooleanField(_("a model was asked"), default=False)
    handovers = models.JSONField(_("handed over"), default=list)  # [{"from", "to"}]
    failures = models.JSONField(_("failed"), default=list)  # [{"backend", "why"}], "had_it": it was silent
    status = models.CharField(_("what became of it"), max_length=12, choices=Statuses.choices, default="sent")
    milliseconds = models.FloatField(_("ms"), null=True)
    process = models.CharField(max_length=64, blank=True, default="", db_default="", editable=False)
    at = models.DateTimeField(_("at"), default=timezone.now)

    class Meta(TenantModel.Meta):
        verbose_name = _("decision of the gateway")
        verbose_name_plural = _("decisions of the gateway")
        ordering = ("-at", "-id")
        constraints = [
            models.UniqueConstraint(fields=["session", "seq"], name="gateway_decision_seq"),
            models.UniqueConstraint(fields=["tenant", "key"], name="gateway_decision_key"),
        ]
        indexes = [models.Index(fields=["tenant", "-at"], name="gateway_decision_recent")]

    def __str__(self) -> str:
        return f"{self.seq}: {self.backend}"

    session_id: Any
    get_method_display: Any
    get_status_display: Any
