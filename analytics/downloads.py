"""The tables and the list for spreadsheets.

`/analytics/tools.csv?days=7`, `/analytics/conversations.csv?what=slow`.
"""

from collections.abc import Sequence
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils import timezone
from django.views.decorators.http import require_safe

from analytics.access import Reader
from analytics.exports import at_once, download, in_lots
from analytics.figures import count_everything
from analytics.filters import Filter, find_conversations
from analytics.listing import list_conversations
from analytics.pages import for_readers
from analytics.period_request import PeriodRequest
from analytics.tables import LIST_HEADS, TABLES, list_row_cells
from conversations.models import Conversation
from tenancy.models import Tenant


@require_safe
@for_readers()
def table_csv(request: HttpRequest, company: Tenant, who: Reader, table: str) -> HttpResponseBase:
    """One table of the page."""
    wanted = TABLES.get(table)
    if wanted is None:
        raise Http404
    selection = PeriodRequest.of(company, request.GET)
    if selection.errors:
        return _refuse_days(selection)
    rows = list(wanted.rows(count_everything(company, selection)))
    return download(_name(company, table, selection), wanted.heads, at_once(rows))


@require_safe
@for_readers(of_record=True)
def conversations_csv(request: HttpRequest, company: Tenant, who: Reader) -> HttpResponseBase:
    """The whole list: its keys are read at once, its rows some hundred at a time while they are sent."""
    selection = PeriodRequest.of(company, request.GET)
    if selection.errors:
        return _refuse_days(selection)
    wanted = Filter.of(request.GET).with_threshold(company, selection.period, selection.agent_id)
    found = find_conversations(company, selection.period, wanted, selection.agent_id)

    def some(lot: Sequence[str]) -> list[Sequence[Any]]:
        rows = Conversation.objects.of(company).filter(pk__in=lot).defer("state", "options")
        return [
            list_row_cells(line)
            for line in list_conversations(company, rows.order_by("-last_activity", "-pk"))
        ]

    keys = list(found.values_list("pk", flat=True))
    who.note(keys, "conversations.csv", "export")
    return download(_name(company, "conversations", selection), LIST_HEADS, in_lots(keys, some))


def _name(company: Tenant, table: str, selection: PeriodRequest) -> str:
    first, last = map(timezone.localtime, (selection.period.start, selection.period.last_day))
    return f"{company.pk}-{table}-{first:%Y-%m-%d}-{last:%Y-%m-%d}"


def _refuse_days(selection: PeriodRequest) -> HttpResponse:
    """A file must not answer another question than was asked."""
    words = " ".join(selection.errors.values())
    return HttpResponse(words, status=400, content_type="text/plain; charset=utf-8")
