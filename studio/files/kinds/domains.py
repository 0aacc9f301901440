"""`domains.bootstrap.json`: the domains of seed 002, where each is, and what people said of it here."""

from collections.abc import Iterator, Mapping
from typing import Any

from django.utils.translation import gettext as _

from routing.planning.models import Domain
from studio.files.kinds.base import Key, Written, known, said, take
from studio.files.part import Part, flag, number, text, words
from studio.files.plan import Plan

LIST = "domains"  # the file is a list
KEYS = (
    Key("type", text, "kind"),
    Key("description", text),
    Key("keywords", words),
    Key("examples", words),
    Key("server", text),
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
                part.no_place("sync_capabilities")
                part.rest()

    def write(self, plan: Plan) -> Iterator[Written]:
        rows = plan.rows("planning", "domains")
        yield self.name, {LIST: [_said(name, rows[name], plan) for name in sorted(rows)]}

    def _domain(self, part: Part, plan: Plan) -> None:
        name = part.need("name", text)
        if part.take("type", text) == "local":
            told = (
                _("Domain '%s' runs inside seed 002's program: give it an address, or a server of tools.")
                % name
            )
            plan.note("left", part.file, part.line_of("type"), told)
            part.skip()
            return
        entry = plan.row("planning", "domains", name, part)
        take(part, entry, KEYS)
        if entry["server"]:
            known(part, "server", entry["server"], plan.rows("agents", "servers"), _("server"))
        plan.outside.domains.setdefault(name, "")
        if (config := part.inner("config")) is not None:
            plan.outside.domains[name] = config.take("url", text, plan.outside.domains[name]) or ""
            entry["timeout"] = config.take("timeout", number, entry["timeout"])
            if token := config.take("auth_token", text):
                self._token(name, token, config, plan)
            config.rest()
        for key, keys in (("goals", GOAL), ("capabilities", CAPABILITY)):
            _tune(plan, entry[key], part.listed(key), keys)

    def _token(self, name: str, token: str, config: Part, plan: Plan) -> None:
        if token.startswith("$"):
            told = _(
                "The token of domain '%s' is a variable here: type the token itself on the domain's page."
            )
            plan.note("left", config.file, config.line_of("auth_token"), told % name)
        else:
            plan.outside.tokens[name] = token


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
    own = said(entry, KEYS)
    return {
        "name": name,
        "type": own.pop("type") or Domain.Kinds.HTTP.value,
        "config": {"url": plan.outside.domains[name], "timeout": entry["timeout"]},
        **own,
        "goals": [{"name": each["name"], **said(each, GOAL)} for each in entry["goals"]],
        "capabilities": [{"name": each["name"], **said(each, CAPABILITY)} for each in entry["capabilities"]],
    }
