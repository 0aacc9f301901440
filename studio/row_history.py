"""What became of one row, as the audit log has it: the history of every page that keeps no versions."""

from typing import Any

from django.contrib.admin.utils import unquote
from django.http import HttpRequest, HttpResponse

from audit import reading
from audit.models import AuditEntry
from studio.access import tenant
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
            "fields": list(dict.fromkeys((*each["before"], *each["after"]))),
        }
        for each in reading.as_json(company, rows)
    ]
