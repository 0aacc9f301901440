"""What is checked in this room's part of a draft before it may be published, in sentences.

Errors are what would fail or mislead at once; warnings what somebody should know and may want.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from string import Formatter
from typing import Any

from django.utils.translation import gettext as _

from agents.plugin_row import entry_of, missing
from language import slots
from language.errors import SlotPatternError
from releases.errors import Problem
from releases.sections import Content


def check(content: Content) -> Iterable[Problem]:
    """All problems of the section."""
    section: Mapping[str, Any] = content.get("agents", {})
    for look in (_slots, _tools, _specialists, _models, _guardrails, _judges, _plugins):
        yield from look(section)


def _slots(section: Mapping[str, Any]) -> Iterator[Problem]:
    for name, slot in section.get("slots", {}).items():
        where = _("Value to ask for '%s'") % name
        try:
            slots.check(slot["pattern"])
        except SlotPatternError as error:
            yield Problem("error", where, _("Its pattern cannot be read: %s.") % error)
            continue
        if re.search(slot["pattern"], ""):
            yield Problem(
                "error", where, _("Its pattern finds something in an empty text: it would match everything.")
            )
        if slot["example"] and not slots.find(slot["pattern"], slot["example"]):
            yield Problem(
                "warning", where, _("Its own example '%s' does not look like its pattern.") % slot["example"]
            )
        if not slot["label"]:
            yield Problem(
                "warning", where, _("It has no name to ask for it by; users will read '%s'.") % name
            )


def _tools(section: Mapping[str, Any]) -> Iterator[Problem]:
    servers, slots = section.get("servers", {}), section.get("slots", {})
    for name, tool in section.get("tools", {}).items():
        where = _("Tool '%s'") % name
        if tool["enabled"] and not servers[tool["server"]]["enabled"]:
            yield Problem("warning", where, _("Its server '%s' is not in use.") % tool["server"])
        if tool["confirm"] and not tool["confirm_text"]:
            yield Problem("warning", where, _("It asks first, but has no question of its own to ask."))
        free = _list_left_to_model(tool)
        if tool["enabled"] and free and not (tool["read_only"] or tool["confirm"] or tool.get("permission")):
            sentence = _(
                "It changes something and asks nobody, while a model fills in %(arguments)s: let it ask "
                "first, or say where they come from."
            )
            yield Problem("warning", where, sentence % {"arguments": ", ".join(free)})
        if tool["read_only"] and tool["confirm"]:
            yield Problem("warning", where, _("It only reads, yet it asks the user first."))
        if tool.get("permission") and not tool["title"] and not tool["confirm_text"]:
            yield Problem(
                "warning",
                where,
                _(
                    "It needs the permission '%(permission)s', but has no readable title: users would be "
                    "asked for '%(name)s'."
                )
                % {"permission": tool["permission"], "name": name.replace("_", " ")},
            )
        for language, text in (*tool["say"].items(), *tool["confirm_text"].items()):
            if not _readable(text):
                yield Problem(
                    "error", where, _("Its text in '%s' has a brace that is not closed.") % language
                )
        yield from _parameters(where, tool, slots)


def _list_left_to_model(tool: Mapping[str, Any]) -> list[str]:
    """The arguments of a tool that a model makes up, none of a list."""
    known = tool["schema"].get("properties", {})
    return [
        each["name"]
        for each in tool["parameters"]
        if each["source"] == "free" and "enum" not in known.get(each["name"], {})
    ]


def _parameters(where: str, tool: Mapping[str, Any], slots: Mapping[str, Any]) -> Iterator[Problem]:
    known = tool["schema"].get("properties")
    for each in tool["parameters"]:
        about = {"argument": each["name"], "key": each["key"] or each["name"]}
        if each["source"] == "default" and each["required"] and each["default"] is None:
            yield Problem("error", where, _("Argument '%(argument)s' has no value.") % about)
        if each["source"] in ("resource", "claimed") and about["key"] not in slots:
            yield Problem(
                "warning",
                where,
                _("Nobody can be asked for '%(argument)s': no value to ask for is named '%(key)s'.") % about,
            )
        if known is not None and each["name"] not in known:
            yield Problem("warning", where, _("The server does not know an argument '%(argument)s'.") % about)
    given = {each["name"] for each in tool["parameters"]}
    for name in tool["schema"].get("required", []):
        if name not in given:
            yield Problem(
                "warning", where, _("The server needs '%s', but nothing says where it comes from.") % name
            )


def _specialists(section: Mapping[str, Any]) -> Iterator[Problem]:
    team = section.get("specialists", {})
    tools = section.get("tools", {})
    if not any(each["enabled"] for each in team.values()):
        yield Problem("error", _("Specialists"), _("There is none in use: nobody could answer."))
    for name, specialist in team.items():
        if not specialist["enabled"]:
            continue
        where = _("Specialist '%s'") % name
        if not specialist["role"]:
            yield Problem("warning", where, _("It has no prompt: a model would not know what it is for."))
        for target in specialist["targets"]:
            if target == name:
                yield Problem("warning", where, _("It may hand over to itself, which is ignored."))
            elif not team[target]["enabled"]:
                yield Problem("warning", where, _("It may hand over to '%s', which is not in use.") % target)
        for tool in specialist["tools"]:
            if not tools[tool]["enabled"]:
                yield Problem("warning", where, _("It always has '%s', which is not in use.") % tool)


def _models(section: Mapping[str, Any]) -> Iterator[Problem]:
    point_of = {model: point for point, model in section.get("points", {}).items()}
    own = {each.get("llm") for each in section.get("specialists", {}).values() if each["enabled"]}
    for name, each in section.get("llms", {}).items():
        if each["provider"] != "offline" and not each["model"]:
            yield Problem(
                "error", _("Model '%s'") % name, _("It does not say which model, for example gpt-5-mini.")
            )
        serves = point_of.get(name) in ("default", "budget") or name in own
        if (each.get("response_format") or {}).get("type", "text") != "text" and serves:
            sentence = _("Specialists answer users with it in the form of “%s”: users would read JSON.")
            yield Problem("warning", _("Model '%s'") % name, sentence % "response_format")


def _guardrails(section: Mapping[str, Any]) -> Iterator[Problem]:
    from agents.guardrails.catalogue import RAILS  # late: the rails' libraries are slow to import

    rails, points = section.get("rails", {}), section.get("points", {})
    for key, each in rails.items():
        code, phase = key.split(":", 1)
        where, first = _("Guardrail '%s'") % code, each.get("confirms")
        if each["enabled"] and first and not rails.get(f"{first}:{phase}", {}).get("enabled"):
            sentence = _("It is the second opinion on '%s', which is not in use there, so it is never asked.")
            yield Problem("warning", where, sentence % first)
        if code in RAILS:
            for level, fault in RAILS[code].check_row(each, points):
                if each["enabled"] or level == "error":
                    yield Problem(level, where, fault)
        elif each["enabled"]:
            known = ", ".join(sorted(RAILS))
            yield Problem("error", where, _("There is no such check. Known ones: %s.") % known)


def _judges(section: Mapping[str, Any]) -> Iterator[Problem]:
    from agents.judges.catalogue import JUDGES

    for name, each in section.get("judges", {}).items():
        if each["enabled"] and name not in JUDGES and not each.get("prompt"):
            known = ", ".join(sorted(JUDGES))
            yield Problem(
                "error", _("Judge '%s'") % name, _("There is no such judge. Known ones: %s.") % known
            )


def _plugins(section: Mapping[str, Any]) -> Iterator[Problem]:
    for name, each in section.get("plugins", {}).items():
        if each["enabled"] and entry_of(name) is None:
            yield Problem("error", _("Plugin '%s'") % name, missing(name))


def _readable(text: str) -> bool:
    try:
        list(Formatter().parse(text))
    except ValueError:
        return False
    return True
