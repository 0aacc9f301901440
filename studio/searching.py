"""The search of every page: pages, and rows of the own company by name, keyword or id. Nothing is cached:
the theme's own search keeps results for five minutes, whatever company was chosen meanwhile."""

from collections.abc import Iterator
from itertools import islice
from typing import Any

from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.utils.text import capfirst
from unfold.dataclasses import SearchResult

from agents.models import LLMProfile, MCPServer, MCPTool, Slot, Specialist
from conversations.models import Conversation, Turn
from routing.models import (
    AgentProfile,
    Backend,
    BusinessKey,
    Capability,
    Domain,
    Goal,
    Intent,
    Keyword,
    StatePolicy,
)
from studio.access import is_allowed, tenant
from studio.links import page_of
from studio.navigation import list_sections
from tenancy.models import Tenant

LONGEST = 100
EACH = 5  # of one kind
LEAST = 2  # letters before rows are looked for

# What is found by which words, and its icon.
ROWS: tuple[tuple[Any, tuple[str, ...], str], ...] = (
    (Intent, ("name", "description"), "forum"),
    (Specialist, ("name", "display_name", "purpose"), "groups"),
    (AgentProfile, ("agent_id", "name", "description"), "hub"),
    (MCPTool, ("name", "description"), "build"),
    (MCPServer, ("name", "description"), "dns"),
    (Slot, ("name",), "pin"),
    (StatePolicy, ("state", "description"), "alt_route"),
    (BusinessKey, ("name", "description"), "badge"),
    (LLMProfile, ("name", "model"), "psychology"),
    (Backend, ("name", "title", "description"), "lan"),
    (Domain, ("name", "description"), "extension"),
    (Goal, ("name", "description"), "flag"),
    (Capability, ("name", "description"), "bolt"),
)


def page(request: HttpRequest) -> HttpResponse:
    """`/admin/search/?s=...`: the list under the box."""
    text = request.GET.get("s", "").strip()[:LONGEST]
    if not text:
        return HttpResponse()
    context = {"results": list(search_everything(request, tenant(request), text))}
    return TemplateResponse(
        request, "unfold/helpers/search_results.html", context, headers={"HX-Trigger": "search"}
    )


def search_everything(request: HttpRequest, company: Tenant, text: str) -> Iterator[SearchResult]:
    """Pages first, then rows kind by kind, each only for those who may open it."""
    yield from islice(_pages(request, text), EACH)
    if len(text) < LEAST:
        return
    for model, names, icon in ROWS:
        if is_allowed(request, _view(model)):
            wanted = Q()
            for name in names:
                wanted |= Q(**{f"{name}__icontains": text})
            for row in _whole(model.objects.of(company)).filter(wanted)[:EACH]:
                yield _result(row, str(row), icon)
    if is_allowed(request, _view(Intent)):
        words = Keyword.objects.of(company).filter(text__icontains=text).select_related("intent")
        for word in words.order_by("text")[:EACH]:
            yield _result(word.intent, f"{word.text} · {word.intent.name}", "sell", Keyword)
    yield from _record(request, company, text)


def _whole(rows: Any) -> Any:
    """With what a row is named by."""
    return rows.select_related("domain") if rows.model in (Goal, Capability) else rows


def _pages(request: HttpRequest, text: str) -> Iterator[SearchResult]:
    plain = text.casefold()
    for section in list_sections(request):
        for item in section["items"]:
            if plain in str(item["title"]).casefold():
                yield SearchResult(
                    str(item["title"]), str(section["title"] or ""), item["link"], item["icon"]
                )


def _record(request: HttpRequest, company: Tenant, text: str) -> Iterator[SearchResult]:
    """Conversations by id, session or user, turns by id: whole or from their beginning."""
    if is_allowed(request, _view(Conversation)):
        named = Q(pk=text) | Q(key=text) | Q(session_id__startswith=text) | Q(user_id__startswith=text)
        for talk in Conversation.objects.of(company).filter(named).order_by("-last_activity")[:EACH]:
            yield _result(talk, str(talk), "chat")
    if is_allowed(request, _view(Turn)):
        for turn in Turn.objects.of(company).filter(pk=text).select_related("conversation"):
            yield _result(turn, f"{turn.conversation} · {turn}", "timeline")


def _view(model: Any) -> str:
    return f"{model._meta.app_label}.view_{model._meta.model_name}"


def _result(row: Any, title: str, icon: str, kind: Any = None) -> SearchResult:
    words = capfirst(str((kind or type(row))._meta.verbose_name))
    return SearchResult(title, words, page_of(row), icon)
