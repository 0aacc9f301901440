"""What can go wrong while agents work.

Those of the family say in `reason` what happened, for the trace and for people; the others stay within a
room: `Refusal` becomes a ModelFailed, the text of `SignalRefused` and `NotThatType` goes to the model, that
of `NotJudged` into the record.
"""

from agents.specs import ParameterSpec
from outbound.redaction import redact
from outbound.sentences import Sentence
from outbound.sentences import Sentence as _

KINDS = {429: "model_busy", 503: "model_busy", 408: "timeout", 504: "timeout"}  # by the other side's status
TOO_MANY = 429


class AgentsError(Exception):
    """The family.

    AgentsError
      ModelFailed   a model is down, busy or talks nonsense
        OutOfTime   a model is too slow
        BrokenOff   a model's answer ends in the middle
        Declined    a model will not answer
      ServerFailed  a server of tools cannot be reached, or does not speak MCP
        SignInNeeded  its sign-in does not open it: somebody must sign in
    """

    code = "agents_error"


class ModelFailed(AgentsError):
    """A model gave no usable answer.

    `status` is the other side's HTTP status, if there was one; `kind` says what a caller may be told of it:
    model_failed, model_busy, timeout.
    """

    code = "model_failed"
    kind = "model_failed"

    def __init__(self, reason: str, status: int | None = None) -> None:
        self.reason = redact(reason)
        super().__init__(self.reason)
        self.status = status
        if status in KINDS:
            self.kind = KINDS[status]


def type_of(error: BaseException) -> str:
    """What kind of failure a model's is, as a span's `error.type`: rate_limited, timeout, model_busy or
    model_failed.
    """
    if isinstance(error, TimeoutError):
        return "timeout"
    if getattr(error, "status", None) == TOO_MANY:
        return "rate_limited"
    return str(getattr(error, "kind", ModelFailed.kind))


class OutOfTime(ModelFailed):
    """A model was not done in time."""

    kind = "timeout"


class BrokenOff(ModelFailed):
    """A model's answer ended in the middle, when some of it had been seen.

    `late`: because it took too long.
    """

    def __init__(self, reason: str, late: bool = False) -> None:
        super().__init__(reason)
        if late:
            self.kind = OutOfTime.kind


class EmptyAnswer(ModelFailed):
    """A model said nothing at all."""


class Declined(ModelFailed):
    """A model said that it will not answer, and nothing else: asked again it would say so again."""


class ServerFailed(AgentsError):
    """An MCP server cannot be used now; the sentence names it and says why."""

    code = "server_failed"

    def __init__(self, server: str, reason: str) -> None:
        self.reason = redact(reason)
        super().__init__(self.reason)
        self.server = server


class SignInNeeded(ServerFailed):
    """A server of tools wants OAuth, and nothing that is kept opens it; the call was not made."""

    def __init__(self, server: str, why: str = "") -> None:
        super().__init__(server, sign_in_needed(server, why))


def sign_in_needed(server: str, why: str = "") -> str:
    """The sentence about a server that somebody must sign in at; `why` is one about the last sign-in."""
    words = _("%s needs signing in: an operator does so on its page.") % server
    return Sentence("%(why)s %(what)s") % {"why": why, "what": words} if why else words


class Refusal(Exception):
    """The other side answered with an error.

    Its HTTP status (0: said in the stream), its words, and for how many seconds it wants to be left alone
    (None: it does not say).
    """

    def __init__(self, status: int, said: str, retry_after: float | None = None) -> None:
        super().__init__(said)
        self.status = status
        self.said = said
        self.retry_after = retry_after


class SignalRefused(Exception):
    """What a model sent cannot be used; the text is for the model."""


class NotThatType(ValueError):
    """A value that cannot be read as the type its parameter asks for; the text is for the model."""

    def __init__(self, parameter: ParameterSpec, kind: str) -> None:
        super().__init__(f"Argument '{parameter.name}' must be {kind}.")


class NotJudged(Exception):
    """A judge has no score for this answer; the sentence says why."""


class NotChecked(Exception):
    """A guardrail has no word on this text; the sentence says why."""
