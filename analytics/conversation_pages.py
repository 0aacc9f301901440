"""`/analytics/conversations/`: the conversations behind a figure, and the one place where one is read.

From the stored state: what each specialist has found and left, and what the user allowed or forbade.
"""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponseRedirect
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.urls import NoReverseMatch, reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST, require_safe

from analytics import turns
from analytics.access import Reader
from analytics.colours import choose_colours, list_names, list_team
from analytics.delegations import count_called_in
from analytics.filters import WHAT, Filter, find_conversations, find_turns
from analytics.listing import list_conversations, read_page
from analytics.pages import for_readers, make_list_address
from analytics.period_request import PeriodRequest
from analytics.viewer import A_PAGE, format_data, read_exchanges
from audit.append import record
from audit.reading import CONVERSATION
from conversations import state
from conversations.models import Conversation, Turn
from handoffs.errors import NobodyAwaited
from handoffs.models import AgentHandoff
from handoffs.to_person import TO_PERSON, release_to_agents
from routing.decision.reasons import METHODS
from tenancy.models import Tenant

HEADINGS: Mapping[str, Any] = {
    "findings": gettext_lazy("Found"),
    "recommendations": gettext_lazy("Recommended"),
    "constraints": gettext_lazy("To be respected"),
    "open_questions": gettext_lazy("Still open"),
}


@dataclass(frozen=True, slots=True)
class ContextEntry:
    """One entry; `detail` is data to unfold."""

    text: str
    detail: str = ""


@dataclass(frozen=True, slots=True)
class HandedOver:
    """One specialist's: when it was last active, and its lists with their headings."""

    agent: str
    last_active: datetime | None
    lists: tuple[tuple[str, tuple[ContextEntry, ...]], ...]


def read_contexts(contexts: Mapping[str, Mapping[str, Any]]) -> list[HandedOver]:
    """The contexts of a conversation's state, the last active first."""
    ordered = sorted(contexts.items(), key=lambda item: item[1].get("last_active") or 0, reverse=True)
    return [HandedOver(agent, _when(context), tuple(_lists(context))) for agent, context in ordered]


def _when(context: Mapping[str, Any]) -> datetime | None:
    at = context.get("last_active")
    return datetime.fromtimestamp(at, UTC) if at else None


def _lists(context: Mapping[str, Any]) -> Iterator[tuple[str, tuple[ContextEntry, ...]]]:
    for name, heading in HEADINGS.items():
        entries: Iterable[Any] = context.get(name) or ()
        if lines := tuple(_line(each) for each in entries):
            yield str(heading), lines


def _line(entry: Any) -> ContextEntry:
    if not isinstance(entry, Mapping):
        return ContextEntry(str(entry))
    if "refused" in entry:
        return ContextEntry(_("not allowed by the user: %s") % entry["refused"])
    if "not_found" in entry:
        values = ", ".join(map(str, entry["not_found"])) or "–"
        return ContextEntry(
            _("%(tool)s found nothing: %(values)s") % {"tool": entry.get("tool"), "values": values}
        )
    return ContextEntry(str(entry.get("tool", "")), format_data(entry.get("result")))


PERMITTED: Mapping[str, Any] = {
    "asked": gettext_lazy("asked, not answered"),
    "granted": gettext_lazy("allowed"),
    "refused": gettext_lazy("refused"),
    "revoked": gettext_lazy("taken back"),
}


@dataclass(frozen=True, slots=True)
class Permitted:
    """What the user allowed or forbade in a conversation.

    What, since when, in which turn, and who said so.
    """

    name: str
    tool: str
    state: str
    by: str
    at: datetime
    turn: int

    @property
    def in_words(self) -> str:
        """`allowed`, `refused`, ..."""
        return str(PERMITTED.get(self.state, self.state))

    @property
    def who(self) -> str:
        """The user's id; who has none is kept as `user`, and said in the reader's language."""
        return _("user") if self.by == "user" else self.by


def read_permissions(stored: Mapping[str, Any]) -> list[Permitted]:
    """The permissions of a conversation's stored state, by name."""
    known = state.read(dict(stored)).permissions
    return [
        Permitted(name, each.tool, each.state, each.by, datetime.fromtimestamp(each.at, UTC), each.turn)
        for name, each in sorted(known.items())
    ]


NOTE = 400  # characters that somebody may leave for the record


@require_safe
@for_readers(of_record=True)
def list_page(request: HttpRequest, company: Tenant, who: Reader) -> HttpResponseBase:
    """The list: a period and a filter in words, 25 a page."""
    selection = PeriodRequest.of(company, request.GET)
    wanted = Filter.of(request.GET).with_threshold(company, selection.period, selection.agent_id)
    page = read_page(
        find_conversations(company, selection.period, wanted, selection.agent_id), request.GET.get("page")
    )
    shown = list_conversations(company, page.object_list)
    who.note((line.conversation.pk for line in shown), "list")
    return render(
        request,
        "analytics/conversations.html",
        {
            "company": company,
            "selection": selection,
            "wanted": wanted,
            "said": [words for _name, words in wanted.words()],
            "away": [
                (words, make_list_address(selection, wanted.without(name)))
                for name, words in wanted.words()
                if name != "what"
            ],
            "whats": _whats(selection, wanted),
            "methods": [(name, str(words), name == wanted.method) for name, words in METHODS.items()],
            "agents": _agents(company, selection),
            "page": page,
            "lines": shown,
            "palette": choose_colours(
                (name for line in shown for name in line.facts.agents), list_team(company)
            ),
            "carried": urlencode(selection.query() | wanted.query()),
            "kept": selection.query() | replace(wanted, agent="", method="", q="").query(),
            "figures_query": urlencode(selection.query()),
            "all": make_list_address(selection, Filter()),
        },
    )


@require_safe
@for_readers(of_record=True)
def read(request: HttpRequest, company: Tenant, who: Reader, object_id: str) -> HttpResponseBase:
    """One conversation. `?turn=7` opens that turn; a list's own query goes on, so that one finds back."""
    found = _conversation(company, object_id)
    selection = PeriodRequest.of(company, request.GET)
    wanted = Filter.of(request.GET).with_threshold(company, selection.period, selection.agent_id)
    matching = set() if wanted.empty else find_turns(company, selection.period, wanted, found)
    rows = Turn.objects.of(company).filter(conversation=found).defer("received", "request", "side_effects")
    numbers = dict(rows.order_by("number").values_list("number", "pk"))
    opened = [number for number, pk in numbers.items() if pk in matching]
    chosen = str(request.GET.get("turn") or "")
    if chosen.isascii() and chosen.isdigit() and len(chosen) < 9 and int(chosen) in numbers:
        opened, matching = [int(chosen)], {numbers[int(chosen)]}
    pages = Paginator(rows.order_by("number"), A_PAGE)
    first = list(numbers).index(opened[0]) // A_PAGE + 1 if opened else 1
    page = pages.get_page(request.GET.get("page") or first)
    exchanges = read_exchanges(found, page.object_list, matching)
    who.note([found.pk], "page")
    spoke = [name for each in exchanges for name in (each.turn.agent, *each.speakers) if name]
    moved = [name for each in exchanges for h in each.handoffs for name in (h.from_agent, h.to_agent)]
    return render(
        request,
        "analytics/conversation.html",
        {
            "company": company,
            "selection": selection,
            "one": found,
            "called_in": count_called_in(found),
            "to_person": AgentHandoff.objects.of(company)
            .filter(conversation=found, kind=TO_PERSON, blocked=False)
            .count(),
            "permitted": read_permissions(found.state or {}),
            "left": read_contexts((found.state or {}).get("contexts") or {}),
            "waits_for": ((found.state or {}).get("question") or {}).get("text", ""),
            "person": state.read(found.state or {}).person if found.person_since else None,
            "may_release": request.user.has_perm("conversations.release_person"),
            "page": page,
            "talk": exchanges,
            "opened": [(number, list(numbers).index(number) // A_PAGE + 1) for number in opened][:12]
            if not chosen
            else [],
            "palette": choose_colours([*spoke, *moved], list_team(company)),
            "names": list_names(company),
            "figures_query": urlencode(selection.query()),
            "back": make_list_address(selection, wanted),
            "carried": urlencode(selection.query() | wanted.query()),
            "trial": _trial() if request.user.is_authenticated else "",
            "may_correct": request.user.has_perm("routing.add_routingcase"),
        },
    )  # fmt: skip


@require_POST
@for_readers(of_record=True)
def take_mark_off(request: HttpRequest, company: Tenant, who: Reader, object_id: str) -> HttpResponseBase:
    """Somebody has taken care of it: the agents answer that matter again."""
    if not request.user.has_perm("conversations.release_person"):
        raise PermissionDenied
    found = _conversation(company, object_id)
    with suppress(NobodyAwaited):  # somebody else was quicker, or the user goes on: it is off as they wanted
        release_to_agents(found, str(request.user), str(request.POST.get("note") or "")[:NOTE])
        record(company, "change", CONVERSATION, found.pk, after={"waits_for_person": False})
    messages.success(request, _("The mark is off: the agents answer this matter again."))
    return HttpResponseRedirect(reverse("analytics-conversation", args=[found.pk]))


def _whats(selection: PeriodRequest, wanted: Filter) -> list[tuple[str, str, bool]]:
    """Each word with the list that it asks for; the chosen one leads back to all."""
    return [
        (
            str(words),
            make_list_address(selection, replace(wanted, what="" if name == wanted.what else name, over=0)),
            name == wanted.what,
        )
        for name, words in WHAT.items()
    ]


def _agents(company: Tenant, selection: PeriodRequest) -> list[str]:
    """Who answered in the period."""
    rows = turns.select_turns(company, selection.period, selection.agent_id).exclude(agent="")
    return sorted(rows.values_list("agent", flat=True).distinct())


def _conversation(company: Tenant, object_id: str) -> Conversation:
    """The company's conversation; 404 for any other name."""
    plain = len(object_id) <= 36 and object_id.isascii() and object_id.isprintable()
    found = Conversation.objects.of(company).filter(pk=object_id).first() if plain else None
    if found is None:
        raise Http404
    return found


def _trial() -> str:
    """Where a message can be tried, in installations that have the Studio."""
    try:
        return reverse("admin:test")
    except NoReverseMatch:
        return ""
