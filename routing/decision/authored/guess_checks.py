"""What a tool would be asked by for want of a model: words of the message that nothing but their place tells.

>>> [problem.where for problem in check(intents, content["agents"])]
["Intent 'treatment_price'"]
"""

from collections.abc import Iterator, Mapping
from typing import Any

from django.conf import settings
from django.utils.translation import gettext as _

from agents.llm.offline.own_words import SHORT
from agents.llm.providers import OFFLINE
from releases.errors import Problem

Rows = Mapping[str, Mapping[str, Any]]


def check(intents: Rows, agents: Mapping[str, Any]) -> Iterator[Problem]:
    """A warning for each argument that a tool of an intent must have, and that is a guess without a model."""
    tools, team = agents.get("tools", {}), agents.get("specialists", {})
    for name, intent in intents.items():
        specialist = team.get(intent["specialist"])
        if specialist is None or _has_model(specialist, agents):
            continue
        for tool, _use in intent["tools"]:
            for argument in _list_guessed(tools.get(tool)):
                sentence = _(
                    "Without a model '%(argument)s' of '%(tool)s' is a guess: what the message says beside "
                    "the keywords. Make it a value to ask for, give it choices or a format, or a maxLength "
                    "above %(short)s if it takes the user's own words."
                )
                about = {"tool": tool, "argument": argument, "short": SHORT}
                yield Problem("warning", _("Intent '%s'") % name, sentence % about)


def _has_model(specialist: Mapping[str, Any], agents: Mapping[str, Any]) -> bool:
    """Whether a model answers for a specialist: its own, the company's, or the installation's."""
    llms = agents.get("llms", {})
    named = (specialist.get("llm"), agents.get("points", {}).get("default"))
    row = next((llms[each] for each in named if each in llms), None)
    return bool(settings.MODEL) if row is None else row["provider"] != OFFLINE


def _list_guessed(tool: Mapping[str, Any] | None) -> Iterator[str]:
    """The free texts that a tool must have to look something up, and that nothing says more of."""
    if tool is None or not tool["enabled"] or not tool["read_only"]:
        return
    for each in tool["parameters"]:
        schema = tool["schema"].get("properties", {}).get(each["name"], {})
        told = any(schema.get(sign) for sign in ("enum", "pattern", "format"))
        long = schema.get("maxLength", 0) > SHORT
        text = (schema.get("type") or each["type"]) == "string"
        free = each["source"] == "free" and each["required"] and each["default"] is None
        if free and text and not (told or long):
            yield each["name"]
