"""What every channel's adapter does: a body of the channel in, a GatewayRequest out; an answer in, its body out."""

from collections.abc import Mapping
from typing import Any, Protocol

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

    def say(self, answer: Body, sent: Body) -> dict[str, Any]:
        """The channel's body for a gateway's answer to what was sent."""
        ...


def options(answer: Body) -> list[dict[str, str]]:
    """What can be chosen to answer the question of an answer: [{label, value}]."""
    question = (answer.get("metadata") or {}).get("question") or {}
    return list(question.get("options") or ())


def language(answer: Body) -> str:
    """The language an answer is in: pt, es or en."""
    return str((answer.get("metadata") or {}).get("language") or "pt")
