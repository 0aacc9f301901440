"""Specialists: what each is for and its prompt. An edited prompt is a new version; old ones stay."""

from collections.abc import Sequence
from typing import Any, ClassVar

from django import forms
from django.contrib import admin
from django.db.models import Max, OuterRef, QuerySet, Subquery
from django.http import HttpRequest
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from unfold.widgets import UnfoldAdminTextareaWidget

from agents import prompt_points, prompt_variables, prompt_versions
from agents.models import Slot, Specialist, SpecialistPrompt
from routing.models import AgentProfile
from routing.turns.mode import list_names_where
from studio.base import AuthoredAdmin
from studio.columns import column
from studio.fields import TextsField
from studio.forms import TenantForm
from studio.site import site

PROMPT = prompt_versions.PARTS


class SpecialistForm(TenantForm):
    """A specialist with the newest version of its prompt."""

    role = forms.CharField(
        label=_("role"),
        validators=[prompt_variables.check],
        widget=UnfoldAdminTextareaWidget({"rows": 4}),
        help_text=_("Who it is. For example: You are the specialist for opening hours of Example Ltd."),
    )
    objective = forms.CharField(
        label=_("objective"),
        required=False,
        validators=[prompt_variables.check],
        widget=UnfoldAdminTextareaWidget({"rows": 4}),
        help_text=_("What it should achieve. For example: Explain each answer in plain words."),
    )
    context = forms.CharField(
        label=_("context"),
        required=False,
        validators=[prompt_variables.check],
        widget=UnfoldAdminTextareaWidget({"rows": 6}),
        help_text=_(
            "What it must know. For example: On Sundays the office is closed; you speak with "
            "{customer.first_name}. Also filled in: {today}, {time}, {time_zone}, {channel}, {language}, "
            "{specialist}."
        ),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.newest = self.instance.prompts.order_by("-number").first() if self.instance.pk else None
        if self.newest:
            self.initial.update({name: getattr(self.newest, name) for name in PROMPT})

    @property
    def prompt_changed(self) -> bool:
        return not self.newest or any(
            getattr(self.newest, name) != self.cleaned_data.get(name, "") for name in PROMPT
        )


@admin.register(Specialist, site=site)
class SpecialistAdmin(AuthoredAdmin):
    """Who is in the team, what for, and with which prompt?"""

    about = _("One of the team: who answers about what, and with which words.")
    form = SpecialistForm
    list_display = ("name", "display_name", "purpose", "llm", "version", "enabled")
    list_filter = ("enabled", ("llm", admin.RelatedOnlyFieldListFilter))
    list_select_related = ("llm",)
    linked = ("name",)
    search_fields = ("name", "display_name", "purpose")
    autocomplete_fields = ("llm", "targets", "tools")
    change_form_outer_before_template = "studio/without_model.html"
    change_form_outer_after_template = "studio/prompt_versions.html"
    helps: ClassVar[dict[str, Any]] = {
        "targets": _("Whom it may pass a conversation to. For example Visits; empty: nobody."),
        "enabled": _(
            "Off: it is left out of the next release, for example while its prompt is being written."
        ),
    }
    fieldsets = (
        (None, {"fields": ("name", "display_name", "purpose", "enabled")}),
        (
            _("Prompt"),
            {
                "fields": PROMPT,
                "description": _("Saving a change makes a new version; a publish takes the newest."),
            },
        ),
        (_("Working with others"), {"fields": ("targets", "llm", "tools", "forward", "max_runs")}),
    )

    def get_queryset(self, request: HttpRequest) -> QuerySet[Specialist]:
        prompts = SpecialistPrompt.unscoped.filter(specialist=OuterRef("pk")).order_by()
        newest = prompts.values("specialist").annotate(newest=Max("number")).values("newest")
        rows: QuerySet[Specialist] = super().get_queryset(request)
        return rows.annotate(version_=Subquery(newest))

    @column(_("prompt"), ordering="version_")
    def version(self, specialist: Any) -> str:
        if not specialist.version_:
            return gettext("none yet")
        return gettext("version %(n)d") % {"n": specialist.version_}

    @column(_("role"))
    def role(self, specialist: Specialist) -> str:
        return _prompt(specialist, "role")

    @column(_("objective"))
    def objective(self, specialist: Specialist) -> str:
        return _prompt(specialist, "objective")

    @column(_("context"))
    def context(self, specialist: Specialist) -> str:
        return _prompt(specialist, "context")

    def save_related(self, request: HttpRequest, form: Any, formsets: Any, change: bool) -> None:
        super().save_related(request, form, formsets, change)
        if form.prompt_changed:
            prompt = prompt_versions.edit(form.instance, form.cleaned_data, request.user)
            self.message_user(request, gettext("The prompt is now version %(n)d.") % {"n": prompt.number})

    def render_change_form(self, request: Any, context: Any, *args: Any, **kwargs: Any) -> Any:
        specialist = context.get("original")
        if specialist is not None and specialist.pk:
            context["prompts"] = list(specialist.prompts.order_by("-number")[:20])
            context["rules"] = list_rules(specialist, context["prompts"][:1])
        return super().render_change_form(request, context, *args, **kwargs)


def list_rules(specialist: Specialist, newest: Sequence[SpecialistPrompt]) -> list[dict[str, Any]]:
    """In a mode of one voice.

    Each point that the prompt must make, and whether its author says it or we add it.
    """
    profiles = AgentProfile.objects.of(specialist.tenant_id).filter(enabled=True)
    part: prompt_points.Part
    if profiles.filter(coordinator=specialist).exists():
        part = "coordinator"
    elif profiles.filter(
        mode__in=list_names_where(lambda mode: mode.one_voice), specialists=specialist
    ).exists():
        part = "specialist"
    else:
        return []
    text = "\n".join(getattr(prompt, name) for prompt in newest for name in PROMPT)
    missing = prompt_points.missing(text, part)
    return [{"title": point.title, "own": point not in missing} for point in prompt_points.POINTS[part]]


def _prompt(specialist: Specialist, name: str) -> str:
    newest = specialist.prompts.order_by("-number").first()
    return getattr(newest, name, "") or "-"


@admin.register(Slot, site=site)
class SlotAdmin(AuthoredAdmin):
    """Which values can be read from a message, or asked for?"""

    about = _("A value that a tool needs and that people can be asked for, for example an order number.")
    list_display = ("name", "pattern", "example")
    search_fields = ("name",)
    typed: ClassVar[dict[str, Any]] = {"label": TextsField}
