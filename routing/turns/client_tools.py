"""Tools of the caller's own program in a turn.

Which are admitted, whose results they are, what is kept of them.

admit(request.client_tools, conversation, mode, pinned)   # inside open; refuses
context = mask_results(context, specs, resources)          # before anybody reads them
"""

import time
from collections.abc import Sequence
from dataclasses import replace

from agents.guardrails import run_rails
from agents.guardrails.base import About
from agents.guardrails.findings import WITHHELD, ResultReader
from agents.guardrails.msk import mask
from agents.resources import Resources
from agents.specs import AgentsSection, RailSpec
from agents.tool_names import RESERVED
from conversations import state
from conversations.client_tools import (
    ClientResult,
    ClientTools,
    OpenCalls,
    arguments_of,
    read_results,
    write_call,
    write_results,
)
from conversations.models import Conversation, Turn
from conversations.stored_request import StoredRequest
from conversations.turn import TurnContext
from outbound.sentences import Sentence as _
from releases.freshness import PinnedRelease
from routing.decision.profile_runtime import ProfileRuntime
from routing.decision.reply import has_lapsed
from routing.errors import ClientToolsRefused
from routing.turns.mode import find_mode
from routing.turns.request import ChatRequest


def admit(brought: ClientTools, conversation: Conversation, mode: str, pinned: PinnedRelease) -> None:
    """Lets a request through whose tools may be offered, and whose results are waited for; no query.

    :raises ClientToolsRefused: with the place in the body.
    """
    if not (brought.tools or brought.results):
        return
    offers = find_mode(mode).client_tools
    if not offers and (brought.must or brought.results):
        sentence = _("In the mode '%(mode)s' no tools of a caller are called.") % {"mode": mode}
        raise ClientToolsRefused("/tools", sentence)
    _unlike_ours(brought, pinned)
    if brought.results:
        kept = state.read(conversation.state).calls
        team = ProfileRuntime.of(pinned.release, conversation.agent_id).specialists
        if kept is not None and (has_lapsed(kept.at, time.time()) or kept.agent not in team):
            kept = None
        _check_wanted(brought.results, kept)


def let_through(turn: Turn) -> None:
    """Lets results through whose turn runs at once.

    :raises ClientToolsRefused: a message is being answered already, with which the calls lapse.
    """
    if turn.status == Turn.Statuses.QUEUED:
        sentence = _(
            "A message of this conversation is being answered already: its calls have lapsed with it."
        )
        raise ClientToolsRefused("/messages", sentence)


def _unlike_ours(brought: ClientTools, pinned: PinnedRelease) -> None:
    """Refuses names of the platform's own tools, in whatever letters."""
    published: AgentsSection = pinned.release["agents"]
    ours = {name.casefold() for name in (*published.tools, *RESERVED)}
    for n, tool in enumerate(brought.tools):
        if tool.name.casefold() in ours:
            sentence = _("There is a tool '%(name)s' here already. Give yours another name.") % {
                "name": tool.name
            }
            raise ClientToolsRefused(f"/tools/{n}/function/name", sentence)


def _check_wanted(results: Sequence[ClientResult], kept: OpenCalls | None) -> None:
    """Refuses results that nobody waits for, and a list that lacks some."""
    if kept is None:
        sentence = _("No call waits for these results. Send the user's message again.")
        raise ClientToolsRefused("/messages", sentence)
    open_now, brought = {call.id for call in kept.calls}, {result.call_id for result in results}
    if unknown := sorted(brought - open_now):
        sentence = _("No call of the id '%(id)s' waits for its result.") % {"id": unknown[0][:64]}
        raise ClientToolsRefused("/messages", sentence)
    if missing := [call.id for call in kept.calls if call.id not in brought]:
        sentence = _("The result of the call '%(id)s' is missing: send a message of role tool for each call.")
        raise ClientToolsRefused("/messages", sentence % {"id": missing[0]})


def write_received(request: ChatRequest) -> str:
    """What a turn's row keeps of what came until the turn is over: the message, or the results."""
    results = request.client_tools.results
    return write_results(results) if results else request.text


def read(conversation: Conversation, turn: Turn, stored: StoredRequest) -> tuple[str, ClientTools]:
    """A turn's message and the caller's tools, with the results that the turn brings.

    Those are about the message of before. Inside a visit; no query.
    """
    if not stored.brings_results or not turn.received:
        return turn.received, stored.client_tools
    waits = state.read(conversation.state).calls
    results = read_results(turn.received)
    return waits.request if waits else "", replace(stored.client_tools, results=results)


def find_continued(context: TurnContext, agent: str) -> OpenCalls | None:
    """The calls of this specialist whose results the request brings; None for any other turn."""
    waits = context.request.state.calls if context.request.client_tools.results else None
    return waits if waits is not None and waits.agent == agent else None


def mask_results(context: TurnContext, specs: Sequence[RailSpec], resources: Resources) -> TurnContext:
    """The context with the results as the masking rails of the input leave them."""
    brought = context.request.client_tools
    if not brought.results:
        return context
    masking = [spec for spec in specs if spec.action == "sanitize"]
    about = About.of(context, resources)
    results = tuple(
        replace(each, content=run_rails.check_words(masking, each.content, about, resources)[0])
        for each in brought.results
    )
    return replace(context, request=replace(context.request, client_tools=replace(brought, results=results)))


async def read_results_by_rails(
    context: TurnContext, published: ProfileRuntime, resources: Resources
) -> TurnContext:
    """The context with the results as the rails leave them that read results of tools."""
    brought, specs = context.request.client_tools, published.rails("tool")
    if not brought.results or not specs:
        return context
    reader = ResultReader({"tool": specs}, context, resources)
    results = []
    for each in brought.results:
        left, refused = await reader.read_value("tool", each.content)
        results.append(replace(each, content=WITHHELD % refused if refused else left))
    request = replace(context.request, client_tools=replace(brought, results=tuple(results)))
    outcome = replace(context.outcome, rails=(*context.outcome.rails, *reader.take()))
    return replace(context, request=request, outcome=outcome)


def write_said(context: TurnContext) -> str:
    """Results as the message of their conversation: each with the call that it answers.

    Empty for any other turn.
    """
    brought, waits = context.request.client_tools.results, context.request.state.calls
    if not brought or waits is None:
        return ""
    found = {each.call_id: each.content for each in brought}
    language = context.request.utterance.language
    return "\n".join(
        write_call(call.name, mask(arguments_of(call), language), found.get(call.id, ""))
        for call in waits.calls
    )
