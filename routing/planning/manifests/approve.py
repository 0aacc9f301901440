"""Approving a manifest: it becomes goals and capabilities of the draft, and acts with the next release.

    approve(domain, digest)        # the digest that was looked at; another one is refused

What people changed stays: a goal that was switched off stays off, words that were edited stay where the
manifest's own words did not change. Where they did, the manifest's words are taken, and those that people had
added are kept.
"""

from collections.abc import Mapping
from typing import Any

from django.db import transaction

from releases.sections import Json
from routing.planning.errors import NotValid, OtherManifest
from routing.planning.manifests import section
from routing.planning.manifests.manifest import content_of, digest_of
from routing.planning.manifests.validate import Neighbours, find_neighbours, validate
from routing.planning.models import Capability, Domain, Goal, ProposedManifest
from tenancy.company_lock import hold
from tenancy.models import Tenant

TUNED = frozenset({"keywords", "examples", "read_only"})  # what people may say otherwise
Rows = list[dict[str, Any]]


def take_manifest(content: Mapping[str, Any], manifest: Mapping[str, Any]) -> dict[str, Json]:
    """The domain's content once it takes this manifest.

    Goals and capabilities in the order of their names.
    """
    new, old = content_of(manifest), content_of(content["manifest"] or {})
    return {
        **content,
        **{
            key: _merge_tuned(content[key], old[key], new[key])
            for key in ("description", "keywords", "examples")
        },
        **{part: _merge_rows(content[part], old[part], new[part]) for part in ("goals", "capabilities")},
        "manifest": dict(manifest),
        "digest": digest_of(manifest),
    }


def _merge_rows(mine: Rows, before: Rows, now: Rows) -> Rows:
    there = {each["name"]: each for each in mine}
    approved = {each["name"]: each for each in before}
    rows: Rows = []
    for each in now:
        own, was = there.get(each["name"], {}), approved.get(each["name"], each)
        tuned = {key: _merge_tuned(own[key], was[key], each[key]) for key in TUNED if key in own}
        rows.append({**each, **tuned, "enabled": own.get("enabled", True)})
    return sorted(rows, key=lambda row: str(row["name"]))


def _merge_tuned(mine: Json, before: Json, now: Json) -> Json:
    """What people said where they did; else what the manifest says. Of lists, what people added and took out.

    >>> _merge_tuned(["price", "cost"], ["price"], ["price", "quote"])
    ['price', 'quote', 'cost']
    """
    if mine == before or not isinstance(now, list):
        return now if mine == before else mine
    added = [each for each in mine if each not in before and each not in now]
    gone = {each for each in before if each not in mine}
    return [each for each in now if each not in gone] + added


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
    content = take_manifest(section.compile_draft(row.tenant)["domains"][row.name], manifest)
    for name in ("description", "keywords", "examples", "manifest", "digest"):
        setattr(row, name, content[name])
    _save(row, person)
    _rows(row, Goal, content["goals"], person)
    _rows(row, Capability, content["capabilities"], person)


def neighbours(tenant: Tenant | str, apart: str) -> Neighbours:
    """What the company's other domains in use offer to one that is checked."""
    rows = Domain.objects.of(tenant).defer("manifest").prefetch_related("capabilities")
    return find_neighbours({row.name: _offer(row) for row in rows}, apart)


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
