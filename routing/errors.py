"""What routing refuses, each with a code, an HTTP status and a sentence that says what to do.

RoutingError
 ├─ UnknownProfile   422
 ├─ UnknownMode      422
 ├─ ModeNotAllowed   403
 ├─ BadSession       422
 └─ Draining         503
"""

from collections.abc import Iterable


class RoutingError(Exception):
    """A refusal. `status` is the HTTP status, `retry_after` seconds or None."""

    code = "routing_error"
    status = 422
    title = "The request cannot be routed"
    retry_after: int | None = None

    @property
    def detail(self) -> str:
        return str(self)


class UnknownProfile(RoutingError):
    code = "unknown_agent"
    title = "No such profile"

    def __init__(self, agent_id: str, known: Iterable[str]) -> None:
        names = ", ".join(sorted(known)) or "none"
        super().__init__(f"No profile '{agent_id[:64]}' is published. Published ones: {names}.")


class UnknownMode(RoutingError):
    code = "unknown_mode"
    title = "No such mode"

    def __init__(self, mode: str, known: Iterable[str]) -> None:
        super().__init__(f"No mode '{mode[:32]}'. Use one of: {', '.join(known)}.")


class ModeNotAllowed(RoutingError):
    code = "mode_not_allowed"
    status = 403
    title = "This credential may not choose the mode"

    def __init__(self) -> None:
        super().__init__("Leave `mode` out, or use a key with the scope chat:multi_agent.")


class BadSession(RoutingError):
    code = "bad_session_id"
    title = "The session id cannot be used"

    def __init__(self) -> None:
        super().__init__(
            "A session id has 1 to 128 printable characters without '/'. Leave it out to get a new one."
        )


class Draining(RoutingError):
    code = "draining"
    status = 503
    title = "This process is stopping"
    retry_after = 2

    def __init__(self) -> None:
        super().__init__("This process is being replaced. Send the message again in a moment.")
