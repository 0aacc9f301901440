"""Models that specialists and judges think with."""

from typing import Any, ClassVar

from django.contrib import admin
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from agents.models import LLMProfile
from studio.access import tenant
from studio.base import AuthoredAdmin
from studio.checks import ModelChecks
from studio.site import site
from tenancy.operational import touch


@admin.register(LLMProfile, site=site)
class LLMAdmin(ModelChecks, AuthoredAdmin):
    """Which model answers where, and does it answer?"""

    list_display = ("name", "point", "provider", "model", "base_url")
    list_filter = ("provider", "point")
    search_fields = ("name", "model")
    change_form_outer_before_template = "studio/checks.html"
    at_once = ("provider", "base_url", "api_key")
    helps: ClassVar[dict[str, Any]] = {
        "point": _("For example “every specialist without its own”. One model a point."),
        "provider": _(
            "Whose interface it speaks. For example OpenAI; any compatible server works with an address. "
            "LangChain: the model is a name from LANGCHAIN_MODELS."
        ),
        "api_key": _("Kept encrypted and never shown again, for example sk-..."),
        "temperature": _("How freely it writes, 0 to 2. For example 0.2; empty: the provider's own."),
        "top_p": _("Another way to bound it, 0 to 1. For example 0.9; usually left empty."),
        "max_tokens": _("For example 800. Empty: the provider's own limit."),
        "timeout_seconds": _("After this the user gets a polite answer. For example 30."),
    }
    fieldsets = (
        (None, {"fields": ("name", "point", "model")}),
        (
            _("Where it is"),
            {
                "fields": at_once,
                "description": _("Address and key act at once, the provider with the next release."),
            },
        ),
        (
            _("How it writes"),
            {"fields": ("temperature", "top_p", "max_tokens", "timeout_seconds"), "classes": ("collapse",)},
        ),
    )

    def save_model(self, request: HttpRequest, obj: Any, form: Any, change: bool) -> None:
        super().save_model(request, obj, form, change)
        touch(tenant(request))
