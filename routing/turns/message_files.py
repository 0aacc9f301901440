"""Files of a message within its turn: fetched where they are named by an address, and told of at its end.

context = await message_files.fetch(context, section)     # before anybody works
context = message_files.mark(context, runtime)            # what decides knows of them
context = message_files.tell_unread(context, runtime)     # what nobody read is said to the user
"""

import asyncio
from collections.abc import Collection, Iterable
from dataclasses import replace
from typing import Any

import httpx2
from django.conf import settings

from agents.guardrails.msk import mask
from agents.llm.choose import model_for, read_kinds
from agents.llm.files import READ, pick_read
from agents.specs import AgentsSection
from conversations.files import SentFile, is_names
from conversations.turn import TurnContext
from outbound.errors import OutboundError
from outbound.policy import client
from routing.texts import text
from routing.turns.mode import find_mode
from routing.turns.runtime import TurnRuntime


async def fetch(context: TurnContext, section: AgentsSection) -> TurnContext:
    """The context with the files that were named by an address, where a model of the release reads any.

    One that cannot be had, is too large together with the others, or is no kind that models read, stays
    without its content.
    """
    files = context.request.files
    if not any(file.url for file in files) or not read_kinds(section):
        return context
    fetched = await asyncio.gather(*(_fetch(file) if file.url else _ready(file) for file in files))
    left, kept = int(settings.MESSAGE_FILE_BYTES), []
    for file in fetched:
        left -= file.size
        kept.append(file if left >= 0 else _without(file))
    return replace(context, request=replace(context.request, files=tuple(kept)))


def mark(context: TurnContext, runtime: TurnRuntime) -> TurnContext:
    """The context that says whether its message has words, and whether the specialist who answers for want of
    others would see its files.
    """
    request, published = context.request, runtime.published
    specialist = published.specialists.get(published.profile.fallback_agent)
    kinds = model_for(runtime.resources, specialist).reads
    marked = replace(
        request.utterance,
        wordless=is_names(request.utterance.text, (file.name for file in request.files)),
        shows=bool(pick_read(request.files, kinds)),
    )
    return replace(context, request=replace(request, utterance=marked))


async def _fetch(file: SentFile) -> SentFile:
    """One file by its address: no redirect is followed, and it may take as long as a tool's call."""
    try:
        async with asyncio.timeout(settings.TOOL_DEADLINE):
            response = await client("files").get(file.url)
    except (OutboundError, httpx2.HTTPError, httpx2.InvalidURL, TimeoutError):
        return _without(file)
    found = SentFile.of(response.content, file.name) if response.status_code == 200 else None
    return replace(found, masked=file.masked) if found else _without(file)


def _without(file: SentFile) -> SentFile:
    """A file that could not be had: its name."""
    return SentFile(file.name, masked=file.masked)


async def _ready(file: SentFile) -> SentFile:
    return file


def tell_unread(context: TurnContext, runtime: TurnRuntime) -> TurnContext:
    """The context with a sentence at the end of the answer about the files that no model was given."""
    unread = _unread(context)
    outcome, language = context.outcome, context.request.utterance.language
    if not unread or not outcome.answer or outcome.status not in ("running", "answered"):
        return context
    words = say_unread(unread, language)
    if outcome.answer == words:  # a message without words is answered by it alone
        return context
    runtime.speech.say_own(context.work.active_agent, words)
    return replace(context, outcome=replace(outcome, answer=f"{outcome.answer.rstrip()}\n\n{words}"))


def say_unread(files: Iterable[SentFile], language: str) -> str:
    """The sentence about files that nobody looked at."""
    return text("files_unread", language, names=mask(", ".join(file.name for file in files), language))


def describe(context: TurnContext) -> list[dict[str, Any]]:
    """What the record keeps of them: masked names, kinds, sizes, digests, whether a model read them."""
    unread = {file.digest for file in _unread(context)}
    return [_describe(file, context.request.utterance.language, unread) for file in context.request.files]


def _describe(file: SentFile, language: str, unread: Collection[str]) -> dict[str, Any]:
    name = mask(file.name, language)
    return {
        "name": name,
        "media_type": file.media_type,
        "size": file.size,
        "digest": file.digest,
        "read": file.digest not in unread,
        "masked": file.masked or name != file.name,
    }


def _unread(context: TurnContext) -> Iterable[SentFile]:
    # Of a model that only decided who answers, the user hears nothing of what it saw; a goal is carried out.
    plans = find_mode(context.request.mode).plans
    steps = (step for step in context.work.steps if plans or "tier" not in step.detail)
    given = {digest for step in steps for digest in step.detail.get(READ, ())}
    return [file for file in context.request.files if file.digest not in given]
