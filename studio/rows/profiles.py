"""Profiles: one team behind one name, who belongs to it, how it decides, what checks it.

A week's hours as a form.

A line a day, as `handoffs.hours` keeps them: `{"mon": "09:00-12:00, 13:00-18:00"}`.
"""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from django import forms
from django.contrib import admin
from django.core.exceptions import ValidationError
from django.utils.dates import WEEKDAYS
from django.utils.translation import gettext_lazy as _
from unfold.widgets import UnfoldAdminCheckboxSelectMultipleWidget, UnfoldAdminTextInputWidget

from handoffs.hours import DAYS, periods
from releases import draft
from routing.models import AgentProfile
from studio import learning
from studio.access import tenant
from studio.base import AuthoredAdmin
from studio.fields import LabelledField, LabelledWidget, LanguagesField, LinesField, TextsField
from studio.site import site

NAMED = tuple(zip(DAYS, (WEEKDAYS[n] for n in range(len(DAYS))), strict=True))


class HoursWidget(LabelledWidget):
    """One input a day, each with its name in the reader's language."""

    def __init__(self, attrs: dict[str, Any] | None = None) -> None:
        super().__init__(
            {day: UnfoldAdminTextInputWidget({"aria-label": name, **(attrs or {})}) for day, name in NAMED}
        )

    def decompress(self, value: Any) -> list[str]:
        known = value if isinstance(value, Mapping) else {}
        return [known.get(day, "") for day in DAYS]


class HoursField(LabelledField):
    """Hours by day; a day that was left empty is left out."""

    def __init__(self, **kwargs: Any) -> None:
        parts = [forms.CharField(required=False, label=name) for _day, name in NAMED]
        super().__init__(parts, HoursWidget(), **kwargs)

    def compress(self, data_list: Sequence[str]) -> dict[str, str]:
        found = {
            day: " ".join(text.split()) for day, text in zip(DAYS, data_list or (), strict=False) if text
        }
        for day, name in NAMED:
            try:
                periods(found.get(day, ""))
            except ValueError as error:
                sentence = _(
                    "%(day)s: “%(part)s” is no period of a day. For example: 09:00-12:00, 13:00-18:00."
                )
                raise ValidationError(sentence, params={"day": name, "part": str(error)[:40]}) from error
        return {day: text for day, text in found.items() if text}


@admin.register(AgentProfile, site=site)
class ProfileAdmin(AuthoredAdmin):
    """Who answers under this name, and who stands in when nothing matches?"""

    about = _("A team behind one name: who belongs to it, and who stands in when nothing matches.")
    list_display = ("agent_id", "name", "mode", "fallback", "single", "enabled")
    list_filter = ("enabled", "mode")
    list_select_related = ("fallback", "single")
    search_fields = ("agent_id", "name", "description")
    autocomplete_fields = (
        "fallback",
        "single",
        "coordinator",
        "specialists",
        "policy",
        "llm_router",
        "documents",
        "attachments",
    )
    typed: ClassVar[dict[str, Any]] = {
        "languages": LanguagesField,
        "person_hours": HoursField,
        "person_closed": lambda **kwargs: LinesField(rows=3, longest=10, **kwargs),
        "person_reply": lambda **kwargs: TextsField(rows=3, **kwargs),
        "person_reply_closed": lambda **kwargs: TextsField(rows=3, **kwargs),
    }
    helps: ClassVar[dict[str, Any]] = {
        "description": _("One sentence for the list. For example: opening hours and visits."),
        "fallback": _("Gets a message that no intent matches. For example hours_agent."),
        "allow_handoff": _(
            "Off: nobody passes a conversation on, for example while a team is being tried out."
        ),
        "policy": _("The company's tone and forbidden phrases. For example formal_tone."),
        "guardrails": _("Checks of what comes in and goes out. For example MSK masks personal numbers."),
        "judges": _("Score each answer. For example groundedness: are its figures from a tool?"),
        "enabled": _("Off: the profile is left out of the next release, for example before a launch."),
    }
    change_form_outer_after_template = "studio/learnt_profile.html"
    fieldsets = (
        (None, {"fields": ("agent_id", "name", "description", "domain", "languages", "enabled")}),
        (
            _("Team"),
            {
                "fields": (
                    "fallback",
                    "specialists",
                    "single",
                    "coordinator",
                    "mode",
                    "allow_handoff",
                    "share_memory",
                    "remembers",
                    "attachments",
                )
            },
        ),
        (
            _("How it decides"),
            {
                "fields": (
                    "wished_precision",
                    "llm_router",
                    "confidence_threshold",
                    "plan_by_model",
                    "documents",
                    "documents_threshold",
                    "stickiness",
                    "quick_messages",
                ),
                "classes": ("collapse",),
            },
        ),
        (
            _("Limits"),
            {
                "fields": (
                    "max_branches",
                    "max_rounds",
                    "max_handoffs",
                    "max_steps",
                    "history_messages",
                    "history_tokens",
                    "synthesis_prompt",
                ),
                "classes": ("collapse",),
            },
        ),
        (
            _("When somebody asks for a person"),
            {
                "fields": (
                    "person_hours",
                    "person_closed",
                    "time_zone",
                    "person_reply",
                    "person_reply_closed",
                ),
                "classes": ("collapse",),
                "description": _(
                    "What is said to whoever asks for a person, and when people are there. Who is told of "
                    "it is set with the channels: an e-mail address or a webhook with the event “somebody "
                    "asks for a person”."
                ),
            },
        ),
        (_("Checks"), {"fields": ("policy", "review", "guardrails", "judges", "keep_raw_text")}),
    )

    def formfield_for_manytomany(self, db_field: Any, request: Any, **kwargs: Any) -> Any:
        if db_field.name in {"guardrails", "judges"}:
            kwargs["widget"] = UnfoldAdminCheckboxSelectMultipleWidget()
        return super().formfield_for_manytomany(db_field, request, **kwargs)

    def render_change_form(self, request: Any, context: Any, *args: Any, **kwargs: Any) -> Any:
        if context.get("original"):
            company = tenant(request)
            made = draft.of(company)
            whole = learning.describe_profile(company, made, context["original"].agent_id)
            context |= {
                "whole": whole,
                "intent_pages": learning.find_pages(company, made, whole.named) if whole else {},
                "learning": learning.find_learning(company),
            }
        return super().render_change_form(request, context, *args, **kwargs)
