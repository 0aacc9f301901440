"""Who answers while a conversation waits for something."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from agents.authored_row import Authored
from agents.models import Specialist
from routing.decision.authored.models import AgentProfile


class StatePolicy(Authored):
    """Who gets the replies while a conversation is in a state."""

    named_by = ("state",)

    state = models.CharField(
        _("state"), max_length=64, help_text=_("Capital letters, for example WAITING_CONFIRMATION.")
    )
    specialist = models.ForeignKey(
        Specialist, models.RESTRICT, related_name="+", verbose_name=_("who answers")
    )
    description = models.CharField(_("description"), max_length=300, blank=True)
    terminal = models.BooleanField(
        _("ends the state"), default=False,
        help_text=_("The state is cleared after its turn, for example when the matter is closed."),
    )  # fmt: skip
    profiles = models.ManyToManyField(
        AgentProfile, blank=True, related_name="policies", verbose_name=_("only for"),
        help_text=_("Empty: every profile. For example only orders_team."),
    )  # fmt: skip
    enabled = models.BooleanField(_("in use"), default=True)

    class Meta(Authored.Meta):
        verbose_name = _("state policy")
        verbose_name_plural = _("state policies")
        ordering = ("state",)
        constraints = [models.UniqueConstraint(fields=["tenant", "state"], name="policy_state")]
