"""Prices and limits that a file says: what would change, in sentences, and how it is brought into the
rows."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext as _

from budgets.models import Limit, Price
from budgets.spending import note_change


@dataclass
class BroughtBudgets:
    """Prices by (model, first day) and limits by (kind, key's id), each with its fields; what no file says
    stays."""

    prices: dict[tuple[str, Any], Mapping[str, Any]] = field(default_factory=dict)
    limits: dict[tuple[str, int | None], Mapping[str, Any]] = field(default_factory=dict)


def list_changes(tenant: Any, brought: BroughtBudgets) -> Iterator[str]:
    """What would act at once."""
    for row, changed in _list_changed(tenant, brought):
        fields: Any = row._meta
        what = ", ".join(f"{fields.get_field(name).verbose_name} {getattr(row, name)}" for name in changed)
        parameters = {"what": row._meta.verbose_name, "name": str(row), "said": what}
        yield _("%(what)s “%(name)s”: %(said)s.") % parameters


def bring(tenant: Any, brought: BroughtBudgets) -> None:
    """Writes them, inside the caller's transaction."""
    changed = [row for row, _ in _list_changed(tenant, brought)]
    for row in changed:
        row.save()
    if changed:
        note_change(tenant.pk)


def _list_changed(tenant: Any, brought: BroughtBudgets) -> Iterator[tuple[Price | Limit, Sequence[str]]]:
    prices = {(row.model, row.since): row for row in Price.objects.of(tenant)}
    limits = {(row.kind, row.key_id): row for row in Limit.objects.of(tenant)}
    for (model, since), fields in brought.prices.items():
        price = prices.get((model, since)) or Price(tenant_id=tenant.pk, model=model, since=since)
        yield from _set(price, fields)
    for (kind, key), fields in brought.limits.items():
        limit = limits.get((kind, key)) or Limit(tenant_id=tenant.pk, kind=kind, key_id=key)
        yield from _set(limit, fields)


def _set(row: Any, fields: Mapping[str, Any]) -> Iterator[tuple[Any, Sequence[str]]]:
    changed = [name for name, value in fields.items() if row.pk is None or getattr(row, name) != value]
    for name in changed:
        setattr(row, name, fields[name])
    if changed:
        yield row, [name for name in changed if fields[name] is not None]
