"""Guardrails: checks of what comes in, of what tools and documents bring, and of what goes out.

What holds the answers of each profile back while they are written, for the page of guardrails.
"""

from dataclasses import dataclass
from typing import Any, ClassVar

from django import forms
from django.contrib import admin
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from unfold.widgets import UnfoldAdminSelectWidget

from agents.guardrails import run_rails
from agents.guardrails.base import is_async
from agents.guardrails.catalogue import RAILS
from agents.guardrails.holding import WORDS, list_holding, words_of
from agents.guardrails.phrases import CODE as PHRASES
from agents.guardrails.phrases import Phrases
from agents.models import Guardrail
from agents.plugins import choices
from agents.specs import JudgeSpec, RailSpec
from routing.models import AgentProfile
from routing.turns.mode import list_names_where
from studio.access import tenant
from studio.base import AuthoredAdmin
from studio.fields import LinesField, TextsField
from studio.forms import TenantForm
from studio.site import site
from tenancy.models import Tenant


@dataclass(frozen=True, slots=True)
class Holding:
    """How answers of some profiles leave, and because of which checks and judges, by their titles."""

    how: str
    because: tuple[str, ...]
    profiles: tuple[str, ...]


def group_by_holding(company: Tenant) -> list[Holding]:
    """The profiles in use, those together whose answers leave alike; as the draft has them. Three queries."""
    rows = AgentProfile.objects.of(company).filter(enabled=True).order_by("agent_id").select_related("policy")
    alike: dict[tuple[str, tuple[str, ...]], list[str]] = {}
    for row in rows.prefetch_related("guardrails", "judges"):
        alike.setdefault(_explain(row), []).append(row.name or row.agent_id)
    return [Holding(how, because, tuple(profiles)) for (how, because), profiles in alike.items()]


def _explain(profile: AgentProfile) -> tuple[str, tuple[str, ...]]:
    rows = [
        each for each in profile.guardrails.all() if each.enabled and each.phase == Guardrail.Phases.OUTPUT
    ]
    specs = [RailSpec(each.code, "output", each.action, confirms=each.confirms) for each in rows]
    judges = [
        JudgeSpec(each.name, fail_closed=each.fail_closed) for each in profile.judges.all() if each.enabled
    ]
    one_voice = profile.mode in list_names_where(lambda mode: mode.one_voice)
    forbidden = profile.policy.forbidden_phrases if profile.policy and profile.review else ()
    rails = run_rails.pair_rails(run_rails.on_answers(specs, one_voice), forbidden)
    held = list_holding(rails, judges)
    named = {**RAILS, PHRASES: Phrases}
    titles = (str(getattr(named.get(name), "title", "")) or name for name, _sees in held)
    return str(WORDS[held[0][1] if held else "piece"]), tuple(dict.fromkeys(titles))


DOUBTED = ("PINJ", "TOX", "TOXOUT")  # what a second opinion is worth asking on: what they say is learnt


def make_code_field(**kwargs: Any) -> forms.Field:
    """One of the checks this installation has."""
    return forms.ChoiceField(
        choices=choices(RAILS),
        widget=UnfoldAdminSelectWidget(),
        **kwargs,
    )


def make_confirms_field(**kwargs: Any) -> forms.Field:
    """Nothing, or a check that has learnt what it finds."""
    learnt = choices({code: RAILS[code] for code in DOUBTED})
    return forms.ChoiceField(
        choices=[("", _("none: it reads every text")), *learnt],
        required=False,
        widget=UnfoldAdminSelectWidget(),
        **{name: value for name, value in kwargs.items() if name != "required"},
    )


class GuardrailForm(TenantForm):
    """A check where it makes sense."""

    def clean(self) -> dict[str, Any]:
        values: dict[str, Any] = super().clean() or self.cleaned_data
        rail = RAILS.get(values.get("code", ""))
        phases = dict(Guardrail.Phases.choices)
        if rail is not None and values.get("phase") and values["phase"] not in rail.phases:
            here = ", ".join(str(phases[each]) for each in rail.phases)
            self.add_error("phase", _("This check looks at: %s.") % here)
        if rail is not None and values.get("confirms") and not is_async(rail):
            sentence = _(
                "Only a check that asks somebody else, for example MODERATION, gives a second opinion."
            )
            self.add_error("confirms", sentence)
        return values


@admin.register(Guardrail, site=site)
class GuardrailAdmin(AuthoredAdmin):
    """What is checked, and what happens when it finds something?"""

    about = _("A check of what comes in or goes out, for example one that masks personal numbers.")
    form = GuardrailForm
    list_before_template = "studio/holding.html"
    list_display = ("code", "phase", "action", "holds", "enabled")
    list_filter = ("enabled", "phase")
    search_fields = ("code",)
    fieldsets = (
        (None, {"fields": ("code", "phase", "action", "attempts", "phrases", "polite", "enabled")}),
        (
            _("One that asks somebody else"),
            {"fields": ("prompt", "threshold", "confirms", "seconds", "fail_closed")},
        ),
    )
    typed: ClassVar[dict[str, Any]] = {
        "code": make_code_field,
        "confirms": make_confirms_field,
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
        "polite": _("Said instead when it refuses. For example: Não posso ajudar com isso por aqui."),
        "prompt": _(
            "GUARD_MODEL: what the model looks for, in your words. For example: Advice on how to invest. "
            "Empty for a model that was made for it (Llama Guard and its like)."
        ),
        "threshold": _(
            "MODERATION: from 0 to 1. For example 0.5: from this score on a listed category counts."
        ),
        "confirms": _(
            "Then it is asked only about what that check refuses, and what it does not confirm passes. For "
            "example TOX."
        ),
        "seconds": _("For example 5. Then the text goes on without its word, or is refused, as said below."),
        "fail_closed": _(
            "Where it has no answer, because it is late or broken, the text is refused; for example for "
            "children's services. A missing second opinion leaves the first as it is."
        ),
        "enabled": _(
            "Acts by publishing. To stop all checks at once, use Operations; for example in an emergency."
        ),
    }

    def changelist_view(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> Any:
        """With what holds the answers of each profile back."""
        return super().changelist_view(
            request, {"holding": group_by_holding(tenant(request)), **(extra_context or {})}
        )

    @admin.display(description=_("answers leave"))
    def holds(self, row: Guardrail) -> str:
        """How much of an answer it holds back."""
        return words_of(row.code, row.phase, row.action) if row.enabled else ""
