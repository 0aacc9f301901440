"""The last visit of a message at the gateway.

What became of it, and which backend the session is with now.
"""

from dataclasses import dataclass, field
from typing import Any

from routing.gateway import operational
from routing.gateway.models import GatewayDecision, GatewaySession
from routing.gateway.opening import PassedMessage
from tenancy.statements import Statement, find, send, update


@dataclass(slots=True)
class Course:
    """What happens to a message meanwhile.

    Who answered, who did not, who passed it on, and what its session is called there.
    """

    answered_by: str = ""
    backend_session: str = ""
    language: str = ""
    status: str = GatewayDecision.Statuses.FAILED
    milliseconds: float = 0.0
    handovers: list[dict[str, str]] = field(default_factory=list)
    failures: list[dict[str, Any]] = field(default_factory=list)
    noted: dict[str, str] = field(
        default_factory=dict
    )  # backends whose rows should hear how they are: what is wrong


def stays(passage: PassedMessage, course: Course) -> bool:
    """Whether the session is with whom it was stored with when the message came in, and nothing is to be said
    of a backend: then the next message need not wait for the record of this one.
    """
    calm = course.answered_by == passage.decision.backend_id and not course.noted and not course.failures
    return calm or _tells_nothing_new(passage)


def is_as_stored(passage: PassedMessage, course: Course) -> bool:
    """Whether the session's row stays as it is, too: it knows already what the session is called there."""
    known = passage.there.get(course.answered_by) == course.backend_session
    return _tells_nothing_new(passage) or (known and stays(passage, course))


def _tells_nothing_new(passage: PassedMessage) -> bool:
    """Whether it was sent before, and not because nobody had answered."""
    return passage.again and not passage.retried


def close_passage(passage: PassedMessage, course: Course) -> None:
    """Completes the record.

    The session follows only its last message, and a message sent again changes nothing of it.
    """
    changes: dict[str, object] = {
        "status": course.status,
        "answered_by": course.answered_by,
        "milliseconds": round(course.milliseconds, 1),
        "handovers": course.handovers,
    }
    if not passage.answered:
        changes["failures"] = course.failures
    statements: list[Statement] = []
    if course.answered_by or not passage.answered:  # that somebody has it stays known, whatever comes later
        statements.append(update(GatewayDecision, {"session": passage.session, "seq": passage.seq}, changes))
    if not is_as_stored(passage, course):
        statements += _update_session(passage, course)
    if statements:
        send(*statements)
    for name, problem in course.noted.items():
        operational.keep_health(passage.tenant, name, problem)


def _update_session(passage: PassedMessage, course: Course) -> list[Statement]:
    """The changes of the session's row; none where all is as it was stored when the message came in."""
    session = find(GatewaySession, {"id": passage.session}, lock=True)
    if session is None or session.seq != passage.seq:
        return []
    decision = passage.decision
    # Nobody answered: it stays with whom it was.
    active = course.answered_by or passage.active
    active = "" if decision.method == "closing" and course.answered_by else active
    known = {**session.backend_sessions}
    if course.answered_by and course.backend_session:
        known[course.answered_by] = course.backend_session
    language = course.language or session.language
    if (active, known, language) == (session.active_backend, session.backend_sessions, session.language):
        return []
    changes = {"active_backend": active, "backend_sessions": known, "language": language}
    return [update(GatewaySession, {"id": session.pk}, changes)]
