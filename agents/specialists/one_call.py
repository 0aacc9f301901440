"""A model that is asked for one call of a tool: what it sent, what that cost, and the record's line of it.

sent, usage, ended = await one_call.call_once(model, request)        # request.must_call names the tool
"""

import time
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from agents.guardrails.msk import mask
from agents.llm.chat import ChatModel, mark_routing
from agents.llm.choose import online
from agents.llm.events import BROKEN, Finish
from agents.llm.hear import hear
from agents.llm.request import ModelRequest
from agents.llm.usage import describe_usage
from agents.resources import Resources
from agents.tools.deciding import RefusedChoice, in_words
from conversations.turn import StepRecord, Usage
from outbound.cleaning import clean_text

TIER = "llm"  # as it can be switched off
LONGEST = 300  # letters of why a model failed


async def call_once(
    model: ChatModel, request: ModelRequest
) -> tuple[Mapping[str, Any] | RefusedChoice, Usage, Finish]:
    """The arguments of its first call, what it cost, and how its answer ended.

    A model that writes them instead of calling is understood too.
    """
    heard = await hear(model, request)
    sent: Mapping[str, Any] | RefusedChoice | None = None
    if heard.failure is not None:
        sent = RefusedChoice(f"the model failed: {heard.failure}"[:LONGEST])
    elif heard.ended.reason in BROKEN:
        sent = RefusedChoice("the answer broke off")
    elif heard.call is not None:
        sent = RefusedChoice(heard.call.error) if heard.call.error else heard.call.arguments
    return sent if sent is not None else in_words(heard.text), heard.usage, heard.ended


def line(
    model: ChatModel,
    at: datetime,
    began: float,
    summary: str,
    failed: bool,
    usage: Usage,
    ended: Finish,
    node: str | None = None,
    **about: Any,
) -> StepRecord:
    """The record's line of such a call, which decides who or what serves a message (the offline model's is a
    rule) or scores an answer; `began` is `time.perf_counter()`'s, `about` joins its detail."""
    return StepRecord(
        node=node or "model",
        kind="model",
        outcome="failed" if failed else "ok",
        summary=f"{model.name}: {summary}"[:400],
        at=at,
        ms=(time.perf_counter() - began) * 1000,
        detail={
            "model": model.model,
            "provider": model.provider,
            **model.about,
            **(mark_routing(model) if node is None else {}),
            **ended.told,
            **about,
            **describe_usage(usage),
        },
    )


def pick_model(resources: Resources, name: str, tokens: int) -> ChatModel | None:
    """The model of that name to be asked for so many tokens of answer; None where it may not be asked."""
    spec = resources.section.llms.get(name)
    return online(resources, spec, tokens) if spec and not resources.switches.off("tier", TIER) else None


def why_none(resources: Resources) -> str:
    """Why a model that is named is not asked, for the record."""
    return "a budget is used up" if resources.saves else "it is switched off"


def clean_words(words: str, language: str) -> str:
    """What a model wrote as the record keeps it: only letters that are seen, personal numbers masked.

    >>> clean_words("value: 529.982.247-25", "pt")
    'value: ***.***.***-25'
    """
    return mask(clean_text(words), language)


def refusal(refused: RefusedChoice, language: str) -> RefusedChoice:
    """A refusal as the record keeps it: it may quote what the model wrote."""
    return RefusedChoice(clean_words(refused.why, language), clean_words(refused.next, language))
