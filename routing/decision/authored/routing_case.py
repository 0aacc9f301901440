"""Messages that must be routed right, as business users keep them."""

import secrets

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from agents.authored_row import Authored
from conversations.models import Conversation, Turn
from routing.decision.authored.models import AgentProfile, Intent


def case_key() -> str:
    """A name for a case that tells nothing of its text."""
    return secrets.token_hex(6)


class RoutingCase(Authored):
    """A message that must be routed right.

    Nothing learns from it, but a keyword that it shows to mislead is weak.

    The text of a customer stays here: a release names a case by its `key` and keeps what follows from it, and
    when the conversation is erased the row goes (`routing/decision/authored/cases.py`).
    """

    named_by = ("key",)

    class Sources(models.TextChoices):
        WRITTEN = "written", _("written")
        FILE = "file", _("from a file")
        CORRECTION = "correction", _("a correction")

    key = models.CharField(_("key"), max_length=12, default=case_key, editable=False)
    profile = models.ForeignKey(
        AgentProfile, models.CASCADE, related_name="cases", verbose_name=_("profile"),
        help_text=_("Where the message is written, for example orders_team."),
    )  # fmt: skip
    text = models.CharField(
        _("message"), max_length=4000,
        help_text=_(
            "A whole message that begins a conversation, for example: conta pra mim uma piada. Numbers of "
            "people are masked when it is saved, as in the record."
        ),
    )  # fmt: skip
    intent = models.ForeignKey(
        Intent, models.CASCADE, null=True, blank=True, related_name="cases", verbose_name=_("belongs to"),
        help_text=_("For example opening_hours. Empty: nobody serves it."),
    )  # fmt: skip
    state = models.CharField(
        _("state"), max_length=64, blank=True,
        help_text=_(
            "What the conversation waits for, for example WAITING_CONFIRMATION. Usually empty."
        ),
    )  # fmt: skip
    source = models.CharField(
        _("comes from"), max_length=12, choices=Sources.choices, default=Sources.WRITTEN, editable=False
    )
    conversation = models.ForeignKey(
        Conversation, models.CASCADE, null=True, blank=True, related_name="+", editable=False
    )
    turn = models.ForeignKey(
        Turn, models.CASCADE, null=True, blank=True, related_name="+", editable=False,
        verbose_name=_("corrects"),
    )  # fmt: skip
    author = models.CharField(_("by"), max_length=150, blank=True, editable=False)
    created_at = models.DateTimeField(_("since"), default=timezone.now, editable=False)

    class Meta(Authored.Meta):
        verbose_name = _("message that must be routed right")
        verbose_name_plural = _("messages that must be routed right")
        ordering = ("-created_at", "-id")
        constraints = [
            models.UniqueConstraint(fields=["tenant", "key"], name="case_key"),
            models.UniqueConstraint(fields=["turn"], name="case_turn"),
        ]

    profile_id: int
    intent_id: int | None
    _history_user: object  # who edits it, for its history

    def __str__(self) -> str:
        return self.text[:80]
