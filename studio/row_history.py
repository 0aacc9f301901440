"""What became of one row, as the audit log has it: the history of every page that keeps no versions.

Reading one version of a row back: simple_history fills fields that history leaves out (a key, a last error)
through `Model.objects`, which needs a tenant here; this reads them by the row's own id through the unscoped
manager instead.
"""

from typing import Any

from django.contrib.admin.utils import unquote
from django.db import models
from django.http import HttpRequest, HttpResponse

from audit import reading
from audit.models import AuditEntry
from studio.access import tenant
from studio.audit_words import field_in_words
from tenancy.models import Tenant

SHOWN = 100  # the newest


class AuditHistory:
    """Mixin: the admin's own log is not written; the page of a row's history reads the audit log."""

    model: Any
    object_history_template = "studio/row_history.html"

    def history_view(self, request: HttpRequest, object_id: str, extra_context: Any = None) -> HttpResponse:
        company = unquote(object_id) if self.model is Tenant else tenant(request).pk
        entries = _entries(company, self.model._meta.label, unquote(object_id))
        shown: HttpResponse = super().history_view(  # type: ignore[misc]
            request, object_id, {"entries": entries, **(extra_context or {})}
        )
        return shown

    def log_addition(self, request: HttpRequest, obj: Any, message: Any) -> None:
        """The audit log has it."""

    def log_change(self, request: HttpRequest, obj: Any, message: Any) -> None:
        """The audit log has it."""

    def log_deletions(self, request: HttpRequest, queryset: Any) -> None:
        """The audit log has it."""


def _entries(company: str, label: str, row: str) -> list[dict[str, Any]]:
    rows = AuditEntry.objects.of(company).filter(kind=label, row=row).order_by("-number")[:SHOWN]
    return [
        {
            **each,
            "action": AuditEntry.Actions(each["action"]).label,
            "fields": [
                field_in_words(label, name) for name in dict.fromkeys((*each["before"], *each["after"]))
            ],
        }
        for each in reading.as_json(company, rows)
    ]


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
