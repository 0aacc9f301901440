"""Guardrails: checks of what comes in and what goes out."""

from typing import Any, ClassVar

from django import forms
from django.contrib import admin
from django.utils.translation import gettext_lazy as _
from unfold.widgets import UnfoldAdminSelectWidget

from agents.guardrails.catalogue import RAILS
from agents.models import Guardrail
from agents.plugins import choices
from studio.base import AuthoredAdmin
from studio.fields import LinesField, TextsField
from studio.site import site


def make_code_field(**kwargs: Any) -> forms.Field:
    """One of the checks this installation has."""
    return forms.ChoiceField(
        choices=choices(RAILS),
        widget=UnfoldAdminSelectWidget(),
        **kwargs,
    )


@admin.register(Guardrail, site=site)
class GuardrailAdmin(AuthoredAdmin):
    """What is checked, and what happens when it finds something?"""

    list_display = ("code", "phase", "action", "enabled")
    list_filter = ("enabled", "phase")
    search_fields = ("code",)
    typed: ClassVar[dict[str, Any]] = {
        "code": make_code_field,
        "phrases": LinesField,
        "polite": lambda **kwargs: TextsField(rows=2, **kwargs),
    }
    helps: ClassVar[dict[str, Any]] = {
        "phase": _("For example “what the user writes”, to mask a card number before a model sees it."),
        "action": _("For example “mask it”, which goes on with the numbers hidden."),
        "attempts": _(
            "For “ask again”: how often the model writes the answer anew, at most 3 times. For example 1; "
            "after that, and where no model is connected, the polite refusal stands in its place."
        ),
        "phrases": _(
            "One a line. MSK lets these kinds of personal data pass, for example email or phone; DLEX"
            " looks for these words, for example a competitor's name; LINKS lets links to these hosts"
            " be opened, for example pay.example.com; PROMPT_LEAK lets these parts of a prompt be "
            "told word for word; AOFERTA takes these words for an offer; CMP wants a sentence or a "
            "/pattern/ in an answer, and in front of a colon the intents, tools or words that it goes"
            " with, for example “refund, cancel_order: /PR-\\d{4,}/”."
        ),
        "polite": _("Said instead when it refuses. For example: Não posso ajudar com isso por aqui."),
        "enabled": _(
            "Acts by publishing. To stop all checks at once, use Operations; for example in an emergency."
        ),
    }
