"""What a model's row may say beside name and address: the choices, and what is refused with a reason.

check_extra_body({"top_k": 40})
check_extra_body({"messages": []})     # ValidationError: the platform says that itself
"""

import json
from collections.abc import Mapping
from dataclasses import fields
from typing import Any

from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from agents.specs import LLMSpec

EFFORTS = [
    ("", _("as the model does")), ("none", "none"), ("minimal", "minimal"), ("low", "low"),
    ("medium", "medium"),
    ("high", "high"), ("xhigh", "xhigh"),
]  # fmt: skip
LIMIT_NAMES = [
    ("", _("as usual at this provider")),
    ("max_tokens", "max_tokens"),
    ("max_completion_tokens", "max_completion_tokens"),
]
AS_THE_MODEL_DOES = [(None, _("as the model does")), (True, _("yes")), (False, _("no"))]
FORMATS = ("text", "json_object", "json_schema")
MOST_STOPS = 4  # OpenAI takes no more
LONGEST_STOP = 100
LONGEST_BODY = 16_000  # characters
# What a request says that is no setting of a model, and what has a field of its own in its row.
PLATFORMS = frozenset(
    {"messages", "stream", "stream_options", "tools", "tool_choice", "functions", "function_call", "n"}
)
OWN_FIELDS = frozenset(
    {"model", "temperature", "top_p", "max_tokens", "max_completion_tokens", "reasoning_effort", "seed",
     "stop",
     "parallel_tool_calls", "response_format"}
)  # fmt: skip


def limit_name(spec: LLMSpec) -> str:
    """How the model calls the longest answer."""
    return spec.limit_name or ("max_completion_tokens" if spec.provider == "openai" else "max_tokens")


def spec_of(profile: Any) -> LLMSpec:
    """What an LLMProfile says, as a release would, without those behind it; saved or not."""
    values = {each.name: getattr(profile, each.name) for each in fields(LLMSpec) if each.name != "fallback"}
    return LLMSpec(**{**values, "stop": tuple(profile.stop)})


def check_organization(value: str) -> None:
    """A header carries it: plain letters.

    :raises ValidationError: with the reason, as all of these.
    """
    if not (value.isascii() and value.isprintable()):
        raise ValidationError(_("An organisation is written in plain letters, for example org-abc123."))


def check_stop(value: Any) -> None:
    if not isinstance(value, list) or any(not isinstance(each, str) or not each for each in value):
        raise ValidationError(_("Write a list of texts at which the answer ends, for example END."))
    if len(value) > MOST_STOPS or any(len(each) > LONGEST_STOP for each in value):
        words = _("At most %(most)d texts can end an answer, each of at most %(longest)d characters.")
        raise ValidationError(words, params={"most": MOST_STOPS, "longest": LONGEST_STOP})


def check_response_format(value: Any) -> None:
    if value == {}:
        return
    if not isinstance(value, Mapping) or value.get("type") not in FORMATS:
        words = _('Write an object with a type, for example {"type": "json_object"}. Known types: %(known)s.')
        raise ValidationError(words, params={"known": ", ".join(FORMATS)})
    about = value.get("json_schema")
    named = isinstance(about, Mapping) and about.get("name") and isinstance(about.get("schema"), Mapping)
    if value["type"] == "json_schema" and not named:
        raise ValidationError(
            _('A schema needs its name, for example {"type": "json_schema", "json_schema": '
              '{"name": "answer", "schema": {"type": "object"}}}.')
        )  # fmt: skip
    _check_length(value)


def check_extra_body(value: Any) -> None:
    if not isinstance(value, Mapping):
        raise ValidationError(_('Write an object of names and values, for example {"top_k": 40}.'))
    for name in value:
        if name in PLATFORMS:
            words = _("“%(name)s” is what the platform says itself in each request. Leave it out.")
            raise ValidationError(words, params={"name": name})
        if name in OWN_FIELDS:
            words = _("“%(name)s” has a field of its own on this page. Write it there.")
            raise ValidationError(words, params={"name": name})
    _check_length(value)


def _check_length(value: Any) -> None:
    if len(json.dumps(value)) > LONGEST_BODY:
        raise ValidationError(
            _("At most %(most)d characters can be sent here."), params={"most": LONGEST_BODY}
        )
