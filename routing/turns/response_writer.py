"""A turn's voice: what specialists say passes the gate, and leaves in pieces of at most 50 ms."""

import time
from collections.abc import Callable, Sequence
from dataclasses import replace

from django.conf import settings

from agents.guardrails.base import About
from agents.guardrails.gate import Gate
from agents.resources import Emit
from conversations.turn import RailDecision
from routing.turns.plain import Plain, record_cut

BETWEEN_PARTS = "\n\n"


class ResponseWriter:
    """Collects the parts of an answer; sends only what the gate released.

    `make_gate` makes the gate of a part, which holds a claim against the calls made until it looks at the
    sentence. `plain`: structured data is cut out before the gate sees it.
    """

    def __init__(
        self, emit: Emit, make_gate: Callable[[], Gate], plain: bool = False, heard: bool = True
    ) -> None:
        self._emit, self._make_gate, self._heard = emit, make_gate, heard
        self._plain = Plain() if plain else None
        self._agent = ""
        self._gate: Gate | None = None
        self._sent = ""  # of all parts, as clients have it
        self._before = ""  # what was sent before this part
        self._waiting = ""
        self._last = 0.0
        self._sorry = False
        self.was_ended = False  # whether a check of the last part had nothing more of it leave
        self._beside: tuple[RailDecision, ...] = ()  # what was found in texts beside the answer

    clock = staticmethod(time.perf_counter)

    @property
    def sent(self) -> str:
        """What clients have seen so far; a stopped turn keeps it."""
        return self._sent

    def begin(self, agent: str, authored: bool = False) -> None:
        """A specialist begins its part; `authored`: of words that the company wrote as they are."""
        self._agent, self._gate, self._before, self._sorry = agent, self._make_gate(), self._sent, False
        if authored:
            self._gate = self._gate.for_authored()
        self._plain = Plain() if self._plain is not None else None

    def feed(self, piece: str) -> None:
        """Some characters of the part."""
        assert self._gate is not None, "begin() comes first"
        self._send(self._gate.feed(self._plain.feed(piece) if self._plain is not None else piece))

    def feed_own(self, words: str) -> None:
        """The platform's own words, as they stand: a question that was `show`n, or that nothing was done.

        Not said behind a refusal that ends the answer (`was_ended`).
        """
        assert self._gate is not None, "begin() comes first"
        self._end_plain()
        self._send(self._gate.add_own(words))

    def show(self, question: str) -> str:
        """The platform's own question as users may read it; empty where some of it would be taken away.

        What was found stands in the answer's record.
        """
        shown, decisions = self._make_gate().read_question(question.strip())
        self._beside += decisions
        return shown

    def aside(self) -> "ResponseWriter":
        """A voice with the same checks whose words are kept, to be joined with others' and then sent."""
        return ResponseWriter(lambda _name, _data: None, self._make_gate, heard=False)

    async def review(self) -> Sequence[RailDecision]:
        """What the checks that have an answer made anew found in the part so far; its end is checked as
        such.
        """
        assert self._gate is not None, "begin() comes first"
        self._end_plain()
        if self._gate.asks_again:
            await self._gate.consult()
        released, found = self._gate.pause()
        self._send(released)
        return found

    def renew(self, found: Sequence[RailDecision]) -> None:
        """Takes the part back, which is made anew; what was `found` in it stays in the record."""
        marks = {"observed": True, "asked_again": True}
        self._beside += tuple(
            replace(each, allowed=True, sanitized_text=None, metadata={**each.metadata, **marks})
            for each in found
        )
        self.withdraw()

    def restart(self) -> None:
        """Takes back all that was sent in this turn: one answer written out of it follows."""
        self._before = self._waiting = ""
        if self._sent:
            self._sent = ""
            self._emit("text.reset", {"agent": self._agent, "text": ""})

    def objections(self, text: str) -> list[str]:
        """The codes of the checks that would hold something of this text back; nothing is sent."""
        gate = self._make_gate()
        gate.feed(text)
        _rest, _whole, decisions = gate.finish()
        return [decision.code for decision in decisions if not decision.allowed]

    def check(self, text: str) -> str:
        """A text that is told beside the answer as the gate leaves it.

        What it found is in the answer's record.
        """
        gate = self._make_gate()
        gate.feed(text)
        _rest, whole, decisions = gate.finish()
        self._beside += decisions
        return whole.strip()

    def apologise(self, words: str) -> None:
        """Words in place of the part, which failed: whoever follows may tell that as a failure instead."""
        self.withdraw()
        self._sorry = True
        self.feed(words)

    @property
    def released(self) -> bool:
        """Whether somebody has seen of this part."""
        return self._heard and self._sent != self._before

    def cut_off(self) -> None:
        """The part broke off: what was sent of it stays, and of what the gate held nothing follows."""
        assert self._gate is not None, "begin() comes first"
        self._gate.cut_off()
        self._plain = Plain() if self._plain is not None else None

    def withdraw(self) -> None:
        """Takes the part back: its call ended in a signal or a failure."""
        self._gate, self._waiting = self._make_gate(), ""
        self._plain = Plain() if self._plain is not None else None
        if self._sent != self._before:
            self._sent = self._before
            self._emit("text.reset", {"agent": self._agent, "text": self._sent})

    async def finish(self) -> tuple[str, tuple[RailDecision, ...]]:
        """Ends the part: its whole checked text and what the rails said, those that wait for somebody else
        among them.
        """
        assert self._gate is not None, "begin() comes first"
        self._end_plain()
        await self._gate.consult()
        return self._end()

    def _end(self) -> tuple[str, tuple[RailDecision, ...]]:
        assert self._gate is not None, "begin() comes first"
        self._end_plain()
        cut = record_cut(self._plain.cut) if self._plain is not None else ()
        rest, whole, decisions = self._gate.finish()
        self._send(rest, at_once=True)
        self.was_ended, self._gate = self._gate.ended, None
        beside, self._beside = self._beside, ()
        return whole.strip(), (
            *decisions,
            *cut,
            *(
                each
                for each in beside
                if not each.allowed or each.sanitized_text or each.metadata.get("asked_again")
            ),
        )

    def say(
        self, agent: str, words: str, sorry: bool = False, authored: bool = False
    ) -> tuple[str, tuple[RailDecision, ...]]:
        """A whole part of words that no model wrote just now: rails that wait for somebody else are not
        asked. Gives what `finish` gives. `sorry`: it is an apology. `authored`: as with `begin`.
        """
        self.begin(agent, authored)
        if sorry:
            self.apologise(words)
        else:
            self.feed(words)
        return self._end()

    async def tell(self, agent: str, words: str, asks: str = "") -> tuple[str, tuple[RailDecision, ...]]:
        """A whole part that all rails read, but for the platform's own question in it: what it `asks` was
        `show`n, and is said as it stands.
        """
        self.begin(agent)
        before, _asks, behind = words.partition(asks) if asks else (words, "", "")
        self.feed(before)
        if asks:
            self.feed_own(asks)
            self.feed(behind)
        return await self.finish()

    def say_own(self, agent: str, words: str) -> tuple[str, tuple[RailDecision, ...]]:
        """A whole part of the platform's own words, which hold nothing of a model's: they pass no rail."""
        self.begin(agent)
        self._gate = Gate((), About())
        self.feed(words)
        return self._end()

    def _end_plain(self) -> None:
        if self._gate is not None and self._plain is not None:
            self._send(self._gate.feed(self._plain.finish()))

    def _send(self, text: str, at_once: bool = False) -> None:
        self._waiting += text
        now = time.monotonic()
        # What a check objects to is perhaps made anew: nobody sees more of it before that is known.
        waits = self._gate is not None and self._gate.objected
        if not self._waiting or not (at_once or (not waits and now - self._last >= settings.PIECE_SECONDS)):
            return
        between = BETWEEN_PARTS if self._before and self._sent == self._before else ""
        piece, self._waiting, self._last = between + self._waiting, "", now
        self._sent += piece
        event = {"agent": self._agent, "text": piece}
        self._emit("text", event | {"apology": True} if self._sorry else event)
