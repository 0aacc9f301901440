"""Looking at what domains say of themselves now.

What differs from the approved manifest is proposed, never used.

    found = sync(domain)                 # asks the domain, at most 20 s; outside a transaction
    found.state, found.digest            # "proposed", "5b1f..."

Also the kind of work "sync_domains", which the sweeper starts for a company whose domains nobody has looked
at for DOMAIN_SYNC_SECONDS.
"""

from dataclasses import dataclass
from datetime import timedelta
from typing import Literal

from django.conf import settings
from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy

from outbound import runtime
from outbound.errors import OutboundError
from outbound.sentences import Sentence as _
from outbound.sentences import sentence_of
from releases.sections import Json
from routing.planning.errors import ManifestFlaw, ManifestRefused, NotFetched, NotValid
from routing.planning.manifests.approve import neighbours
from routing.planning.manifests.fetching import SECONDS, fetch
from routing.planning.manifests.manifest import digest_of
from routing.planning.manifests.operational import address_of
from routing.planning.manifests.validate import validate
from routing.planning.models import Domain, ProposedManifest
from work import jobs
from work.context import JobContext
from work.kinds import JobKind, register

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
    told: dict[str, str] = {}
    for number, row in enumerate(rows):
        context.check()
        context.progress(100 * number // max(len(rows), 1), row.name)
        try:
            told[row.name] = sync(row).state
        except ManifestRefused as error:
            told[row.name] = str(error)[:400]
    return told


def _of_another(domain: Domain, manifest: dict[str, Json]) -> list[ManifestFlaw]:
    """A manifest that calls itself otherwise than its row would be called by a name nobody finds."""
    name = manifest.get("domain")
    if not isinstance(name, str) or name == domain.name:
        return []
    sentence = _("The manifest is that of '%(name)s', and the domain is called '%(row)s' here.")
    return [ManifestFlaw("/domain", sentence % {"name": name[:64], "row": domain.name})]


register(JobKind(KIND, run, gettext_lazy("Look at the manifests of domains")))
