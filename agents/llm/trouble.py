"""What went wrong with a model, in words that say what to do."""

import re
from collections.abc import Iterator

import httpx2
from django.utils.translation import gettext_lazy as _

from agents.errors import ModelFailed, OutOfTime, Refusal
from agents.specs import LLMSpec
from outbound.errors import OutboundError

ADVICE = {
    400: _("The address refused the request; is '%(model)s' the right model for it?"),
    401: _("The key was refused. Enter a valid key in the model profile '%(name)s'."),
    403: _("The key may not use the model '%(model)s'."),
    404: _("The address knows no model '%(model)s', or the address itself is wrong."),
    413: _("The conversation is too long for the model '%(model)s'."),
    429: _("The model '%(model)s' is busy or its quota is used up."),
}
OUT_OF_ORDER = _("The model '%(model)s' is out of order.")
TOO_SLOW = _("The model '%(model)s' did not answer in time.")
FORBIDDEN = _("The address of the model profile '%(name)s' cannot be used: %(why)s")
SILENT = _("The address of the model profile '%(name)s' does not answer: %(why)s")
BROKEN_OFF = _("The answer of the model '%(model)s' broke off.")
EMPTY = _("The model '%(model)s' gave an empty answer.")
RESTS = _(
    "The model '%(model)s' failed several times in a row; it is asked again within %(seconds)d seconds."
)
CHOICE_REFUSED = (0, 400, 422, 501)  # 0: a class of LangChain's that says no status
CHOICE = re.compile(r"tool[_ ]?choice|\bforc\w+ (?:\w+ ){0,3}tool|tool_config", re.IGNORECASE)
BUSY = 503  # the status of one that rests
REFUSED = _("The model '%(model)s' refused to answer.")
UNREADABLE = _("The model '%(model)s' sent an answer that could not be read (%(why)s).")


def worth_a_retry(error: Exception) -> bool:
    """Busy, broken on the other side, or lost on the way; never a refusal, never our own time limit."""
    if isinstance(error, Refusal):
        return error.status == 429 or error.status >= 500
    return (
        isinstance(error, httpx2.NetworkError | httpx2.RemoteProtocolError) and _find_refusal(error) is None
    )


def refuses_choice(error: Exception) -> bool:
    """Whether a model does not want its choice of tools made for it."""
    return (
        isinstance(error, Refusal)
        and error.status in CHOICE_REFUSED
        and CHOICE.search(error.said) is not None
    )


def is_late(error: BaseException) -> bool:
    """Whether the time of the call was over."""
    return isinstance(error, TimeoutError | httpx2.TimeoutException)


def make_failure(error: Exception, spec: LLMSpec) -> ModelFailed:
    """What a caller is told of it."""
    kind = OutOfTime if is_late(error) else ModelFailed
    return kind(reason_of(error, spec), status_of(error))


def status_of(error: BaseException) -> int | None:
    """The other side's HTTP status, if it said one."""
    return error.status or None if isinstance(error, Refusal) else None


def reason_of(error: BaseException, spec: LLMSpec) -> str:
    """One or two sentences: what happened, and what the other side said about it."""
    about = {"model": spec.model, "name": spec.name, "why": type(error).__name__}
    if is_late(error):
        return TOO_SLOW % about
    refused = _find_refusal(error)
    if refused is not None:
        return FORBIDDEN % {**about, "why": refused}
    if isinstance(error, Refusal):
        sentence = ADVICE.get(error.status, OUT_OF_ORDER) % about
        details = [str(part) for part in (error.status, error.said) if part]
        return f"{sentence} ({': '.join(details)})" if details else sentence
    if isinstance(error, httpx2.TransportError | httpx2.InvalidURL):
        return SILENT % {**about, "why": error}
    return UNREADABLE % about


def _find_refusal(error: BaseException | None) -> OutboundError | None:
    return next((each for each in causes(error) if isinstance(each, OutboundError)), None)


def causes(error: BaseException | None) -> Iterator[BaseException]:
    """An error and what lies beneath it, each once: some packages raise in a circle."""
    seen: set[int] = set()
    while error is not None and id(error) not in seen:
        seen.add(id(error))
        yield error
        error = error.__cause__ or error.__context__
