"""Who gets the new way of answering, and what is switched off. All of it acts at once."""

from collections.abc import Mapping
from decimal import Decimal
from typing import Any

from django.core.exceptions import ValidationError
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from rollout.evaluate import EVERY, MULTI_AGENT
from tenancy.models import slug
from tenancy.tenant_rows import TenantModel


class Flag(TenantModel):
    """A feature flag: a percentage of subjects on the new arm, overrides, a kill switch.

    Its arms are orchestration modes; an empty arm means: go on, the profile decides.
    Change it through `rollout.control`, which writes its history and makes every process see it.
    """

    key = models.CharField(_("flag"), max_length=64, default=MULTI_AGENT, validators=[slug])
    percentage = models.DecimalField(
        _("percentage"),
        max_digits=5,
        decimal_places=2,
        default=Decimal(100),
        validators=[MinValueValidator(0), MaxValueValidator(100)],
        help_text=_("How many users get the team of specialists, for example 12.5. The same users stay in."),
    )
    off_variant = models.CharField(
        _("mode outside the rollout"), max_length=16, default="single",
        help_text=_("What users outside get. For example single: the one specialist."),
    )  # fmt: skip
    on_variant = models.CharField(
        _("mode inside the rollout"), max_length=16, blank=True, default="",
        help_text=_("What users inside get. For example as the profile says."),
    )  # fmt: skip
    salt = models.CharField(
        _("salt"),
        max_length=64,
        default="multi_agent:1",
        help_text=_("Another salt draws other users for the same percentage, for example multi_agent:2."),
    )
    agent_ids = models.JSONField(
        _("only for profiles"), default=list, blank=True,
        help_text=_("One profile a line; empty: every profile. For example orders_team."),
    )  # fmt: skip
    killed = models.BooleanField(
        _("switched off"), default=False,
        help_text=_("Everybody is outside at once, but overrides. For example when answers go wrong."),
    )  # fmt: skip

    class Meta(TenantModel.Meta):
        verbose_name = _("rollout flag")
        verbose_name_plural = _("rollout flags")
        ordering = ("tenant", "key")
        constraints = [
            models.UniqueConstraint(fields=["tenant", "key"], name="flag_key"),
            models.CheckConstraint(
                condition=models.Q(percentage__gte=0, percentage__lte=100), name="flag_percentage"
            ),
        ]
        permissions = [("change_rollout", _("Can change the rollout"))]

    def __str__(self) -> str:
        return self.key

    def clean(self) -> None:
        if not isinstance(self.agent_ids, list) or not all(isinstance(each, str) for each in self.agent_ids):
            raise ValidationError({"agent_ids": _('A list of profile names: ["customer_care"].')})


class FlagOverride(TenantModel):
    """One subject (a user_id) that is always inside or always outside."""

    flag = models.ForeignKey(Flag, models.CASCADE, related_name="overrides", verbose_name=_("flag"))
    subject = models.CharField(_("user"), max_length=260, help_text=_("A user_id, for example u-1001."))
    value = models.BooleanField(_("inside"), default=True)

    class Meta(TenantModel.Meta):
        verbose_name = _("override")
        verbose_name_plural = _("overrides")
        ordering = ("flag", "subject")
        constraints = [models.UniqueConstraint(fields=["flag", "subject"], name="override_subject")]

    def __str__(self) -> str:
        return self.subject

    flag_id: int


# How the history keeps values (`rollout.control`), and how a reader calls them.
VALUES: Mapping[str, Any] = {
    "on": _("on"),
    "off": _("off"),
    "True": _("yes"),
    "False": _("no"),
    "inside": _("inside"),
    "outside": _("outside"),
    "as everybody": _("as everybody"),
}


def _say(kept: str) -> str:
    """A kept value in the reader's words: "off wrong amounts" is a switch's, with why."""
    if kept in VALUES:
        return str(VALUES[kept])
    first, _space, reason = kept.partition(" ")
    return f"{VALUES[first]}: {reason}" if first == "off" else kept


class FlagChange(TenantModel):
    """One line of the history: who changed what of a flag or a switch, from what to what."""

    subject = models.CharField(_("what"), max_length=340)  # "multi_agent percentage", "tool look_up"
    old = models.CharField(_("before"), max_length=400, blank=True, default="")
    new = models.CharField(_("after"), max_length=400, blank=True, default="")
    who = models.CharField(_("who"), max_length=150, blank=True, default="")
    at = models.DateTimeField(_("when"), default=timezone.now)

    class Meta(TenantModel.Meta):
        verbose_name = _("rollout change")
        verbose_name_plural = _("rollout changes")
        ordering = ("-at", "-id")
        indexes = [models.Index(fields=["tenant", "-at"], name="flag_change_recent")]

    def __str__(self) -> str:
        return f"{self.what}: {self.before or '–'} → {self.after or '–'}"

    @property
    def what(self) -> str:
        """What was changed, as its reader calls it: "multi_agent: percentage", "tool: look_up"."""
        first, _space, rest = self.subject.partition(" ")
        if first in KillSwitch.Kinds.values:
            return f"{KillSwitch.Kinds(first).label}: {rest}"
        name, _space, whose = rest.partition(" ")
        if name == "override":
            return f"{first}: {FlagOverride._meta.verbose_name} {whose}"
        named = {each.name: str(each.verbose_name) for each in Flag._meta.concrete_fields}
        return f"{first}: {named.get(name, name)}"

    @property
    def before(self) -> str:
        """The value before it, as its reader says it."""
        return _say(self.old)

    @property
    def after(self) -> str:
        """The value after it, as its reader says it; of a switch with the reason."""
        return _say(self.new)


class KillSwitch(TenantModel):
    """Something that is off now, whatever was published. No row: it is on."""

    class Kinds(models.TextChoices):
        TOOL = "tool", _("tool")
        SERVER = "server", _("MCP server")
        MODEL = "model", _("model")
        INTENT = "intent", _("intent")
        SPECIALIST = "specialist", _("specialist")
        BACKEND = "backend", _("backend")
        DOMAIN = "domain", pgettext_lazy("planning", "domain")  # not the field of a profile
        TIER = "tier", _("decision tier")
        INPUT_RAIL = "input_rail", _("check of what comes in")
        OUTPUT_RAIL = "output_rail", _("check of what goes out")
        JUDGE = "judge", _("judge")
        ANSWER_CACHE = "answer_cache", _("kept answers")
        FLAG = "flag", _("rollout flag")

    kind = models.CharField(_("kind"), max_length=16, choices=Kinds.choices)
    name = models.CharField(
        _("name"),
        max_length=128,
        default=EVERY,
        help_text=_("* for all of the kind, or one name, for example look_up."),
    )
    reason = models.CharField(_("reason"), max_length=300, blank=True, help_text=_("Shown to colleagues."))
    since = models.DateTimeField(_("since"), default=timezone.now, editable=False)

    class Meta(TenantModel.Meta):
        verbose_name = _("kill switch")
        verbose_name_plural = _("kill switches")
        ordering = ("kind", "name")
        constraints = [models.UniqueConstraint(fields=["tenant", "kind", "name"], name="kill_switch")]

    def __str__(self) -> str:
        return f"{self.get_kind_display()}: {self.name}"

    get_kind_display: Any
