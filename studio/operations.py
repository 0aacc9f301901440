"""The operations page: red switches that act at once and win over what was published."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseBadRequest, HttpResponseRedirect
from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from agents.models import LLMProfile, MCPServer, MCPTool, Specialist
from conversations.models import Conversation
from egress import changing
from rollout.errors import RolloutError
from rollout.evaluate import EVERY
from rollout.models import FlagChange, KillSwitch
from routing.decision import plugin_tiers
from routing.models import AgentProfile, Backend, Intent
from routing.planning.models import Domain
from studio import switching
from studio.access import is_allowed, require, tenant
from studio.links import list_of
from studio.site import site
from tenancy.models import Tenant

LISTED = 24  # of one kind; more are chosen by name
WAITING = 50  # conversations that wait for a person, of those that have waited the longest

# All of a kind: what it is called, and what happens without it.
WHOLE: Mapping[str, tuple[Any, Any]] = {
    "tool": (_("All tools"), _("Specialists answer without looking anything up.")),
    "intent": (_("All intents"), _("Every message goes to who answers when nothing matches.")),
    "specialist": (
        _("All specialists"),
        _("Nobody works; what intents say by themselves and plans go on, all else says that it is off."),
    ),
    "domain": (_("All domains"), _("Plans ask no domain for anything, and say that it is switched off.")),
    "input_rail": (_("All checks of what comes in"), _("Numbers are no longer masked.")),
    "output_rail": (_("All checks of what goes out"), _("Answers leave unchecked.")),
    "judge": (_("All judges"), _("Answers are no longer scored.")),
    "answer_cache": (
        _("Kept answers (semantic cache)"),
        _("Every question is answered anew, and nothing is kept."),
    ),
}

# Tiers that can be left out: the name of each, what it is called, and what happens without it.
TIERS: Mapping[str, tuple[Any, Any]] = {
    "llm": (
        _("The model that decides"),
        _("No model is asked who answers; what nothing else is sure of goes to the profile's own choice."),
    ),
    **{
        name: (title, _("This way to decide, of an installed package, is left out."))
        for name, title in plugin_tiers.titles().items()
    },
}


@dataclass(frozen=True, slots=True)
class Switch:
    """Something that is on and can be switched off."""

    kind: str
    name: str
    title: str
    tells: str = ""


@dataclass(frozen=True, slots=True)
class SwitchGroup:
    """Switches of one kind. Many of them are a list to choose from, not a page to scroll."""

    title: str
    kind: str
    switches: Sequence[Switch]

    @property
    def long(self) -> bool:
        return len(self.switches) > LISTED


@dataclass(frozen=True, slots=True)
class Waiting:
    """A conversation that waits for a person: since when, of which profile, about which intent (empty: about
    nothing in particular). Nothing that was said in it.
    """

    since: datetime
    profile: str
    matter: str
    address: str


@dataclass(frozen=True, slots=True)
class Off:
    """Something that is off now: since when, who did it and why."""

    row: KillSwitch
    title: str
    who: str


def page(request: HttpRequest) -> HttpResponse:
    """`/admin/operations/`: GET shows what is off and every switch, POST turns one."""
    require(request, "rollout.view_killswitch")
    if request.method == "POST":
        return _turn(request)
    company = tenant(request)
    off = list_off(company)
    context = {
        "off": off,
        "groups": group_switches(company, {(each.row.kind, each.row.name) for each in off}),
        "may_switch": is_allowed(request, "rollout.change_killswitch"),
        "waiting": list_waiting(company),
        "waiting_count": Conversation.objects.of(company).filter(person_since__isnull=False).count(),
        "may_read": is_allowed(request, "conversations.view_conversation"),
        "new_addresses": changing.waiting(company).select_related("asked_by"),
        "history": FlagChange.objects.of(company)[:10],
        "history_address": list_of(FlagChange),
    }
    return site.show(request, "studio/operations.html", _("Operations"), context)


def list_waiting(company: Tenant) -> list[Waiting]:
    """The conversations that have waited for a person the longest: two queries."""
    rows = Conversation.objects.of(company).filter(person_since__isnull=False).order_by("person_since")
    names = dict(AgentProfile.objects.of(company).values_list("agent_id", "name"))
    return [
        Waiting(
            row.person_since,
            names.get(row.agent_id) or row.agent_id,
            str((row.state.get("person") or {}).get("intent") or ""),
            reverse("analytics-conversation", args=[row.pk]),
        )
        for row in rows[:WAITING]
        if row.person_since is not None
    ]


def list_off(company: Tenant) -> list[Off]:
    """What is off now, the newest first: two queries."""
    rows = list(KillSwitch.objects.of(company).order_by("-since"))
    subjects = [f"{row.kind} {row.name}" for row in rows]
    lines = FlagChange.objects.of(company).filter(subject__in=subjects).order_by("at", "id") if rows else []
    who = {line.subject: line.who for line in lines}  # the newest line wins
    return [Off(row, name_switch(row), who.get(f"{row.kind} {row.name}", "")) for row in rows]


def name_switch(row: KillSwitch) -> str:
    """For example "All tools", "intent: greeting"."""
    if row.name == EVERY and row.kind in WHOLE:
        return str(WHOLE[row.kind][0])
    if row.kind == "tier" and row.name in TIERS:
        return str(TIERS[row.name][0])
    return gettext("All: %(kind)s") % {"kind": row.get_kind_display()} if row.name == EVERY else str(row)


def group_switches(company: Tenant, off: Collection[tuple[str, str]]) -> list[SwitchGroup]:
    """What can be switched off, in the order in which somebody in a hurry looks for it."""
    rows_by_kind = {
        "server": (
            gettext("Servers of tools"),
            MCPServer.objects.of(company).values_list("name", "description"),
        ),
        "tool": (gettext("Tools"), MCPTool.objects.of(company).values_list("name", "description")),
        "backend": (gettext("Backends"), Backend.objects.of(company).values_list("name", "description")),
        "domain": (gettext("Domains"), Domain.objects.of(company).values_list("name", "description")),
        "specialist": (
            gettext("Specialists"),
            Specialist.objects.of(company).values_list("name", "display_name"),
        ),
        "intent": (gettext("Intents"), Intent.objects.of(company).values_list("name", "description")),
        "model": (gettext("Models"), LLMProfile.objects.of(company).values_list("name", "model")),
    }
    whole = [
        Switch(kind, EVERY, str(title), str(tells))
        for kind, (title, tells) in WHOLE.items()
        if (kind, EVERY) not in off
    ]
    tiers = [
        Switch("tier", name, str(title), str(tells))
        for name, (title, tells) in TIERS.items()
        if ("tier", name) not in off
    ]
    found = [
        SwitchGroup(gettext("Everything of a kind"), "", whole),
        SwitchGroup(gettext("How it decides"), "tier", tiers),
    ]
    for kind, (title, rows) in rows_by_kind.items():
        on = [
            Switch(kind, name, name, tells)
            for name, tells in rows.order_by("name")
            if (kind, name) not in off
        ]
        found.append(SwitchGroup(title, kind, on))
    return [group for group in found if group.switches]


def _turn(request: HttpRequest) -> HttpResponse:
    require(request, "rollout.change_killswitch")
    given: Any = request.POST
    off = given.get("off") == "1"
    try:
        switching.switch(
            tenant(request),
            given.get("kind", ""),
            given.get("name", "")[:128] or EVERY,
            off=off,
            reason=given.get("reason", "").strip(),
            author=request.user,
        )
    except RolloutError as error:
        return HttpResponseBadRequest(str(error))
    sentence = _("Off: %(what)s. It acts from the next turn on.") if off else _("On again: %(what)s.")
    messages.success(request, sentence % {"what": given.get("title", "")[:120] or given.get("name", "")})
    return HttpResponseRedirect(reverse("admin:operations"))
