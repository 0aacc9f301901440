"""The rollout: a percentage with the people behind it, overrides, a switch, its history. Acts at once.

Takes the last change of the rollout flag back: percentage, kill switch of the flag, an override.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from decimal import Decimal, InvalidOperation
from functools import partial
from typing import Any, ClassVar

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from unfold.widgets import UnfoldAdminSelectWidget, UnfoldAdminTextInputWidget

from conversations.models import Conversation
from releases import freshness
from releases.errors import NothingPublished
from rollout import control
from rollout.evaluate import MULTI_AGENT, bucket
from rollout.models import Flag, FlagChange, FlagOverride
from routing.decision.profile_runtime import ProfileRuntime
from routing.models import AgentProfile
from routing.turns.mode import MODES, find_mode
from studio.access import tenant
from studio.base import Inline, RecordAdmin, TenantAdmin
from studio.columns import column
from studio.fields import LinesField
from studio.forms import TenantForm
from studio.links import link, list_of
from studio.site import site
from tenancy.errors import NoCompany
from tenancy.models import Tenant

OVERRIDE = f"{MULTI_AGENT} override "
SIDES = {"as everybody": None, "inside": True, "outside": False}


def find_last_change(tenant: Tenant) -> FlagChange | None:
    """The newest change of the flag, when it is one that can be taken back."""
    line = FlagChange.objects.of(tenant).filter(subject__startswith=f"{MULTI_AGENT} ").first()
    return line if line is not None and _can(line) else None


def undo_change(tenant: Tenant, change: str, author: object) -> str | None:
    """Undoes the change with this id, and says what; None when it is not the last one any more.

    The undoing is a change of its own, with its line of history, so it can be undone too.
    """
    with transaction.atomic():
        flag = control.multi_agent(tenant)  # locked: nobody changes it in between
        line = find_last_change(tenant)
        if line is None or str(line.pk) != change:
            return None
        if line.subject.startswith(OVERRIDE):
            subject = line.subject.removeprefix(OVERRIDE)
            control.set_multi_agent_override(subject, SIDES[line.old], tenant=tenant, author=author)
        elif line.subject == f"{MULTI_AGENT} percentage":
            flag.percentage = Decimal(line.old.removesuffix(" %"))
            control.save_flag(flag, author)
        else:
            flag.killed = line.old == "True"
            control.save_flag(flag, author)
        return str(line)


def _can(line: FlagChange) -> bool:
    if line.subject.startswith(OVERRIDE):
        return line.old in SIDES
    if line.subject == f"{MULTI_AGENT} percentage":
        try:
            return 0 <= Decimal(line.old.removesuffix(" %")) <= 100
        except InvalidOperation:
            return False
    return line.subject == f"{MULTI_AGENT} killed" and line.old in ("True", "False")


PEOPLE_DAYS = 30
PEOPLE = 2000  # enough to show how many move, few enough for every opening of the page


def make_percentage_field(**kwargs: Any) -> forms.Field:
    """A number with a slider beside it."""
    attrs = {"type": "number", "min": "0", "max": "100", "step": "0.01", "data-slider": "1"}
    widget = UnfoldAdminTextInputWidget(attrs)
    return forms.DecimalField(
        min_value=0, max_value=100, max_digits=5, decimal_places=2, widget=widget, **kwargs
    )


def make_mode_field(**kwargs: Any) -> forms.Field:
    """An orchestration mode, or none."""
    choices = [("", _("as the profile says")), *((name, name) for name in MODES)]
    return forms.ChoiceField(choices=choices, required=False, widget=UnfoldAdminSelectWidget(), **kwargs)


class FlagForm(TenantForm):
    """The flag as somebody saw it: what was changed after they opened the page is not overwritten unseen."""

    seen = forms.CharField(label="", required=False, widget=forms.HiddenInput())

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if "seen" in self.fields:
            self.initial["seen"] = control.version(self.tenant)

    def clean(self) -> dict[str, Any] | None:
        if "seen" in self.fields and self.cleaned_data.get("seen") != control.version(self.tenant):
            raise forms.ValidationError(
                gettext("It was changed after you opened this page. Open it again: nothing was saved.")
            )
        return super().clean()


class OverrideInline(Inline):
    """People who are always inside, or always outside."""

    model = FlagOverride
    fields = ("subject", "value")
    verbose_name_plural = _("always inside or outside")
    helps: ClassVar[dict[str, Any]] = {
        "subject": _("A user's id, for example u-1001."),
        "value": _("Off: always outside, for example a customer who complained."),
    }


@admin.register(Flag, site=site)
class FlagAdmin(TenantAdmin):
    """Who gets the team of specialists, and how do I stop it?"""

    never = ("delete",)
    about = _("How many users get the team of specialists. Without a flag everybody does.")
    form = FlagForm
    inlines = (OverrideInline,)
    list_display = ("key", "share", "state", "people", "changes")
    fieldsets = (
        (None, {"fields": ("percentage", "killed")}),
        (_("More"), {"fields": ("agent_ids", "on_variant", "off_variant", "salt"), "classes": ("collapse",)}),
    )
    change_form_outer_after_template = "studio/flag.html"
    buttons: ClassVar[dict[str, str]] = {"undo": "undo"}
    typed: ClassVar[Mapping[str, Any]] = {
        "percentage": make_percentage_field,
        "agent_ids": lambda **kwargs: LinesField(rows=2, **kwargs),
        "on_variant": make_mode_field,
        "off_variant": make_mode_field,
    }

    def has_add_permission(self, request: HttpRequest) -> bool:
        if not super().has_add_permission(request):
            return False
        try:
            return self._find_flag(request) is None
        except NoCompany:
            return False

    def _find_flag(self, request: HttpRequest) -> Flag | None:
        return Flag.objects.of(tenant(request)).filter(key=MULTI_AGENT).first()

    def add_view(self, request: HttpRequest, form_url: str = "", extra_context: Any = None) -> HttpResponse:
        """A company has one flag: where it is there already, the page is that flag's."""
        made = self._find_flag(request) if super().has_add_permission(request) else None
        if made is None:
            page: HttpResponse = super().add_view(request, form_url, extra_context)
            return page
        self.message_user(request, gettext("The company has its flag already: this is it."))
        return HttpResponseRedirect(reverse("admin:rollout_flag_change", args=[made.pk]))

    def get_fieldsets(self, request: HttpRequest, obj: Any = None) -> Any:
        (title, facts), *more = super().get_fieldsets(request, obj)
        if obj is None or self.has_change_permission(request, obj):
            facts = {**facts, "fields": (*facts["fields"], "seen")}
        return [(title, facts), *more]

    def undo(self, request: HttpRequest, flag: Flag) -> None:
        """Takes the last change of the flag back, if it is still the one the person saw."""
        if not self.has_change_permission(request, flag):
            raise PermissionDenied
        undone = undo_change(tenant(request), request.POST.get("change", ""), request.user)
        if undone is None:
            messages.error(request, gettext("It was changed again meanwhile. Look at the history."))
        else:
            messages.success(request, gettext("Taken back: %(what)s.") % {"what": undone})

    @column(_("inside"), ordering="percentage")
    def share(self, flag: Flag) -> str:
        return f"{flag.percentage.normalize():f} %"

    @column(_("switch"), ordering="killed", label={"on": "success", "off": "danger"})
    def state(self, flag: Flag) -> tuple[str, str]:
        return ("off", gettext("off")) if flag.killed else ("on", gettext("on"))

    @column(_("overrides"))
    def people(self, flag: Any) -> int:
        return len(flag.overrides.all())

    @column(_("history"))
    def changes(self, flag: Flag) -> Any:
        return link(list_of(FlagChange), _("what changed"))

    def get_queryset(self, request: HttpRequest) -> QuerySet[Flag]:
        return super().get_queryset(request).prefetch_related("overrides")

    def save_model(self, request: HttpRequest, obj: Any, form: Any, change: bool) -> None:
        obj.tenant = tenant(request)
        control.save_flag(obj, request.user)

    def save_formset(self, request: HttpRequest, form: Any, formset: Any, change: bool) -> None:
        formset.save(commit=False)
        override = partial(control.set_multi_agent_override, tenant=tenant(request), author=request.user)
        for row in formset.deleted_objects:
            override(row.subject, None)
        for each in formset.forms:
            if not each.has_changed() or each in formset.deleted_forms:
                continue
            before = each.initial.get("subject")
            if before and before != each.instance.subject:
                override(before, None)
            override(each.instance.subject, each.instance.value)

    def render_change_form(self, request: Any, context: Any, *args: Any, **kwargs: Any) -> Any:
        flag = context.get("original")
        context["show_history"] = False  # its own history stands below the form
        if flag is not None and flag.pk:
            context.update(who_gets_what(request), **count_people(request, flag))
            context["outside_alone"] = list_alone(tenant(request), flag)
            context["history"] = FlagChange.objects.of(tenant(request))[:15]
            if self.has_change_permission(request, flag):
                context["last"] = find_last_change(tenant(request))
            context["history_address"] = list_of(FlagChange)
        return super().render_change_form(request, context, *args, **kwargs)


def who_gets_what(request: HttpRequest) -> dict[str, Any]:
    """The box "who gets what?": what the flag says to one user now."""
    subject, agent_id = request.GET.get("subject", "").strip()[:260], request.GET.get("profile", "")
    context: dict[str, Any] = {"subject": subject, "profile": agent_id}
    context["profiles"] = AgentProfile.objects.of(tenant(request)).values_list("agent_id", flat=True)
    if subject:
        context["evaluation"] = control.evaluation(subject, tenant=tenant(request), agent_id=agent_id)
    return context


@dataclass(frozen=True, slots=True)
class AnsweredByOne:
    """Who answers a profile's users outside the rollout (nobody: the team goes on), and which tools of its
    intents that agent has not.
    """

    profile: str
    agent: str
    lost: tuple[str, ...]


def list_alone(company: Tenant, flag: Flag) -> list[AnsweredByOne]:
    """What the flag's profiles lose outside, where its mode outside is one of a single agent; as released."""
    if flag.off_variant not in MODES or not find_mode(flag.off_variant).alone:
        return []
    try:
        release = freshness.current(company).release
    except NothingPublished:
        return []
    names = [name for name in release["routing"].profiles if not flag.agent_ids or name in flag.agent_ids]
    return [_find_lost(ProfileRuntime.of(release, name), name) for name in names]


def _find_lost(published: ProfileRuntime, name: str) -> AnsweredByOne:
    single = published.profile.single_agent
    if not single:
        return AnsweredByOne(name, "", ())
    used = {tool for intent in published.intents.values() for tool in intent.tools}
    kept = published.agents.specialists[single].tools
    return AnsweredByOne(name, published.display_name(single), tuple(sorted(used.difference(kept))))


def count_people(request: HttpRequest, flag: Flag) -> dict[str, Any]:
    """The people who wrote lately, for "312 of 1 040 people are inside", as the turns would find them.

    Drawn ones move with the percentage; those with an override stay where they are put.
    """
    since = timezone.now() - timedelta(days=PEOPLE_DAYS)
    rows = Conversation.objects.of(tenant(request)).filter(last_activity__gte=since).exclude(user_id="")
    if flag.agent_ids:
        rows = rows.filter(agent_id__in=flag.agent_ids)
    subjects = set(rows.values_list("user_id", flat=True).order_by().distinct()[:PEOPLE])
    forced = {row.subject: row.value for row in flag.overrides.all() if row.subject in subjects}
    buckets = sorted(bucket(flag.salt or flag.key, subject) for subject in subjects - forced.keys())
    always = sum(forced.values())
    inside = 0 if flag.killed else sum(drawn < flag.percentage * 100 for drawn in buckets)
    return {
        "buckets": buckets,
        "always": always,
        "people": len(subjects),
        "inside": inside + always,
        "outside": len(subjects) - inside - always,
        "days": PEOPLE_DAYS,
    }


@admin.register(FlagChange, site=site)
class FlagChangeAdmin(RecordAdmin):
    """Who changed the rollout or a switch, when, and from what to what?"""

    about = _("Each change of the rollout or of a switch, with who made it.")
    list_display = ("at", "what", "show_before", "show_after", "who")
    search_fields = ("subject", "who")
    date_hierarchy = "at"
    ordering = ("-at", "-id")
    fields = ("at", "what", "show_before", "show_after", "who")

    @admin.display(description=_("what"), ordering="subject")
    def what(self, row: FlagChange) -> str:
        return row.what

    @admin.display(description=_("before"), ordering="old")
    def show_before(self, row: FlagChange) -> str:
        return row.before

    @admin.display(description=_("after"), ordering="new")
    def show_after(self, row: FlagChange) -> str:
        return row.after
