"""The operations page: red switches that act at once and win over what was published."""

from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseBadRequest, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.translation import gettext as _

from agents.models import LLMProfile, MCPServer, MCPTool
from rollout import control
from rollout.errors import RolloutError
from rollout.evaluate import EVERY
from rollout.models import FlagChange, KillSwitch
from studio.access import allowed, require, tenant
from studio.links import list_of
from studio.site import site
from tenancy.models import Tenant


@dataclass(frozen=True, slots=True)
class Switch:
    """One line of the page. `off` is the row that switches it off, if there is one."""

    kind: str
    name: str
    title: str
    tells: str
    off: KillSwitch | None


def page(request: HttpRequest) -> HttpResponse:
    """`/admin/operations/`: GET shows every switch, POST turns one."""
    require(request, "rollout.view_killswitch")
    if request.method == "POST":
        return _turn(request)
    company = tenant(request)
    context = {
        **site.each_context(request),
        "title": _("Operations"),
        "groups": groups(company),
        "may_switch": allowed(request, "rollout.change_killswitch"),
        "history": FlagChange.objects.of(company)[:10],
        "history_address": list_of(FlagChange),
    }
    return TemplateResponse(request, "studio/operations.html", context)


def groups(company: Tenant) -> list[tuple[str, list[Switch]]]:
    """What can be switched off, in the order in which somebody in a hurry looks for it."""
    off = {(row.kind, row.name): row for row in KillSwitch.objects.of(company)}

    def switch(kind: str, name: str, title: str, tells: str = "") -> Switch:
        return Switch(kind, name, title, tells, off.pop((kind, name), None))

    whole = [
        switch("tool", EVERY, _("All tools"), _("Specialists answer without looking anything up.")),
        switch("input_rail", EVERY, _("All checks of what comes in"), _("Numbers are no longer masked.")),
        switch("output_rail", EVERY, _("All checks of what goes out"), _("Answers leave unchecked.")),
        switch("judge", EVERY, _("All judges"), _("Answers are no longer scored.")),
    ]
    servers = MCPServer.objects.of(company).values_list("name", "description")
    tools = MCPTool.objects.of(company).values_list("name", "description")
    models = LLMProfile.objects.of(company).values_list("name", "model")
    found = [
        (_("Everything of a kind"), whole),
        (_("Servers of tools"), [switch("server", name, name, tells) for name, tells in servers]),
        (_("Tools"), [switch("tool", name, name, tells) for name, tells in tools]),
        (_("Models"), [switch("model", name, name, tells) for name, tells in models]),
    ]
    others = [Switch(row.kind, row.name, str(row), "", row) for row in off.values()]
    found.append((_("Also switched off"), others))
    return [(title, switches) for title, switches in found if switches]


def _turn(request: HttpRequest) -> HttpResponse:
    require(request, "rollout.change_killswitch")
    given: Any = request.POST
    off = given.get("off") == "1"
    try:
        control.set_switch(
            tenant(request),
            given.get("kind", ""),
            given.get("name", "")[:128] or EVERY,
            off=off,
            reason=given.get("reason", "").strip(),
            author=request.user,
        )
    except RolloutError as error:
        return HttpResponseBadRequest(str(error))
    said = _("%(what)s is off. It acts from the next turn on.") if off else _("%(what)s is on again.")
    messages.success(request, said % {"what": given.get("title", "")[:120] or given.get("name", "")})
    return HttpResponseRedirect(reverse("admin:operations"))
