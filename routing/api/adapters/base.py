"""What every channel's adapter does: a body of the channel in, a GatewayRequest out.

An answer in, its body out.

A channel of somebody else's package: what it raises refuses a body with a reason, and loses no answer.
"""

import logging
import re
from collections.abc import Mapping
from typing import Any, Protocol

from language.spoken_languages import CODES
from routing.api.problems import Flaw, Refused, invalid

Body = Mapping[str, Any]


class Adapter(Protocol):
    """One channel. It keeps nothing and asks nobody.

    >>> WhatsApp().hear({"from": "5511999999999", "text": "oi"})["payload"]["user_id"]
    '5511999999999'
    """

    channel: str

    def hear(self, sent: Body) -> dict[str, Any]:
        """The GatewayRequest that a body of the channel means; `gateway_request.read` checks it."""
        ...

    def wrote(self, pointer: str, sent: Body) -> str:
        """Where the sender wrote what stands at a pointer into what was heard.

        So a refusal names a field of theirs.
        """
        ...

    def say(self, answer: Body, sent: Body) -> dict[str, Any]:
        """The channel's body for a gateway's answer to what was sent."""
        ...


# A field of the gateway: the channel's fields that it is read from, in order; its own, where not named, is
# the last.
Fields = Mapping[str, tuple[str, ...]]


def rename_fields(sent: Body, fields: Fields) -> dict[str, Any]:
    """A payload of the gateway: its fields from the channel's, everything else as it was sent.

    >>> rename_fields({"ani": "55", "order_id": "P100"}, {"user_id": ("ani", "caller")})
    {'order_id': 'P100', 'user_id': '55'}
    """
    own = {name for names in fields.values() for name in names}
    found = {field: sent[name] for field, names in fields.items() if (name := _find_written(sent, names))}
    return {**{name: value for name, value in sent.items() if name not in own}, **found}


def restore_pointer(pointer: str, sent: Body, fields: Fields) -> str:
    """The channel's field behind a pointer into that payload; one that nobody wrote is the one to write.

    >>> restore_pointer("/payload/user_id", {"caller": "  "}, {"user_id": ("ani", "caller")})
    '/caller'
    """
    field, slash, rest = pointer.removeprefix("/payload").removeprefix("/").partition("/")
    names = fields.get(field, ())
    known = (*names, field)
    usual = field if field in names or not names else names[0]
    name = _find_written(sent, known) or next((name for name in known if name in sent), usual)
    return f"/{name}{slash}{rest}"


def _find_written(sent: Body, names: tuple[str, ...]) -> str:
    return next((name for name in names if sent.get(name)), "")


def options(answer: Body) -> list[dict[str, str]]:
    """What can be chosen to answer the question of an answer: [{label, value}]."""
    question = (answer.get("metadata") or {}).get("question") or {}
    return list(question.get("options") or ())


def list_unsaid(answer: Body) -> list[dict[str, str]]:
    """Those of the options that the answer's text does not name itself: a question often lists them.

    >>> list_unsaid({"text": "Posso?", "metadata": {"question": {"options": [{"label": "Sim"}]}}})
    [{'label': 'Sim'}]
    """
    text = str(answer.get("text") or "")
    return [
        each
        for each in options(answer)
        if not re.search(rf"(?<!\w){re.escape(each['label'])}(?!\w)", text, re.IGNORECASE)
    ]


def language(answer: Body) -> str:
    """The language an answer is in."""
    return str((answer.get("metadata") or {}).get("language") or CODES[0])


logger = logging.getLogger(__name__)


class GuardedChannel:
    """Asks an adapter; an answer that it cannot say leaves as the gateway's text."""

    def __init__(self, adapter: Adapter) -> None:
        self.adapter = adapter
        self.channel = adapter.channel
        self.title = str(getattr(adapter, "title", ""))

    def hear(self, sent: Body) -> dict[str, Any]:
        try:
            return {**self.adapter.hear(sent), "channel": self.channel}
        except Refused:
            raise
        except Exception as error:  # whatever a stranger's code does with whatever was sent
            logger.exception("Channel %s could not read a body.", self.channel)
            raise invalid(Flaw("", f"The channel {self.channel} cannot read this body.")) from error

    def wrote(self, pointer: str, sent: Body) -> str:
        try:
            return str(self.adapter.wrote(pointer, sent))
        except Exception:  # the gateway's own field is named then
            logger.exception("Channel %s could not name a field.", self.channel)
            return pointer

    def say(self, answer: Body, sent: Body) -> dict[str, Any]:
        try:
            return dict(self.adapter.say(answer, sent))
        except Exception:  # an answer that was made is not lost to how it is said
            logger.exception("Channel %s could not say an answer.", self.channel)
            return {"session_id": answer.get("session_id"), "text": answer.get("text")}
