"""What went wrong with a model, in words that say what to do."""

import openai
from langchain_openai.chat_models import base as langchain_base

from agents.specs import LLMSpec
from outbound.errors import OutboundError

ADVICE = {
    400: "The address refused the request; is '{model}' the right model for it?",
    401: "The key was refused. Enter a valid key in the model profile '{name}'.",
    403: "The key may not use the model '{model}'.",
    404: "The address knows no model '{model}', or the address itself is wrong.",
    413: "The conversation is too long for the model '{model}'.",
    429: "The model '{model}' is busy or its quota is used up.",
}


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
    if isinstance(error, TimeoutError | openai.APITimeoutError):
        return f"The model '{spec.model}' did not answer in time."
    refused = _refused(error)
    if refused is not None:
        return f"The address of the model profile '{spec.name}' cannot be used: {refused}"
    if isinstance(error, openai.APIStatusError):
        advice = ADVICE.get(error.status_code, "The model '{model}' is out of order.")
        said = _said(error)
        sentence = advice.format(model=spec.model, name=spec.name)
        return f"{sentence} ({error.status_code}: {said})" if said else f"{sentence} ({error.status_code})"
    if isinstance(error, openai.APIConnectionError):
        return f"The address of the model profile '{spec.name}' does not answer: {error.__cause__ or error}"
    if isinstance(error, langchain_base.OpenAIRefusalError):
        return f"The model '{spec.model}' refused to answer."
    return f"The model '{spec.model}' sent an answer that could not be read ({type(error).__name__})."


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
