"""A system of the company that signs what it sends.

{"type": "message", "data": {"text", "user_id", "session_id", ...}}.
"""

from typing import Any

from routing.api.adapters.base import Body


class Webhook:
    """The data is a payload of the gateway; without it the body is. It gets the gateway's answer.

    `message_id` is the signed webhook-id, whatever the data says.
    """

    channel = "webhook"

    def __init__(self, message_id: str) -> None:
        self._message_id = message_id

    def hear(self, sent: Body) -> dict[str, Any]:
        data = sent.get("data")
        payload = data if isinstance(data, dict) else sent
        return {"channel": self.channel, "payload": {**payload, "message_id": self._message_id}}

    def wrote(self, pointer: str, sent: Body) -> str:
        inner = pointer.removeprefix("/payload")
        return f"/data{inner}" if isinstance(sent.get("data"), dict) else inner

    def say(self, answer: Body, sent: Body) -> dict[str, Any]:
        return dict(answer)
