"""A model that is asked for one call of a tool: what it sent, what that cost, and the record's line of it.

sent, usage = await one_call.asked(model, request)        # request.must_call names the tool
"""

import time
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from agents.errors import ModelFailed
from agents.guardrails.msk import mask
from agents.llm.chat import ChatModel, mark_routing
from agents.llm.events import BROKEN, Finish, ModelUsage, TextPiece, ToolCall
from agents.llm.request import ModelRequest
from agents.llm.usage import describe_usage, usage_of
from agents.resources import Resources
from agents.tools.deciding import RefusedChoice, in_words
from conversations.turn import StepRecord, Usage
from outbound.cleaning import clean_text

LONGEST = 300  # letters of why a model failed


async def call_once(
    model: ChatModel, request: ModelRequest
) -> tuple[Mapping[str, Any] | RefusedChoice, Usage]:
    """The arguments of its first call, and what it cost.

    A model that writes them instead of calling is understood too.
    """
    text, usage = "", Usage()
    sent: Mapping[str, Any] | RefusedChoice | None = None
    try:
        async for event in model.stream(request):
            match event:
                case TextPiece(piece):
                    text += piece
                case ToolCall() if event.name == request.must_call and sent is None:
                    sent = RefusedChoice(event.error) if event.error else event.arguments
                case ModelUsage():
                    usage = usage.plus(usage_of(event))
                case Finish(reason) if reason in BROKEN:
                    sent = RefusedChoice("the answer broke off")
    except (ModelFailed, TimeoutError) as error:
        return RefusedChoice(f"the model failed: {error}"[:LONGEST]), usage
    return sent if sent is not None else in_words(text), usage


def line(
    model: ChatModel, at: datetime, began: float, summary: str, failed: bool, usage: Usage, **about: Any
) -> StepRecord:
    """The record's line of such a call, which always decides who or what serves a message (the offline
    model's is a rule); `began` is `time.perf_counter()`'s, `about` joins its detail."""
    return StepRecord(
        node="model",
        kind="model",
        outcome="failed" if failed else "ok",
        summary=f"{model.name}: {summary}"[:400],
        at=at,
        ms=(time.perf_counter() - began) * 1000,
        detail={
            "model": model.model,
            "provider": model.provider,
            **model.about,
            **mark_routing(model),
            **about,
            **describe_usage(usage),
        },
    )


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
