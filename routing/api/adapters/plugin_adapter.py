"""A channel of somebody else's package: what it raises refuses a body with a reason, and loses no answer."""

import logging
from typing import Any

from routing.api.adapters.base import Adapter, Body
from routing.api.problems import invalid
from routing.api.refusal import Flaw, Refused

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
