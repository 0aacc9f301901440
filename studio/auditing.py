"""Who changed and who read what.

The company's audit log, its filters, its files, and whether its chain holds.
"""

import json
from collections.abc import AsyncIterator, Iterable, Sequence
from datetime import date, timedelta
from typing import Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.core.serializers.json import DjangoJSONEncoder
from django.http import HttpRequest, HttpResponseRedirect, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.urls import NoReverseMatch, reverse
from django.utils.dateparse import parse_date
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from analytics.exports import download, in_lots
from analytics.period import begin_day
from audit import chain, reading
from audit.append import record
from audit.models import AuditEntry
from audit.reading import Wanted
from releases.models import Release
from studio.access import require, tenant
from studio.audit_words import field_in_words, kind_in_words, value_in_words
from studio.site import site

LAST = date(9999, 12, 30)  # a day behind it is no date
A_PAGE = 50
COLUMNS = (
    "number",
    "at",
    "who",
    "who_kind",
    "from",
    "action",
    "kind",
    "row",
    "name",
    "before",
    "after",
    "digest",
)
FILTERS = ("person", "action", "kind", "row", "since", "until")


def page(request: HttpRequest) -> HttpResponseBase:
    """`/admin/audit/`: GET lists, with `?export=csv` or `json` as a file.

    POST looks whether the chain holds.
    """
    require(request, "audit.view_auditentry")
    company = tenant(request)
    filters = {name: request.GET.get(name, "").strip()[:128] for name in FILTERS}
    if request.method == "POST":
        _tell(request, chain.verify(company))
        return HttpResponseRedirect(reverse("admin:audit"))
    rows = reading.find(company.pk, read_query(filters))
    kind = request.GET.get("export", "")
    if kind in EXPORTS:
        numbers = list(rows.values_list("number", flat=True))
        used = {name: value for name, value in filters.items() if value}
        record(company, "export", AuditEntry._meta.label, after={"filters": used, "count": len(numbers)})
        return EXPORTS[kind](company.pk, numbers)
    shown = Paginator(rows, A_PAGE).get_page(request.GET.get("page"))
    kinds = AuditEntry.objects.of(company).order_by("kind").values_list("kind", flat=True).distinct()
    context: dict[str, Any] = {
        "filters": filters,
        "rows": shown,
        "entries": [_line(each) for each in reading.as_json(company.pk, shown.object_list)],
        "kinds": sorted(((each, kind_in_words(each)) for each in kinds), key=lambda pair: pair[1]),
        "actions": AuditEntry.Actions.choices,
        "head": reading.head(company.pk),
        "query": _query(request),
    }
    return site.show(request, "studio/audit.html", _("Audit"), context)


def read_query(query: dict[str, Any]) -> Wanted:
    """What a query asks for; a day is one of the reader's calendar, the last one included."""
    since, until = _day(query.get("since")), _day(query.get("until"))
    return Wanted(
        query.get("person") or "",
        query.get("action") or "",
        query.get("kind") or "",
        query.get("row") or "",
        begin_day(since) if since else None,
        begin_day(until + timedelta(days=1)) if until and until < LAST else None,
    )


def _tell(request: HttpRequest, found: chain.Verified) -> None:
    if found.broken_at is None:
        sentence = _(
            "The log is whole: %(count)d entries, the newest is %(number)d with the digest %(digest)s."
        )
        about = {"count": found.entries, "number": found.number, "digest": found.digest or "-"}
        messages.success(request, sentence % about)
    else:
        sentence = _("The log breaks at entry %(number)d. %(why)s")
        messages.error(request, sentence % {"number": found.broken_at, "why": found.why})


def _line(entry: dict[str, Any]) -> dict[str, Any]:
    """An entry as a row of the page."""
    return {
        **entry,
        "name": _name(entry),
        "action": AuditEntry.Actions(entry["action"]).label,
        "kind": kind_in_words(entry["kind"]),
        "address": _address(entry["kind"], entry["row"])
        if entry["action"] != AuditEntry.Actions.DELETE
        else "",
        "told": [
            (
                field_in_words(entry["kind"], name),
                value_in_words(entry["kind"], name, entry["before"].get(name)),
                value_in_words(entry["kind"], name, entry["after"].get(name)),
            )
            for name in dict.fromkeys((*entry["before"], *entry["after"]))
        ],
    }


def _name(entry: dict[str, Any]) -> str:
    """What an entry is about; a release by its number alone, after its kind."""
    if entry["kind"] == Release._meta.label:
        return str(entry["row"])
    return entry["name"] or _name_of_several(entry)


def _name_of_several(entry: dict[str, Any]) -> str:
    """How a reading of several conversations is called, which is about no single row."""
    count = len(entry["after"].get("conversations") or ())
    return ngettext("%(count)d at once", "%(count)d at once", count) % {"count": count} if count else ""


def _address(label: str, row: str) -> str:
    """The page of what an entry is about; empty where it has none."""
    if not row:
        return ""
    try:
        return reverse(f"admin:{label.lower().replace('.', '_')}_change", args=[row])
    except NoReverseMatch:
        return ""


def _text(value: Any) -> str:
    if value is None:
        return ""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, cls=DjangoJSONEncoder)


def _describe(company: str, numbers: Sequence[int]) -> list[dict[str, Any]]:
    return reading.as_json(
        company, AuditEntry.objects.of(company).filter(number__in=numbers).order_by("-number")
    )


def _cells(company: str, numbers: Sequence[int]) -> Iterable[Sequence[Any]]:
    for each in _describe(company, numbers):
        cells = {
            **each,
            "who": each["who"]["name"],
            "who_kind": each["who"]["kind"],
            "at": each["at"].isoformat(),
        }
        yield [_text(cells[name]) for name in COLUMNS]


def _csv(company: str, numbers: Sequence[int]) -> StreamingHttpResponse:
    return download(f"{company}-audit", COLUMNS, in_lots(numbers, lambda lot: _cells(company, lot)))


def _json(company: str, numbers: Sequence[int]) -> StreamingHttpResponse:
    """One document, written while it is read.

    The head is what shows later whether entries at the end are missing.
    """

    async def stream() -> AsyncIterator[bytes]:
        about = json.dumps({"company": company, "head": head})
        yield f'{about[:-1]}, "entries": ['.encode()
        comma = ""
        async for lot in in_lots(numbers, lambda some: [[each] for each in _describe(company, some)]):
            for (each,) in lot:
                yield (comma + json.dumps(each, ensure_ascii=False, cls=DjangoJSONEncoder)).encode()
                comma = ",\n"
        yield b"]}\n"

    head = reading.head(company)
    response = StreamingHttpResponse(stream(), content_type="application/json")
    response.headers["Content-Disposition"] = f'attachment; filename="{company}-audit.json"'
    response.headers["Cache-Control"] = "private, no-store"
    return response


EXPORTS = {"csv": _csv, "json": _json}


def _query(request: HttpRequest) -> str:
    given = request.GET.copy()
    given.pop("page", None)
    return given.urlencode()


def _day(text: Any) -> date | None:
    try:
        return parse_date(str(text or ""))
    except ValueError:  # 2026-02-31
        return None
