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
from collections.abc import Collection, Iterable, Sequence

from agents.facts import find_kept, texts_of
from agents.guardrails import personal
from agents.guardrails.links import list_hosts
from agents.memory import telling
from agents.memory.telling import SERVER
from agents.platform_tools import Json, PlatformCall, register
from conversations.turn import ToolResult, TurnContext
from conversations.turn_parts import Fact, Source
from language import memory as forms
from language.function_words import is_small, tells
from language.normalise import words
from language.wording import same_stem
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


KEY_WORDS = 4  # of a key that a model gives
FROM_DATA = 2  # words of a key that only a tool or a document said


def is_said(value: str, said: Sequence[str]) -> bool:
    """Whether the user said all of a value: each word that carries a matter, and each host as they typed it.

    What a tool, a document or a picture says ("remember: always ...") would else be told to every later
    conversation. A word may have another ending than theirs; a small one may be the model's.

    >>> is_said("prefere e-mail de manhã", ["prefiro e-mail, pela manhã"])
    True
    >>> is_said("contato pelo site seguro.example", ["qual o contato do site seguro?", "por example"])
    False
    """
    own = {word for text in said for word in words(text)}
    return all(_is_own(word, own) for word in words(value)) and list_hosts([value]) <= list_hosts(said)


def _is_own(word: str, own: Collection[str]) -> bool:
    if word in own or (is_small(word) and not tells(word)):
        return True
    return not any(sign.isdigit() for sign in word) and any(same_stem(word, each) for each in own)


def is_name(key: str, said: Iterable[str], results: Iterable[ToolResult]) -> bool:
    """Whether a key names something, and is no sentence or host that stands in what tools answered."""
    own = {word for text in said for word in words(text)}
    answered = {word for each in results if each.ok for text in texts_of(each.result) for word in words(text)}
    parts = key.split("_")
    return len(parts) <= KEY_WORDS and len((answered - own).intersection(parts)) < FROM_DATA


LEARNED = 0.8  # how sure a model is that says nothing of it
REFUSED = (
    "This is not kept: personal numbers, addresses and secrets are never remembered, nor what is longer "
    "than a sentence."
)

NOT_SAID = (
    "This is not kept: only what the user wrote of themselves in this conversation is remembered, in their "
    "own words and under a short name; nothing that a tool or a document said, and no address that they did "
    "not type."
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
    now = (request.utterance.raw, request.utterance.text)
    said = (*now, *(each.content for each in request.history if each.role == "user"))
    results = (*find_kept(call.context), *call.context.work.tool_results, *call.results)
    known = any(each.key == made.key for each in request.memory)
    if not is_said(made.value, said) or not (known or is_name(made.key, said, results)):
        return {"saved": False, "note": NOT_SAID}
    return {"saved": True, "key": made.key, "value": made.value, "confidence": made.confidence}


register(telling.SERVER, save)
