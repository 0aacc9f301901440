"""How long the company keeps what was said, kind by kind."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.translation import gettext as _

from privacy import retention
from privacy.errors import PrivacyError
from privacy.models import Retention
from studio.access import is_allowed, require, tenant
from studio.site import site


def page(request: HttpRequest) -> HttpResponse:
    """`/admin/retention/`: one number of days a kind; empty keeps it as long as the installation does."""
    require(request, "privacy.view_retention")
    company = tenant(request)
    kept = {row.kind: row for row in Retention.objects.of(company)}
    kinds = retention.list_kinds()
    typed = {name: request.POST.get(name, "").strip() for name in kinds}
    problems: dict[str, str] = {}
    if request.method == "POST":
        require(request, "privacy.change_retention")
        for name, text in typed.items():
            if text == _show(kept.get(name)):
                continue
            try:
                retention.keep(company, name, _days(text))
            except PrivacyError as error:
                problems[name] = str(error)
        if not problems:
            messages.success(request, _("Saved. What is older goes bit by bit, beginning within the hour."))
            return HttpResponseRedirect(reverse("admin:retention"))
    rows = [
        {
            "name": name,
            "title": kind.title,
            "help": kind.help,
            "limit": kind.limit(),
            "least": kind.least(),
            "value": typed[name] if request.method == "POST" else _show(kept.get(name)),
            "cleared": kept[name].cleared if name in kept else 0,
            "problem": problems.get(name, ""),
        }
        for name, kind in kinds.items()
    ]
    context: dict[str, Any] = {
        "rows": rows,
        "most": retention.MOST,
        "may_change": is_allowed(request, "privacy.change_retention"),
    }
    return site.show(request, "studio/retention.html", _("What is kept, and how long"), context)


def _show(row: Retention | None) -> str:
    return "" if row is None or row.days is None else str(row.days)


def _days(text: str) -> int | None:
    """The number that was typed; 0, which no kind may have, for what is none."""
    if not text:
        return None
    return int(text) if text.isascii() and text.isdigit() and len(text) < 7 else 0
