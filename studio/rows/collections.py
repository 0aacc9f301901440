"""Collections of documents: what is in them, who may look into them, and the upload of files.

A part of a collection's page: the questions that it must answer, and how well it does.
"""

from typing import Any, ClassVar

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db.models import Count, Q
from django.http import Http404, HttpRequest
from django.urls import reverse
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from agents.knowledge import evaluation, release_section, uploads
from agents.knowledge.errors import BadQuestions, NotTaken
from agents.models import Collection, Document
from studio.access import is_allowed
from studio.base import AuthoredAdmin
from studio.columns import column
from studio.links import link, list_of, page_of
from studio.rows import web_pages
from studio.site import site
from work.models import Job

WAYS: dict[str, Any] = {
    "hybrid": _("words and meaning together"),
    "words": _("words alone"),
    "meaning": _("meaning alone"),
}


QUESTION_BUTTONS = {"questions": "write_questions", "evaluate": "evaluate"}


class QuestionsOfCollection:
    """Beside a collection's admin page: two forms, and what they show."""

    def write_questions(self, request: HttpRequest, row: Collection) -> str:
        """The text becomes the collection's questions, or is refused with its line."""
        self.require_filled(request, row)
        try:
            count = evaluation.write(row, str(request.POST.get("questions", "")))
        except BadQuestions as error:
            messages.error(request, str(error))
        else:
            sentence = ngettext("%(n)d question is kept.", "%(n)d questions are kept.", count)
            messages.success(request, sentence % {"n": count})
        return "#questions"

    def evaluate(self, request: HttpRequest, row: Collection) -> str:
        """Asks them all, in the background."""
        self.require_filled(request, row)
        if evaluation.under_way(row) is None:
            evaluation.start(row, request.user)
        messages.success(request, gettext("The questions are being asked."))
        return "#questions"

    def require_filled(self, request: HttpRequest, row: Collection) -> None:
        """Refuses a collection that users fill, and people who may not fill this one."""
        page: Any = self
        if row.kind == Collection.Kinds.PERSONAL:
            raise Http404
        if not page.may_author(request, row):
            raise PermissionDenied


def describe_questions(row: Collection) -> dict[str, Any]:
    """The questions as text, the newest evaluation beside the one before, and whether one is under way."""
    written, found = evaluation.write_questions(row), evaluation.latest(row)
    now, before = (*found, None, None)[:2]
    lines = [
        {
            "title": title,
            "hit": round(100 * now.figures[way]["hit"], 1),
            "mrr": now.figures[way]["mrr"],
            "before": round(100 * before.figures[way]["hit"], 1) if before else None,
        }
        for way, title in WAYS.items()
        if now is not None
    ]
    return {
        "written": written,
        "count": len(written.splitlines()),
        "latest": now,
        "lines": lines,
        "fell": now is not None and before is not None and evaluation.fell(now, before),
        "outdated": now is not None and now.revision != row.revision,
        "job": evaluation.under_way(row),
    }


SHOWN = 25  # of a collection's documents, on its page
MOST_FILES = 50  # in one upload
ACCEPTED = ",".join(uploads.ENDINGS)


@admin.register(Collection, site=site)
class CollectionAdmin(QuestionsOfCollection, AuthoredAdmin):
    """What can be found here, and who may look for it?"""

    about = _(
        "Documents that answers are quoted from. Make a collection, then upload files or name web pages "
        "on its page."
    )
    list_display = ("name", "heading", "kind", "for_whom", "counted", "enabled")
    list_filter = ("enabled", "kind")
    search_fields = ("name", "title", "description")
    autocomplete_fields = ("specialists",)
    change_form_outer_before_template = "studio/collection.html"
    buttons: ClassVar[dict[str, str]] = {"upload": "upload", "web": "change_web", **QUESTION_BUTTONS}
    helps: ClassVar[dict[str, Any]] = {
        "kind": _("For example the company's own. What a user uploads is found for that user alone."),
        "enabled": _("Acts by publishing. Off: nobody looks into it, for example while it is being revised."),
    }
    fieldsets = (
        (None, {"fields": ("name", "title", "description", "enabled")}),
        (_("Who may look into it"), {"fields": ("kind", "specialists")}),
        (_("When something was found"), {"fields": ("threshold",)}),
    )

    def get_queryset(self, request: HttpRequest) -> Any:
        found = Count("documents", filter=Q(documents__removed_in=None), distinct=True)
        rows = super().get_queryset(request).prefetch_related("specialists")
        return rows.annotate(found=found)

    @column(_("title"), ordering="title")
    def heading(self, row: Collection) -> str:
        return row.title

    @column(_("for"))
    def for_whom(self, row: Collection) -> str:
        names = [str(each) for each in row.specialists.all()]
        return ", ".join(names) or gettext("every specialist")

    @column(_("documents"), ordering="found")
    def counted(self, row: Any) -> Any:
        return link(list_of(Document, collection__id__exact=row.pk), row.found) if row.found else 0

    def render_change_form(self, request: Any, context: Any, *args: Any, **kwargs: Any) -> Any:
        row = context.get("original")
        if row is not None and row.pk and not hasattr(request, "_version"):
            context |= describe_collection(row)
            context["may_upload"] = self.may_author(request, row) and row.kind != Collection.Kinds.PERSONAL
            context["accepted"] = ACCEPTED
            context["web_sources"] = found = web_pages.list_sources(row)
            context["documents_open"] |= any(is_read for _source, is_read in found)
            context["web_form"] = web_pages.WebSourceForm()
            context["evaluated"] = describe_questions(row)
            if is_allowed(request, "agents.view_collection"):
                context["try_address"] = f"{reverse('admin:documents')}?collection={row.name}"
        return super().render_change_form(request, context, *args, **kwargs)

    def upload(self, request: HttpRequest, row: Collection) -> None:
        """Each file that was sent becomes a document, or is refused with its own sentence."""
        self.require_filled(request, row)
        taken = 0
        for file in request.FILES.getlist("files")[:MOST_FILES]:
            try:
                uploads.keep(row, file.name or "", file.read(), request.user)
                taken += 1
            except NotTaken as error:
                messages.error(request, str(error))
        if taken:
            sentence = ngettext("%(n)d document is being read.", "%(n)d documents are being read.", taken)
            messages.success(request, sentence % {"n": taken})
        elif not request.FILES:
            messages.error(request, gettext("Choose a file first, for example prices.pdf."))

    def change_web(self, request: HttpRequest, row: Collection) -> None:
        """An address is added, read again or removed."""
        self.require_filled(request, row)
        web_pages.act(request, row)

    def delete_model(self, request: HttpRequest, obj: Any) -> None:
        """Takes it out of the draft: documents that others need stay, one without such is gone for good."""
        release_section.drop(obj, bool(_count_kept(obj)))

    def delete_queryset(self, request: HttpRequest, queryset: Any) -> None:
        for row in queryset:
            self.delete_model(request, row)

    def get_deleted_objects(self, objs: Any, request: HttpRequest) -> Any:
        """What goes with it, counted: a list of a hundred thousand passages would be no help."""
        kept = {row: _count_kept(row) for row in objs}
        lost = [row.pk for row, count in kept.items() if not count]
        counts = {
            Collection._meta.verbose_name_plural: len(kept),
            Document._meta.verbose_name_plural: Document.unscoped.filter(collection__in=lost).count(),
        }
        told: list[Any] = []
        for row, count in kept.items():
            told += [str(row), _tell_kept(count)] if count else [str(row)]
        return told, counts, set(), []


def _count_kept(row: Collection) -> int:
    """How many documents stay when it is deleted: for releases that have it, and for who uploaded them."""
    return Document.unscoped.filter(collection=row).count() if release_section.is_needed(row) else 0


def _tell_kept(count: int) -> list[str]:
    sentence = ngettext(
        "Its %(n)d document stays for earlier releases and for who uploaded it, and comes back with it.",
        "Its %(n)d documents stay for earlier releases and for who uploaded them, and come back with it.",
        count,
    )
    first = gettext("To remove it for good, delete its documents first, then the collection.")
    return [sentence % {"n": count}, first]


def describe_collection(row: Collection) -> dict[str, Any]:
    """A collection's newest documents with how far each is, and whether any is still being read.

    Those of users are counted: who may read them finds them in the list.
    """
    documents = Document.objects.of(row.tenant_id).filter(collection=row, removed_in=None)
    shown = list(documents.filter(owner="").order_by("-created_at")[:SHOWN])
    open_ones = [each for each in shown if each.status in ("waiting", "reading")]
    progress = dict(
        Job.objects.of(row.tenant_id).filter(pk__in=[e.job for e in open_ones]).values_list("pk", "progress")
    )
    return {
        "documents": [(each, progress.get(each.job, 0), page_of(each)) for each in shown],
        "documents_open": bool(open_ones),
        "documents_count": documents.count(),
        "documents_address": list_of(Document, collection__id__exact=row.pk),
    }
