"""`domains.bootstrap.json`: the domains, where each is, and what people said of it here."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _

from routing.planning.errors import BadEntry
from routing.planning.manifests import bootstrap
from routing.planning.manifests.bootstrap import DomainEntry
from studio.files.entry import Entry, Flag, Listed, Number, Text, Words, key
from studio.files.json_files import LIST
from studio.files.kinds.base import Written
from studio.files.plan import Plan


class GoalWords(Entry):
    """What people said of a goal; which goals there are, the manifest says."""

    name: Text = key(..., "As the manifest calls it.", "GET_QUOTE")
    keywords: Words = key([], "Words that point to it.", ["quote"])
    examples: Words = key([], "Messages that ask for it.", ["What is a share worth?"])
    enabled: Flag = key(True, "Whether it is used.", True)


class CapabilityWords(GoalWords):
    """What people said of a capability; which there are, the manifest says."""

    read_only: Flag = key(False, "Whether it only reads: it changes nothing and needs no yes.", True)


class DomainPlace(Entry):
    """Where a domain is; it acts at once."""

    url: Text = key("", "Its address.", "https://office.example.com")
    server: Text = key("", "For mcp: the server, from mcp_servers.yaml.", "finance")
    timeout: Number = key(10.0, "Seconds that an answer may take.", 10)
    auth_token: Text = key("", "Its token, kept encrypted; a variable is not read.", None)


class DomainRow(Entry):
    """A domain: a service that describes itself by a manifest."""

    ROW = ("planning", "domains")
    name: Text = key(..., "As its manifest calls it.", "finance")
    type: Text = key("remote_http", "How it is spoken to: remote_http, local or mcp.", "remote_http")
    config: DomainPlace | None = key(
        None, "Where it is.", {"url": "https://office.example.com", "timeout": 10}
    )
    of_server: Text = key("", "As in config.", "finance", alias="server")
    sync_capabilities: Flag = key(True, "Always so here: each domain is asked for its manifest.", True)
    description: Text = key("", "What it is for.", "Quotes and accounts.")
    keywords: Words = key([], "Words that point to it.", ["share"])
    examples: Words = key([], "Messages that belong to it.", ["What is a share worth?"])
    variables: Words = key([], "Values that its goals may ask for.", ["symbol"])
    enabled: Flag = key(True, "Whether it is used.", True)
    of_goals: Listed[GoalWords] = key([], "Its goals.", [{"name": "GET_QUOTE"}], alias="goals")
    of_capabilities: Listed[CapabilityWords] = key(
        [], "Its capabilities.", [{"name": "get_stock_price"}], alias="capabilities"
    )


class DomainsFile(Entry):
    """The domains. The file is the list itself."""

    domains: Listed[DomainRow] = key([], "One a domain.", [{"name": "finance"}])


class Domains:
    name = "domains.bootstrap.json"
    named_by = ""
    model = DomainsFile

    def read(self, root: DomainsFile, plan: Plan) -> None:
        for entry in root.domains:
            with plan.telling():
                self._domain(entry, plan)

    def write(self, plan: Plan) -> Iterator[Written]:
        rows = plan.rows("planning", "domains")
        yield self.name, {LIST: [_write(name, rows[name], plan) for name in sorted(rows)]}

    def _domain(self, entry: DomainRow, plan: Plan) -> None:
        try:
            domain = bootstrap.read(entry.content)
        except BadEntry as error:
            raise entry.fault("type", str(error)) from error
        if domain.inside:
            sentence = _("Domain '%s' runs inside another program: give it an address, or a server of tools.")
            plan.note("left", entry.file, entry.line_of("type"), sentence % domain.name)
            return
        row = plan.row(domain.name, entry)
        entry.take(row)
        self._where(entry, row, domain, plan)
        for name, items in (("goals", entry.of_goals), ("capabilities", entry.of_capabilities)):
            _tune(plan, row[name], items)

    def _where(self, entry: DomainRow, row: dict[str, Any], domain: DomainEntry, plan: Plan) -> None:
        own = {"kind": domain.kind, "server": domain.server, "timeout": domain.timeout}
        row |= {name: value for name, value in own.items() if value is not None}
        if row["server"]:
            entry.require_known("of_server", row["server"], plan.rows("agents", "servers"), _("server"))
        place = plan.outside.place("domains", domain.name)
        place["url"] = place["url"] if domain.url is None else domain.url
        if domain.variables:  # only who starts the installation may read its environment
            sentence = _(
                "The token of domain '%s' is a variable here: type the token itself on the domain's page."
            )
            plan.note("left", entry.file, entry.line_of("config"), sentence % domain.name)
        elif domain.token:
            plan.outside.bring("domains", domain.name, secret=domain.token)
        if not domain.sync:
            sentence = _("'%s' has no place here and is not taken.") % entry.place_of("sync_capabilities")
            plan.note("left", entry.file, entry.line_of("sync_capabilities"), sentence)


def _tune(plan: Plan, rows: list[dict[str, Any]], items: Sequence[GoalWords]) -> None:
    there = {row["name"]: row for row in rows}
    for item in items:
        with plan.telling():
            item.take(there[item.require_known("name", item.name, there, _("goal or capability"))])


def _write(name: str, row: Mapping[str, Any], plan: Plan) -> dict[str, Any]:
    return DomainRow.from_row(
        row,
        name=name,
        type=row["kind"],
        config={"url": plan.outside.place("domains", name)["url"], "timeout": row["timeout"]},
        of_server=row["server"],
        of_goals=[GoalWords.from_row(each) for each in row["goals"]],
        of_capabilities=[CapabilityWords.from_row(each) for each in row["capabilities"]],
    )
