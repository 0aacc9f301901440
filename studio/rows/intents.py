"""Intents: what people ask for. Keywords are chips, examples lines, tools rows of the same page."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from django.contrib import admin, messages
from django.db import models
from django.db.models import Count, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.http import HttpRequest
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from releases import draft
from releases.errors import Problem
from routing.decision.agreement import SHORT
from routing.models import Example, Intent, IntentTool, Keyword
from studio import learning
from studio.access import tenant
from studio.base import AuthoredAdmin, Inline
from studio.columns import column
from studio.fields import LinesByLanguageField, LinesField, TextsField
from studio.forms import TenantForm
from studio.model_hint import is_connected
from studio.site import site
from studio.templatetags.intents import percent
from studio.values import show_value


def take_over(
    model: type[models.Model], own: Mapping[str, Any], wanted: Sequence[Mapping[str, Any]], author: Any
) -> int:
    """Makes the rows of `own` have exactly the wanted values; returns how many rows changed.

    Row by row, because bulk writes leave no history; removals first, so that a value may move.

    >>> take_over(Keyword, {"tenant": tenant, "intent": intent}, [{"text": "fatura"}], user)
    1
    """
    names = tuple(wanted[0]) if wanted else ("pk",)
    rows = {tuple(getattr(row, name) for name in names): row for row in model._base_manager.filter(**own)}
    wanted_rows = {tuple(values[name] for name in names): values for values in wanted}
    gone = [row for key, row in rows.items() if key not in wanted_rows]
    for row in gone:
        row._history_user = author  # type: ignore[attr-defined]
        row.delete()
    new = [values for key, values in wanted_rows.items() if key not in rows]
    for values in new:
        row = model(**own, **values)
        row._history_user = author  # type: ignore[attr-defined]
        row.save()
    return len(gone) + len(new)


class IntentForm(TenantForm):
    """An intent with its keywords and examples in one form."""

    keywords = LinesField(
        label=_("keywords"),
        chips=True,
        longest=120,
        help_text=_(
            "One a line, or paste a list. Case, accents and plurals do not matter. "
            "For example: hours, open, closed."
        ),
    )
    examples = LinesByLanguageField(
        label=_("examples"),
        help_text=_("Whole messages, one a line, in each language. For example: Are you open on Sunday?"),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if self.instance.pk:
            self.initial["keywords"] = [row.text for row in self.instance.keywords.all()]
            self.initial["examples"] = _by_language(self.instance)

    def clean_cache_seconds(self) -> int:
        return self.cleaned_data["cache_seconds"] or 0

    def clean(self) -> dict[str, Any] | None:
        cleaned = super().clean()
        seen: set[str] = set()
        for text in (text for lines in (self.cleaned_data.get("examples") or {}).values() for text in lines):
            if text in seen:
                sentence = _("“%(text)s” is already an example of this intent in another language.")
                self.add_error("examples", sentence % {"text": text})
            seen.add(text)
        return cleaned


class IntentToolForm(TenantForm):
    """A tool of an intent; who saves it says how it is used."""

    def save(self, commit: bool = True) -> Any:
        self.instance.assumed = False
        return super().save(commit)


class IntentToolInline(Inline):
    """Which tools answer this intent, and whether they are called at once."""

    model, form = IntentTool, IntentToolForm
    fields = ("tool", "use", "position")
    verbose_name = _("tool")
    verbose_name_plural = _("tools this intent may use")
    helps: ClassVar[dict[str, Any]] = {
        "tool": _("For example consultar_fatura."),
        "use": _("For example “call at once” for tools that only read; it saves a step."),
        "position": _("Called first to last, for example 1."),
    }


@admin.register(Intent, site=site)
class IntentAdmin(AuthoredAdmin):
    """What do people ask, who answers, and what happens if I change this?"""

    about = _("What people ask for. Write one, with a few messages as people write them, and who answers.")
    form = IntentForm
    inlines = (IntentToolInline,)
    list_display = (
        "name", "description", "answered_by", "priority", "words", "sentences", "decided", "enabled",
    )  # fmt: skip
    list_filter = ("enabled", ("specialist", admin.RelatedOnlyFieldListFilter), "domain")
    list_select_related = ("specialist", "collection")
    search_fields = ("name", "description", "keywords__text")
    autocomplete_fields = ("specialist", "profiles", "collection")
    change_form_outer_before_template = "studio/try_box.html"
    change_form_outer_after_template = "studio/learnt.html"
    typed: ClassVar[dict[str, Any]] = {
        "reply": lambda **kwargs: TextsField(rows=3, **kwargs),
        "state_question": TextsField,
        "offer": TextsField,
    }
    helps: ClassVar[dict[str, Any]] = {
        "enabled": _(
            "Off: the intent stays here but is not published, for example while it is being written."
        ),
    }
    fieldsets = (
        (
            None,
            {
                "fields": (
                    "name",
                    "description",
                    "keywords",
                    "takes_text",
                    "specialist",
                    "collection",
                    "cache_seconds",
                    "priority",
                    "enabled",
                )
            },
        ),
        (
            _("What people say"),
            {
                "fields": ("examples", "out_of_scope", "asks_for_person"),
                "description": _(
                    "What is like these is routed here, once it is published. Write five or more in your "
                    "users' own words, with their short forms and mistakes; forty teach much better."
                ),
            },
        ),
        (
            _("A fixed answer"),
            {"fields": ("reply", "menu", "offer"), "classes": ("collapse",)},
        ),
        (
            _("Afterwards"),
            {
                "fields": ("aside", "next_state", "state_question", "profiles", "handover_backend", "domain"),
                "classes": ("collapse",),
            },
        ),
    )

    def get_queryset(self, request: HttpRequest) -> QuerySet[Intent]:
        def count(model: Any) -> Any:
            rows = model.unscoped.filter(intent=OuterRef("pk")).order_by().values("intent")
            return Coalesce(Subquery(rows.annotate(n=Count("pk")).values("n")), 0)

        rows: QuerySet[Intent] = super().get_queryset(request)
        return rows.annotate(words_=count(Keyword), sentences_=count(Example))

    def get_changelist_instance(self, request: HttpRequest) -> Any:
        """The list, each of its rows with what its examples teach."""
        listed = super().get_changelist_instance(request)
        company = tenant(request)
        known = learning.describe_list(company, draft.of(company))
        for intent in listed.result_list:
            intent.learnt_ = known.get(intent.name)
        return listed

    @column(_("who answers"), ordering="specialist__name")
    def answered_by(self, intent: Intent) -> str:
        return str(intent.specialist) if intent.specialist else str(_("whoever is speaking"))

    @column(_("keywords"), ordering="words_")
    def words(self, intent: Any) -> str:
        weak = intent.learnt_.weak if intent.learnt_ else 0
        return (
            gettext("%(n)d, %(weak)d weak") % {"n": intent.words_, "weak": weak}
            if weak
            else str(intent.words_)
        )

    @column(_("examples"), ordering="sentences_")
    def sentences(self, intent: Any) -> int:
        return int(intent.sentences_)

    @column(_("decided"))
    def decided(self, intent: Any) -> str:
        return percent(intent.learnt_.share if intent.learnt_ else None)

    @column(_("keywords"))
    def keywords(self, intent: Intent) -> Any:
        return show_value([row.text for row in intent.keywords.all()])

    @column(_("examples"))
    def examples(self, intent: Intent) -> Any:
        return show_value(
            [f"{code}: {text}" for code, lines in _by_language(intent).items() for text in lines]
        )

    def render_change_form(self, request: Any, context: Any, *args: Any, **kwargs: Any) -> Any:
        if context.get("original"):
            made = draft.of(tenant(request))
            context["problems"] = _problems(made, context["original"])
            context["has_model"] = is_connected(tenant(request).pk)
            context["may_propose"] = self.has_change_permission(request, context["original"])
            context |= _describe_learnt(request, made, context["original"])
        return super().render_change_form(request, context, *args, **kwargs)

    def save_related(self, request: HttpRequest, form: Any, formsets: Any, change: bool) -> None:
        super().save_related(request, form, formsets, change)
        own = {"tenant": tenant(request), "intent": form.instance}
        words = [{"text": text} for text in form.cleaned_data.get("keywords") or []]
        examples = [
            {"text": text, "language": code}
            for code, lines in (form.cleaned_data.get("examples") or {}).items()
            for text in lines
        ]
        taken = take_over(Keyword, own, words, request.user)
        take_over(Example, own, examples, request.user)
        if taken:
            sentence = ngettext(
                "%(n)d keyword changed. It acts once it is published.",
                "%(n)d keywords changed. They act once they are published.",
                taken,
            )
            self.message_user(request, sentence % {"n": taken})
        if "_continue" not in request.POST:  # else the page itself says it
            for problem in _problems(draft.of(tenant(request)), form.instance):
                self.message_user(request, f"{problem.where}: {problem.sentence}", messages.WARNING)


def _problems(made: draft.Draft, intent: Intent) -> list[Problem]:
    """What the checks before publishing say about an intent."""
    where = gettext("Intent '%s'") % intent.name
    return [each for each in made.review.problems if each.where == where]


def _describe_learnt(request: HttpRequest, made: draft.Draft, intent: Intent) -> dict[str, Any]:
    """What the page says of the examples and keywords of an intent that is saved."""
    company = tenant(request)
    figures = learning.describe_intent(
        company, made, intent.name, request.user.has_perm("routing.view_routingcase")
    )
    return {
        "figures": figures,
        "short": SHORT,
        "intent_pages": learning.find_pages(company, made, learning.name_other_intents(figures)),
        "learning": learning.find_learning(company),
    }


def _by_language(intent: Intent) -> dict[str, list[str]]:
    """The examples of an intent that is saved, under their languages."""
    found: dict[str, list[str]] = {}
    for row in intent.examples.all():
        found.setdefault(row.language, []).append(row.text)
    return found
