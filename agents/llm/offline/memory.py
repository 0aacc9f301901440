"""What was said before, found in the messages."""

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, ToolMessage

from agents.llm.offline.wording import wording
from agents.tool_names import REQUEST_HANDOFF
from conversations.turn import ToolResult
from language.lexicon import join_languages
from language.normalise import normalise
from language.spoken_languages import CODES

# A name: up to four words, ended by a sign, a number or a small joining word.
_ENDS = "|".join(sorted(join_languages("ENDS_NAME"), key=len, reverse=True))
NAME = rf"(?P<name>[^\W\d_][\w'-]*(?:\s+(?!(?:{_ENDS})\b)[^\W\d_][\w'-]*){{0,3}})"
PROPER = r"(?P<name>[A-ZÀ-Þ][\w'-]+(?:\s+[A-ZÀ-Þ][\w'-]+){0,3})"
PARTICLES = join_languages("NAME_PARTICLES")


@dataclass(frozen=True, slots=True)
class ConversationMemory:
    """The messages, sorted: what the user and the specialists said before this turn, what tools answered.

    `called` are the tools called in this turn, `refused` the targets a handoff was tried to and came back;
    `now` is this turn's message, whole.
    """

    said_by_user: tuple[str, ...] = ()
    said_by_us: tuple[str, ...] = ()
    results: tuple[ToolResult, ...] = ()
    earlier: tuple[ToolResult, ...] = ()
    called: frozenset[str] = frozenset()
    refused: frozenset[str] = frozenset()
    now: str = ""

    @property
    def last_question(self) -> str:
        """What was said last before this message."""
        return self.said_by_us[-1] if self.said_by_us else ""


def remember(messages: Sequence[BaseMessage]) -> ConversationMemory:
    """Sorts the messages; everything after the last HumanMessage belongs to this turn."""
    last = max((n for n, message in enumerate(messages) if isinstance(message, HumanMessage)), default=-1)
    before, now = messages[: max(last, 0)], messages[last + 1 :]
    calls = {
        call["id"]: call for message in now if isinstance(message, AIMessage) for call in message.tool_calls
    }
    return ConversationMemory(
        tuple(message.text for message in before if isinstance(message, HumanMessage)),
        tuple(message.text for message in before if isinstance(message, AIMessage) and message.text),
        tuple(_result(item, calls.get(item.tool_call_id)) for item in now if isinstance(item, ToolMessage)),
        tuple(_result(item, None) for item in before if isinstance(item, ToolMessage)),
        frozenset(call["name"] for call in calls.values()),
        frozenset(
            str(call["args"].get("target_agent"))
            for call in calls.values()
            if call["name"] == REQUEST_HANDOFF
        ),
    )


def _result(message: ToolMessage, call: Mapping[str, Any] | None) -> ToolResult:
    name = str(message.name or (call["name"] if call else ""))
    arguments = dict(call["args"]) if call else {}
    try:
        value: Any = json.loads(message.text)
    except ValueError:
        value = message.text
    if (
        isinstance(value, dict)
        and isinstance(value.get("ok"), bool)
        and ("result" in value or "error" in value)
    ):
        metadata = {"arguments": arguments, **(value.get("metadata") or {})}
        error = value.get("error")
        return ToolResult(name, "", value["ok"], value.get("result"), str(error) if error else None, metadata)
    failed = message.status == "error"
    return ToolResult(
        name, "", not failed, None if failed else value, message.text if failed else None,
        {"arguments": arguments},
    )  # fmt: skip


@lru_cache(maxsize=64)
def _patterns(kind: str) -> tuple[re.Pattern[str], ...]:
    """Patterns of all languages: people switch, and their name stays."""
    found: Iterable[str] = (text for language in CODES for text in wording(language)[kind])
    return tuple(
        re.compile(text.replace("{name}", NAME).replace("{proper}", PROPER), re.IGNORECASE) for text in found
    )


def name_in(text: str) -> str:
    """The name that somebody gives as their own in a text; empty when none is given.

    >>> name_in("Oi, meu nome é ana souza e quero ajuda")
    'Ana Souza'
    """
    if "?" in text and asks_name(text):
        return ""
    for pattern in _patterns("name_is"):
        if match := pattern.search(text[:2000]):
            return " ".join(
                word if word in PARTICLES else word[:1].upper() + word[1:] for word in match["name"].split()
            )
    return ""


def asks_name(text: str) -> bool:
    """ "Qual foi meu nome informado no começo?", "¿cómo me llamo?", "what was my name?"."""
    return any(pattern.search(normalise(text)) for pattern in _patterns("asks_name"))


def asks_first(text: str) -> bool:
    """Whether the first message of the conversation is asked for."""
    return any(pattern.search(normalise(text)) for pattern in _patterns("asks_first"))


def recall(text: str, memory: ConversationMemory, language: str) -> str:
    """The answer to a question about this conversation itself; empty when it is none."""
    words = wording(language)
    if asks_name(text):
        names = [name for name in map(name_in, memory.said_by_user) if name]
        return str(words["your_name"].format(name=names[-1]) if names else words["no_name"])
    if asks_first(text):
        messages = memory.said_by_user
        return str(
            words["first_message"].format(text=messages[0][:300]) if messages else words["no_first_message"]
        )
    return ""
