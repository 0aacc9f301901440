"""The built-in tool by which a model proposes example messages of an intent: `propose_examples`.

What it sends is checked here: a language that was not asked for, a text that is known or too long is left
out.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from agents.llm.request import ToolOffer
from agents.tool_names import PROPOSE_EXAMPLES
from language.normalise import normalise
from outbound.cleaning import clean_words

TEXT = 400  # letters, as many as an example has
MOST = 200  # that are read of one answer


@dataclass(frozen=True, slots=True)
class ProposedExample:
    """A message as a customer would write it, and its language."""

    language: str
    text: str


def offer(languages: Sequence[str]) -> ToolOffer:
    """`propose_examples` with the languages in its schema."""
    example = {
        "type": "object",
        "properties": {
            "language": {"type": "string", "enum": [*languages]},
            "text": {"type": "string", "maxLength": TEXT},
        },
        "required": ["language", "text"],
    }
    properties = {"examples": {"type": "array", "items": example}}
    schema = {"type": "object", "properties": properties, "required": ["examples"]}
    return ToolOffer(PROPOSE_EXAMPLES, "Propose messages that customers might write.", schema)


def parse(
    arguments: Mapping[str, Any], languages: Sequence[str], known: Iterable[str]
) -> list[ProposedExample]:
    """What a model proposed and can be used, in its order.

    >>> sent = {"examples": [{"language": "en", "text": "Where is it"},
    ...                      {"language": "en", "text": "where  is it"}]}
    >>> [each.text for each in parse(sent, ["en"], [])]
    ['Where is it']
    """
    sent = arguments.get("examples")
    seen, found = {normalise(text) for text in known}, list[ProposedExample]()
    for each in sent[:MOST] if isinstance(sent, list) else ():
        if not isinstance(each, dict) or each.get("language") not in languages:
            continue
        text = clean_words(each.get("text"), TEXT + 1)
        plain = normalise(text)
        if plain and plain not in seen and len(text) <= TEXT:
            seen.add(plain)
            found.append(ProposedExample(str(each["language"]), text))
    return found
