"""`domains.bootstrap.json`: the domains, where each is, and what people said of it here."""

from collections.abc import Iterator, Mapping
from typing import Any

from django.utils.translation import gettext as _

from routing.planning.errors import BadEntry
from routing.planning.manifests import entries
from routing.planning.manifests.entries import DomainEntry
from studio.files.kinds.base import Key, Written, known, said, take
from studio.files.nodes import plain
from studio.files.part import Part, flag, text, words
from studio.files.plan import Plan

LIST = "domains"  # the file is a list
KEYS = (
    Key("description", text),
    Key("keywords", words),
    Key("examples", words),
    Key("variables", words),
    Key("enabled", flag),
)
GOAL = (Key("keywords", words), Key("examples", words), Key("enabled", flag))
CAPABILITY = (*GOAL, Key("read_only", flag))


class Domains:
    name = "domains.bootstrap.json"
    named_by = ""

    def read(self, root: Part, plan: Plan) -> None:
        for part in root.listed(LIST):
            with plan.telling():
                self._domain(part, plan)
                part.rest()

    def write(self, plan: Plan) -> Iterator[Written]:
        rows = plan.rows("planning", "domains")
        yield self.name, {LIST: [_said(name, rows[name], plan) for name in sorted(rows)]}

    def _domain(self, part: Part, plan: Plan) -> None:
        part.need("name", text)
        config = part.inner("config")
        try:
            told = entries.read({key: plain(node) for key, node in part.nodes.items()})
        except BadEntry as error:
            place = config if config is not None and error.key in config else part
            raise place.fault(error.key, str(error)) from error
        part.pass_over(*entries.OWN)
        if config is not None:
            config.pass_over(*entries.CONFIG)
            config.rest()
        if told.inside:
            sentence = _("Domain '%s' runs inside another program: give it an address, or a server of tools.")
            plan.note("left", part.file, part.line_of("type"), sentence % told.name)
            part.skip()
            return
        entry = plan.row("planning", "domains", told.name, part)
        take(part, entry, KEYS)
        self._where(part, entry, told, plan)
        for key, keys in (("goals", GOAL), ("capabilities", CAPABILITY)):
            _tune(plan, entry[key], part.listed(key), keys)

    def _where(self, part: Part, entry: dict[str, Any], told: DomainEntry, plan: Plan) -> None:
        own = {"kind": told.kind, "server": told.server, "timeout": told.timeout}
        entry |= {key: value for key, value in own.items() if value is not None}
        if entry["server"]:
            known(part, "server", entry["server"], plan.rows("agents", "servers"), _("server"))
        plan.outside.domains.setdefault(told.name, "")
        if told.url is not None:
            plan.outside.domains[told.name] = told.url
        if told.variables:  # only who starts the installation may read its environment
            sentence = _(
                "The token of domain '%s' is a variable here: type the token itself on the domain's page."
            )
            plan.note("left", part.file, part.line_of("config"), sentence % told.name)
        elif told.token:
            plan.outside.tokens[told.name] = told.token
        if told.sync:  # every domain here is asked for its manifest in time
            part.pass_over("sync_capabilities")
        part.no_place("sync_capabilities")


def _tune(plan: Plan, rows: list[dict[str, Any]], items: Iterator[Part], keys: tuple[Key, ...]) -> None:
    """What people said of goals and capabilities; which there are, the manifest says."""
    there = {row["name"]: row for row in rows}
    for item in items:
        with plan.telling():
            take(
                item,
                there[known(item, "name", item.need("name", text), there, _("goal or capability"))],
                keys,
            )
            item.rest()


def _said(name: str, entry: Mapping[str, Any], plan: Plan) -> dict[str, Any]:
    return {
        "name": name,
        "type": entry["kind"],
        "config": {"url": plan.outside.domains[name], "timeout": entry["timeout"]},
        "server": entry["server"],
        **said(entry, KEYS),
        "goals": [{"name": each["name"], **said(each, GOAL)} for each in entry["goals"]],
        "capabilities": [{"name": each["name"], **said(each, CAPABILITY)} for each in entry["capabilities"]],
    }
