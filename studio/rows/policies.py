"""Prompt policies (how the company speaks) and state policies (who gets a reply)."""

from typing import Any, ClassVar

from django.contrib import admin
from django.utils.translation import gettext_lazy as _

from agents.models import PromptPolicy
from routing.models import StatePolicy
from studio.base import AuthoredAdmin
from studio.fields import LinesField, PairsField
from studio.site import site


@admin.register(PromptPolicy, site=site)
class PromptPolicyAdmin(AuthoredAdmin):
    """How do we speak, and what do we never say?"""

    about = _("How the company speaks: what every prompt begins with, and what no answer may say.")
    list_display = ("name", "version", "style")
    search_fields = ("name", "style")
    typed: ClassVar[dict[str, Any]] = {"forbidden_phrases": LinesField, "preferred": PairsField}
    helps: ClassVar[dict[str, Any]] = {
        "version": _("Your own mark for this wording. For example 2."),
    }


@admin.register(StatePolicy, site=site)
class StatePolicyAdmin(AuthoredAdmin):
    """While we wait for something, who gets the reply?"""

    about = _(
        "While a conversation waits for something, for example a yes, a policy says who gets the reply."
    )
    list_display = ("state", "specialist", "description", "terminal", "enabled")
    list_filter = ("enabled",)
    list_select_related = ("specialist",)
    search_fields = ("state", "description")
    autocomplete_fields = ("specialist", "profiles")
    helps: ClassVar[dict[str, Any]] = {
        "specialist": _("Gets the reply, for example a “yes”. For example hours_agent."),
        "description": _("For example: waits for a yes before a visit is moved."),
        "enabled": _("Off: replies in this state are routed like any message, for example during a test."),
    }
