"""The questions of the offline model: a missing value, and a choice between actions.

The yes that an action needs is the loop's to ask, whatever the model: it keeps what was agreed to.
"""

from collections.abc import Sequence
from typing import Any

from agents.llm.offline import formats
from agents.llm.offline.templates import title
from agents.llm.offline.wording import join, wording
from agents.llm.request import ReleaseSlice
from agents.specs import TEXT, ParameterSpec, ToolSpec, in_language


def for_values(missing: Sequence[ParameterSpec], part: ReleaseSlice) -> dict[str, Any]:
    """`ask_user` arguments for values that are not known yet; `fields` are the slots' names."""
    words = wording(part.language)
    named = {parameter.known_as: parameter for parameter in missing}
    labels = [_label(parameter, part) for parameter in named.values()]
    question = words["ask_slot"].format(labels=join(labels, part.language))
    return {"question": question, "fields": [name for name in named if name in part.slots or name == TEXT]}


def _label(parameter: ParameterSpec, part: ReleaseSlice) -> str:
    words = wording(part.language)
    if parameter.known_as == TEXT and TEXT not in part.slots:
        return str(words["the_text"])
    slot = part.slots.get(parameter.known_as)
    label = in_language(slot.label, part.language) if slot else ""
    label = label or words["slot_fallback"].format(name=formats.label(parameter.name).lower())
    return f"{label} ({words['example'].format(example=slot.example)})" if slot and slot.example else label


def for_choice(tools: Sequence[ToolSpec], part: ReleaseSlice) -> dict[str, Any]:
    """`ask_user` arguments when the words fit several actions of an intent, or none."""
    titles = [formats.label(title(tool, tool.name, part.language)) for tool in tools]
    options = [{"label": name, "value": name} for name in titles]
    return {"question": wording(part.language)["which"], "options": options}
