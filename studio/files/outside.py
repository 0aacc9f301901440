"""What files say that is no part of a draft, because it acts at once.

Addresses, secrets, the company's own settings.

A secret in a file is kept as one typed on the row's page is: encrypted, in no history, in no release and in
no export. A stored secret never goes to another address than it was given for.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext as _

from agents.knowledge import bringing
from agents.knowledge.bringing import BroughtDocument
from agents.knowledge.web import bringing as web
from agents.mcp_server import WANTED
from agents.models import LLMProfile, MCPServer, MCPTool, Plugin, WebSource
from agents.operational import filter_unknown
from budgets import bringing as budgets
from budgets.bringing import BroughtBudgets
from rollout import control
from routing.gateway.models import Backend
from routing.planning.models import Domain
from tenancy.models import Tenant
from tenancy.operational import touch
from work import jobs

SPEAKING: dict[str, object] = dict(MCPServer.Transports.choices)
SECRETS = ("secret", "extra_headers", "oauth_client_secret")  # of a server, for its address
PATHS = ("url", "message_path", "sse_message_path", "events_path_template", "health_path")


def _differs(row: MCPServer, wanted: Mapping[str, str]) -> bool:
    return any(getattr(row, key) != each for key, each in wanted.items())


def read_default_paths() -> dict[str, str]:
    """Where a new backend is asked when nobody has said."""
    return {key: str(Backend._meta.get_field(key).get_default()) for key in PATHS}  # type: ignore[union-attr]


@dataclass
class Outside:
    """As it is, and as the files want it: addresses by server (`url`, `command`) and by model."""

    default_agent_id: str = ""
    default_language: str = ""
    urls: dict[str, str] = field(default_factory=dict)
    commands: dict[str, str] = field(default_factory=dict)
    transports: dict[str, str] = field(default_factory=dict)  # how a server speaks
    oauths: dict[str, dict[str, str]] = field(default_factory=dict)  # how one signs in at a server
    base_urls: dict[str, str] = field(default_factory=dict)
    providers: dict[str, str] = field(default_factory=dict)
    backends: dict[str, dict[str, str]] = field(default_factory=dict)  # address and paths by backend
    domains: dict[str, str] = field(default_factory=dict)  # address by domain
    tokens: dict[str, str] = field(default_factory=dict)  # of domains; only what a file brings
    keys: dict[str, str] = field(default_factory=dict)  # only what a file brings
    headers: dict[str, str] = field(default_factory=dict)  # of models; only what a file brings
    plugin_secrets: dict[str, dict[str, str]] = field(default_factory=dict)  # only what a file brings
    undeclared: set[str] = field(
        default_factory=set
    )  # tools of which nobody has said whether they change something
    sealed: frozenset[tuple[str, str]] = frozenset()  # who has a secret: ("server", name), ("model", name)
    documents: dict[str, list[BroughtDocument]] = field(default_factory=dict)  # all of a collection's
    web_pages: dict[str, list[WebSource]] = field(default_factory=dict)  # all addresses of a collection
    flag: dict[str, Any] | None = None  # of the rollout: what a file says
    budgets: BroughtBudgets = field(default_factory=BroughtBudgets)  # prices and limits that a file says
    waits: set[tuple[str, str]] = field(default_factory=set)  # ("servers", name): a second person must agree
    rollout: bool = True  # whether who asks may change the rollout, prices and limits
    company: bool = True  # whether who asks may change the company's own settings
    addresses: bool = True  # whether they may say where data goes

    @classmethod
    def of(cls, tenant: Tenant) -> "Outside":
        servers = list(MCPServer.objects.of(tenant).order_by("name"))
        llms = list(LLMProfile.objects.of(tenant).order_by("name"))
        backends = list(Backend.objects.of(tenant).order_by("name"))
        domains = list(Domain.objects.of(tenant).defer("manifest").order_by("name"))
        return cls(
            default_agent_id=tenant.default_agent_id,
            default_language=tenant.default_language,
            urls={row.name: row.url for row in servers},
            commands={row.name: row.command for row in servers},
            transports={row.name: row.transport for row in servers},
            oauths={row.name: {key: getattr(row, key) for key in WANTED} for row in servers},
            base_urls={row.name: row.base_url for row in llms},
            providers={row.name: row.provider for row in llms},
            backends={row.name: {key: getattr(row, key) for key in PATHS} for row in backends},
            domains={row.name: row.url for row in domains},
            undeclared=set(MCPTool.objects.of(tenant).filter(undeclared=True).values_list("name", flat=True)),
            sealed=frozenset(
                [("server", row.name) for row in servers if any(getattr(row, key) for key in SECRETS)]
                + [("model", row.name) for row in llms if row.api_key or row.extra_headers]
                + [("domain", row.name) for row in domains if row.secret]
                + [("backend", row.name) for row in backends if row.secret]
            ),
        )

    def list_moved(self, tenant: Tenant) -> Iterator[tuple[str, str, str]]:
        """Section, part and name of every row that would be somewhere else."""
        now = Outside.of(tenant)
        kinds = (
            ("agents", "servers", self.urls, now.urls),
            ("agents", "llms", self.base_urls, now.base_urls),
            ("gateway", "backends", self.backends, now.backends),
            ("planning", "domains", self.domains, now.domains),
        )
        for section, part, wanted, stored in kinds:
            yield from ((section, part, name) for name in wanted if wanted[name] != stored.get(name))

    def changes(self, tenant: Tenant) -> Iterator[str]:
        """What would act at once, in sentences; a secret is never in one."""
        now = Outside.of(tenant)
        for name, url in self.urls.items():
            transport = self.transports[name]
            if ("servers", name) in self.waits:
                continue
            if name not in now.urls and not url and not self.commands.get(name):
                continue  # new, and its address is somebody else's to say
            if (url, transport) != (now.urls.get(name, ""), now.transports.get(name, "")):
                values = {"name": name, "url": url or "–", "how": SPEAKING.get(transport, transport)}
                yield _("Server '%(name)s' is at %(url)s and spoken to by: %(how)s.") % values
            if url != now.urls.get(name, "") and ("server", name) in now.sealed:
                yield _("The token of server '%s' is removed: it was for another address.") % name
        for name, command in self.commands.items():
            if command != now.commands.get(name, ""):
                yield _("Server '%(name)s' is started by the command %(command)s.") % {
                    "name": name,
                    "command": command or "–",
                }
        yield from self._sign_ins(tenant, now)
        for name, url in self.base_urls.items():
            if url != now.base_urls.get(name, "") and ("llms", name) not in self.waits:
                yield _("Model '%(name)s' is asked at %(url)s.") % {"name": name, "url": url or "–"}
                if ("model", name) in now.sealed and name not in self.keys:
                    yield (
                        _("Key and headers of model '%s' are removed: they were for another address.") % name
                    )
        for name, paths in self.backends.items():
            before = now.backends.get(name, {})
            if ("backends", name) in self.waits:
                continue
            if paths["url"] != before.get("url", "") and ("backend", name) in now.sealed:
                yield _("The token of backend '%s' is removed: it was for another address.") % name
            if changed := [each for key, each in paths.items() if each != before.get(key)]:
                yield _("Backend '%(name)s' is asked at: %(where)s.") % {
                    "name": name,
                    "where": ", ".join(each or "–" for each in changed),
                }
        for name, url in self.domains.items():
            if url != now.domains.get(name, "") and ("domains", name) not in self.waits:
                yield _("Domain '%(name)s' is at %(url)s.") % {"name": name, "url": url or "–"}
                if ("domain", name) in now.sealed and name not in self.tokens:
                    yield _("The token of domain '%s' is removed: it was for another address.") % name
        for name in self.tokens:
            yield _("Domain '%s' gets the token of the file, kept encrypted.") % name
        for name in self.keys:
            yield _("Model '%s' gets the key of the file, kept encrypted.") % name
        for name in self.headers:
            yield _("Model '%s' gets the headers of the file, kept encrypted.") % name
        for name in self.plugin_secrets:
            yield _("Plugin '%s' gets the secrets of the file, kept encrypted.") % name
        for name, brought in self.documents.items():
            yield from bringing.changes(tenant, name, brought)
        for name, addresses in self.web_pages.items():
            yield from web.changes(tenant, name, addresses)
        yield from self._rollout(tenant)
        yield from budgets.list_changes(tenant, self.budgets)
        if self.default_agent_id != now.default_agent_id:
            yield _("Who names no profile gets '%s'.") % self.default_agent_id
        if self.default_language != now.default_language:
            yield _("The company's language is '%s'.") % self.default_language

    def write(self, tenant: Tenant, author: object = None) -> None:
        """Brings it into the rows, which are there by now; inside the caller's transaction."""
        if self.flag:
            flag = control.multi_agent(tenant)
            for name, value in self.flag.items():
                setattr(flag, name, value)
            control.save_flag(flag, author or "")
        budgets.bring(tenant, self.budgets)
        for server in MCPServer.objects.of(tenant).filter(name__in=self.urls):
            url, command = self.urls[server.name], self.commands.get(server.name, server.command)
            oauth = self.oauths.get(server.name, {})
            if (server.url, server.command) != (url, command) or _differs(server, oauth):
                for secret in SECRETS if server.url != url else ():
                    setattr(server, secret, "")  # they were for the address before
                server.url, server.command = url, command
                for name, said in oauth.items():
                    setattr(server, name, said)
                server.save()
        for llm in LLMProfile.objects.of(tenant).filter(name__in=self.base_urls):
            url, key, headers = self.base_urls[llm.name], self.keys.get(llm.name), self.headers.get(llm.name)
            moved = llm.base_url != url or self.providers.get(llm.name, llm.provider) != llm.provider
            if moved or key is not None or headers is not None:
                llm.base_url = url
                llm.api_key = key if key is not None else "" if moved else llm.api_key
                llm.extra_headers = headers if headers is not None else "" if moved else llm.extra_headers
                llm.save()
        for plugin in Plugin.objects.of(tenant).filter(name__in=self.plugin_secrets):
            plugin.secrets = {**plugin.secrets, **self.plugin_secrets[plugin.name]}
            plugin.save()
        for backend in Backend.objects.of(tenant).filter(name__in=self.backends):
            paths = self.backends[backend.name]
            if any(getattr(backend, key) != each for key, each in paths.items()):
                if backend.url != paths["url"]:
                    backend.secret = ""
                for key, each in paths.items():
                    setattr(backend, key, each)
                backend.save()
        for domain in Domain.objects.of(tenant).filter(name__in=self.domains):
            url, token = self.domains[domain.name], self.tokens.get(domain.name)
            if domain.url != url or token is not None:
                domain.url, domain.secret = url, token or ""
                domain.save()
        for name, brought in self.documents.items():
            bringing.bring(tenant, name, brought, author or "")
        for name, addresses in self.web_pages.items():
            web.bring(tenant, name, addresses, author or "", internal=self.addresses)
        tenant.default_agent_id, tenant.default_language = self.default_agent_id, self.default_language
        tenant.save(update_fields=["default_agent_id", "default_language"])
        touch(tenant)

    def _sign_ins(self, tenant: Tenant, now: "Outside") -> Iterator[str]:
        """What of signing in at servers would change, and where nobody is signed in then."""
        rows = {row.name: row for row in MCPServer.objects.of(tenant).select_related("sign_in")}
        for name, wanted in self.oauths.items():
            row, none = rows.get(name), dict.fromkeys(WANTED, "")
            changed = wanted != now.oauths.get(name, none)
            if changed and not wanted["oauth"]:
                yield _("Server '%s' wants no sign-in any more.") % name
            moved = self.urls.get(name, "") != now.urls.get(name, "")
            if wanted["oauth"] and (changed or moved or row is None or row.needs_sign_in):
                yield _("Server '%s' needs signing in: an operator does so on its page.") % name

    def _rollout(self, tenant: Tenant) -> Iterator[str]:
        """What of the rollout would change."""
        flag = control.multi_agent(tenant)
        for name, value in (self.flag or {}).items():
            before = getattr(flag, name)
            if before != value:
                values = {
                    "what": flag._meta.get_field(name).verbose_name,  # type: ignore[union-attr]
                    "old": before,
                    "new": value,
                }
                yield _("Rollout, %(what)s: %(old)s → %(new)s.") % values

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
