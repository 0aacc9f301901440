"""Numbers a turn's events and puts them into its log."""

from typing import Any, cast

from conversations.event_log import log
from conversations.turn import EventName, TurnEvent

ATTEMPT = 10_000  # a second attempt's numbers come after all of the first


class Emitter:
    """The events of one attempt: `{turn}.{n}` with n growing over attempts and processes."""

    def __init__(self, turn_id: str, turn: int, attempt: int = 1) -> None:
        self.turn_id, self.turn = turn_id, turn
        self.number = max((attempt - 1) * ATTEMPT, log.last_number(turn_id))

    def emit(self, name: str, data: dict[str, Any]) -> None:
        """One event, at once visible to all who follow."""
        self.number += 1
        log.publish(self.turn_id, TurnEvent(cast(EventName, name), data, self.number, self.turn))
