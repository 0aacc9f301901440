"""Approving a manifest: it becomes goals and capabilities of the draft, and acts with the next release.

    approve(domain, digest)        # the digest that was looked at; another one is refused

What people changed stays: a goal that was switched off stays off, words that were edited stay where the manifest's
own words did not change. Where they did, the manifest's words are taken, and those that people had added are kept.
"""

from collections.abc import Mapping
from typing import Any

from django.db import transaction

from releases.sections import Json
from routing.planning.consistency import Neighbours, roles_of
from routing.planning.manifest import content_of, digest_of
from routing.planning.models import BUILT_IN, Capability, Domain, Goal, ProposedManifest
from routing.planning.refusals import NotValid, OtherManifest
from routing.planning.validate import validate
from tenancy.models import Tenant

TUNED = frozenset({"keywords", "examples", "read_only"})  # what people may say otherwise
Rows = Mapping[str, Mapping[str, Any]]


def approve(domain: Domain, digest: str, person: Any = None) -> Domain:
    """Takes the manifest that is proposed; of two at once one is told that it has changed.

    :raises OtherManifest: it is not the one with this digest any more.
    :raises NotValid: it cannot be used (any more).
    """
    with transaction.atomic():
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
    new, old = content_of(manifest), content_of(row.manifest or {})
    for name in ("description", "keywords", "examples"):
        setattr(row, name, _tuned(getattr(row, name), old[name], new[name]))
    row.manifest, row.digest = dict(manifest), digest_of(manifest)
    _save(row, person)
    _rows(row, Goal, "goals", new, old, person)
    _rows(row, Capability, "capabilities", new, old, person)


def neighbours(tenant: Tenant | str, apart: str) -> Neighbours:
    """What the company's other domains in use offer to one that is checked."""
    others = Domain.objects.of(tenant).filter(enabled=True).exclude(name=apart)
    rows = Capability.objects.of(tenant).filter(domain__in=others, enabled=True).values("name", "metadata")
    return Neighbours({*others.values_list("name", flat=True), BUILT_IN}, roles_of(list(rows)))


def _rows(
    domain: Domain, model: type[Goal] | type[Capability], part: str, new: Json, old: Json, person: Any
) -> None:
    there = {row.name: row for row in model._default_manager.filter(domain=domain)}
    before: Rows = {each["name"]: each for each in old[part]}
    wanted = {each["name"]: each for each in new[part]}
    for name, row in there.items():
        if name not in wanted:
            row._history_user = person  # type: ignore[union-attr]
            row.delete()
    for name, each in wanted.items():
        known = there.get(name)
        if known is None:
            _save(model(tenant_id=domain.tenant_id, domain=domain, **each), person)
            continue
        said = before.get(name, {})
        values = {
            key: _tuned(getattr(known, key), said.get(key, value), value) if key in TUNED else value
            for key, value in each.items()
        }
        if any(getattr(known, key) != value for key, value in values.items()):
            for key, value in values.items():
                setattr(known, key, value)
            _save(known, person)


def _tuned(mine: Json, before: Json, now: Json) -> Json:
    """What people said where they did; else what the manifest says. Of lists, what people added and took out.

    >>> _tuned(["price", "cost"], ["price"], ["price", "quote"])
    ['price', 'quote', 'cost']
    """
    if mine == before or not isinstance(now, list):
        return now if mine == before else mine
    added = [each for each in mine if each not in before and each not in now]
    gone = {each for each in before if each not in mine}
    return [each for each in now if each not in gone] + added


def _save(row: Any, person: Any) -> None:
    row._history_user = person
    row.save()
