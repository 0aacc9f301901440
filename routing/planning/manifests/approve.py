"""Approving a manifest: it becomes goals and capabilities of the draft, and acts with the next release.

    approve(domain, digest)        # the digest that was looked at; another one is refused

What people changed stays (`routing.planning.manifests.taking`).
"""

from collections.abc import Mapping
from typing import Any

from django.db import transaction

from releases.sections import Json
from routing.planning.errors import NotValid, OtherManifest
from routing.planning.manifests import release_section
from routing.planning.manifests.consistency import Neighbours, neighbours_of
from routing.planning.manifests.taking import take_manifest
from routing.planning.manifests.validate import validate
from routing.planning.models import Capability, Domain, Goal, ProposedManifest
from tenancy.company_lock import hold
from tenancy.models import Tenant


def approve(domain: Domain, digest: str, person: Any = None) -> Domain:
    """Takes the manifest that is proposed; of two at once one is told that it has changed.

    :raises OtherManifest: it is not the one with this digest any more.
    :raises NotValid: it cannot be used (any more).
    """
    with transaction.atomic():
        hold(domain.tenant_id)
        row = Domain.objects.of(domain.tenant_id).select_for_update().get(pk=domain.pk)
        found = ProposedManifest.objects.of(domain.tenant_id).filter(domain=row, digest=digest).first()
        if found is None:
            raise OtherManifest(row.name)
        wrong = [
            fault
            for fault in validate(found.manifest, neighbours(row.tenant, row.name))
            if fault.severity == "error"
        ]
        if wrong:
            raise NotValid(row.name, wrong)
        take_over(row, found.manifest, person)
        found.delete()
    return row


def take_over(row: Domain, manifest: Mapping[str, Any], person: Any = None) -> None:
    """Writes a manifest into the rows of its domain; inside a transaction."""
    content = take_manifest(release_section.content(row), manifest)
    for name in ("description", "keywords", "examples", "manifest", "digest"):
        setattr(row, name, content[name])
    _save(row, person)
    _rows(row, Goal, content["goals"], person)
    _rows(row, Capability, content["capabilities"], person)


def neighbours(tenant: Tenant | str, apart: str) -> Neighbours:
    """What the company's other domains in use offer to one that is checked."""
    rows = Domain.objects.of(tenant).defer("manifest").prefetch_related("capabilities")
    return neighbours_of({row.name: _offer(row) for row in rows}, apart)


def _offer(row: Domain) -> Json:
    capabilities = [{"metadata": each.metadata, "enabled": each.enabled} for each in row.capabilities.all()]
    return {"enabled": row.enabled, "capabilities": capabilities}


def _rows(domain: Domain, model: type[Goal] | type[Capability], wanted: list[Json], person: Any) -> None:
    there = {row.name: row for row in model._default_manager.filter(domain=domain)}
    for each in wanted:
        row = there.pop(each["name"], None) or model(tenant_id=domain.tenant_id, domain=domain)
        if any(getattr(row, key) != value for key, value in each.items()):
            for key, value in each.items():
                setattr(row, key, value)
            _save(row, person)
    for row in there.values():
        row._history_user = person  # type: ignore[union-attr]
        row.delete()


def _save(row: Any, person: Any) -> None:
    row._history_user = person
    row.save()
