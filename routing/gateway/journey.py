"""One message from backend to backend.

Who is asked first, who next when one is away, who it is handed over to, and what each is sent. Pure
bookkeeping: sending it is the business of `passing`.
"""

import base64
import hashlib
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from conversations.as_json import to_json
from conversations.files import SentFile
from conversations.models import new_id
from language.detect import language
from outbound.cleaning import clean_text, clean_words
from routing.errors import BackendFailed, BackendsFailed
from routing.gateway import operational
from routing.gateway.closing import Course
from routing.gateway.models import GatewayDecision
from routing.gateway.opening import PassedMessage
from routing.gateway.specs import BackendAddress
from routing.gateway.wire import TAKERS, TAKERS_HEADER, Envelope
from routing.texts import text

HANDOVERS = 2  # of one message
LONGEST_ID = 160  # letters of a message's own id that go on as they are
SUMMARY = 1500  # letters that one backend is told of what others said
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

    # --- what it is sent ---------------------------------------------------------------------------
    @property
    def envelope(self) -> Envelope:
        """The message for the backend.

        With no more about the customer than the caller proved: the gateway's own token vouches for what it
        sends. So an end user's word about who they are stays here, and only what their token was signed with
        goes on. The same message has the same body each time it is sent, so that it is the same turn there:
        whom it may be handed over to is said in a header.
        """
        request, principal, agent = self.passage.request, self.passage.principal, self._choose_agent()
        proven = request.list_proven(principal)
        given = proven.pop("metadata", None)
        metadata = {
            **(given if isinstance(given, Mapping) else {}),
            "global_session_id": self.passage.session_id,
        }
        if self.handed is not None:
            proven |= {"handover_from_backend": self.handed[0], "handover_summary": self.handed[1]}
        another = self.hop or agent != self._choose_agent(self.passage.decision.backend_id)
        takers = self._takers()
        return Envelope(
            {
                "channel": request.channel,
                "tenant_id": self.passage.tenant,
                **({"agent_id": agent} if agent else {}),
                **({"mode": request.mode} if request.mode else {}),
                "payload": {
                    "text": request.text,
                    "session_id": self.passage.session_id,
                    **({"user_id": principal.user_id} if principal.user_id else {}),
                    "message_id": number_message(self.message_id, f"{self.hop}:{agent}" if another else ""),
                    **({"attachments": [_write(file) for file in request.files]} if request.files else {}),
                    "context": proven,
                    "metadata": metadata,
                },
            },
            {TAKERS_HEADER: ",".join(takers)} if takers else {},
        )

    def _choose_agent(self, backend: str = "") -> str:
        """The profile that a backend is asked for: what the caller named, or its own; after a handover its
        own."""
        own = self.passage.backends.specs[backend or self.backend].default_agent_id
        return own if self.hop and not backend else self.passage.request.agent_id or own

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
            line = f"{self.backend}: {' '.join(clean_text(words).split())}"
            self.said = f"{self.said}\n{line}".strip()[-SUMMARY:]
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


def _write(file: SentFile) -> dict[str, str]:
    """A file as `routing.api.sent_files` reads it."""
    content = base64.b64encode(file.content).decode()
    return {"name": file.name, "url": file.url or f"data:{file.media_type};base64,{content}"}


def number_message(message_id: str, mark: str) -> str:
    """The id of a message at one backend: on one database, another hop or profile is another turn.

    >>> number_message("wamid.1", ""), number_message("wamid.1", "1:ofertas")
    ('wamid.1', 'wamid.1:1:ofertas')
    """
    fits = len(message_id) <= LONGEST_ID
    kept = message_id if fits else hashlib.sha256(message_id.encode("utf-8", "surrogatepass")).hexdigest()
    return f"{kept}:{mark}"[:200] if mark else kept
