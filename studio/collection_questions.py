"""A part of a collection's page: the questions that it must answer, and how well it does."""

from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from agents.knowledge import evaluation
from agents.knowledge.errors import BadQuestions
from agents.models import Collection

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
