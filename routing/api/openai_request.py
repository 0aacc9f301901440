"""Reads what a client of OpenAI's API sends to `/v1/chat/completions` into a ChatRequest.

The model is a profile; the last message is what the user says; what stands before it is the history of a
conversation that is unknown here. A client's system message is data: it joins the context and no prompt.
Fields that steer a model (temperature, max_tokens, seed ...) are taken and change nothing, for which models answer is authored;
those that ask for something else than an answer in text are refused.
"""

from collections.abc import Mapping, Sequence
from hashlib import blake2b
from typing import Any

from django.http import HttpRequest
from django.utils.translation import gettext as _

from routing.api import forms
from routing.api.gateway_request import chat_request
from routing.api.openai_shapes import CompletionRequest
from routing.api.problems import invalid
from routing.api.refused import Flaw, Refused
from routing.turns.request import ChatRequest

ROLES = {"user": "user", "assistant": "agent"}
INSTRUCTIONS = ("system", "developer")
SYSTEM_CHARACTERS = 4000  # of a client's system messages that are kept
CONVERSATION = ("session_id", "chat_id", "conversation_id", "thread_id")
HEADERS = (
    *(f"X-{name.replace('_', '-').title()}" for name in CONVERSATION),
    "X-OpenWebUI-Chat-Id",  # what this widespread page sends by itself
)
LONGEST_SESSION = 128


def read(request: HttpRequest, sent: Mapping[str, Any]) -> ChatRequest:
    """A body of `/v1/chat/completions` as the engine's request.

    :raises Refused: 400 in OpenAI's shape, naming the parameter.
    """
    asked = forms.read(CompletionRequest, sent)
    _answerable(sent)
    said, system = _messages(asked["messages"])
    if not said or said[-1][0] != "user":
        raise invalid(Flaw("/messages", _("The last message must be the user's.")))
    metadata = {name: value for name, value in (asked.get("metadata") or {}).items() if value is not None}
    user = asked.get("user") or request.headers.get("X-OpenWebUI-User-Id") or ""
    session = _session(request, sent, metadata, user)
    context = {name: value for name, value in metadata.items() if name not in CONVERSATION}
    if system:
        context["system"] = system[:SYSTEM_CHARACTERS]
    return chat_request(
        request,
        sent=sent,
        door="openai_sse" if asked.get("stream") else "openai",
        text=said[-1][1],
        text_at="/messages",
        tenant_id=None,
        agent_id=asked["model"],
        session_id=session or _guess(user, said),
        user_id=user or None,
        channel="openai",
        context=context,
        message_id=None,
        before=tuple(said[:-1]),
        guessed=session is None,
    )


def _session(
    request: HttpRequest, sent: Mapping[str, Any], metadata: Mapping[str, Any], user: str
) -> str | None:
    """The conversation as the client names it, the user's own; None where it names none."""
    places = [(f"/{name}", sent.get(name)) for name in CONVERSATION]
    places += [(f"/metadata/{name}", metadata.get(name)) for name in CONVERSATION]
    places += [(name, request.headers.get(name)) for name in HEADERS]
    for pointer, value in places:
        if value in (None, ""):
            continue
        if not isinstance(value, str | int) or isinstance(value, bool):
            raise invalid(Flaw(pointer, _("Expected a text in quotes.")))
        own = f"{user}:{value}" if user else str(value)
        fits = len(own) <= LONGEST_SESSION and "/" not in own and own.isprintable()
        return own if fits else _digest(own)
    return None


def _guess(user: str, said: Sequence[tuple[str, str]]) -> str:
    return _digest(f"{user}\0{next(text for role, text in said if role == 'user')}")


def _digest(text: str) -> str:
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()


def _messages(messages: Sequence[Any]) -> tuple[list[tuple[str, str]], str]:
    """What was said, (user or agent, text), and what the client's instructions are."""
    said: list[tuple[str, str]] = []
    instructions: list[str] = []
    for n, message in enumerate(messages):
        pointer = f"/messages/{n}"
        if not isinstance(message, dict):
            raise invalid(Flaw(pointer, _('Expected an object: {"role": "user", "content": "..."}.')))
        role, text = message.get("role"), _content(message.get("content"), f"{pointer}/content")
        if role in INSTRUCTIONS:
            instructions.append(text)
        elif isinstance(role, str) and role in ROLES:
            if text.strip() or n == len(messages) - 1:
                said.append((ROLES[role], text))
        elif role not in ("tool", "function"):  # what a client's own tools found is not ours to tell
            known = ", ".join((*INSTRUCTIONS, *ROLES, "tool"))
            raise invalid(Flaw(f"{pointer}/role", _("A role is one of: %(known)s.") % {"known": known}))
    return said, "\n\n".join(instructions)


def _content(content: Any, pointer: str) -> str:
    """A text, or the texts of a list of parts."""
    if content is None:
        return ""
    if isinstance(content, str):
        return content
    if not isinstance(content, list):
        raise invalid(Flaw(pointer, _("Expected a text or a list of parts.")))
    texts = []
    for n, part in enumerate(content):
        kind = part.get("type") if isinstance(part, dict) else None
        text = part.get(str(kind)) if kind in ("text", "refusal") else None
        if not isinstance(text, str):
            raise invalid(Flaw(f"{pointer}/{n}", _("Only text is read here: no images, no sound, no files.")))
        texts.append(text)
    return "\n".join(texts)


def _answerable(sent: Mapping[str, Any]) -> None:
    """Refuses what asks for something else than one answer in text."""
    format_ = sent.get("response_format")
    kind = format_.get("type") if isinstance(format_, dict) else format_
    wants = (
        ("n", sent.get("n") not in (None, 1), _("One answer is given: leave n out.")),
        (
            "tools",
            bool(sent.get("tools")),
            _("Tools are authored in the Studio; leave them out of the request."),
        ),
        (
            "functions",
            bool(sent.get("functions")),
            _("Tools are authored in the Studio; leave them out of the request."),
        ),
        ("response_format", kind not in (None, "text"), _("Answers are text: leave response_format out.")),
        ("modalities", sent.get("modalities") not in (None, ["text"]), _("Answers are text, without sound.")),
        ("audio", bool(sent.get("audio")), _("Answers are text, without sound.")),
        ("logprobs", bool(sent.get("logprobs")), _("There are no probabilities of words here.")),
        (
            "stream_options",
            bool(sent.get("stream_options")) and not sent.get("stream"),
            _("Send stream_options only with stream: true."),
        ),
    )
    for name, wanted, sentence in wants:
        if wanted:
            raise Refused(
                400,
                "unsupported_parameter",
                _("This is not done here"),
                sentence,
                [Flaw(f"/{name}", sentence)],
            )
