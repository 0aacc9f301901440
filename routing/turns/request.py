"""What a door understood of a request, and what a conversation is begun with and goes by to its end.

    keep_options(conversation, request, principal)
    conversation.options       # {"language": "es", "release": 7, "context": {"plan": "gold"}}

Such options come with the message that begins the conversation, of a key with the scope session:create; a
release needs the scope publish too. Context is believed as that of a message is.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from conversations.client_tools import ClientTools
from conversations.files import SentFile
from conversations.models import Conversation
from routing.errors import SessionHasBegun
from tenancy.authenticate import RawCredentials
from tenancy.principal import Principal

OPTIONS = ("language", "release", "context")


@dataclass(frozen=True, slots=True)
class ChatRequest:
    """One message through one door.

    `conversation_id` (an id or a key) continues a conversation that must exist; `session_id` names one that
    may be new. `context` is everything the caller sent beside the text. `force_multi` skips the flag (the
    multi-agent door). `body_digest` belongs to `idempotency_key`; `message_id` is the channel's own. `before`
    is what the client says was said before, (role, text): the history of a conversation that is new here
    (roles: `imported_history`). `guessed`: the session was made out of the words of the first message, so
    that several conversations may have it. `deliver`: {channel, target} that the answer is sent to by the
    outbox. `takers`: the backends that the gateway which sent it would pass it on to. `release`: the number
    of the one that is to answer, instead of what is live; `options` what the conversation that begins goes by
    (`OPTIONS`). `client_tools`: those of the caller's own program;
    with results of their calls `text` is empty. `files` came with the message.
    """

    door: str
    credentials: RawCredentials
    text: str
    tenant_id: str | None = None
    agent_id: str | None = None
    session_id: str | None = None
    conversation_id: str | None = None
    user_id: str | None = None
    channel: str = "web"
    context: Mapping[str, Any] = field(default_factory=dict)
    mode: str | None = None
    release: int | None = None
    options: Mapping[str, Any] = field(default_factory=dict)
    force_multi: bool = False
    idempotency_key: str | None = None
    body_digest: str = ""
    message_id: str | None = None
    before: tuple[tuple[str, str], ...] = ()
    guessed: bool = False
    deliver: Mapping[str, Any] | None = None
    takers: tuple[str, ...] = ()
    client_tools: ClientTools = field(default_factory=ClientTools)
    files: tuple[SentFile, ...] = ()
    markup: str = ""  # of the answer, as the channel's row says; empty: as its kind does
    traceparent: str = ""  # the caller's trace (W3C Trace Context)

    def list_proven(self, principal: Principal) -> dict[str, Any]:
        """What is believed of the context, and what the credential itself proves, which stands over it."""
        return {**(self.context if principal.trusted else {}), **principal.context}


def keep_options(conversation: Conversation, request: ChatRequest, principal: Principal) -> None:
    """Keeps the options of a request that begins the conversation; the same ones again change nothing.

    :raises Forbidden: a scope is missing. SessionHasBegun: it goes by others.
    """
    wanted = {name: request.options[name] for name in OPTIONS if request.options.get(name)}
    if not wanted:
        return
    principal.require("session:create")
    if "release" in wanted:
        principal.require("publish")
    begun = {name: conversation.options[name] for name in OPTIONS if name in conversation.options}
    if not conversation._state.adding and wanted != begun:
        raise SessionHasBegun(conversation.key)
    conversation.options = {**conversation.options, **wanted}
