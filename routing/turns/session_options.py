"""What a conversation is begun with and goes by to its end: its language, its release, further context.

    keep(conversation, {"language": "es", "release": 7, "context": {"plan": "gold"}}, principal)
    conversation.options       # {"language": "es", "release": 7, "context": {"plan": "gold"}}

It comes with the message that begins the conversation, of a key with the scope session:create; a release
needs the scope publish too. Context is believed as that of a message is.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from conversations.models import Conversation
from conversations.turn import Utterance
from releases import freshness
from releases.freshness import PinnedRelease
from routing.errors import SessionHasBegun
from routing.turns.request import ChatRequest
from tenancy.models import Tenant
from tenancy.principal import Principal

NAMES = ("language", "release", "context")


def keep(conversation: Conversation, request: ChatRequest, principal: Principal) -> None:
    """Keeps the options of a request that begins the conversation; the same ones again change nothing.

    :raises Forbidden: a scope is missing. SessionHasBegun: it goes by others.
    """
    wanted = {name: request.options[name] for name in NAMES if request.options.get(name)}
    if not wanted:
        return
    principal.require("session:create")
    if "release" in wanted:
        principal.require("publish")
    if not conversation._state.adding and wanted != read(conversation):
        raise SessionHasBegun(conversation.key)
    conversation.options = {**conversation.options, **wanted}


def read(conversation: Conversation) -> dict[str, Any]:
    """What a conversation was begun with."""
    return {name: conversation.options[name] for name in NAMES if name in conversation.options}


def pin(
    conversation: Conversation, request: ChatRequest, tenant: Tenant, live: PinnedRelease
) -> PinnedRelease:
    """The release that answers: the request's, else the conversation's, else what is `live`."""
    number = conversation.options.get("release")
    if request.release is not None or number is None:
        return live
    return freshness.pin(tenant.pk, int(number), tenant.operational_version)


def with_context(conversation: Conversation, request: ChatRequest) -> ChatRequest:
    """The request with the conversation's further context; what the message says itself stands over it."""
    kept: Mapping[str, Any] = conversation.options.get("context") or {}
    return replace(request, context={**kept, **request.context}) if kept else request


def speak(utterance: Utterance, conversation: Conversation) -> Utterance:
    """The utterance in the language that the conversation was begun in."""
    language = conversation.options.get("language")
    return replace(utterance, language=language) if language else utterance
