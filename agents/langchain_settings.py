"""A model's row in the words of LangChain's classes, and what a class cannot be told.

>>> arguments(LLMSpec("fast", "azure", "gpt-5", seed=7), ())
{'seed': 7}
"""

import contextlib
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from django.core.exceptions import ValidationError

from agents import langchain_models
from agents.model_settings import limit_name
from agents.specs import LLMSpec
from outbound.sentences import Sentence as _

if TYPE_CHECKING:
    from langchain_core.language_models import BaseChatModel

# How people read a field that a class does not have.
FIELDS = {"default_headers": "extra_headers", "max_tokens": "max_tokens", "stop": "stop"}


def arguments(spec: LLMSpec, headers: Sequence[tuple[str, str]]) -> dict[str, Any]:
    """What a class is made with, of what the row says; `parallel_tool_calls` is said with the tools.

    The form of the answer goes into the body: langchain-openai takes another way to the model where it is
    told of one.
    """
    body = dict(spec.extra_body)
    if spec.response_format:
        body["response_format"] = dict(spec.response_format)
    named = bool(spec.limit_name) and spec.max_tokens is not None
    if named:
        body[limit_name(spec)] = spec.max_tokens
    fields = {
        "temperature": spec.temperature,
        "top_p": spec.top_p,
        "max_tokens": None if named else spec.max_tokens,
        "reasoning_effort": spec.reasoning_effort,
        "seed": spec.seed,
        "stop": list(spec.stop),
        "organization": spec.organization,
        "default_headers": dict(headers),
        "extra_body": body,
    }
    return {name: value for name, value in fields.items() if value not in (None, "", [], {})}


def explain_refused(kind: "type[BaseChatModel]", names: Iterable[str]) -> str:
    """What a class has no field for, in a sentence; empty where it takes all."""
    missing = [FIELDS.get(name, name) for name in names if not takes(kind, name)]
    if not missing:
        return ""
    words = _("%(kind)s cannot be told %(fields)s. Leave them empty, or name them in its options.")
    return words % {"kind": kind.__name__, "fields": ", ".join(missing)}


def check(spec: LLMSpec, headers: Sequence[tuple[str, str]]) -> None:
    """Whether the class that a row names can be told all that it says.

    One that is not installed is told elsewhere.

    :raises ValidationError: with the fields that have no place there.
    """
    found = langchain_models.find(spec.model)
    if found is not None:
        with contextlib.suppress(ImportError):
            if words := explain_refused(found.load(), arguments(spec, headers)):
                raise ValidationError(words)


def takes(kind: "type[BaseChatModel]", name: str) -> bool:
    """Whether a class has a field of this name or alias."""
    fields: Mapping[str, Any] = kind.model_fields
    return name in fields or any(each.alias == name for each in fields.values())
