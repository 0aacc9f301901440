"""A system of the company that signs what it sends: {"type": "message", "data": {"text", "user_id", "session_id", ...}}."""

from typing import Any

from routing.api.adapters.base import Body


class Webhook:
    """The data is a payload of the gateway; without `type` the body is. It gets the gateway's answer."""

    channel = "webhook"

    def hear(self, sent: Body) -> dict[str, Any]:
        data = sent.get("data")
        return {"channel": self.channel, "payload": dict(data if isinstance(data, dict) else sent)}

    def say(self, answer: Body, sent: Body) -> dict[str, Any]:
        return dict(answer)
