"""Documents: how far each is, why one could not be read, what became of it."""

from collections.abc import Iterable
from typing import Any, ClassVar

from django.contrib import admin, messages
from django.core.paginator import Paginator
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.defaultfilters import filesizeformat
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from agents.guardrails.msk import mask
from agents.knowledge import removing, uploads
from agents.knowledge.errors import AlreadyReading
from agents.knowledge.web import sources
from agents.models import Document, Passage
from audit.reading import note_read
from studio.access import is_allowed, require, tenant
from studio.base import RecordAdmin
from studio.columns import column, to_row
from studio.links import page_of
from studio.site import site
from studio.values import clamp
from work.models import Job

COLOURS = {
    "waiting": "info",
    "reading": "info",
    "ready": "success",
    "failed": "danger",
    "taken_out": "warning",
}
SHOWN = 20  # passages on a page
READ = "conversations.view_conversation"  # what a user uploaded was said to this user's assistant


@admin.register(Document, site=site)
class DocumentAdmin(RecordAdmin):
    """Can it be found, and if not, why?"""

    never = ("add", "change")
    about = _("Files and web pages that were read. They are added on a collection's page.")
    list_display = (
        "called",
        "state",
        "in_collection",
        "came_from",
        "language",
        "pages",
        "passages",
        "created_at",
    )
    list_filter = ("status", ("collection", admin.RelatedOnlyFieldListFilter), "language")
    list_select_related = ("collection",)
    search_fields = ("title", "source")
    ordering = ("-created_at",)
    list_disable_select_all = False
    actions = ()  # type: ignore[assignment]  # deleting several at once, which a record has not
    fields = (
        ("called", "in_collection"), ("came_from", "measured"), ("language", "dated"), ("pages", "passages"),
        ("author", "created_at"),
    )  # fmt: skip
    change_form_outer_before_template = "studio/document.html"
    buttons: ClassVar[dict[str, str]] = {"again": "read_again"}

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        """What users uploaded is for those who may read their conversations."""
        rows = super().get_queryset(request)
        return rows if is_allowed(request, READ) else rows.filter(owner="")

    def changelist_view(self, request: HttpRequest, extra_context: Any = None) -> HttpResponse:
        shown: Any = super().changelist_view(request, extra_context)
        listed = (getattr(shown, "context_data", None) or {}).get("cl")
        if listed is not None:
            _note_read(request, listed.result_list, "list")
        return shown  # type: ignore[no-any-return]

    @column(_("title"), ordering="title")
    def called(self, row: Document) -> str:
        return clamp(_mask(row, row.title))

    @column(_("file"), ordering="source")
    def came_from(self, row: Document) -> str:
        return clamp(_mask(row, row.source))

    @column(_("status"), ordering="status", label=COLOURS)
    def state(self, row: Document) -> tuple[str, str]:
        if row.removed_in is not None:
            return "taken_out", gettext("taken out; earlier releases find it")
        return row.status, row.get_status_display()

    in_collection = to_row("collection", _("collection"), ordering="collection__name")

    @column(_("size"), ordering="size")
    def measured(self, row: Document) -> str:
        return filesizeformat(row.size)

    def get_actions(self, request: HttpRequest) -> Any:
        found = super().get_actions(request)
        return found if self.has_delete_permission(request) else {}

    def render_change_form(self, request: Any, context: Any, *args: Any, **kwargs: Any) -> Any:
        row = context["original"]
        _note_read(request, [row], "row")
        passages = Passage.objects.of(row.tenant_id).filter(document=row).order_by("number")
        context["job"] = Job.objects.of(row.tenant_id).filter(pk=row.job).first() if row.job else None
        context["found"] = found = Paginator(passages, SHOWN).get_page(request.GET.get("page"))
        context["shown"] = [
            (each, _mask(row, each.section), _mask(row, each.text)) for each in found.object_list
        ]
        context["may_read_again"] = is_allowed(request, "agents.change_document")
        return super().render_change_form(request, context, *args, **kwargs)

    def read_again(self, request: HttpRequest, row: Document) -> HttpResponse | None:
        """Reads the file once more, of a web page what stands at its address now; shows what is read."""
        require(request, "agents.change_document")
        shown = row
        try:
            if row.web_source is not None:
                sources.read_again(row.web_source, request.user)
            else:
                shown = uploads.read_again(row, request.user)
        except AlreadyReading as error:
            messages.error(request, str(error))
        else:
            messages.success(request, gettext("“%s” is being read again.") % row)
        return HttpResponseRedirect(page_of(shown)) if shown is not row else None

    def delete_model(self, request: HttpRequest, obj: Any) -> None:
        removing.remove(obj)

    def delete_queryset(self, request: HttpRequest, queryset: Any) -> None:
        for row in queryset:
            self.delete_model(request, row)

    def get_deleted_objects(self, objs: Any, request: HttpRequest) -> Any:
        """Its passages are counted, not listed."""
        rows = list(objs)
        counts = {
            Document._meta.verbose_name_plural: len(rows),
            Passage._meta.verbose_name_plural: sum(row.passages for row in rows),
        }
        return [str(row) for row in rows], counts, set(), []


def _mask(row: Document, text: str) -> str:
    """A text of a document: of what a user uploaded masked, as messages are."""
    return mask(text, row.language) if row.owner else text


def _note_read(request: HttpRequest, rows: Iterable[Document], where: str) -> None:
    """What somebody sees of users' own documents stands in the audit log, as of their conversations."""
    note_read(tenant(request), (row.pk for row in rows if row.owner), where, kind=Document._meta.label)
