"""What files say that is no part of a draft, because it acts at once.

Addresses, secrets, the company's own settings.

A secret in a file is kept as one typed on the row's page is: encrypted, in no history, in no release and in
no export. A stored secret never goes to another address than it was given for.
"""

from collections.abc import Iterator
from copy import deepcopy
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext as _

from agents.knowledge import bringing
from agents.knowledge.bringing import BroughtDocument
from agents.knowledge.web import bringing as web
from agents.mcp_server import WANTED
from agents.models import MCPServer, MCPTool, Plugin, WebSource
from agents.operational import filter_unknown
from budgets import bringing as budgets
from budgets.bringing import BroughtBudgets
from delivery import outbox
from delivery.models import Channel
from rollout import control
from routing.models import IntentTool
from studio.files.destinations import DESTINATIONS, DestinationKind, Values
from tenancy.models import Tenant
from tenancy.operational import touch
from work import jobs


def _by_part() -> dict[str, dict[str, Values]]:
    return {part: {} for part in DESTINATIONS}


@dataclass
class Outside:
    """As it is, and as the files want it.

    `places` are the rows with an address by part and name, each with the fields of its kind
    (`destinations`); `stored` is the same as it was, `brought` the secrets that files bring for them.
    """

    default_agent_id: str = ""
    default_language: str = ""
    time_zone: str = ""
    places: dict[str, dict[str, Values]] = field(default_factory=_by_part)
    stored: dict[str, dict[str, Values]] = field(default_factory=_by_part)
    brought: dict[str, dict[str, Values]] = field(default_factory=_by_part)
    sealed: set[tuple[str, str]] = field(default_factory=set)  # ("servers", name): it has a secret
    plugin_secrets: dict[str, dict[str, str]] = field(default_factory=dict)  # only what a file brings
    undeclared: set[str] = field(default_factory=set)  # tools: nobody has said whether they change something
    assumed: dict[tuple[str, str], bool] = field(default_factory=dict)  # intent and tool: nobody says its use
    documents: dict[str, list[BroughtDocument]] = field(default_factory=dict)  # all of a collection's
    web_pages: dict[str, list[WebSource]] = field(default_factory=dict)  # all addresses of a collection
    flag: dict[str, Any] | None = None  # of the rollout: what a file says
    budgets: BroughtBudgets = field(default_factory=BroughtBudgets)  # prices and limits that a file says
    channels: dict[str, dict[str, Any]] = field(default_factory=dict)  # what a file says of each
    waits: set[tuple[str, str]] = field(default_factory=set)  # ("servers", name): a second person must agree
    rollout: bool = True  # whether who asks may change the rollout, prices and limits
    may_channels: bool = True  # whether they may change channels
    company: bool = True  # whether who asks may change the company's own settings
    addresses: bool = True  # whether they may say where data goes

    @classmethod
    def of(cls, tenant: Tenant) -> "Outside":
        undeclared = MCPTool.objects.of(tenant).filter(undeclared=True).values_list("name", flat=True)
        company = (tenant.default_agent_id, tenant.default_language, tenant.time_zone)
        found = cls(*company, undeclared=set(undeclared))
        for part, kind in DESTINATIONS.items():
            for row in (
                kind.model.objects.of(tenant).only("name", *kind.fields, *kind.secrets).order_by("name")
            ):
                found.stored[part][row.name] = kind.read(row)
                if any(getattr(row, name) for name in kind.secrets):
                    found.sealed.add((part, row.name))
        found.places = deepcopy(found.stored)
        return found

    def place(self, part: str, name: str) -> Values:
        """What is wanted of a row with an address, to be written into.

        >>> plan.outside.place("servers", "shop")["url"] = "https://tools.example.com/mcp"
        """
        if name not in self.places[part]:
            self.places[part][name] = DESTINATIONS[part].make(*DESTINATIONS[part].fields)
        return self.places[part][name]

    def bring(self, part: str, name: str, **secrets: str) -> None:
        """Secrets of a file, for a row with an address."""
        self.brought[part].setdefault(name, {}).update(secrets)

    def list_moved(self) -> Iterator[tuple[DestinationKind, str]]:
        """Kind and name of every row that would be somewhere else."""
        for part, kind in DESTINATIONS.items():
            for name, wanted in self.places[part].items():
                stored = self.stored[part].get(name, {})
                if any(wanted[each] != stored.get(each) for each in kind.told):
                    yield kind, name

    def changes(self, tenant: Tenant) -> Iterator[str]:
        """What would act at once, in sentences; a secret is never in one."""
        for part, kind in DESTINATIONS.items():
            yield from self._describe_places(part, kind)
        yield from self._describe_servers(tenant)
        for name in self.plugin_secrets:
            yield _("Plugin '%s' gets the secrets of the file, kept encrypted.") % name
        for name, brought in self.documents.items():
            yield from bringing.changes(tenant, name, brought)
        for name, addresses in self.web_pages.items():
            yield from web.changes(tenant, name, addresses)
        yield from self._describe_rollout(tenant)
        yield from budgets.list_changes(tenant, self.budgets)
        yield from self._describe_channels(tenant)
        if self.default_agent_id != tenant.default_agent_id:
            yield _("Who names no profile gets '%s'.") % self.default_agent_id
        if self.default_language != tenant.default_language:
            yield _("The company's language is '%s'.") % self.default_language
        if self.time_zone != tenant.time_zone:
            yield _("The company's days are those of the time zone '%s'.") % (self.time_zone or "–")

    def _describe_places(self, part: str, kind: DestinationKind) -> Iterator[str]:
        for name, wanted in self.places[part].items():
            stored, brought = self.stored[part].get(name, {}), self.brought[part].get(name, {})
            is_said = bool(
                stored or wanted[kind.address] or wanted.get("command")
            )  # else somebody else says it
            if is_said and (part, name) not in self.waits:
                sealed = (part, name) in self.sealed and kind.secrets[0] not in brought
                yield from kind.describe(name, wanted, stored, sealed)
            yield from (str(kind.brought[secret]) % name for secret in brought)

    def _describe_servers(self, tenant: Tenant) -> Iterator[str]:
        """What of commands and of signing in at servers would change, and where nobody is signed in then."""
        rows = {row.name: row for row in MCPServer.objects.of(tenant).select_related("sign_in")}
        blank = dict.fromkeys(("url", "command", *WANTED), "")
        for name, wanted in self.places["servers"].items():
            row, stored = rows.get(name), self.stored["servers"].get(name, blank)
            changed = any(wanted[each] != stored[each] for each in WANTED)
            if wanted["command"] != stored["command"]:
                about = {"name": name, "command": wanted["command"] or "–"}
                yield _("Server '%(name)s' is started by the command %(command)s.") % about
            if changed and not wanted["oauth"]:
                yield _("Server '%s' wants no sign-in any more.") % name
            moved = changed or wanted["url"] != stored["url"]
            if wanted["oauth"] and (moved or row is None or row.needs_sign_in):
                yield _("Server '%s' needs signing in: an operator does so on its page.") % name

    def _describe_rollout(self, tenant: Tenant) -> Iterator[str]:
        """What of the rollout would change."""
        flag = control.multi_agent(tenant)
        for name, value in (self.flag or {}).items():
            if (before := getattr(flag, name)) != value:
                what = flag._meta.get_field(name).verbose_name  # type: ignore[union-attr]
                yield _("Rollout, %(what)s: %(old)s → %(new)s.") % {"what": what, "old": before, "new": value}

    def _describe_channels(self, tenant: Tenant) -> Iterator[str]:
        for row, changed in self._list_changed_channels(tenant):
            if row._state.adding:
                yield _("Channel '%s' is made; it gets a secret when one is asked for.") % row.name
            for name in changed:
                about: Any = row._meta.get_field(name)
                said = {"name": row.name, "what": about.verbose_name, "new": getattr(row, name)}
                yield _("Channel '%(name)s', %(what)s: %(new)s.") % said

    def _list_changed_channels(self, tenant: Tenant) -> Iterator[tuple[Channel, list[str]]]:
        """The channels that would change or be made, as the file says, and the names of their fields."""
        rows = {row.name: row for row in Channel.objects.of(tenant).filter(name__in=self.channels)}
        for channel, wanted in sorted(self.channels.items()):
            row = rows.get(channel) or Channel(tenant=tenant, name=channel)
            changed = [name for name, value in wanted.items() if getattr(row, name) != value]
            for name in changed:
                setattr(row, name, wanted[name])
            if changed or row._state.adding:
                yield row, changed

    def write(self, tenant: Tenant, author: object = None) -> None:
        """Brings it into the rows, which are there by now; inside the caller's transaction."""
        if self.flag:
            flag = control.multi_agent(tenant)
            for name, value in self.flag.items():
                setattr(flag, name, value)
            control.save_flag(flag, author or "")
        budgets.bring(tenant, self.budgets)
        for channel, changed in self._list_changed_channels(tenant):
            channel.save()
            if {"url", "enabled"} & {*changed}:
                outbox.wake(channel)
        for part, kind in DESTINATIONS.items():
            for row in kind.model.objects.of(tenant).filter(name__in=self.places[part]):
                self._write_place(part, kind, row)
        for plugin in Plugin.objects.of(tenant).filter(name__in=self.plugin_secrets):
            plugin.secrets = {**plugin.secrets, **self.plugin_secrets[plugin.name]}
            plugin.save()
        for (intent, tool), assumed in self.assumed.items():
            used = IntentTool.objects.of(tenant).filter(intent__name=intent, tool__name=tool)
            used.exclude(assumed=assumed).update(assumed=assumed)
        for name, brought in self.documents.items():
            bringing.bring(tenant, name, brought, author or "")
        for name, addresses in self.web_pages.items():
            web.bring(tenant, name, addresses, author or "", internal=self.addresses)
        tenant.default_agent_id, tenant.default_language = self.default_agent_id, self.default_language
        tenant.time_zone = self.time_zone
        tenant.save(update_fields=["default_agent_id", "default_language", "time_zone"])
        touch(tenant)

    def _write_place(self, part: str, kind: DestinationKind, row: Any) -> None:
        """A secret that was for another address, or another provider, goes."""
        wanted, brought = self.places[part][row.name], self.brought[part].get(row.name, {})
        now = kind.read(row)
        before = self.stored[part].get(row.name, now)  # the draft has brought another provider by now
        moved = any({now[each], before[each]} != {wanted[each]} for each in kind.sent_to)
        if wanted != now or moved or brought:
            kept = dict.fromkeys(kind.secrets, "") if moved else {}
            for name, value in {**kept, **wanted, **brought}.items():
                setattr(row, name, value)
            row.save()

    def ask(self, tenant: Tenant) -> None:
        """Marks the tools of which nobody has said whether they change something, and asks their servers,
        also about tools of which no argument is known.

        A server whose address waits is asked once a second person has agreed.
        """
        tools = MCPTool.objects.of(tenant)
        tools.exclude(name__in=self.undeclared).filter(undeclared=True).update(undeclared=False)
        tools.filter(name__in=self.undeclared).update(undeclared=True)
        servers = filter_unknown(tools).exclude(server__url="", server__command="")
        for name in servers.order_by().values_list("server__name", flat=True).distinct():
            jobs.start(tenant, "ask_tools", {"server": name})
