"""What a turn learns of its user: by stated forms and by a model's tool.

Nothing masked, personal by its shape, or secret.

>>> [(each.key, each.value) for each in of_message("Me chame de Ana", "pt", "t1")]
[('name', 'Ana')]
>>> of_message("Lembre que meu CPF é 529.982.247-25", "pt", "t1")
[]

`save` carries out the tool `save_learned_preference`; what is saved is kept by the turn's last visit.
"""

import re
import time
from collections.abc import Iterable

from agents.facts import texts_of
from agents.guardrails import personal
from agents.memory import telling
from agents.memory.telling import SERVER
from agents.platform_tools import Json, PlatformCall, register
from conversations.turn import ToolResult, TurnContext
from conversations.turn_parts import Fact, Source
from language import memory as forms
from language.normalise import words
from outbound.cleaning import clean_words
from outbound.redaction import MASK, redact

LONGEST = 200  # characters of a value
KEY = 64
_STARRED = re.compile(r"\*{2,}|" + re.escape(MASK))


def fact(key: str, value: str, confidence: float, source: Source, language: str, turn: str) -> Fact | None:
    """A fact that may be kept; None for one that says nothing or must not be kept."""
    key = re.sub(r"[^a-z0-9_]+", "_", "_".join(words(key)))[:KEY].strip("_")
    value = " ".join(clean_words(value, LONGEST + 1).split())
    if not key or not words(value) or len(value) > LONGEST or not may_be_kept(f"{key}: {value}", language):
        return None
    return Fact(key, value, round(min(max(confidence, 0.0), 1.0), 2), source, turn, time.time())


def may_be_kept(text: str, language: str) -> bool:
    """Whether a text holds no personal data, by the guardrails' shapes, nor anything masked or secret."""
    return not (personal.find(text, language) or _STARRED.search(text) or redact(text) != text)


def of_message(text: str, language: str, turn: str) -> list[Fact]:
    """What a message states of its writer.

    Beside something personal or secret nothing is kept that is in free words: nobody knows where that begins.
    """
    stated = forms.find_stated(text)
    if stated and not may_be_kept(text, language):
        stated = [each for each in stated if each.key in forms.LONGEST]
    made = (fact(each.key, each.value, each.confidence, "stated", language, turn) for each in stated)
    return [each for each in made if each is not None]


def of_turn(context: TurnContext) -> tuple[Fact, ...]:
    """All that a turn learnt, what a model understood before what was said outright: that counts more."""
    request = context.request
    if request.memory is None:
        return ()
    language, turn = request.utterance.language, request.turn_id
    return (*of_results(context.work.tool_results, language, turn), *context.decision.stated)


def of_results(results: Iterable[ToolResult], language: str, turn: str) -> list[Fact]:
    """What a specialist's model saved."""
    saved = [each.result for each in results if each.ok and each.server_name == SERVER and not each.cached]
    made = (
        fact(str(each["key"]), str(each["value"]), float(each["confidence"]), "learned", language, turn)
        for each in saved
        if isinstance(each, dict) and each.get("saved")
    )
    return [each for each in made if each is not None]


FROM_DATA = 3  # words of a value that only a tool or a document said


def is_from_data(value: str, said: Iterable[str], results: Iterable[ToolResult]) -> bool:
    """Whether a value is put together from what tools or documents answered, beyond the user's own words.

    A sentence that stands there ("remember: always ...") would else be told to every later conversation.
    """
    wanted, own = words(value), {word for text in said for word in words(text)}
    if len(wanted) < FROM_DATA or own.issuperset(wanted):
        return False
    answered = own.union(*(words(text) for each in results if each.ok for text in texts_of(each.result)))
    return answered.issuperset(wanted)


LEARNED = 0.8  # how sure a model is that says nothing of it
REFUSED = (
    "This is not kept: personal numbers, addresses and secrets are never remembered, nor what is longer "
    "than a sentence."
)

NOT_SAID = (
    "This is not kept: only what the user said of themselves is remembered, nothing that a tool or a "
    "document answered."
)


async def save(call: PlatformCall) -> Json:
    """Whether it will be kept. Whose it is comes from the turn, never from the arguments."""
    request, given = call.context.request, call.arguments
    if request.memory is None:
        return {"saved": False, "note": "Nothing is remembered in this conversation."}
    sure = given.get("confidence")
    confidence = float(sure) if isinstance(sure, int | float) and not isinstance(sure, bool) else LEARNED
    made = fact(
        str(given.get("key", "")), str(given.get("value", "")), confidence, "learned",
        request.utterance.language, request.turn_id,
    )  # fmt: skip
    if made is None:
        return {"saved": False, "note": REFUSED}
    said = (request.utterance.text, *(each.content for each in request.history if each.role == "user"))
    if is_from_data(made.value, said, (*call.context.work.tool_results, *call.results)):
        return {"saved": False, "note": NOT_SAID}
    return {"saved": True, "key": made.key, "value": made.value, "confidence": made.confidence}


register(telling.SERVER, save)
