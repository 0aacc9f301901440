"""What a tool would be asked by for want of a model: words of the message that nothing but their place tells.

>>> [problem.where for problem in check(intents, content["agents"])]
["Intent 'treatment_price'"]
"""

from collections.abc import Iterator, Mapping
from typing import Any

from django.utils.translation import gettext as _

from agents.llm.offline.own_words import SHORT
from agents.sections import read_tool
from releases.errors import Problem

Rows = Mapping[str, Mapping[str, Any]]


def check(intents: Rows, agents: Mapping[str, Any]) -> Iterator[Problem]:
    """A warning for each argument that a tool of an intent must have, and that is a guess without a model.

    Also where one is connected: it may be switched off, or a budget used up.
    """
    tools, team = agents.get("tools", {}), agents.get("specialists", {})
    for name, intent in intents.items():
        if intent["specialist"] not in team:
            continue
        for tool, _use in intent["tools"]:
            for argument in _list_guessed(tool, tools.get(tool)):
                sentence = _(
                    "While no model answers (none connected, switched off, a budget used up) "
                    "'%(argument)s' of '%(tool)s' is a guess: what the message says beside the keywords. "
                    "Make it a value to ask for, give it choices or a format, or a maxLength above %(short)s "
                    "if it takes the user's own words."
                )
                about = {"tool": tool, "argument": argument, "short": SHORT}
                yield Problem("warning", _("Intent '%s'") % name, sentence % about)


def _list_guessed(name: str, row: Mapping[str, Any] | None) -> Iterator[str]:
    """The free texts that a tool must have to look something up, and that nothing says more of."""
    if row is None or not row["enabled"] or not row["read_only"]:
        return
    tool = read_tool(name, row)
    for each in tool.parameters:
        if each.is_left_to_model and tool.is_text(each) and tool.longest_of(each) <= SHORT:
            yield each.name
