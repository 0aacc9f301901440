"""One message from backend to backend.

Who is asked first, who next when one is away, and who it is handed over to.

Pure bookkeeping: what is sent is the business of `passing` and `streaming`.
"""

import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from conversations.as_json import to_json
from conversations.models import new_id
from language.detect import language
from outbound.cleaning import clean_words
from routing.errors import BackendFailed, BackendsFailed
from routing.gateway import forward, operational
from routing.gateway.closing import Course
from routing.gateway.models import GatewayDecision
from routing.gateway.opening import PassedMessage
from routing.gateway.specs import BackendAddress
from routing.gateway.wire import TAKERS, Envelope
from routing.texts import text

HANDOVERS = 2  # of one message
HANDED = ("handover_backend", "handover_to_backend")  # the agent gateway protocol has both names
REST = "It failed several times and is left alone for a while."
SWITCHED_OFF = "It is switched off on the Operations page."


@dataclass(slots=True)
class Journey:
    """`backend` is who has the message now; `tried` who had it since the last handover."""

    passage: PassedMessage
    backend: str = ""
    hop: int = 0
    course: Course = field(default_factory=Course)
    handed: tuple[str, str] | None = None
    said: str = ""  # by those who handed over
    message_id: str = ""
    tried: list[str] = field(default_factory=list)
    refused: str = ""  # a handover that was not made, and why
    before: tuple[str, Mapping[str, Any]] | None = None  # who handed over last, and their answer
    began: float = field(default_factory=time.perf_counter)

    def __post_init__(self) -> None:
        request = self.passage.request
        self.backend = self.passage.begins or self.passage.decision.backend_id
        self.message_id = request.idempotency_key or request.message_id or new_id()

    # --- who is asked ------------------------------------------------------------------------------
    @property
    def address(self) -> BackendAddress:
        return self.passage.addresses.get(self.backend) or BackendAddress()

    @property
    def envelope(self) -> Envelope:
        return forward.envelope(
            self.passage, self.backend, self.message_id, self.hop, self.handed, self._takers()
        )

    def _takers(self) -> list[str]:
        """Whom the backend may hand the message over to.

        Nobody who failed it, is switched off or rests, and nobody at all once it was handed over.
        """
        if self.hop:
            return []
        away = {self.backend, *self._list_failed()}
        off, place = (
            self.passage.resources.switches.off,
            partial(operational.name_circuit, self.passage.tenant),
        )
        return [
            name
            for name in self.passage.backends.specs
            if name not in away
            and not off("backend", name)
            and operational.read_circuit_state(place(name, self.passage.addresses)) == "closed"
        ][:TAKERS]

    def _list_failed(self) -> list[str]:
        return [each["backend"] for each in self.course.failures]

    def admit(self) -> None:
        """Raises BackendFailed where the backend is switched off, or is left alone for a while."""
        if self.passage.resources.switches.off("backend", self.backend):
            raise BackendFailed(SWITCHED_OFF, asked=False)
        if not operational.may_call(self._key()):
            raise BackendFailed(REST, asked=False)

    def note_answer(self) -> None:
        """The backend has answered, or refused the message itself: it is there."""
        if operational.report_success(self._key()):
            self.course.noted[self.backend] = ""

    def note_failure(self, error: BackendFailed) -> dict[str, Any] | None:
        """The backend is away; `backend` is the next candidate now.

        Raises BackendsFailed where there is none, unless the message was handed over: then the answer of
        whoever did so is the answer.

        One that had the message, says nothing and is well otherwise, may have acted on it: nobody else gets
        it.
        """
        if error.asked:
            if not (
                error.spoke and error.silent
            ):  # an error of this message, from one that is well otherwise
                operational.count_failure(self._key())
            self.course.noted[self.backend] = error.why
        self.course.failures.append(
            {"backend": self.backend, "why": error.why, **({"had_it": True} if error.silent else {})}
        )
        self.tried.append(self.backend)
        follower = "" if error.silent else next(iter(self._others()), "")
        if follower:
            self.backend = follower
            return None
        if self.before is None:
            raise self.give_up()
        return self.finish(self.before[1], self.before[0], lost=self.tried[0])

    def _others(self) -> list[str]:
        """Who else may answer: whom the message points to, who has the session, the default."""
        passage = self.passage
        if passage.forced or self.hop or passage.answered:
            # Whoever handed over has said what it could; whoever answered it once has acted on it.
            return []
        wanted = [each.backend_id for each in passage.decision.candidates]
        wanted += [passage.active, passage.backends.default]
        known = passage.backends.specs
        return [name for name in dict.fromkeys(wanted) if name in known and name not in self.tried]

    def give_up(self) -> BackendsFailed:
        """Nobody answered, in the words of the user's language."""
        sentence = text("backend_still_away", self.spoken, who=self._title(self.tried[0]))
        return BackendsFailed(sentence, self.tried, retry_after=5)

    # --- handing over --------------------------------------------------------------------------------
    def hands_over(self, answer: Mapping[str, Any]) -> bool:
        """Whether the backend hands the message over; then `backend` is whom to."""
        metadata = answer.get("metadata")
        metadata = metadata if isinstance(metadata, Mapping) else {}
        wanted = next((metadata[name] for name in HANDED if metadata.get(name)), "")
        if not isinstance(wanted, str) or not wanted:
            return False
        if wanted not in self.passage.backends.specs:
            self.refused = f"There is no backend '{wanted[:64]}'."
        elif wanted == self.backend:
            self.refused = "It is this backend itself."
        elif wanted in self._list_failed():
            self.refused = "It did not answer this message before."
        elif self.hop >= HANDOVERS:
            self.refused = f"A message is handed over {HANDOVERS} times at most."
        else:
            given = metadata.get("handover_summary")
            words = given if isinstance(given, str) and given.strip() else str(answer.get("text") or "")
            self.said = forward.summary(self.said, self.backend, words)
            self.course.handovers.append({"from": self.backend, "to": wanted})
            self.handed, self.before = (self.backend, self.said), (self.backend, answer)
            self.backend, self.hop, self.tried = wanted, self.hop + 1, []
            return True
        return False

    # --- the answer -----------------------------------------------------------------------------------
    def finish(self, answer: Mapping[str, Any], backend: str = "", lost: str = "") -> dict[str, Any]:
        """The answer as the caller gets it.

        `lost`: a backend that it was to be handed over to and that is away.
        """
        backend = backend or self.backend
        metadata = dict(answer.get("metadata") or {}) if isinstance(answer.get("metadata"), Mapping) else {}
        there = answer.get("session_id")
        self.course.answered_by, self.course.status = backend, GatewayDecision.Statuses.ANSWERED
        self.course.backend_session = clean_words(there, 260)
        self.course.language = clean_words(metadata.get("language"), 5)
        self.course.milliseconds = self.elapsed
        metadata |= {
            "selected_backend": backend,
            "selected_backend_name": self._title(backend),
            "global_route_decision": to_json(self.passage.decision),
            "backend_session_id": there,
            "global_session_id": self.passage.session_id,
            "backend_elapsed_ms": round(self.elapsed, 1),
        }
        if self.course.handovers:
            metadata["handovers"] = self.course.handovers
        if self.refused:
            metadata["handover_refused"] = self.refused
        if self.course.failures:
            metadata["failed_backends"] = self._list_failed()
        return {
            **answer,
            "session_id": self.passage.session_id,
            "text": self.note(backend, lost) + str(answer.get("text") or ""),
            "metadata": metadata,
        }

    def note(self, backend: str, lost: str = "") -> str:
        """What the user reads first when somebody else answers than was meant to; empty otherwise."""
        if lost:
            return text("backend_still_away", self.spoken, who=self._title(lost)) + "\n\n"
        first = self.tried[0] if self.tried and self.tried[0] != backend else ""
        if not first:
            return ""
        names = {"who": self._title(first), "other": self._title(backend)}
        return text("backend_away", self.spoken, **names) + "\n\n"

    def describe_backend(self) -> dict[str, Any]:
        """What a stream says of the backend that has the message now."""
        decision = self.passage.decision
        return {
            "backend_id": self.backend,
            "name": self._title(self.backend),
            "global_session_id": self.passage.session_id,
            "reason": decision.reason if not self.hop and not self.tried else "",
            "global_route_decision": to_json(decision),
        }

    def name_backends(self, **backends: str) -> dict[str, str]:
        """What a stream says of several backends: each by its id, and as people know it.

        >>> journey.name_backends(to="contas")
        {'to': 'contas', 'to_name': 'Contas'}
        """
        return {
            **backends,
            **{f"{role.removesuffix('_id')}_name": self._title(name) for role, name in backends.items()},
        }

    @property
    def elapsed(self) -> float:
        return (time.perf_counter() - self.began) * 1000

    @property
    def spoken(self) -> str:
        """The user's language, looked at where something has to be said."""
        return language(self.passage.request.text, self.passage.language)

    def _title(self, backend: str) -> str:
        return self.passage.backends.specs[backend].shown

    def _key(self) -> operational.Key:
        return operational.name_circuit(self.passage.tenant, self.backend, self.passage.addresses)
