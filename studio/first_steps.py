"""What a new company does first, in order, ticked when it is done."""

from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext as _

from agents.models import MCPServer, MCPTool, Specialist
from delivery.listeners import is_heard
from handoffs.to_person import REQUESTED
from routing.models import AgentProfile, Intent
from studio.links import list_of
from studio.model_hint import is_connected
from tenancy.models import Tenant

NAMED = 5  # intents that a step names


@dataclass(frozen=True, slots=True)
class FirstStep:
    """One thing a new company does. Without what is `optional` messages are answered too."""

    title: str
    tells: str
    address: str
    done: bool
    optional: bool = False


def first_steps(company: Tenant) -> list[FirstStep]:
    """What a new company does first, in order."""
    has = {
        model: model.objects.of(company).exists()
        for model in (Specialist, MCPServer, MCPTool, Intent, AgentProfile)
    }
    has_model = is_connected(company.pk)
    return [
        FirstStep(
            _("Begin with one form"),
            _("What you do, what people ask, who answers: the next three steps at once."),
            reverse("admin:begin"),
            has[Specialist] and has[AgentProfile] and has[Intent],
            optional=True,
        ),
        FirstStep(
            _("Describe a specialist"),
            _("Who answers about what, with which words."),
            reverse("admin:agents_specialist_add"),
            has[Specialist],
        ),
        FirstStep(
            _("Make a profile"),
            _("The team behind one name, and who stands in when nothing matches."),
            reverse("admin:routing_agentprofile_add"),
            has[AgentProfile],
        ),
        FirstStep(
            _("Write an intent"),
            _("What people ask: keywords, examples, who answers."),
            reverse("admin:routing_intent_add"),
            has[Intent],
        ),
        _connect_tools(has[MCPServer], has[MCPTool]),
        FirstStep(
            _("Publish"),
            _("From then on messages are answered by it."),
            reverse("admin:publish"),
            company.live_release is not None,
        ),
        FirstStep(
            _("Put a model behind it"),
            _("Your specialists answer with it.") if has_model else _without_model(company),
            reverse("admin:agents_llmprofile_add"),
            has_model,
            optional=True,
        ),
        *_have_people_told(company),
    ]


def _have_people_told(company: Tenant) -> list[FirstStep]:
    """Where somebody may ask for a person, whether a channel is told."""
    if not Intent.objects.of(company).filter(enabled=True, asks_for_person=True).exists():
        return []
    sentence = _(
        "A webhook, an e-mail address or a stream is told of it. Until then only the list of handoffs shows "
        "it."
    )
    return [
        FirstStep(
            _("Have your people told who asks for a person"),
            sentence,
            reverse("admin:delivery_channel_add"),
            is_heard(company.pk, REQUESTED),
            optional=True,
        )
    ]


def _connect_tools(server: bool, tool: bool) -> FirstStep:
    """First a server, then its tools."""
    if server and not tool:
        sentence = _("A server is there: discover on its page what it can do.")
        return FirstStep(_("Connect tools"), sentence, list_of(MCPServer), done=False, optional=True)
    page = list_of(MCPTool) if tool else reverse("admin:agents_mcpserver_add")
    sentence = _("Add an MCP server and discover what it can do.")
    return FirstStep(_("Connect tools"), sentence, page, done=tool, optional=True)


def _without_model(company: Tenant) -> str:
    """What is answered until there is one; names the intents that then have nothing to say."""
    sentence = _("Until then the offline model answers from your templates.")
    rows = Intent.objects.of(company).filter(
        enabled=True,
        out_of_scope=False,
        asks_for_person=False,
        collection=None,
        specialist__isnull=False,
        tools=None,
    )
    silent = [
        name for name, reply in rows.order_by("name").values_list("name", "reply") if not any(reply.values())
    ]
    if not silent:
        return sentence
    named = ", ".join(silent[:NAMED]) + (" …" if len(silent) > NAMED else "")
    more = _(
        "These have none, and are answered by a list of what can be asked: %(names)s. Write their fixed "
        "answer, or give them a tool or documents."
    )
    return f"{sentence} {more % {'names': named}}"
