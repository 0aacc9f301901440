"""Addresses that files say: told and left as they are where whoever reads them may not say where data goes,
and told where they wait for a second person.
"""

from collections.abc import Callable
from typing import Any

from django.utils.translation import gettext as _

from agents.llm.providers import own_address
from agents.models import MCPServer
from routing.planning.models import Domain
from studio.files.outside import Outside, read_default_paths
from studio.files.plan import Plan


def leave(plan: Plan) -> None:
    """Puts the plan's addresses, tokens and keys back to what is stored; a new row has none."""
    now = Outside.of(plan.tenant)
    _servers(plan, now)
    _models(plan, now)
    _backends(plan, now)
    _domains(plan, now)


def tell_waiting(plan: Plan, waits: Callable[[str], bool]) -> None:
    """Notes each address that would wait for a second person."""
    wanted = plan.outside
    for section, part, name in wanted.list_moved(plan.tenant):
        address = {
            "servers": wanted.urls.get(name, ""),
            "llms": wanted.base_urls.get(name) or own_address(wanted.providers.get(name, "")),
            "backends": wanted.backends.get(name, {}).get("url", ""),
            "domains": wanted.domains.get(name, ""),
        }[part]
        if waits(address):
            wanted.waits.add((part, name))
            file, line = plan.where.get((section, part, name), ("", 0))
            sentence = _(
                "The address of '%(name)s', %(address)s, is new to the company: it waits for a second person "
                "(Studio > New addresses)."
            )
            plan.note("waits", file, line, sentence % {"name": name, "address": address})


def _servers(plan: Plan, now: Outside) -> None:
    wanted = plan.outside
    for name in wanted.urls:
        entry = plan.rows("agents", "servers")[name]
        had = {"transport": now.transports.get(name, MCPServer.Transports.HTTP.value)}
        stored = now.urls.get(name, ""), now.commands.get(name, "")
        oauth = now.oauths.get(name, {})
        if (
            (wanted.urls[name], wanted.commands.get(name, "")) != stored
            or entry["transport"] != had["transport"]
            or any(each != oauth.get(key, "") for key, each in wanted.oauths.pop(name, {}).items())
        ):
            _tell(plan, "agents", "servers", name)
        wanted.urls[name], wanted.commands[name] = stored
        entry["transport"] = wanted.transports[name] = had["transport"]


def _models(plan: Plan, now: Outside) -> None:
    wanted = plan.outside
    for name in wanted.base_urls:
        entry, provider = plan.rows("agents", "llms")[name], now.providers.get(name, "offline")
        stored = now.base_urls.get(name, "")
        brought = name in wanted.keys or name in wanted.headers
        if (wanted.base_urls[name], entry["provider"]) != (stored, provider) or brought:
            _tell(plan, "agents", "llms", name)
        wanted.base_urls[name], entry["provider"] = stored, provider
    wanted.keys.clear()
    wanted.headers.clear()


def _backends(plan: Plan, now: Outside) -> None:
    for name, paths in plan.outside.backends.items():
        stored = now.backends.get(name) or read_default_paths()
        if paths != stored:
            _tell(plan, "gateway", "backends", name)
        plan.outside.backends[name] = dict(stored)


def _domains(plan: Plan, now: Outside) -> None:
    wanted, before = plan.outside, plan.before.get("planning", {}).get("domains", {})
    for name in wanted.domains:
        entry, new = plan.rows("planning", "domains")[name], {"kind": Domain.Kinds.HTTP.value, "server": ""}
        had: dict[str, Any] = {key: before.get(name, new)[key] for key in new}
        stored = now.domains.get(name, "")
        if (
            wanted.domains[name] != stored
            or name in wanted.tokens
            or any(entry[key] != had[key] for key in had)
        ):
            _tell(plan, "planning", "domains", name)
        wanted.domains[name] = stored
        entry |= had
    wanted.tokens.clear()


def _tell(plan: Plan, section: str, part: str, name: str) -> None:
    file, line = plan.where.get((section, part, name), ("", 0))
    sentence = _("Where '%s' is, and its token or key, an operator says: that is not taken.") % name
    plan.note("left", file, line, sentence)
