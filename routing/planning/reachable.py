"""The domains that may be called now: what an operator switched off has no address."""

from collections.abc import Mapping
from dataclasses import replace

from django.utils.translation import gettext as _

from agents.kit import Kit
from routing.planning.addresses import DomainAddress


def addresses(kit: Kit) -> Mapping[str, DomainAddress]:
    """Every domain's address; a domain of an MCP server goes with that server's switch, and with that of all tools."""
    return {name: _now(each, kit) for name, each in kit.domains.items()}


def _now(address: DomainAddress, kit: Kit) -> DomainAddress:
    if address.server is None:
        return address
    name = address.server.name
    row = kit.section.servers.get(name)
    if kit.tools_on() and not kit.switches.off("server", name) and (row is None or row.enabled):
        return address
    return replace(address, server=None, problem=_("Switched off: %s.") % name)
