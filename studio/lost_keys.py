"""What goes for good with a row that a draft is about to lose: addresses, secrets, documents."""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from agents.knowledge import release_section
from agents.models import Collection, LLMProfile, MCPServer
from releases.authored_rows import kind_of
from releases.diff import Change, FieldChange
from releases.kept_addresses import is_in_a_release
from releases.sections import Content
from routing.gateway.models import Backend
from routing.models import Domain
from tenancy.models import Tenant


@dataclass(frozen=True, slots=True)
class LostKey:
    """A key or an address that goes with its row; its text is the `sentence`."""

    kind: str
    name: str
    sentence: str
    what: str = "removed"

    def __str__(self) -> str:
        return self.sentence


def list_lost_keys(company: Tenant, content: Content) -> list[LostKey]:
    """What no release keeps and goes with its row: keys, and the addresses of servers.

    `content` is what the draft is about to say. Of rows that some release has they are kept.
    """
    agents, gateway = content.get("agents"), content.get("gateway")
    if agents is None:  # a release older than the section leaves its rows alone
        return []
    known = list((gateway or {}).get("backends", {}))
    backends = Backend.objects.of(company).exclude(name__in=known) if gateway is not None else ()
    planned = list(content.get("planning", {}).get("domains", {}))
    domains = Domain.objects.of(company).exclude(name__in=planned) if "planning" in content else ()
    models = LLMProfile.objects.of(company).exclude(name__in=list(agents.get("llms", {})))
    servers = MCPServer.objects.of(company).exclude(name__in=list(agents.get("servers", {})))

    def is_lost(place: str, row: LLMProfile | MCPServer | Backend | Domain, key: str, address: str) -> bool:
        return bool(key or address) and not is_in_a_release(company, place, row.name)

    lost = (
        (
            _("The model '%(name)s' is deleted, and its key and address with it."),
            [row for row in models if is_lost("agents.llms", row, row.api_key, row.base_url)],
        ),
        (
            _("The server '%(name)s' is deleted, and its address and secret with it."),
            [row for row in servers if is_lost("agents.servers", row, row.secret, row.url)],
        ),
        (
            _("The backend '%(name)s' is deleted, and its address and token with it."),
            [row for row in backends if is_lost("gateway.backends", row, row.secret, row.url)],
        ),
        (
            _("The domain '%(name)s' is deleted, and its address and token with it."),
            [row for row in domains if is_lost("planning.domains", row, row.secret, row.url)],
        ),
    )
    return [
        LostKey(kind_of(type(row)), row.name, words % {"name": row.name})
        for words, rows in lost
        for row in rows
    ]


def list_lost_documents(company: Tenant, content: Content) -> list[Change]:
    """Documents that a release had and nobody can bring back, and those that go now, by their collections.

    `content` is what the draft is about to say.
    """
    if (agents := content.get("agents")) is None:
        return []
    gone = (*release_section.list_gone(company, agents), *release_section.list_dying(company, agents))
    field, kind = _("documents"), kind_of(Collection)
    return [Change(kind, name, "changed", (FieldChange(field, new=sentence),)) for name, sentence in gone]
