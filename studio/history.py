"""Reading one version of a row back.

simple_history fills fields that history leaves out (a key, a last error) through `Model.objects`, which
needs a tenant here; this reads them by the row's own id through the unscoped manager instead.
"""

from typing import Any

from django.db import models


def instance_of(version: Any) -> models.Model:
    """The row as it was in this version; what history leaves out is as it is now."""
    model: type[models.Model] = version.instance_type
    values = {field.attname: getattr(version, field.attname) for field in version.tracked_fields}
    kept = {field.name for field in version.tracked_fields}
    left_out = [field.attname for field in model._meta.concrete_fields if field.name not in kept]
    if left_out:
        now = model._base_manager.filter(pk=values[model._meta.pk.attname]).values(*left_out).first()
        values.update(now or {})
    row = model(**values)
    row._historical = version  # type: ignore[attr-defined]
    return row


def readable(model: type[models.Model]) -> None:
    """Makes `version.instance` of this model's history readable without naming a tenant."""
    model.history.model.instance = property(instance_of)  # type: ignore[attr-defined]
