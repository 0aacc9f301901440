"""The terminal: the events of a turn as lines, with who answers before what is said."""

from collections.abc import Callable

from conversations.turn import TurnEvent
from language import marks
from routing.api.adapters.base import list_unsaid, options

Write = Callable[..., object]


class Cli:
    """Writes a turn as it comes: `screen.show(event)` for each of its events.

    A line stands once it is written: where words are taken back, the whole answer follows anew.
    """

    channel = "cli"

    def __init__(self, write: Write) -> None:
        self._write = write
        self._agent = ""
        self._sent = ""
        self.numbered: dict[str, str] = {}  # what the numbers before the options stand for

    def show(self, event: TurnEvent) -> None:
        """One event: text as it comes, the rest of the answer at its end, options that it does not name."""
        if event.name == "text":
            self._say(str(event.data.get("agent") or ""), str(event.data.get("text") or ""))
        elif event.name == "text.reset":
            self._write("")
            self._agent = self._sent = ""
        elif event.name == "answer":
            metadata = event.data.get("metadata") or {}
            text = str(event.data.get("text") or "")
            if not self._sent:
                self._say(str(metadata.get("active_agent") or ""), marks.plain(text))
            elif text.startswith(self._sent):
                self._say(self._agent, text[len(self._sent) :])
            self._write("")
            for place, option in enumerate(options(event.data) if list_unsaid(event.data) else (), 1):
                self._write(f"  {place}. {option['label']}")
                self.numbered[str(place)] = str(option["value"])

    def _say(self, agent: str, text: str) -> None:
        if agent != self._agent:
            between = "\n" if self._sent else ""
            self._write(f"{between}[{agent}] " if agent else between, ending="")
            self._agent = agent
        self._sent += text
        self._write(text, ending="")
