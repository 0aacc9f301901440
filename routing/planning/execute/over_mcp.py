"""A domain that is an MCP server.

Its tools are its capabilities, called over the sessions that tools use too.
"""

import logging
from collections.abc import Mapping

from django.utils.translation import gettext as _

from agents.tools import sessions
from outbound.cleaning import clean_text
from routing.planning.execute.over_http import LONGEST, STATUSES, output_of
from routing.planning.plan.runtime import PlanRuntime
from routing.planning.specs import DomainSpec
from routing.planning.words import DomainOutput, ExecutionIntent

log = logging.getLogger(__name__)


async def execute(
    domain: DomainSpec, intent: ExecutionIntent, scene: PlanRuntime, seconds: float
) -> DomainOutput:
    """The tool's result as a DomainOutput; a tool that answers with one is taken at its word."""
    known = scene.addresses.get(domain.name)
    if known is None or known.problem or known.server is None:
        log.warning("%s has no address: %s", domain.name, known.problem if known else "")
        return DomainOutput("failure", None, _cannot(domain.name), 0.0, {"error": "unreachable"})
    arguments, left = dict(intent.parameters), scene.time_left()
    raw = await sessions.call(known.server, intent.capability, arguments, seconds, left)
    if raw.ok:
        if isinstance(raw.value, Mapping) and raw.value.get("status") in STATUSES:
            return output_of(raw.value, domain.name)
        said = raw.value if isinstance(raw.value, str) else ""
        return DomainOutput("success", raw.value, said[:LONGEST])
    error = "unreachable" if raw.down else "timeout" if raw.lost else "refused"
    if raw.down:
        log.warning("%s: %s", domain.name, raw.error)
    if raw.down:
        return DomainOutput("failure", None, _cannot(domain.name), 0.0, {"error": error})
    # A server's own words are for whoever looks into it: the user reads ours.
    return DomainOutput("failure", None, "", 0.0, {"error": error, "said": clean_text(raw.error)[:400]})


def _cannot(name: str) -> str:
    return _("%s cannot be reached.") % name
