"""What a page calls the nodes of the modes' tables; drawings for documents have their names."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

TITLES: Mapping[str, str | Promise] = {
    "input_guardrails": _("Check the message"),
    "memory": _("Say what is remembered"),
    "routing_decision": _("Decide who answers"),
    "agreed": _("Do what a yes agrees to"),
    "cached_answer": _("Kept answer"),
    "fixed_reply": _("Fixed reply"),
    "clarification": _("Ask which is meant"),
    "person": _("Pass on to a person"),
    "backend": _("Another backend"),
    "specialist": _("Specialist"),
    "coordinator": _("Coordinator"),
    "planner": _("Plan the steps"),
    "supervisor": _("Decide who goes on"),
    "supervisor_agent": _("The team works"),
    "supervisor_review": _("Review the work"),
    "judge": _("Judge the answer"),
    "output_guardrails": _("Check the answer"),
    "finalise": _("Finish the answer"),
    "persist": _("Store it"),
    # Steps that are no nodes.
    "model": _("Model"),
    "tool": _("Tool"),
    "permission": _("Permission"),
    "synthesis": _("Join the answers"),
    "budget": _("Budget"),
}
