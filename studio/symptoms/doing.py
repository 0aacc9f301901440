"""Why a tool stays silent, a model says little, and answers come late or all at once."""

from collections.abc import Iterator
from typing import Any

from django.conf import settings
from django.db.models import Count, Max
from django.urls import reverse
from django.utils.translation import gettext as _

from agents.models import Guardrail, LLMProfile, MCPServer, MCPTool
from conversations.models import Step, Turn
from egress import changing
from egress.models import AddressChange
from routing.models import Intent
from studio.links import list_of, page_of
from studio.model_hint import is_connected
from studio.operations import list_off
from studio.rows.guardrails import group_by_holding
from studio.symptoms.base import Finding, LiveCompany

NAMED = 5  # of what failed
CALLS = 2000  # the newest ones, of which it is asked which tools they were of
SLOW_SECONDS = 3


def look_at_switches(about: LiveCompany) -> Iterator[Finding]:
    for each in list_off(about.company):
        yield Finding(_("%s is switched off.") % each.title, reverse("admin:operations"))


def look_at_idle_tools(about: LiveCompany) -> Iterator[Finding]:
    """Tools that are published and that nobody is given.

    What was called is given in some way: the platform offers tools of its own to whoever has a collection.
    """
    if about.release is None:
        return
    section = about.release["agents"]
    used = {name for intent in about.release["routing"].intents.values() for name in intent.tools}
    used |= {name for specialist in section.specialists.values() for name in specialist.tools}
    rows = {row.name: row for row in MCPTool.objects.of(about.company).filter(name__in=section.tools)}
    called = _list_called(about) if rows.keys() - used else set()
    for name in sorted(rows.keys() - used - called):
        sentence = _("No intent and no specialist has the tool %s.") % name
        yield Finding(sentence, page_of(rows[name]))
    for name in sorted(rows.keys() & used):
        if not rows[name].enabled:
            yield Finding(_("The tool %s is not in use.") % name, page_of(rows[name]))


def _list_called(about: LiveCompany) -> set[str]:
    """The tools of the newest calls: by the index of tools' steps, with no look into all of the window."""
    calls = Step.objects.of(about.company).filter(kind="tool", outcome="ok", started_at__gte=about.since)
    return set(calls.order_by("-started_at").values_list("detail__tool", flat=True)[:CALLS])


def look_at_servers(about: LiveCompany) -> Iterator[Finding]:
    for server in MCPServer.objects.of(about.company).filter(enabled=True):
        if server.last_error:
            values = {"name": server.name, "words": server.last_error}
            yield Finding(_("%(name)s said: %(words)s") % values, page_of(server))


def look_at_addresses(about: LiveCompany) -> Iterator[Finding]:
    for each in changing.waiting(about.company):
        sentence = _("The address of %s waits for a second person.") % each.name
        yield Finding(sentence, list_of(AddressChange, state__exact="waiting"))


def look_at_failed_calls(about: LiveCompany) -> Iterator[Finding]:
    words = _("Failed calls of %(name)s: %(n)d. The last turn says why.")
    return _calls(about, words, outcome="failed", kind="tool")


def look_at_calls_without_arguments(about: LiveCompany) -> Iterator[Finding]:
    """Calls that were not made: the message did not name a value, or nobody proved it."""
    words = _("Calls of %(name)s not made for want of an argument: %(n)d. The last turn says which.")
    return _calls(about, words, "tool", outcome="skipped", detail__reason="argument_missing")


def look_at_tools_called_too_soon(about: LiveCompany) -> Iterator[Finding]:
    """Tools that an intent calls at once although only a model can say what they need."""
    if about.release is None:
        return
    tools = about.release["agents"].tools
    for intent in about.release["routing"].intents.values():
        for tool in (tools[name] for name in intent.prefetch if name in tools and not tools[name].confirm):
            left = ", ".join(each.name for each in tool.parameters if each.is_left_to_model)
            if left:
                sentence = _(
                    "%(intent)s calls %(name)s at once, and only a model can say %(missing)s: that call is "
                    "never made. Let the model call it."
                )
                values = {"intent": intent.name, "name": tool.name, "missing": left}
                yield Finding(sentence % values, list_of(Intent, q=intent.name))


def look_at_failed_models(about: LiveCompany) -> Iterator[Finding]:
    words = _("Failed calls of %(name)s: %(n)d. The last turn says why.")
    return _calls(about, words, outcome="failed", kind="model")


def look_at_slow_calls(about: LiveCompany) -> Iterator[Finding]:
    words = _("Calls of %(name)s of more than %(seconds)d seconds: %(n)d.")
    for kind in ("tool", "model"):
        yield from _calls(about, words, milliseconds__gte=SLOW_SECONDS * 1000, kind=kind)


def _calls(about: LiveCompany, words: str, kind: str, **which: Any) -> Iterator[Finding]:
    """Calls of tools or models, by name, each with the last turn that it was in."""
    steps = Step.objects.of(about.company).filter(turn__created_at__gte=about.since, kind=kind, **which)
    rows = steps.order_by().values_list(f"detail__{kind}").annotate(n=Count("pk"), last=Max("turn_id"))
    for name, n, last in rows.order_by("-n")[:NAMED]:
        sentence = words % {"name": name or kind, "n": n, "seconds": SLOW_SECONDS}
        yield Finding(sentence, reverse("admin:conversations_turn_change", args=[last]))


def look_for_model(about: LiveCompany) -> Iterator[Finding]:
    if not is_connected(about.company.pk):
        sentence = _("No model is connected: prompts are read by nobody, answers are made of templates.")
        yield Finding(sentence, list_of(LLMProfile))


def look_at_holding(about: LiveCompany) -> Iterator[Finding]:
    """How answers of each profile leave, and what holds them."""
    for each in group_by_holding(about.company):
        because = f" ({', '.join(each.because)})" if each.because else ""
        values = {"profiles": ", ".join(each.profiles), "how": each.how + because}
        yield Finding(_("%(profiles)s: answers leave %(how)s.") % values, list_of(Guardrail))


def look_at_failed_turns(about: LiveCompany) -> Iterator[Finding]:
    turns = Turn.objects.of(about.company).filter(created_at__gte=about.since, status="failed")
    for error, n in turns.values_list("error").annotate(n=Count("pk")).order_by("-n")[:NAMED]:
        sentence = _("Failed turns: %(n)d. %(error)s") % {"n": n, "error": error or "-"}
        yield Finding(sentence, list_of(Turn, status__exact="failed"))


def look_at_tool_switch(_about: LiveCompany) -> Iterator[Finding]:
    if not settings.ENABLE_MCP_TOOLS:
        sentence = _("ENABLE_MCP_TOOLS is off: no tool of this installation is called.")
        yield Finding(sentence, list_of(MCPTool))
