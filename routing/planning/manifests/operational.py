"""Addresses and secrets of domains: read with their tenant's counter, acting at once.

place = pinned.operational["planning"].domains["finance"]     # a DomainAddress
"""

from agents.operational import address_of as server_address
from egress import changing, places
from egress.places import Destination
from outbound.addresses import resolve_row_url
from outbound.errors import UnknownVariable
from outbound.sentences import Sentence as _
from outbound.sentences import sentence_of
from releases import operational
from routing.planning.models import Domain
from routing.planning.specs import DomainAddress, PlanningOperational


def load(tenant_slug: str) -> PlanningOperational:
    """Every domain's address: one query. One that cannot be resolved says why and harms no other."""
    rows = Domain.objects.of(tenant_slug).select_related("server__sign_in").defer("manifest")
    return PlanningOperational({row.name: address_of(row) for row in rows})


def address_of(row: Domain) -> DomainAddress:
    """Where a domain's row points now, with the variables of the environment filled in."""
    if row.kind == Domain.Kinds.MCP:
        if row.server is None:
            return DomainAddress(row.name, problem=_("It has no MCP server. Choose one on its page."))
        server = server_address(row.server)
        return DomainAddress(row.name, server.url, server.secret, server.transport, server.problem, server)
    try:
        url = resolve_row_url(row.url).rstrip("/")
    except UnknownVariable as error:
        return DomainAddress(row.name, problem=sentence_of(error))
    problem = "" if url else changing.describe_missing(row)
    return DomainAddress(row.name, url, str(row.secret), problem=problem)


def _where(row: Domain) -> str:
    """Also of a domain of a server's tools: what a release brings back may make its own address count."""
    return row.url


operational.register("planning", load)
places.register(Destination(Domain, ("kind", "url", "secret", "server"), _where, {"url": "", "secret": ""}))
