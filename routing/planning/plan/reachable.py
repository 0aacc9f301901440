"""The domains, and what of them may be called now: switches act at once and win over what was published.

A domain that is an MCP server is bound by what binds its tools: its server's switch, each tool's, and that of
all.
"""

from collections.abc import Mapping

from agents.resources import Resources
from routing.planning.manifests.addresses import DomainAddress
from routing.planning.plan.runtime import Closed

OFF, CONSENT = "switched_off", "needs_consent"


def addresses(resources: Resources) -> Mapping[str, DomainAddress]:
    """Every domain's address."""
    return resources.domains


def make_closed_check(resources: Resources) -> Closed:
    """What says whether a capability may be called, for a scene."""

    def why(domain: str, capability: str) -> str:
        if resources.switches.off("domain", domain):
            return OFF
        address: DomainAddress | None = resources.domains.get(domain)
        if address is None or address.server is None:
            return ""
        return _of_tool(resources, address.server.name, capability)

    return why


def _of_tool(resources: Resources, server: str, name: str) -> str:
    row = resources.section.servers.get(server)
    if (
        not resources.tools_on()
        or resources.switches.off("server", server)
        or (row is not None and not row.enabled)
    ):
        return OFF
    tool = resources.section.tools.get(name)
    if resources.switches.off("tool", name):
        return OFF
    if tool is None or tool.server != server:
        return ""
    if not resources.tool_on(tool):
        return OFF
    # A plan has nobody's yes: what a user must allow or confirm first is a specialist's to do.
    return CONSENT if tool.confirm or tool.permission else ""
