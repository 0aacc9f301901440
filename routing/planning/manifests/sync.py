"""Where domains are, and what they say of themselves: `GET /health` and `GET /manifest`, or a server's tools.

    found = sync(domain)                 # asks the domain, at most 20 s; outside a transaction
    found.state, found.digest            # "proposed", "5b1f..."

Addresses and secrets are read with their tenant's counter and act at once. What differs from the approved
manifest is proposed, never used. Also the kind of work "sync_domains", which
the sweeper starts for a company whose domains nobody has looked at for DOMAIN_SYNC_SECONDS.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Literal

import httpx2
from django.conf import settings
from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy

from agents.errors import ServerFailed
from agents.operational import address_of as server_address
from agents.tools import sessions
from agents.tools.discovered_tools import MOST_TOOLS, FoundTool, refusal
from egress import changing, places
from egress.places import Destination
from outbound import policy, runtime
from outbound.addresses import resolve_row_url
from outbound.cleaning import clean
from outbound.errors import OutboundError, UnknownVariable
from outbound.sentences import Sentence as _
from outbound.sentences import sentence_of
from releases import operational
from releases.sections import Json
from routing.planning.errors import ManifestFlaw, ManifestRefused, NotFetched, NotValid
from routing.planning.manifests.approve import neighbours
from routing.planning.manifests.manifest import digest_of
from routing.planning.manifests.validate import validate
from routing.planning.models import Domain, ProposedManifest
from routing.planning.specs import DomainAddress, PlanningOperational
from work import jobs
from work.context import JobContext
from work.kinds import JobKind, register

SECONDS = 20.0  # for all of it
EACH_SECONDS = 8.0  # for one request
LARGEST = 1024 * 1024  # bytes of a manifest
WORDS = 120  # letters of a keyword
VERSION = "1.0"


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


async def fetch(name: str, address: DomainAddress) -> dict[str, Json]:
    """The manifest, cleaned of what no database holds.

    :raises NotFetched: with the other side's words, or what stands between.
    """
    if address.problem:
        raise NotFetched(name, address.problem)
    if address.server is not None:
        try:
            tools = await sessions.list_tools(address.server)
        except ServerFailed as error:
            raise NotFetched(name, error.reason) from error
        return describe_tools(name, tools)
    await _get(name, address, "/health")
    return read(name, await _get(name, address, "/manifest"))


def read(name: str, content: bytes) -> dict[str, Json]:
    """A manifest from its text; raises `NotFetched` for what is no JSON object."""
    try:
        found = json.loads(content)
    except (ValueError, RecursionError) as error:
        raise NotFetched(name, _("it answered with something that is no JSON.")) from error
    if not isinstance(found, Mapping):
        raise NotFetched(name, _("its manifest is no JSON object."))
    cleaned: dict[str, Json] = clean(found)
    return cleaned


def describe_tools(name: str, tools: Sequence[FoundTool]) -> dict[str, Json]:
    """The manifest that an MCP server's tools amount to: each a capability, and a goal of its own.

    Its words are the tool's title and name; people give it better ones. What no tool may be is left out.
    """
    known = sorted((tool for tool in tools[:MOST_TOOLS] if not refusal(tool)), key=lambda tool: tool.name)
    found: dict[str, Json] = clean(
        {
            "manifest_version": VERSION,
            "domain": name,
            "goals": [_goal(tool) for tool in known],
            "capabilities": [_capability(tool) for tool in known],
        }
    )
    return found


async def _get(name: str, address: DomainAddress, path: str) -> bytes:
    headers = {"accept": "application/json"}
    if address.secret:
        headers["authorization"] = f"Bearer {address.secret}"
    timeout = httpx2.Timeout(EACH_SECONDS, connect=policy.CONNECT_SECONDS)
    try:
        answer = await policy.client("http").get(
            address.url + path, headers=headers, timeout=timeout, extensions=_cap(timeout)
        )
    except httpx2.TimeoutException as error:
        raise NotFetched(name, _("it did not answer in time.")) from error
    except (httpx2.HTTPError, httpx2.InvalidURL, OutboundError, OSError) as error:
        raise NotFetched(name, sentence_of(error)) from error
    if answer.status_code != 200:
        words = _("%(path)s answered with status %(status)d.")
        raise NotFetched(name, words % {"path": path, "status": answer.status_code})
    return bytes(answer.content)


def _cap(timeout: httpx2.Timeout) -> dict[str, Any]:
    return {"answer_bytes": LARGEST, "timeout": timeout.as_dict()}


def _goal(tool: FoundTool) -> Json:
    words = [tool.title, tool.name.replace("_", " ").replace("-", " ")]
    properties = tool.schema.get("properties")
    required = tool.schema.get("required")
    return {
        "goal": "".join(letter if letter.isalnum() else "_" for letter in tool.name).upper(),
        "description": tool.description[:400],
        "capabilities": [tool.name],
        "hints": {"keywords": list(dict.fromkeys(word[:WORDS] for word in words if word))},
        "entities_schema": {
            _entity_name(key, about): _entity(key in (required if isinstance(required, list) else ()), about)
            for key, about in (properties if isinstance(properties, Mapping) else {}).items()
        },
    }


def _capability(tool: FoundTool) -> Json:
    metadata = {"read_only": tool.read_only}
    description = tool.description[:400]
    return {"name": tool.name, "description": description, "schema": dict(tool.schema), "metadata": metadata}


def _entity_name(name: str, about: Json) -> str:
    """An enum keeps its name; what the user says in own words ends in _text."""
    return name if _values(about) else f"{name}_text"


def _entity(required: bool, about: Json) -> Json:
    described = str(about.get("description", "")) if isinstance(about, Mapping) else ""
    values = _values(about)
    kind = {"type": "enum", "values": values} if values else {"type": "string"}
    return {**kind, "required": required, "description": described[:400]}


def _values(about: Json) -> list[str]:
    values = about.get("enum") if isinstance(about, Mapping) else None
    return [each for each in values if isinstance(each, str)] if isinstance(values, list) else []


KIND = "sync_domains"


@dataclass(frozen=True, slots=True)
class Synced:
    """What looking came to. `same`: nothing to approve; `proposed`: what differs waits under `digest`."""

    state: Literal["same", "proposed"]
    digest: str
    warnings: tuple[ManifestFlaw, ...] = ()


def sync(domain: Domain) -> Synced:
    """Asks a domain for its manifest and keeps it as proposed where it differs from what is approved.

    :raises NotFetched: it does not answer, or with something else.
    :raises NotValid: its manifest cannot be used; what was proposed before stays.
    """
    rows = Domain.unscoped.filter(pk=domain.pk)
    rows.update(looked_at=timezone.now())
    try:
        try:
            manifest = runtime.run(fetch(domain.name, address_of(domain)), SECONDS)
        except (OutboundError, TimeoutError, OSError) as error:
            raise NotFetched(domain.name, sentence_of(error)) from error
        return propose(domain, manifest)
    except NotFetched as error:
        rows.update(last_error=error.why)
        raise
    except NotValid as error:
        rows.update(last_error=sentence_of(error))
        raise


def propose(domain: Domain, manifest: dict[str, Json]) -> Synced:
    """Keeps a manifest as proposed; raises `NotValid` for one that cannot be used."""
    found = [*_of_another(domain, manifest), *validate(manifest, neighbours(domain.tenant, domain.name))]
    errors = [fault for fault in found if fault.severity == "error"]
    if errors:
        raise NotValid(domain.name, errors)
    digest, now = digest_of(manifest), timezone.now()
    with transaction.atomic():
        row = Domain.objects.of(domain.tenant_id).select_for_update().defer("manifest").get(pk=domain.pk)
        waiting = ProposedManifest.objects.of(domain.tenant_id).filter(domain=row)
        Domain.unscoped.filter(pk=row.pk).update(last_error="", last_seen=now)
        if digest == row.digest:
            waiting.delete()
            return Synced("same", digest)
        if not waiting.filter(digest=digest).exists():
            values = {"tenant_id": row.tenant_id, "manifest": manifest, "digest": digest, "found_at": now}
            ProposedManifest.unscoped.update_or_create(domain=row, defaults=values)
    return Synced("proposed", digest, tuple(found))


def look_after() -> int:
    """Starts a job for each company with domains that nobody has looked at for a while; gives their number.

    Of several processes one takes each company: whoever says first that it was looked at.
    """
    if not settings.DOMAIN_SYNC_SECONDS:
        return 0
    before = timezone.now() - timedelta(seconds=settings.DOMAIN_SYNC_SECONDS)
    due = Domain.unscoped.filter(Q(looked_at=None) | Q(looked_at__lt=before), enabled=True)
    started = 0
    for slug in sorted(set(due.values_list("tenant_id", flat=True))):
        mine = due.filter(tenant_id=slug)
        names = list(mine.values_list("name", flat=True))
        if mine.filter(name__in=names).update(looked_at=timezone.now()):
            jobs.start(slug, KIND, {"domains": names})
            started += 1
    return started


def run(context: JobContext) -> Json:
    """Payload: {domains: names, or all}. Result: {name: same | proposed | what was wrong}."""
    rows = Domain.objects.of(context.tenant_id).select_related("server", "tenant").filter(enabled=True)
    if names := context.payload.get("domains"):
        rows = rows.filter(name__in=names)
    states: dict[str, str] = {}
    for number, row in enumerate(rows):
        context.check()
        context.progress(100 * number // max(len(rows), 1), row.name)
        try:
            states[row.name] = sync(row).state
        except ManifestRefused as error:
            states[row.name] = str(error)[:400]
    return states


def _of_another(domain: Domain, manifest: dict[str, Json]) -> list[ManifestFlaw]:
    """A manifest that calls itself otherwise than its row would be called by a name nobody finds."""
    name = manifest.get("domain")
    if not isinstance(name, str) or name == domain.name:
        return []
    sentence = _("The manifest is that of '%(name)s', and the domain is called '%(row)s' here.")
    return [ManifestFlaw("/domain", sentence % {"name": name[:64], "row": domain.name})]


register(JobKind(KIND, run, gettext_lazy("Look at the manifests of domains")))
operational.register("planning", load)
places.register(Destination(Domain, ("kind", "url", "secret", "server"), _where, {"url": "", "secret": ""}))
