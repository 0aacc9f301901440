"""Every mode by its name, in the words of people who choose one.

What its turns walk stands in `tables.py`.
"""

from collections.abc import Mapping
from typing import Any

from django.db import models
from django.utils.translation import gettext_lazy as _


class Modes(models.TextChoices):
    """The one list of modes, in the order in which they are shown.

    >>> Modes("coordinator").label
    'coordinator: one voice that calls in specialists'
    """

    ROUTER = "router", _("router: one specialist a message")
    SUPERVISOR = "supervisor", _("supervisor: several specialists at once")
    SUPERVISED = "supervised", _("supervised: one after the other until all is done")
    COORDINATOR = "coordinator", _("coordinator: one voice that calls in specialists")
    PLANNER = "planner", _("planner: goals become plans that domains carry out")
    SINGLE = "single", _("single: always the one generalist")

    @property
    def description(self) -> str:
        """How it works, in two sentences."""
        return str(_DESCRIPTIONS[self.value])


_DESCRIPTIONS: Mapping[str, Any] = {
    "router": _(
        "One specialist answers each message. When a part belongs to another, it hands over in the same turn."
    ),
    "supervisor": _(
        "Every specialist whose keywords are in the message works on its part at the same time; what they "
        "say becomes one answer."
    ),
    "supervised": _(
        "One specialist after the other: after each answer the supervisor reads what is still open and "
        "sends the next, until all is done; then one answer is made of it."
    ),
    "coordinator": _(
        "One voice answers, and calls in a specialist when a message is theirs: the next messages go to "
        "that one until it ends. The user sees one assistant."
    ),
    "planner": _(
        "What the message wants is found in the goals that domains publish; a plan of steps does it, and "
        "what came of them becomes one answer. What is not certain is asked first."
    ),
    "single": _("One generalist answers everything. Users outside the rollout of multi-agent get this."),
}
