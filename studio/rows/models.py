"""Models that specialists and judges think with."""

from typing import Any, ClassVar

from django.contrib import admin
from django.utils.translation import gettext_lazy as _

from agents.models import LLMProfile
from studio.base import AuthoredAdmin
from studio.checks import ModelChecks
from studio.json_fields import ObjectField, StopsField
from studio.site import site


@admin.register(LLMProfile, site=site)
class LLMAdmin(ModelChecks, AuthoredAdmin):
    """Which model answers where, and does it answer?"""

    about = _(
        "The model that specialists think with. Until there is one, answers come from templates and "
        "tools' results."
    )
    list_display = ("name", "point", "provider", "model", "base_url")
    list_filter = ("provider", "point")
    search_fields = ("name", "model")
    list_before_template = "studio/without_model.html"
    change_form_outer_before_template = "studio/checks.html"
    at_once = ("provider", "base_url", "api_key", "extra_headers")
    typed: ClassVar[dict[str, Any]] = {
        "stop": StopsField,
        "response_format": ObjectField,
        "extra_body": ObjectField,
    }
    helps: ClassVar[dict[str, Any]] = {
        "point": _("For example “every specialist without its own”. One model a point."),
        "fallback": _(
            "Answers instead when this one is down, refuses or does not begin in time. For example "
            "other_provider, or one with the offline model; empty: the user gets a polite apology."
        ),
        "provider": _(
            "Whose interface it speaks. For example OpenAI; any compatible server works with an address. "
            "LangChain: the model is a name from LANGCHAIN_MODELS."
        ),
        "temperature": _("How freely it writes, 0 to 2. For example 0.2; empty: the provider's own."),
        "top_p": _("Another way to bound it, 0 to 1. For example 0.9; usually left empty."),
        "max_tokens": _("For example 800. Empty: the provider's own limit."),
        "timeout_seconds": _(
            "After this the user gets a polite answer. A model that has not begun after half of it is asked "
            "once more. For example 30."
        ),
        "reasoning_effort": _(
            "How much it thinks first, where it can. For example low: quicker and cheaper."
        ),
        "seed": _("The same number makes answers more alike, where the model knows it. For example 7."),
        "stop": _(
            r"The answer ends before one of these, one a line, four at most. For example END; \n is a new "
            r"line."
        ),
        "parallel_tool_calls": _(
            "Whether it may call several tools in one step. For example no, for a model that mixes them up."
        ),
        "can_force_tools": _(
            "Off for a model that refuses it while it thinks (“tool_choice is not supported”): it is asked "
            "in words instead. For example deepseek-reasoner."
        ),
        "reads_pictures": _(
            "Pictures that come with a message are sent to it as they are: nothing in them is masked. "
            "For example on for gpt-5-mini. Off: the user is told that pictures are not read."
        ),
        "reads_documents": _(
            "PDF documents that come with a message are sent to it as they are, pages and all. For example "
            "on for gpt-5-mini; off for most servers of your own."
        ),
        "organization": _(
            "Whom the provider charges, where a key belongs to several. For example org-abc123."
        ),
        "limit_name": _(
            "How the request calls the longest answer. For example max_completion_tokens, for an Azure "
            "deployment of a model that thinks."
        ),
        "response_format": _(
            'A JSON form for every answer, rarely wanted. For example {"type": "json_object"}.'
        ),
        "extra_body": _(
            'Sent with each request as it is, as JSON. For example {"service_tier": "flex"}. No secrets.'
        ),
    }
    fieldsets = (
        (None, {"fields": ("name", "point", "model", "fallback")}),
        (
            _("Where it is"),
            {
                "fields": at_once,
                "description": _("Address, key and headers act at once, the provider with the next release."),
            },
        ),
        (
            _("How it writes"),
            {"fields": ("temperature", "top_p", "max_tokens", "timeout_seconds"), "classes": ("collapse",)},
        ),
        (
            _("How it thinks and calls tools"),
            {
                "fields": ("reasoning_effort", "seed", "stop", "parallel_tool_calls", "can_force_tools"),
                "classes": ("collapse",),
            },
        ),
        (
            _("What it reads beside text"),
            {"fields": ("reads_pictures", "reads_documents"), "classes": ("collapse",)},
        ),
        (
            _("What its provider wants besides"),
            {
                "fields": ("organization", "limit_name", "response_format", "extra_body"),
                "classes": ("collapse",),
            },
        ),
    )
