"""The frames of a socket.

What a client's first one holds, how an event is written, and the request that a frame is.
"""

import uuid
from collections.abc import Mapping
from io import BytesIO
from typing import Any

import orjson
from django.core.handlers.asgi import ASGIRequest
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from conversations.as_json import to_json
from routing.api.fields import EVENT_ID, Name, SessionField, Slug, Text
from routing.api.problems import Flaw, invalid

SCHEMES = {"ws": "http", "wss": "https"}


class Hello(serializers.Serializer[Any]):
    """The first frame: who is there, and what they missed. What it names holds for the whole socket."""

    type = serializers.ChoiceField(["hello"])
    token = Text(required=False, allow_null=True, allow_blank=True, max_length=16_384)
    tenant_id = Slug()
    agent_id = Slug()
    user_id = Name()
    session_id = SessionField()
    last_event_id = serializers.RegexField(
        EVENT_ID, required=False, allow_null=True,
        error_messages={"invalid": _("Expected an event's id: 3.7.")}
    )  # fmt: skip


class Stop(serializers.Serializer[Any]):
    """Stops a turn, by default the one that was begun last over this socket."""

    turn_id = Name()
    tenant_id = Slug()
    user_id = Name()


def make_request(scope: Mapping[str, Any], token: str | None = None, key: Any = None) -> HttpRequest:
    """A frame as the request that it would be at another door.

    From the same place, with its token and its key.
    """
    given = {b"authorization": f"Bearer {token}" if token else None, b"idempotency-key": key}
    replaced = [b"idempotency-key", *(name for name, value in given.items() if value is not None)]
    if key is not None and not isinstance(key, str):
        raise invalid(Flaw("/idempotency_key", str(_("Expected a text in quotes."))))
    headers = [pair for pair in scope["headers"] if pair[0].lower() not in replaced]
    headers += [(name, value.encode()) for name, value in given.items() if value is not None]
    scheme = SCHEMES.get(scope.get("scheme", "ws"), "http")
    made = ASGIRequest(
        {**scope, "type": "http", "method": "GET", "scheme": scheme, "headers": headers}, BytesIO()
    )
    made.request_id = uuid.uuid4().hex  # type: ignore[attr-defined]
    return made


def write(name: str, data: Mapping[str, Any], ref: Any = None, number: str = "") -> str:
    """One event as a frame; `ref` is what the client called the frame that this answers.

    >>> write("text", {"text": "Oi"}, number="1.4")
    '{"id":"1.4","event":"text","data":{"text":"Oi"}}'
    """
    frame: dict[str, Any] = {"id": number} if number else {}
    frame |= {"event": name, "data": to_json(data)}
    if isinstance(ref, str | int) and len(str(ref)) <= 128:
        frame["ref"] = ref
    return orjson.dumps(frame, default=str).decode()
