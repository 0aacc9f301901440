"""Makes rows say what a release says: what every section's `restore` and `prune` are made of."""

from collections.abc import Collection, Iterable, Mapping
from typing import Any, TypeVar

from tenancy.models import Tenant
from tenancy.tenant_rows import TenantModel

M = TypeVar("M", bound=TenantModel)


def put(model: type[M], tenant: Tenant, key: Mapping[str, Any], values: Mapping[str, Any]) -> M:
    """The row named by `key` with these values; created, saved when it differs, else left alone.

    >>> put(Slot, tenant, {"name": "order_id"}, {"pattern": "P\\d{3,}"})

    Fields not named keep their value (secrets, addresses), and each save leaves its line of history.
    """
    row = model.objects.of(tenant).filter(**key).first()
    if row is None:
        row = model(tenant=tenant, **key, **values)
        row.save()
        return row
    changed = [name for name, value in values.items() if getattr(row, name) != value]
    if changed:
        for name in changed:
            setattr(row, name, values[name])
        row.save()
    return row


def values_of(model: type[TenantModel], kept: Mapping[str, Any], names: Iterable[str]) -> dict[str, Any]:
    """The values of these fields as a release kept them; the default of a field that is younger than it."""
    fields: dict[str, Any] = {name: model._meta.get_field(name) for name in names}
    return {name: kept[name] if name in kept else field.get_default() for name, field in fields.items()}


def keep_only(model: type[M], tenant: Tenant, field: str, names: Collection[Any]) -> None:
    """Deletes the tenant's rows whose `field` is not among `names`, one by one for their history."""
    for row in model.objects.of(tenant).exclude(**{f"{field}__in": list(names)}):
        row.delete()
