"""What is checked of a draft's domains before it may be published, in sentences."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from django.conf import settings
from django.utils.translation import gettext as _

from releases.errors import Problem
from releases.sections import Content
from routing.planning.manifests.consistency import faults, neighbours_of


def check(content: Content) -> Iterable[Problem]:
    """All problems of the section. What is switched off is left out before the rest is compared."""
    domains = content.get("planning", {}).get("domains", {})
    used = {name: _in_use(each) for name, each in domains.items() if each["enabled"]}
    servers = content.get("agents", {}).get("servers", {})
    for name, each in used.items():
        where = _("Domain '%s'") % name
        yield from _row(where, each, servers)
        for fault in faults(each, neighbours_of(domains, name)):
            yield Problem(fault.severity, where, fault.sentence)


def _in_use(each: Mapping[str, Any]) -> Mapping[str, Any]:
    """A domain without what is switched off, also where a goal names it."""
    off = {item["name"] for item in each["capabilities"] if not item["enabled"]}
    goals = [
        {**goal, "capabilities": [name for name in goal["capabilities"] if name not in off]}
        for goal in each["goals"]
        if goal["enabled"]
    ]
    return {
        **each,
        "goals": goals,
        "capabilities": [item for item in each["capabilities"] if item["name"] not in off],
    }


def _row(where: str, each: Mapping[str, Any], servers: Mapping[str, Any]) -> Iterator[Problem]:
    if not each["digest"]:
        sentence = _("No manifest of it is approved: it can do nothing. Fetch its manifest and approve it.")
        yield Problem("warning", where, sentence)
    for goal in each["goals"]:
        if not goal["capabilities"]:
            sentence = _("No capability of goal '%s' is in use: the goal is left out.") % goal["name"]
            yield Problem("warning", where, sentence)
    if each["kind"] == "mcp" and not servers.get(each["server"], {"enabled": False})["enabled"]:
        yield Problem("error", where, _("Its MCP server is not there or not in use. Choose another one."))
    for name in each["variables"]:
        if name not in settings.ROW_ENVIRONMENT:
            sentence = _("It may be given the variable %s, which this installation does not allow to rows.")
            yield Problem("warning", where, sentence % name)
