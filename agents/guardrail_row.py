"""A guardrail as a company has it: what it reads, what happens then, and what of one that asks somebody
else.
"""

from typing import Any

from django.core.exceptions import ValidationError
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.utils.translation import gettext_lazy as _

from agents.authored_row import Authored, texts


class Guardrail(Authored):
    """A check of what comes in or goes out, switched on for the profiles that name it."""

    named_by = ("code", "phase")

    class Phases(models.TextChoices):
        INPUT = "input", _("what the user writes")
        RETRIEVAL = "retrieval", _("passages of documents")
        TOOL = "tool", _("results of tools")
        OUTPUT = "output", _("what we answer")

    code = models.CharField(_("check"), max_length=32, help_text=_("For example MSK masks personal numbers."))
    phase = models.CharField(_("looks at"), max_length=12, choices=Phases.choices)
    action = models.CharField(
        _("then"), max_length=12, default="sanitize",
        choices=[("sanitize", _("mask it")), ("block", _("refuse politely")), ("retry", _("ask again")),
                 ("handover", _("ask again, then a person")), ("observe", _("only note it"))],
    )  # fmt: skip
    attempts = models.PositiveSmallIntegerField(
        _("asked again at most"), default=1, validators=[MaxValueValidator(3)]
    )
    phrases = models.JSONField(
        _("its list"), default=list, blank=True,
        help_text=_(
            "One a line. MSK lets these kinds of personal data pass, for example email or phone; DLEX"
            " looks for these words, for example a competitor's name; LINKS lets links to these hosts"
            " be opened, for example pay.example.com; PROMPT_LEAK lets these parts of a prompt be "
            "told word for word; AOFERTA takes these words for an offer; CMP wants a sentence or a "
            "/pattern/ in an answer, and in front of a colon the intents, tools or words that it goes"
            " with, for example “cancel_visit: /A-\\d{3,}/”; MODERATION counts these categories,"
            " for example “harassment: 0.3”, and GUARD_MODEL these classes, for example “S1: violent crimes”."
        ),
    )  # fmt: skip
    polite = texts(_("polite refusal"))
    # The database's own defaults are for the version before these, which writes rows without them.
    prompt = models.TextField(_("what it looks for"), blank=True, default="", db_default="", max_length=4000)
    threshold = models.FloatField(
        _("counts from"), default=0.5, db_default=0.5, validators=[MinValueValidator(0), MaxValueValidator(1)]
    )
    confirms = models.CharField(_("second opinion on"), max_length=32, blank=True, default="", db_default="")
    seconds = models.FloatField(
        _("time limit (s)"),
        default=5,
        db_default=5,
        validators=[MinValueValidator(0.1), MaxValueValidator(60)],
    )
    fail_closed = models.BooleanField(_("refuse when there is no answer"), default=False, db_default=False)
    enabled = models.BooleanField(_("in use"), default=True)

    class Meta(Authored.Meta):
        verbose_name = _("guardrail")
        verbose_name_plural = _("guardrails")
        ordering = ("phase", "code")
        constraints = [models.UniqueConstraint(fields=["tenant", "code", "phase"], name="rail_code")]

    def __str__(self) -> str:
        return f"{self.code} ({self.get_phase_display()})"

    get_phase_display: Any

    def clean(self) -> None:
        if self.phase != self.Phases.OUTPUT and self.action in ("retry", "handover"):
            raise ValidationError({"action": _("Only for an answer can a model be asked again.")})
