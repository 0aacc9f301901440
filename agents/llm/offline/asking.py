"""The questions of the offline model: a missing value, a yes, a choice."""

from collections.abc import Mapping, Sequence
from typing import Any

from agents.llm.offline import formats
from agents.llm.offline.memory import Memory
from agents.llm.offline.needs import Need
from agents.llm.offline.templates import FIELD, fill, in_language, title
from agents.llm.offline.wording import joined, wording
from agents.llm.request import ReleaseSlice
from agents.specs import ParameterSpec, ToolSpec

FRAGMENT = 6  # characters of a confirmation text between its fields that tell it from another


def for_values(missing: Sequence[ParameterSpec], part: ReleaseSlice) -> dict[str, Any]:
    """`ask_user` arguments for values that are not known yet."""
    words = wording(part.language)
    named = {parameter.known_as: parameter for parameter in missing}
    labels = [_label(parameter, part) for parameter in named.values()]
    question = words["ask_slot"].format(labels=joined(labels, part.language))
    return {"question": question, "fields": [parameter.name for parameter in named.values()]}


def _label(parameter: ParameterSpec, part: ReleaseSlice) -> str:
    words = wording(part.language)
    slot = part.slots.get(parameter.known_as)
    label = in_language(slot.label, part.language) if slot else ""
    label = label or words["slot_fallback"].format(name=formats.label(parameter.name).lower())
    return f"{label} ({words['example'].format(example=slot.example)})" if slot and slot.example else label


def for_yes(need: Need, part: ReleaseSlice) -> dict[str, Any]:
    """`ask_user` arguments for the yes that a changing tool needs."""
    words = wording(part.language)
    options = [{"label": words[word], "value": words[word].lower()} for word in ("yes", "no")]
    return {"question": confirmation(need.tool, need.arguments, part.language), "options": options}


def confirmation(tool: ToolSpec, arguments: Mapping[str, Any], language: str) -> str:
    """The tool's own question, else a general one with its title and values."""
    own = fill(in_language(tool.confirm_text, language), arguments, language)
    if own:
        return own
    values = ", ".join(str(value) for value in arguments.values())
    name = title(tool, tool.name, language)
    return str(wording(language)["confirm"].format(title=name, values=f" ({values})" if values else ""))


def agreed(tool: ToolSpec, part: ReleaseSlice, memory: Memory) -> bool:
    """Whether the user has just said yes to this very tool."""
    if tool.name in part.confirmed:
        return True
    if part.reply != "yes":
        return False
    written = in_language(tool.confirm_text, part.language) or title(tool, tool.name, part.language)
    fragments = [text.strip() for text in FIELD.sub("\0", written).split("\0")]
    telling = [text for text in fragments if len(text) >= FRAGMENT] or fragments[:1]
    return all(text in memory.last_question for text in telling)


def for_choice(tools: Sequence[ToolSpec], part: ReleaseSlice) -> dict[str, Any]:
    """`ask_user` arguments when the words fit several changing tools, or none."""
    titles = [formats.label(title(tool, tool.name, part.language)) for tool in tools]
    options = [{"label": name, "value": name} for name in titles]
    return {"question": wording(part.language)["which"], "options": options}


def for_state(question: str, state: str, part: ReleaseSlice) -> dict[str, Any]:
    """`ask_user` arguments for the question that an intent ends with."""
    words = wording(part.language)
    options = [{"label": words[word], "value": words[word].lower()} for word in ("yes", "no")]
    return {"question": question, "state": state, "options": options}
