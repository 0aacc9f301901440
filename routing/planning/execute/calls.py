"""Calls a domain with an ExecutionIntent, over HTTP or as a tool of an MCP server; gives a DomainOutput.

Whatever comes back that is none (another status than 200, no JSON, no known status) is a `failure` with
`metadata.error`: unreachable, unavailable (5xx), refused (4xx), bad_answer, timeout.
"""

import logging
from collections.abc import Mapping
from typing import Any
from urllib.parse import quote

import httpx2
import orjson
from django.conf import settings
from django.utils.translation import gettext as _

from agents.tools import sessions
from conversations.as_json import to_json
from outbound import policy
from outbound.cleaning import clean, clean_text
from outbound.errors import OutboundError
from outbound.redaction import redact
from routing.planning.plan.engine import PlanRuntime
from routing.planning.specs import DomainOutput, DomainSpec, ExecutionIntent, read_mapping

log = logging.getLogger(__name__)
STATUSES = ("success", "failure", "clarification")
LONGEST = 4000  # letters of an explanation
PLAIN = "!#$&'()*+,/:;=?@[]^`{|}<>"  # what a header carries as it is; everything else is percent-encoded


async def call_http(
    domain: DomainSpec, intent: ExecutionIntent, scene: PlanRuntime, seconds: float
) -> DomainOutput:
    """What the domain says of it; nothing is raised but what cancels the step."""
    address = scene.addresses.get(domain.name)
    if address is None or address.problem or not address.url:
        log.warning("%s has no address: %s", domain.name, address.problem if address else "")
        return DomainOutput.fail("unreachable", _("The domain '%s' has no address.") % domain.name)
    headers = {
        "content-type": "application/json",
        "accept": "application/json",
        "accept-language": scene.language,
        "x-session-id": quote(scene.session_key, safe=PLAIN),
        "x-tenant-id": scene.tenant_id,
    }
    if address.secret:
        headers["authorization"] = f"Bearer {address.secret}"
    try:
        response = await policy.client("http").post(
            f"{address.url.rstrip('/')}/execute",
            content=orjson.dumps(to_json(intent)),
            headers=headers,
            timeout=httpx2.Timeout(seconds, connect=min(seconds, policy.CONNECT_SECONDS)),
            extensions={"answer_bytes": settings.MCP_RESULT_BYTES},
        )
        content = response.content
    except httpx2.ConnectError as error:
        return _unreachable(domain.name, error)
    except httpx2.ConnectTimeout:
        return DomainOutput.fail("unreachable", _("%s cannot be reached in time.") % domain.name)
    except httpx2.TimeoutException:
        return DomainOutput.fail("timeout", _("%s did not answer in time.") % domain.name)
    except (httpx2.HTTPError, OutboundError) as error:
        log.warning("%s did not answer well: %s", domain.name, error)
        return DomainOutput.fail(
            "bad_answer", _("%s answered with something that cannot be read.") % domain.name
        )
    return _read(domain.name, response.status_code, content)


def _read(name: str, status: int, content: bytes) -> DomainOutput:
    if status != 200:
        error = "unavailable" if status >= 500 else "refused"
        return DomainOutput.fail(
            error, _("%(domain)s answered with status %(status)d.") % {"domain": name, "status": status}
        )
    try:
        answer = orjson.loads(content)
    except ValueError:
        return DomainOutput.fail("bad_answer", _("%s answered with something that is no JSON.") % name)
    return read_output(answer, name)


def read_output(answer: Any, name: str) -> DomainOutput:
    """A DomainOutput as a domain wrote it; what is none is a failure."""
    if not isinstance(answer, Mapping) or answer.get("status") not in STATUSES:
        return DomainOutput.fail("bad_answer", _("%s answered without a known status.") % name)
    answer = clean(answer)
    explanation, confidence = answer.get("explanation"), answer.get("confidence")
    figure = isinstance(confidence, int | float) and not isinstance(confidence, bool)
    return DomainOutput(
        answer["status"],
        answer.get("result"),
        redact(explanation[:LONGEST]) if isinstance(explanation, str) else "",
        float(confidence) if figure else 1.0,
        dict(read_mapping(answer, "metadata")),
    )


def _unreachable(name: str, error: Exception | str) -> DomainOutput:
    """`error` is for the log: whoever reads the step need not know our hosts."""
    log.warning("%s cannot be reached: %s", name, error)
    return DomainOutput.fail("unreachable", _("%s cannot be reached.") % name)


async def call_mcp(
    domain: DomainSpec, intent: ExecutionIntent, scene: PlanRuntime, seconds: float
) -> DomainOutput:
    """The tool's result as a DomainOutput; a tool that answers with one is taken at its word."""
    known = scene.addresses.get(domain.name)
    if known is None or known.problem or known.server is None:
        log.warning("%s has no address: %s", domain.name, known.problem if known else "")
        return DomainOutput.fail("unreachable", _("%s cannot be reached.") % domain.name)
    arguments, left = dict(intent.parameters), scene.time_left()
    raw = await sessions.call(known.server, intent.capability, arguments, seconds, left)
    if raw.ok:
        if isinstance(raw.value, Mapping) and raw.value.get("status") in STATUSES:
            return read_output(raw.value, domain.name)
        explanation = raw.value if isinstance(raw.value, str) else ""
        return DomainOutput("success", raw.value, explanation[:LONGEST])
    if raw.down:
        return _unreachable(domain.name, raw.error)
    # A server's own words are for whoever looks into it: the user reads ours.
    return DomainOutput.fail("timeout" if raw.lost else "refused", said=clean_text(raw.error)[:400])
