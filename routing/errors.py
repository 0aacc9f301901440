"""What routing refuses, each with a code, an HTTP status and a sentence that says what to do.

RoutingError
 ├─ UnknownProfile   422
 ├─ UnknownMode      422
 ├─ ModeNotAllowed   403
 ├─ BadSession       422
 ├─ SessionHasBegun  409
 ├─ CaseRefused      422
 ├─ ClientToolsRefused 400
 ├─ NoBackends       409
 ├─ UnknownBackend   422
 ├─ GatewayLoop      508
 ├─ NotAtAGateway    409
 ├─ BackendsFailed   502
 ├─ Draining         503
 ├─ WentAway         503
 └─ Overloaded       503

Outside the family stands what another system said: BackendFailed and BackendRefused (a backend), BotError
(Telegram).
"""

import math
from collections.abc import Iterable, Mapping
from typing import Any, ClassVar

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy, gettext_noop

from outbound.cleaning import clean_text
from outbound.errors import HouseError
from outbound.redaction import redact
from outbound.sentences import Sentence as _

LONGEST_RETRY = 60  # seconds
SAID = 300  # letters of what the other side said


class RoutingError(HouseError):
    """A refusal. `status` is the HTTP status, `retry_after` seconds or None."""

    code = "routing_error"
    status = 422
    title: ClassVar[str | Promise] = gettext_lazy("The request cannot be routed")
    retry_after: int | None = None
    members: Mapping[str, Any] = {}  # further ones of the problem document


class UnknownProfile(RoutingError):
    code = "unknown_agent"
    title = gettext_lazy("No such profile")

    def __init__(self, agent_id: str, known: Iterable[str]) -> None:
        names = ", ".join(sorted(known)) or "-"
        super().__init__(
            _("No profile '%(name)s' is published. Published ones: %(names)s.")
            % {"name": agent_id[:64], "names": names}
        )


class UnknownMode(RoutingError):
    code = "unknown_mode"
    title = gettext_lazy("No such mode")

    def __init__(self, mode: str, known: Iterable[str]) -> None:
        super().__init__(
            _("No mode '%(mode)s'. Use one of: %(known)s.") % {"mode": mode[:32], "known": ", ".join(known)}
        )


class ModeNotAllowed(RoutingError):
    code = "mode_not_allowed"
    status = 403
    title = gettext_lazy("This credential may not choose the mode")
    sentence = gettext_noop("Leave `mode` out, or use a key with the scope chat:multi_agent.")


class BadSession(RoutingError):
    code = "bad_session_id"
    title = gettext_lazy("The session id cannot be used")
    sentence = gettext_noop(
        "A session id has 1 to 128 printable characters without '/'. Leave it out to get a new one."
    )


class SessionHasBegun(RoutingError):
    code = "session_has_begun"
    status = 409
    title = gettext_lazy("This session has begun already")

    def __init__(self, key: str) -> None:
        super().__init__(
            _("'%s' keeps the options that it was begun with. Leave them out, or begin another session.")
            % key[:200]
        )


class CaseRefused(RoutingError):
    """A message cannot be kept as one that must be routed right; the sentence says why."""

    code = "case_refused"
    title = gettext_lazy("This message cannot be kept")


class ClientToolsRefused(RoutingError):
    """Tools of the caller's own program, or results of their calls, that cannot be taken.

    `pointer` is their place in the body, the sentence says why.
    """

    code = "client_tools_refused"
    status = 400
    title = gettext_lazy("These tools cannot be taken")

    def __init__(self, pointer: str, said: str) -> None:
        super().__init__(said)
        self.errors = [(pointer, said)]


class NoBackends(RoutingError):
    code = "no_backends"
    status = 409
    title = gettext_lazy("This gateway has no backend")
    sentence = gettext_noop("Add a backend in the Studio, switch it on, and publish.")


class UnknownBackend(RoutingError):
    code = "unknown_backend"
    title = gettext_lazy("No such backend")

    def __init__(self, name: str, known: Iterable[str]) -> None:
        super().__init__(
            _("No backend '%(name)s' is published. Published ones: %(names)s.")
            % {"name": name[:64], "names": ", ".join(known) or "-"}
        )


class GatewayLoop(RoutingError):
    """A gateway's backend is a gateway itself, perhaps the same one."""

    code = "gateway_loop"
    status = 508
    title = gettext_lazy("A gateway asked a gateway")
    sentence = gettext_noop(
        "This address is a gateway, and was asked by one. Give the backend the address of what answers."
    )


class NotAtAGateway(RoutingError):
    """A door that needs the turn itself, at a process that has none."""

    code = "not_at_a_gateway"
    status = 409
    title = gettext_lazy("A gateway does not answer here")
    sentence = gettext_noop(
        "This process passes messages on and answers none itself. "
        "Ask a backend here, or send the message to /gateway/message."
    )


class BackendsFailed(RoutingError):
    """Nobody answered: `names` are the backends that were tried, the one that was chosen first."""

    code = "backends_failed"
    status = 502
    title = gettext_lazy("No backend answered")

    def __init__(self, said: str, names: Iterable[str], retry_after: int | None = None) -> None:
        super().__init__(said)
        tried = list(names)
        self.members = {"backend_id": tried[0] if tried else None, "backends": tried}
        self.retry_after = retry_after


class Draining(RoutingError):
    code = "draining"
    status = 503
    title = gettext_lazy("This process is stopping")
    retry_after = 2
    sentence = gettext_noop("This process is being replaced. Send the message again in a moment.")


class WentAway(RoutingError):
    """This process ends while somebody waits for an answer.

    What was sent has begun, and is gone on with elsewhere.
    """

    code = "went_away"
    status = 503
    title = gettext_lazy("This process has stopped")
    retry_after = 2
    sentence = gettext_noop(
        "The answer was not ready when this process was replaced. It is still being made: ask for "
        "it again with the same Idempotency-Key, or read the conversation."
    )


class Overloaded(RoutingError):
    code = "overloaded"
    status = 503
    title = gettext_lazy("Too many messages at once")
    retry_after = 5

    def __init__(self, late: float = 0.0) -> None:
        """`late`: by how many seconds this message would have been answered too late."""
        super().__init__(
            _("More messages wait than can be answered in time. Send this one again in some seconds.")
        )
        self.retry_after = max(self.retry_after, min(math.ceil(late), LONGEST_RETRY))


class BackendFailed(Exception):
    """No answer.

    `silent`: it had the message and said nothing of use, so it may have acted on it; `broke`: the connection
    did. `asked`: whether it was tried at all; `spoke`: it said so itself, with an error.
    """

    def __init__(
        self, why: str, *, silent: bool = False, broke: bool = False, asked: bool = True, spoke: bool = False
    ) -> None:
        why = redact(why)
        super().__init__(why)
        # Which is kept: our own sentence, or the other side's words.
        self.why = why if isinstance(why, _) else clean_text(why)[:SAID]
        self.silent, self.broke, self.asked, self.spoke = silent or broke, broke, asked, spoke


class BackendRefused(Exception):
    """The backend's own refusal: its status, its problem document, and when to come again."""

    def __init__(self, status: int, document: Mapping[str, Any], retry_after: str | None) -> None:
        super().__init__(str(document.get("detail", status)))
        self.status, self.document, self.retry_after = status, document, retry_after


class BotError(Exception):
    """What the Bot API refused, with its status and the seconds it asks to wait. Never says the token."""

    def __init__(self, said: str, status: int | None = None, retry_after: float | None = None) -> None:
        super().__init__(said)
        self.status, self.retry_after = status, retry_after
