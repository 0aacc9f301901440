"""Judges: score answers after they were given."""

from typing import Any, ClassVar

from django import forms
from django.contrib import admin
from django.utils.translation import gettext_lazy as _
from unfold.widgets import UnfoldAdminSelectWidget

from agents.judges.catalogue import JUDGES
from agents.models import Judge
from agents.plugins import choices
from studio.base import AuthoredAdmin
from studio.site import site


def make_judge_field(**kwargs: Any) -> forms.Field:
    """One of the judges this installation has."""
    return forms.ChoiceField(
        choices=choices(JUDGES),
        widget=UnfoldAdminSelectWidget(),
        **kwargs,
    )


@admin.register(Judge, site=site)
class JudgeAdmin(AuthoredAdmin):
    """Who scores our answers, and from where do they pass?"""

    list_display = ("name", "threshold", "enabled")
    list_filter = ("enabled",)
    fields = ("name", "threshold", "enabled")
    search_fields = ("name",)
    typed: ClassVar[dict[str, Any]] = {"name": make_judge_field}
    helps: ClassVar[dict[str, Any]] = {
        "threshold": _("From 0 to 1. For example 0.6: an answer with a lower score does not pass."),
        "name": _("For example groundedness: are the answer's figures from a tool?"),
        "enabled": _(
            "Acts by publishing. To stop all judges at once, use Operations; for example when slow."
        ),
    }
