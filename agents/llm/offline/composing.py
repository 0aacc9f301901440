"""Writes: results as an answer, one field that was asked for, what can be helped with."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from agents.llm.offline import formats
from agents.llm.offline.memory import Memory, name_in
from agents.llm.offline.needs import same_stem
from agents.llm.offline.reading import Part
from agents.llm.offline.templates import INTERNAL, failures, is_failure, sentence
from agents.llm.offline.wording import joined, wording
from agents.llm.request import ReleaseSlice
from agents.specs import Target, in_language
from conversations.turn import ToolResult
from language.normalise import words as words_of

FOCUS_WORDS = 2


def results(found: Iterable[ToolResult], text: str, part: ReleaseSlice) -> str:
    """Every result, said; when the text only asks for one field of them, that field."""
    found = list(found)
    if said := field_asked(text, found, part.language):
        return said
    fine = [item for item in found if not is_failure(item)]
    told = [sentence(item, part.tools.get(item.tool_name), part.language) for item in fine]
    told += failures([item for item in found if is_failure(item)], part.tools, part.language)
    return " ".join(dict.fromkeys(filter(None, told)))


def field_asked(text: str, found: Sequence[ToolResult], language: str) -> str:
    """ "E o vencimento?" -> "Vencimento: 10/03/2026."; empty when no single field is asked for."""
    filler = set(wording(language)["filler"])
    asked = [word for word in words_of(text) if word not in filler]
    if not 0 < len(asked) <= FOCUS_WORDS:
        return ""
    for item in found:
        if not item.ok or not isinstance(item.result, Mapping):
            continue
        given = list((item.metadata.get("arguments") or {}).values())  # nobody asks for what they said
        for name, value in item.result.items():
            own = [word for word in words_of(name.replace("_", " ")) if len(word) > 2]
            if (
                name in INTERNAL
                or value in (None, "", [], {})
                or isinstance(value, Mapping)
                or value in given
            ):
                continue
            if own and all(any(same_stem(word, other) for other in own) for word in asked):
                said = formats.value(value, language)
                return str(wording(language)["field"].format(label=formats.label(name), value=said))
    return ""


def can_help(part: ReleaseSlice) -> str:
    """What this specialist and those it may pass on to are for."""
    words = wording(part.language)
    known = [intent.description for intent in part.intents] + [target.purpose for target in part.targets]
    offers = list(dict.fromkeys(text.strip().rstrip(".") for text in known if text.strip()))
    if not offers:
        return str(words["help_nothing"])
    return str(words["help"].format(list="; ".join(offers)))


def introduction(part: ReleaseSlice) -> str:
    """A name that was just given is taken up."""
    name = name_in(part.text)
    return str(wording(part.language)["nice_to_meet"].format(name=name)) if name else ""


def handoff(target: Target, clauses: Sequence[str], said: str, part: ReleaseSlice) -> dict[str, Any]:
    """`request_handoff` arguments: what is left, and what was found."""
    words = wording(part.language)
    summary = [words["summary"].format(said=said) if said else words["summary_nothing"]]
    named = [
        f"{in_language(part.slots[name].label, part.language) or name} {value}"
        for name, value in part.known.items()
        if name in part.slots
    ]
    if named:
        summary.append(words["summary_values"].format(values=joined(named, part.language)))
    return {
        "target_agent": target.name,
        "reason": words["handoff_reason"].format(clause="; ".join(clauses)),
        "context_summary": " ".join(summary),
    }


def building_on(part: ReleaseSlice) -> str:
    """The findings of whoever passed control, when this turn's answer does not contain them yet."""
    if not part.handed or part.said:
        return ""
    agent, display, summary = part.handed[-1]
    if not summary or summary.startswith(wording(part.language)["summary_nothing"]):
        return ""
    return str(wording(part.language)["building_on"].format(display=display or agent, summary=summary))


def of_part(part: Part, memory: Memory, given: ReleaseSlice) -> list[ToolResult]:
    """This turn's results that belong to a part, in the intent's order of tools."""
    told = {item.tool_name for item in given.results}
    found = [*given.results, *(item for item in memory.results if item.tool_name not in told)]
    return [item for name in part.intent.tools for item in found if item.tool_name == name]
