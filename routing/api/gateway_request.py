"""Reads a GatewayRequest (agent gateway protocol), wherever its fields stand, into a ChatRequest."""

import re
from collections.abc import Iterable, Mapping
from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.utils.translation import gettext as _
from rest_framework.exceptions import ValidationError

from conversations.files import SentFile, name_all
from conversations.idempotency import digest
from outbound.cleaning import list_texts
from routing.api import sent_files
from routing.api.adapters.base import Adapter
from routing.api.body import read_form
from routing.api.fields import JsonObjectField, Name, SessionField, Slug
from routing.api.problems import Flaw, Refused, invalid, list_flaws
from routing.api.serializers import GatewayRequest
from routing.gateway.wire import TAKERS, TAKERS_HEADER
from routing.turns.request import ChatRequest
from tenancy.authenticate import RawCredentials

TEXTS = ("text", "message", "content", "transcript", "input", "user_text")
OBJECTS = ("context", "business_context", "metadata")
# What may stand at the top, in `payload` or in `context`, and must say the same wherever it stands.
NAMES: Mapping[str, Name | SessionField] = {
    "tenant_id": Slug(),
    "agent_id": Slug(),
    "user_id": Name(),
    "session_id": SessionField(),
    "channel_id": Name(),
    "message_id": Name(max_length=200),
}
TRACEPARENT = 55  # characters of the only version there is (W3C Trace Context)
BACKEND = re.compile("[a-z0-9_]{1,64}")
OF_GATEWAYS = ("gateway", "gateway_sse")  # only their answers have the metadata in which a handover stands
TAKE_FILES = (*OF_GATEWAYS, "gateway_ws")
OWN = {
    *TEXTS,
    *OBJECTS,
    *NAMES,
    "channelId",
    "channel",
    "mode",
    "release",
    "session_options",
    "backend_id",
    "payload",
    "attachments",
}


def read(request: HttpRequest, sent: Mapping[str, Any], door: str) -> ChatRequest:
    """A body of the gateway as the engine's request.

    >>> read(request, {"payload": {"text": "Onde está meu pedido?", "order_id": "P100"}}, "gateway").context
    {'order_id': 'P100'}
    :raises Refused: 422 with pointers, 413 for a message that is too long.
    """
    body = read_form(GatewayRequest, sent)
    payload = sent.get("payload") or {}
    places = (("", sent), ("/payload", payload), *_list_contexts(sent, payload))
    text, written = _find_text(("/payload", payload), ("", sent))
    named = {name: _agree(name, places) for name in NAMES}
    context = _collect_context(sent, payload)
    if named["channel_id"]:
        context["channel_id"] = named["channel_id"]
    return read_chat_request(
        request,
        door=door,
        sent=sent,
        tenant_id=named["tenant_id"],
        agent_id=named["agent_id"],
        session_id=named["session_id"],
        user_id=named["user_id"],
        text=text,
        text_at=written,
        channel=body.get("channel") or "web",
        context=context,
        mode=body.get("mode") or None,
        release=body.get("release"),
        options=body.get("session_options") or {},
        message_id=named["message_id"],
        takers=_read_takers(request) if door in OF_GATEWAYS else (),
        files=_read_files(sent, payload) if door in TAKE_FILES else (),
    )


def _read_files(sent: Mapping[str, Any], payload: Mapping[str, Any]) -> tuple[SentFile, ...]:
    """The files that came with the message."""
    for at, place in (("/payload", payload), ("", sent)):
        if place.get("attachments") is not None:
            return sent_files.read_attachments(place["attachments"], f"{at}/attachments")
    return ()


def read_channel(request: HttpRequest, sent: Mapping[str, Any], adapter: Adapter, door: str) -> ChatRequest:
    """A body of a channel as the engine's request; what is wrong with it is said of the channel's own fields.

    :raises Refused: as `read` does.
    """
    try:
        return read(request, adapter.hear(sent), door)
    except ValidationError as error:
        flaws = list_flaws(error.detail)
    except Refused as error:
        if not error.flaws:
            raise
        flaws = list(error.flaws)
    theirs = [Flaw(adapter.wrote(flaw.pointer, sent), flaw.detail) for flaw in flaws]
    raise invalid(*dict.fromkeys(theirs))


def read_backend(sent: Mapping[str, Any]) -> str:
    """The backend that a request names, which `read` has looked at; empty: none."""
    return str(sent.get("backend_id") or "").strip()


def read_chat_request(
    request: HttpRequest, *, sent: Mapping[str, Any], text: str, text_at: str, **known: Any
) -> ChatRequest:
    """The engine's request out of what a door read, with credentials, digest and Idempotency-Key.

    `text_at` points at the text, or where it should have been. Files in the context are refused: nobody would
    read them, and they would be kept.
    """
    misplaced = (known.get("context") or {}).get("attachments")
    if any(each.startswith("data:") for each in list_texts(misplaced)):
        sentence = _("Files are sent in 'attachments' beside the message; in a context nobody reads them.")
        raise invalid(Flaw("/context/attachments", sentence))
    brought = known.get("client_tools")
    files: tuple[SentFile, ...] = known.get("files", ())
    if not (text.strip() or (brought and brought.results)):
        text = name_all(files)
    if not (text or (brought and brought.results)):
        raise invalid(Flaw(text_at, _("Write a message.")))
    if len(text) > settings.MESSAGE_CHARACTERS:
        raise Refused(
            413,
            "message_too_long",
            _("The message is too long"),
            _("A message may have %(characters)s characters at most.")
            % {"characters": settings.MESSAGE_CHARACTERS},
        )
    values: dict[str, Any] = {"conversation_id": None, "mode": None, "force_multi": False, **known}
    return ChatRequest(
        credentials=RawCredentials.of(request, known["tenant_id"]),
        text=text,
        idempotency_key=_read_idempotency_key(request),
        body_digest=digest(sent),
        traceparent=request.headers.get("traceparent", "")[:TRACEPARENT],
        **values,
    )


def _read_takers(request: HttpRequest) -> tuple[str, ...]:
    """Whom a gateway would pass the message on to; only a trusted caller is believed (`turns.open`)."""
    names = request.headers.get(TAKERS_HEADER, "").split(",")
    return tuple(name for each in names if BACKEND.fullmatch(name := each.strip()))[:TAKERS]


def _read_idempotency_key(request: HttpRequest) -> str | None:
    key = request.headers.get("Idempotency-Key")
    if key is None:
        return None
    if not 1 <= len(key) <= 200 or not (key.isascii() and key.isprintable()):
        raise Refused(
            400,
            "bad_idempotency_key",
            _("The Idempotency-Key cannot be used"),
            _("It has 1 to 200 printable ASCII characters, for example a UUID."),
        )
    return key


def _find_text(*places: tuple[str, Mapping[str, Any]]) -> tuple[str, str]:
    """The text and its pointer; without one, where an empty one stands or should have stood."""
    found = [
        (place[name], f"{at}/{name}")
        for at, place in places
        for name in TEXTS
        if isinstance(place.get(name), str)
    ]
    filled = (each for each in found if each[0].strip())
    return next(filled, found[0] if found else ("", "/text"))


def _list_contexts(
    sent: Mapping[str, Any], payload: Mapping[str, Any]
) -> Iterable[tuple[str, Mapping[str, Any]]]:
    yield "/context", sent.get("context") or {}
    yield "/payload/context", payload.get("context") or {}


def _agree(name: str, places: Iterable[tuple[str, Mapping[str, Any]]]) -> str | None:
    """The one value of a name; two places that differ are refused rather than one believed."""
    found: dict[str, str] = {}
    spellings = (name, "channelId") if name == "channel_id" else (name,)
    for pointer, place in places:
        for spelling in spellings:
            value = place.get(spelling)
            if value is None or (value == "" and name != "session_id"):
                continue
            found[f"{pointer}/{spelling}"] = _check(name, f"{pointer}/{spelling}", value)
    if len(set(found.values())) > 1:
        sentence = _("%(name)s is said differently in several places. Say it once.") % {"name": name}
        raise invalid(*(Flaw(pointer, sentence) for pointer in found))
    return next(iter(found.values()), None)


def _check(name: str, pointer: str, value: Any) -> str:
    try:
        return str(NAMES[name].run_validation(value))
    except ValidationError as error:
        detail = error.detail
        raise invalid(Flaw(pointer, str(detail[0] if isinstance(detail, list) else detail))) from None


def _collect_context(sent: Mapping[str, Any], payload: Mapping[str, Any]) -> dict[str, Any]:
    """Everything that has no meaning of its own; the nearer to the message, the later, so that it wins.

    The keys of `business_context` are named and so win over a context field of the same name.
    """
    context: dict[str, Any] = {}
    for place in (sent, payload):
        context |= {name: value for name, value in place.items() if name not in OWN}
        context |= {name: value for name, value in (place.get("context") or {}).items() if name not in NAMES}
    for pointer, place in (("", sent), ("/payload", payload)):
        for at, nearer in ((pointer, place), (f"{pointer}/context", place.get("context") or {})):
            context |= _read_business(f"{at}/business_context", nearer.get("business_context"))
    context.pop("business_context", None)
    metadata = {**(sent.get("metadata") or {}), **(payload.get("metadata") or {})}
    return {**context, "metadata": metadata} if metadata else context


def _read_business(pointer: str, value: Any) -> dict[str, Any]:
    """The business keys of one place; inside a context no serializer has looked at them."""
    try:
        return JsonObjectField().run_validation(value) or {}
    except ValidationError as error:
        raise invalid(*list_flaws(error.detail, pointer)) from None
