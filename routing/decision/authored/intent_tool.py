"""The tools that an intent allows."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from agents.authored_row import Authored
from agents.models import MCPTool
from routing.decision.authored.models import Intent


class IntentTool(Authored):
    """A tool that an intent allows, and how it is used."""

    class Uses(models.TextChoices):
        PREFETCH = "prefetch", _("call at once")
        OFFER = "offer", _("the model may call it")

    intent = models.ForeignKey(Intent, models.CASCADE, related_name="tools", verbose_name=_("intent"))
    tool = models.ForeignKey(MCPTool, models.CASCADE, related_name="intents", verbose_name=_("tool"))
    use = models.CharField(_("use"), max_length=12, choices=Uses.choices, default=Uses.PREFETCH)
    # Nobody has said how it is used: it is offered until its server says whether it only reads.
    assumed = models.BooleanField(_("assumed"), default=False, db_default=False, editable=False)
    position = models.PositiveSmallIntegerField(_("order"), default=0)

    class Meta(Authored.Meta):
        verbose_name = _("tool of an intent")
        verbose_name_plural = _("tools of an intent")
        ordering = ("intent", "position", "id")
        constraints = [models.UniqueConstraint(fields=["intent", "tool"], name="intent_tool")]

    def __str__(self) -> str:
        return str(self.tool)
