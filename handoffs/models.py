"""The table `agent_handoffs`: who passed a conversation to whom, and what came of it."""

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from conversations.models import Conversation, Turn, new_id
from tenancy.tenant_rows import TenantModel


class NamedIndex(models.Index):
    """An index whose name is given to us: 31 letters, one more than Django allows for Oracle's sake."""

    max_name_length = 63


class AgentHandoff(TenantModel):
    """One passing of control, also one that was stopped; written by the close of its turn."""

    class Kinds(models.TextChoices):
        AGENT_TO_AGENT = "agent_to_agent", _("specialist to specialist")
        DELEGATION = "delegation", _("delegation")
        DELEGATION_END = "delegation_end", _("end of a delegation")
        AGENT_TO_PERSON = "agent_to_person", _("to a person")
        PERSON_TO_AGENT = "person_to_agent", _("back from a person")
        BACKEND = "backend", _("to another backend")

    class Outcomes(models.TextChoices):
        HELPED = "helped", _("helped")
        CAME_BACK = "came_back", _("came back")
        STOPPED = "stopped_by_guard", _("stopped by the loop guard")
        OUT_OF_SCOPE = "out_of_scope", _("out of scope")
        ABANDONED = "abandoned", _("abandoned")

    handoff_id = models.CharField(primary_key=True, max_length=36, default=new_id, editable=False)
    conversation = models.ForeignKey(Conversation, models.CASCADE, related_name="handoffs")
    turn = models.ForeignKey(Turn, models.CASCADE, related_name="handoffs")
    from_agent = models.CharField(_("from"), max_length=64)
    to_agent = models.CharField(_("to"), max_length=64)
    reason = models.TextField(_("reason"), blank=True, default="")
    context_summary = models.TextField(_("what was handed over"), blank=True, default="")
    kind = models.CharField(_("kind"), max_length=16, choices=Kinds.choices, default=Kinds.AGENT_TO_AGENT)
    category = models.CharField(_("category"), max_length=40, blank=True, default="")
    outcome = models.CharField(_("outcome"), max_length=20, choices=Outcomes.choices, blank=True, default="")
    blocked = models.BooleanField(_("stopped"), default=False)
    timestamp = models.DateTimeField(_("at"), default=timezone.now)

    class Meta(TenantModel.Meta):
        db_table = "agent_handoffs"
        verbose_name = _("handoff")
        verbose_name_plural = _("handoffs")
        indexes = [
            NamedIndex(fields=["conversation"], name="idx_agent_handoffs_conversation"),
            NamedIndex(fields=["timestamp"], name="idx_agent_handoffs_timestamp"),
        ]

    def __str__(self) -> str:
        return f"{self.from_agent} → {self.to_agent}"
