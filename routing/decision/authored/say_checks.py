"""What of a company's tools nobody reaches where no model is connected.

Results in the languages people write in, arguments that no words give, and actions that no message names.
"""

from collections.abc import Iterator, Mapping, Set
from typing import Any

from django.conf import settings
from django.utils.translation import gettext as _

from agents.argument_schemas import can_be_said
from agents.llm.offline import needs
from agents.sections import read_tool
from language.spoken_languages import LANGUAGES
from releases.errors import Problem

Rows = Mapping[str, Mapping[str, Any]]


def check(spoken: Mapping[str, Set[str]], agents: Mapping[str, Rows], intents: Rows) -> Iterator[Problem]:
    """`spoken`: of each tool that an intent has, the languages of those whom it serves."""
    models = agents.get("llms", {}).values()
    if settings.MODEL or any(each["provider"] != "offline" for each in models):
        return
    for name, row in agents.get("tools", {}).items():
        told = {code for code, text in row["say"].items() if text}
        missing = [title for code, title in LANGUAGES if code in spoken.get(name, ()) and code not in told]
        if row["enabled"] and missing:
            sentence = _(
                "It has no sentence (say) in: %s. Without a model its result is told there field by field, "
                "in the server's own words."
            )
            yield Problem("warning", _("Tool '%s'") % name, sentence % ", ".join(missing))
        if row["enabled"] and name in spoken:
            yield from _unsayable(name, row)
    for name, intent in intents.items():
        yield from _unmet(name, intent, agents.get("tools", {}))


def _unsayable(name: str, row: Mapping[str, Any]) -> Iterator[Problem]:
    """What it needs and no words give."""
    tool = read_tool(name, row)
    left = [
        each.name
        for each in tool.parameters
        if each.is_left_to_model and not can_be_said(tool.schema_of(each), each.type)
    ]
    if left:
        sentence = _("Only a model can give '%s', and none is connected: nobody can have it called.")
        yield Problem("warning", _("Tool '%s'") % name, sentence % ", ".join(left))


def _unmet(name: str, intent: Mapping[str, Any], tools: Rows) -> Iterator[Problem]:
    """An action beside what is looked up at once, which none of the intent's own messages names."""
    said = [*intent["keywords"], *(text for _language, text in intent["examples"])]
    known = {tool: use for tool, use in intent["tools"] if tool in tools and tools[tool]["enabled"]}
    if not any(use == "prefetch" and tools[tool]["read_only"] for tool, use in known.items()):
        return
    acts = [read_tool(tool, tools[tool]) for tool in known if not tools[tool]["read_only"]]
    for act in acts:
        if not any(needs.overlap(text, act) for text in said):
            sentence = _(
                "Without a model its action '%s' is never proposed: no keyword or example has a word of its "
                "name, title or question, and something is looked up at once. Give it a title in people's "
                "words, or an intent of its own."
            )
            yield Problem("warning", _("Intent '%s'") % name, sentence % act.name)
