"""Whose conversation a client of OpenAI's API means, and its request as the engine's."""

from collections.abc import Iterable, Mapping, Sequence
from hashlib import blake2b
from typing import Any

from django.http import HttpRequest
from django.utils.translation import gettext as _

from routing.api.gateway_request import chat_request
from routing.api.problems import invalid
from routing.api.refusal import Flaw, Refused
from routing.turns.request import ChatRequest

SYSTEM_CHARACTERS = 4000  # of a client's system messages that are kept
CONVERSATION = ("session_id", "chat_id", "conversation_id", "thread_id")
HEADERS = (
    *(f"X-{name.replace('_', '-').title()}" for name in CONVERSATION),
    "X-OpenWebUI-Chat-Id",  # what this widespread page sends by itself
)
LONGEST_SESSION = 128


def build_request(
    request: HttpRequest,
    sent: Mapping[str, Any],
    body: Mapping[str, Any],
    *,
    door: str,
    text: str,
    text_at: str,
    system: str,
    history: Sequence[tuple[str, str]],
    goes_on: str | None = None,
    named: Any = None,
    user: str | None = None,
    **known: Any,
) -> ChatRequest:
    """The engine's request out of a body (`sent`, and `body` as it was read) and what was said in it.

    The conversation is `goes_on`, the key of one that exists, or the one that the client names, with `named`
    before all other places, or else one with the same words so far. `user`: who it was, where the body does
    not say.

    :raises Refused: with the place of what is wrong.
    """
    metadata = {name: value for name, value in (body.get("metadata") or {}).items() if value is not None}
    user = body.get("user") or request.headers.get("X-OpenWebUI-User-Id") or user or ""
    session = None if goes_on else _session(request, sent, metadata, user, named)
    context = {name: value for name, value in metadata.items() if name not in CONVERSATION}
    if system:
        context["system"] = system[:SYSTEM_CHARACTERS]
    guessed = session is None and goes_on is None
    try:
        return chat_request(
            request,
            sent=sent,
            door=f"{door}_sse" if body.get("stream") else door,
            text=text,
            text_at=text_at,
            tenant_id=None,
            agent_id=body["model"],
            session_id=_guess(user, history) if guessed else session,
            conversation_id=goes_on,
            user_id=user or None,
            channel="openai",
            context=context,
            message_id=None,
            guessed=guessed,
            **known,
        )
    except Refused as error:
        if error.code == "message_too_long":
            error.flaws = (Flaw(text_at, error.detail),)
        raise


def refuse_unsupported(wants: Iterable[tuple[str, bool, str]]) -> None:
    """Refuses the first of (pointer, whether it is asked for, the sentence that says why not) that is asked
    for.

    :raises Refused: 400.
    """
    for pointer, wanted, sentence in wants:
        if wanted:
            raise Refused(
                400, "unsupported_parameter", _("This is not done here"), sentence, [Flaw(pointer, sentence)]
            )


def _session(
    request: HttpRequest, sent: Mapping[str, Any], metadata: Mapping[str, Any], user: str, named: Any
) -> str | None:
    """The conversation as the client names it, the user's own; None where it names none."""
    places = [("/conversation", named), *((f"/{name}", sent.get(name)) for name in CONVERSATION)]
    places += [(f"/metadata/{name}", metadata.get(name)) for name in CONVERSATION]
    places += [(name, request.headers.get(name)) for name in HEADERS]
    for pointer, value in places:
        if value in (None, ""):
            continue
        if not isinstance(value, str | int) or isinstance(value, bool):
            raise invalid(Flaw(pointer, _("Expected a text in quotes.")))
        # A user with a colon would have the conversations of a shorter one: "a:b" + "c" and "a" + "b:c".
        own = f"{user}:{value}" if user else str(value)
        if ":" in user:
            return _digest(f"{len(user)}:{own}")
        fits = len(own) <= LONGEST_SESSION and "/" not in own and own.isprintable()
        return own if fits else _digest(own)
    return None


def _guess(user: str, history: Sequence[tuple[str, str]]) -> str:
    return _digest(f"{user}\0{next((text for role, text in history if role == 'user'), '')}")


def _digest(text: str) -> str:
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()
