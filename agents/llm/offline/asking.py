"""The questions for what an action still needs, as arguments of `ask_user`."""

from collections.abc import Sequence
from typing import Any

from agents.llm.offline import needs, templates
from agents.llm.offline.templates import title
from agents.llm.offline.wording import join, wording
from agents.llm.request import ReleaseSlice
from agents.specs import TEXT, ParameterSpec, ToolSpec, in_language, in_words
from language.lexicon import join_languages
from language.normalise import normalise

OPTIONS = 8  # choices that a question shows as buttons


def ask_for_values(
    need: needs.Need, part: ReleaseSlice, missing: Sequence[ParameterSpec], intent: str
) -> dict[str, Any]:
    """`ask_user` arguments for values that are not known yet; `fields` are the slots' names.

    Of several that take whatever is replied, the first. `so_far` keeps what the words gave, and for which of
    them a reply is; `intent` whose tool it is, which nobody decided where one agent answers everything.
    """
    words = wording(part.language)
    wanted = next((each.name for each in need.missing if each.known_as == TEXT), "")
    given = {"tool": need.tool.name, "arguments": dict(need.arguments), "wanted": wanted}
    named: dict[str, ParameterSpec] = {}
    for parameter in missing:
        named.setdefault(parameter.known_as, parameter)
    labels = [label_of(parameter, part) for parameter in named.values()]
    question = words["ask_slot"].format(labels=join(labels, part.language))
    fields = [name for name in named if name in part.slots or name == TEXT]
    asked = next(iter(named.values()))
    listed = need.tool.schema_of(asked).get("enum") if len(named) == 1 else None
    options = [{"label": in_words(str(each)), "value": str(each)} for each in listed or ()]
    return {
        "question": question,
        "fields": fields,
        "so_far": {"intent": intent, **given},
        **({"options": options} if 0 < len(options) <= OPTIONS else {}),
    }


def label_of(parameter: ParameterSpec, part: ReleaseSlice) -> str:
    words = wording(part.language)
    if parameter.known_as == TEXT and TEXT not in part.slots and _works_on_text(part):
        return str(words["the_text"])
    slot = part.slots.get(parameter.known_as)
    label = in_language(slot.label, part.language) if slot else ""
    label = label or in_language(parameter.label, part.language)
    label = label or _name_within(parameter.description, part.language)
    return f"{label} ({words['example'].format(example=slot.example)})" if slot and slot.example else label


def _name_within(name: str, language: str) -> str:
    """A description within a question, behind an article unless it asks itself: "who comes"."""
    name = templates.write_within(name)
    asks = normalise(name.partition(" ")[0]) in join_languages("INTERROGATIVES")
    return name if asks else str(wording(language)["slot_fallback"].format(name=name))


def _works_on_text(part: ReleaseSlice) -> bool:
    return any(intent.takes_text for intent in part.intents if intent.name == part.decided_intent)


def ask_for_choice(tools: Sequence[ToolSpec], part: ReleaseSlice) -> dict[str, Any]:
    """`ask_user` arguments when the words fit several actions of an intent, or none."""
    titles = [templates.format_label(title(tool, tool.name, part.language)) for tool in tools]
    options = [{"label": name, "value": name} for name in titles]
    return {"question": wording(part.language)["which"], "options": options}
