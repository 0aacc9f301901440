"""`/api/privacy/*`: what is kept of an end user, for them to read, and forgetting them."""

import tempfile
from typing import Any

from django.http import HttpResponse
from django.urls import reverse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiResponse

from audit.append import record
from audit.values import Party
from privacy import exporting, forgetting
from privacy.models import Erasure
from routing.api.door import reply
from routing.api.endpoint_schema import document
from routing.api.serializers import TenantQuery
from studio.api import shapes
from studio.api.door import ProgramDoor
from tenancy.keys import Program
from work.models import Job

ZIP: dict[Any, Any] = {
    (200, "application/zip"): OpenApiResponse(OpenApiTypes.BINARY, description="A zip of JSON.")
}


class ForgetDoor(ProgramDoor):
    scope = "privacy"

    @document("Privacy", "forgetPerson", shapes.NamedPerson, {202: shapes.Receipt})
    def post(self, program: Program) -> Any:
        """Erases what an end user wrote and what is kept of them.

        A job does it: `/api/privacy/receipts/{receipt}` says how far it is. Asked again before it has
        finished, it goes on and is the same receipt.
        """
        return reply(_receipt(forgetting.start(program.tenant, self.body["user_id"], program)), 202)


class ReceiptDoor(ProgramDoor):
    scope = "privacy"

    @document("Privacy", "readReceipt", None, shapes.Receipt, query=TenantQuery)
    def get(self, program: Program, receipt: str) -> Any:
        """What was touched, and whether it is finished. It names nobody."""
        return _receipt(forgetting.receipt(program.tenant, receipt))


class ExportDoor(ProgramDoor):
    scope = "privacy"

    @document("Privacy", "exportPerson", shapes.NamedPerson, ZIP)
    def post(self, program: Program) -> Any:
        """Everything that is kept of an end user, as a zip of JSON, with the files they sent."""
        return make_zip(program.tenant.pk, self.body["user_id"])


def make_zip(tenant: str, user_id: str) -> HttpResponse:
    """The export as a download."""
    with tempfile.TemporaryFile() as file:
        exporting.write(tenant, user_id, file)
        record(tenant, "export", "privacy.Person", after={"person": Party("user", user_id)})
        file.seek(0)
        response = HttpResponse(file.read(), content_type="application/zip")
    response.headers["Content-Disposition"] = f'attachment; filename="{exporting.file_name(user_id)}"'
    return response


def _receipt(row: Erasure) -> dict[str, Any]:
    job = Job.objects.of(row.tenant_id).filter(pk=row.job).first()
    return {
        "receipt": row.pk,
        "url": reverse("program-receipt", args=[row.pk]),
        "alias": row.alias,
        "asked_at": row.asked_at,
        "finished_at": row.finished_at,
        "status": "done" if row.finished_at else job.status if job else "failed",
        "progress": 100 if row.finished_at else job.progress if job else 0,
        "error": str(job.error) if job else "",
        "touched": row.counts,
    }
