"""What a tool would be asked by for want of a model: words of the message that nothing but their place tells.

>>> [problem.where for problem in check(intents, content["agents"])]
["Intent 'treatment_price'"]
"""

from collections.abc import Iterator, Mapping
from typing import Any

from django.conf import settings
from django.utils.translation import gettext as _

from agents.llm.offline.own_words import SHORT, is_text
from agents.llm.providers import OFFLINE
from agents.sections import read_tool
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
            for argument in _list_guessed(tool, tools.get(tool)):
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


def _list_guessed(name: str, row: Mapping[str, Any] | None) -> Iterator[str]:
    """The free texts that a tool must have to look something up, and that nothing says more of."""
    if row is None or not row["enabled"] or not row["read_only"]:
        return
    tool = read_tool(name, row)
    for each in tool.parameters:
        if each.is_left_to_model and is_text(tool, each) and tool.longest_of(each) <= SHORT:
            yield each.name
