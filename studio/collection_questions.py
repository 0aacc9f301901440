"""A part of a collection's page: the questions that it must answer, and how well it does."""

from typing import Any, ClassVar

from django.contrib import messages
from django.contrib.admin.utils import unquote
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotAllowed, HttpResponseRedirect
from django.urls import path
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from agents.knowledge import evaluation
from agents.knowledge.errors import BadQuestions
from agents.models import Collection
from studio.links import page_of

WAYS: dict[str, Any] = {
    "hybrid": _("words and meaning together"),
    "words": _("words alone"),
    "meaning": _("meaning alone"),
}


class QuestionsOfCollection:
    """Beside a collection's admin page: two forms, and what they show."""

    admin_site: ClassVar[Any]

    def question_urls(self) -> list[Any]:
        view = self.admin_site.admin_view
        return [
            path(
                "<path:object_id>/questions/", view(self.write_questions), name="agents_collection_questions"
            ),
            path("<path:object_id>/evaluate/", view(self.evaluate), name="agents_collection_evaluate"),
        ]

    def write_questions(self, request: HttpRequest, object_id: str) -> HttpResponse:
        """POST `<id>/questions/`.

        The text becomes the collection's questions, or is refused with its line.
        """
        if request.method != "POST":
            return HttpResponseNotAllowed(["POST"])
        row = self.find_filled(request, object_id)
        try:
            count = evaluation.write(row, str(request.POST.get("questions", "")))
        except BadQuestions as error:
            messages.error(request, str(error))
        else:
            sentence = ngettext("%(n)d question is kept.", "%(n)d questions are kept.", count)
            messages.success(request, sentence % {"n": count})
        return HttpResponseRedirect(f"{page_of(row)}#questions")

    def evaluate(self, request: HttpRequest, object_id: str) -> HttpResponse:
        """POST `<id>/evaluate/`: asks them all, in the background."""
        if request.method != "POST":
            return HttpResponseNotAllowed(["POST"])
        row = self.find_filled(request, object_id)
        if evaluation.under_way(row) is None:
            evaluation.start(row, request.user)
        messages.success(request, gettext("The questions are being asked."))
        return HttpResponseRedirect(f"{page_of(row)}#questions")

    def find_filled(self, request: HttpRequest, object_id: str) -> Any:
        """A collection that people of the company fill, and may."""
        page: Any = self
        row = page.get_object(request, unquote(object_id))
        if row is None or row.kind == Collection.Kinds.PERSONAL:
            raise Http404
        if not page.may_author(request, row):
            raise PermissionDenied
        return row


def about(row: Collection) -> dict[str, Any]:
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
