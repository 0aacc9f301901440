"""What went wrong with a model, in words that say what to do."""

import openai
from django.utils.translation import gettext_lazy as _
from langchain_openai.chat_models import base as langchain_base

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
REFUSED = _("The model '%(model)s' refused to answer.")
UNREADABLE = _("The model '%(model)s' sent an answer that could not be read (%(why)s).")


def worth_a_retry(error: Exception) -> bool:
    """Busy, broken on the other side, or lost on the way; never a refusal, never our own time limit."""
    if isinstance(error, openai.APIStatusError):
        return error.status_code == 429 or error.status_code >= 500
    return (
        isinstance(error, openai.APIConnectionError)
        and not isinstance(error, openai.APITimeoutError)
        and _refused(error) is None
    )


def reason_of(error: BaseException, spec: LLMSpec) -> str:
    """One or two sentences: what happened, and what the other side said about it."""
    about = {"model": spec.model, "name": spec.name, "why": type(error).__name__}
    if isinstance(error, TimeoutError | openai.APITimeoutError):
        return TOO_SLOW % about
    refused = _refused(error)
    if refused is not None:
        return FORBIDDEN % {**about, "why": refused}
    if isinstance(error, openai.APIStatusError):
        sentence = ADVICE.get(error.status_code, OUT_OF_ORDER) % about
        said = _said(error)
        return f"{sentence} ({error.status_code}: {said})" if said else f"{sentence} ({error.status_code})"
    if isinstance(error, openai.APIConnectionError):
        return SILENT % {**about, "why": error.__cause__ or error}
    if isinstance(error, langchain_base.OpenAIRefusalError):
        return REFUSED % about
    return UNREADABLE % about


def _refused(error: BaseException | None) -> OutboundError | None:
    while error is not None:
        if isinstance(error, OutboundError):
            return error
        error = error.__cause__ or error.__context__
    return None


def _said(error: openai.APIStatusError) -> str:
    body = error.body
    said = body.get("message") if isinstance(body, dict) else None
    return str(said or "")[:300]
