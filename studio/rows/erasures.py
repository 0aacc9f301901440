"""Receipts of erasures: what was touched, never who it was."""

from typing import Any

from django.contrib import admin
from django.db.models import OuterRef, Subquery
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from privacy.models import Erasure
from studio.base import RecordAdmin
from studio.columns import column
from studio.people import describe_counts
from studio.site import site
from work.models import Job

COLOURS = {"done": "success", "queued": "info", "running": "info", "failed": "danger", "cancelled": "warning"}


@admin.register(Erasure, site=site)
class ErasureAdmin(RecordAdmin):
    """Whom did we forget, and what was touched?"""

    about = _("Each person who was forgotten leaves a receipt here that names nobody.")
    list_display = ("alias", "state", "touched", "asked_by", "asked_at", "finished_at")
    date_hierarchy = "asked_at"
    ordering = ("-asked_at",)
    list_per_page = 25
    fields = (("alias", "state"), ("asked_by", "asked_at"), "finished_at", "problem")
    change_form_outer_before_template = "studio/erasure.html"

    def get_queryset(self, request: Any) -> Any:
        job = Job.unscoped.filter(pk=OuterRef("job"), tenant=OuterRef("tenant"))
        return super().get_queryset(request).annotate(job_status=Subquery(job.values("status")[:1]))

    @column(_("status"), label=COLOURS)
    def state(self, row: Any) -> tuple[str, str]:
        status = "done" if row.finished_at else row.job_status or "failed"
        return status, str(Job.Statuses(status).label)

    @column(_("rows touched"))
    def touched(self, row: Erasure) -> int:
        return sum(row.counts.values())

    @column(_("what to do"))
    def problem(self, row: Erasure) -> str:
        if row.finished_at:
            return "-"
        job = self._job(row)
        if job is not None and job.open:
            return gettext("It is being done: %(percent)s %%.") % {"percent": job.progress}
        sentence = gettext("It stopped. Ask again for the same user id: it goes on with this receipt.")
        return f"{job.error} {sentence}" if job is not None and job.error else sentence

    @staticmethod
    def _job(row: Erasure) -> Job | None:
        return Job.objects.of(row.tenant_id).filter(pk=row.job).first()

    def render_change_form(self, request: Any, context: Any, *args: Any, **kwargs: Any) -> Any:
        context["kept"] = describe_counts(context["original"].counts)
        return super().render_change_form(request, context, *args, **kwargs)
