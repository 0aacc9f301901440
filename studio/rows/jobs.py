"""Long work: how far it is, what came of it; it goes on when the page is closed. Cancel is a button."""

from typing import Any, ClassVar

from django.contrib import admin, messages
from django.http import HttpRequest
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from outbound.sentences import read
from studio import evaluating
from studio.access import is_allowed, require, tenant
from studio.base import RecordAdmin
from studio.columns import badge, column
from studio.filters import filter_named
from studio.site import site
from work import jobs, kinds
from work.errors import WorkError
from work.models import Job

COLOURS = {"queued": "info", "running": "info", "done": "success", "failed": "danger", "cancelled": "warning"}
WORDS = {
    "added": _("added"),
    "changed": _("changed"),
    "gone": _("no longer there"),
    "clash": _("name taken by another server"),
    "refused": _("not taken"),
    "release": _("release"),
    "digest": _("digest"),
    "passages": _("passages"),
    "pages": _("pages"),
}


def describe_results(result: Any) -> list[tuple[Any, str]]:
    """What came of it, in words: `[("added", "consultar_fatura, consultar_plano")]`."""
    if not isinstance(result, dict):
        return [("", str(result))] if result is not None else []
    found = ((WORDS.get(name, name), value) for name, value in result.items())
    return [
        (word, ", ".join(read(str(each)) for each in value) if isinstance(value, list) else str(value))
        for word, value in found
    ]


def name_kind(kind: str) -> str:
    """What a kind of work is called; one that is known no longer by its name."""
    try:
        return str(kinds.get(kind).title)
    except WorkError:
        return kind


@admin.register(Job, site=site)
class JobAdmin(RecordAdmin):
    """What is running, and how long still?"""

    about = _("Long work shows here how far it is: publishing, reading documents, tests.")
    list_display = ("title", "state", "how_far", "note", "author", "created_at", "finished_at")
    list_filter = ("status", filter_named("kind", _("kind"), name_kind))
    ordering = ("-created_at",)
    list_per_page = 25
    fields = (("title", "author"), ("started_at", "finished_at"), "created_at")
    change_form_outer_before_template = "studio/job.html"
    buttons: ClassVar[dict[str, str]] = {"cancel": "cancel"}

    @column(_("work"))
    def title(self, job: Job) -> str:
        return name_kind(job.kind)

    state = badge("status", _("status"), COLOURS)

    @column(_("done"), ordering="progress")
    def how_far(self, job: Job) -> str:
        return f"{job.progress} %"

    def render_change_form(self, request: Any, context: Any, *args: Any, **kwargs: Any) -> Any:
        job = context["original"]
        context["shown_at"] = evaluating.address(job)
        context["results"] = [] if context["shown_at"] else describe_results(job.result)
        context["may_cancel"] = job.open and is_allowed(request, "work.change_job")
        return super().render_change_form(request, context, *args, **kwargs)

    def cancel(self, request: HttpRequest, job: Job) -> None:
        """Asks the job to stop at its next step."""
        require(request, "work.change_job")
        jobs.cancel(tenant(request), job.pk)
        messages.info(request, gettext("It stops at its next step."))
