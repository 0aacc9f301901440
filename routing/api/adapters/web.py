"""The web: the gateway's own shape."""

from typing import Any

from routing.api.adapters.base import Body


class Web:
    """A page of the company. It gets the gateway's answer whole."""

    channel = "web"

    def hear(self, sent: Body) -> dict[str, Any]:
        return {**sent, "channel": self.channel}

    def wrote(self, pointer: str, sent: Body) -> str:
        return pointer

    def say(self, answer: Body, sent: Body) -> dict[str, Any]:
        return dict(answer)
