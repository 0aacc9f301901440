"""Judges: score answers, after they were given or before they leave."""

from typing import Any, ClassVar

from django import forms
from django.contrib import admin
from django.utils.translation import gettext_lazy as _
from unfold.widgets import UnfoldAdminTextInputWidget

from agents.judges.catalogue import JUDGES
from agents.models import Judge
from studio.base import AuthoredAdmin
from studio.forms import TenantForm
from studio.site import site


def make_name_field(**kwargs: Any) -> forms.Field:
    """The name of one that this installation has, or of one's own."""
    return forms.SlugField(widget=UnfoldAdminTextInputWidget(), **kwargs)


class JudgeForm(TenantForm):
    """One that this installation has, or one with what it looks at."""

    def clean(self) -> dict[str, Any]:
        values: dict[str, Any] = super().clean() or self.cleaned_data
        if values.get("name", "") not in JUDGES and not values.get("prompt"):
            words = _("Write what it looks at, or take one that is there: %s.") % ", ".join(sorted(JUDGES))
            self.add_error("prompt", words)
        return values


@admin.register(Judge, site=site)
class JudgeAdmin(AuthoredAdmin):
    """Who scores our answers, from where do they pass, and what happens to those that do not?"""

    about = _(
        "Scores answers, or holds back those that do not pass. For example: are its figures from a tool?"
    )
    form = JudgeForm
    list_display = ("name", "threshold", "fail_closed", "enabled")
    list_filter = ("enabled", "fail_closed")
    fieldsets = (
        (None, {"fields": ("name", "threshold", "enabled")}),
        (_("A model judges"), {"fields": ("prompt", "scale", "share", "seconds")}),
        (_("When an answer does not pass"), {"fields": ("fail_closed", "person")}),
    )
    search_fields = ("name",)
    typed: ClassVar[dict[str, Any]] = {"name": make_name_field}
    helps: ClassVar[dict[str, Any]] = {
        "threshold": _("From 0 to 1. For example 0.6: an answer with a lower score does not pass."),
        "prompt": _(
            "What the model scores, in your words. For example: Does the answer name the next step? Empty "
            "for one that is there. Without a model nothing is judged by it, and the record says so."
        ),
        "scale": _("The worst is 0. For example 10; the score is shown as a part of it, 0 to 1."),
        "share": _(
            "For example 20: one answer in five, to save money. One that holds answers back looks at all."
        ),
        "seconds": _("For example 10. A judge that takes longer has no score."),
        "fail_closed": _(
            "The answer is written whole, and judged before anybody sees it: below the threshold the model "
            "is asked again once, with the reason; then a polite sentence is said instead, also when the "
            "judge has no score."
        ),
        "person": _(
            "Beside the polite sentence, where the profile has an intent that asks for a person; for "
            "example for complaints."
        ),
        "enabled": _(
            "Acts by publishing. To stop all judges at once, use Operations; for example when slow."
        ),
    }
