"""What the address of a list may filter by."""

from copy import copy
from types import SimpleNamespace
from typing import Any
from urllib.parse import urlencode

from django.core.exceptions import SuspiciousOperation
from django.db import models
from django.http import QueryDict
from django.template.response import TemplateResponse
from django.test import Client
from django.urls import reverse

from agents.models import Specialist
from conversations.models import Conversation, Turn
from handoffs.models import AgentHandoff
from studio.links import list_of
from studio.site import site
from tenancy.models import ApiKey
from tests.parts.phrases import try_each
from tests.studio.conftest import login

LISTS = sorted(model._meta.label_lower for model in site._registry)
PATTERNS = ("regex", "iregex", "startswith", "contains", "gt", "range", "in", "has_key")


def address(label: str) -> str:
    return reverse(f"admin:{label.replace('.', '_')}_changelist")


def page_of(label: str) -> Any:
    return next(page for model, page in site._registry.items() if model._meta.label_lower == label)


def look_at(request: Any, label: str, asked: dict[str, str] | str) -> Any:
    """What the view of a list says to this query, undrawn: how it is drawn is another test's."""
    request = copy(request)
    request.GET = QueryDict(asked if isinstance(asked, str) else urlencode(asked))
    request.META["QUERY_STRING"] = request.GET.urlencode()
    request.path = request.path_info = address(label)
    return page_of(label).changelist_view(request)


def open_list(request: Any, label: str, asked: dict[str, str] | str) -> int:
    """The status of a list with this query, its rows read."""
    try:
        answer = look_at(request, label, asked)
    except SuspiciousOperation:
        return 400
    if isinstance(answer, TemplateResponse):
        list(answer.context_data["cl"].result_list)
    return answer.status_code


def test_no_field_is_guessed_piece_by_piece(acme: SimpleNamespace, root: Client) -> None:
    request, allowed = root.get(address("agents.slot")).wsgi_request, []
    for label in LISTS:
        page = page_of(label)
        fields = ["pk", *(field.name for field in page.model._meta.concrete_fields)]
        asked = [f"{name}__{part}" for name in fields for part in PATTERNS]
        allowed += [f"{label}: {each}" for each in asked if page.lookup_allowed(each, "(", request)]
        if open_list(request, label, {"pk__regex": "("}) != 400:
            allowed.append(f"{label}: the list of a pattern opens")
    assert allowed == []
    assert root.get(address("agents.slot"), {"pk__regex": "("}).status_code == 400


def test_the_digest_of_a_key_is_not_told(acme: SimpleNamespace) -> None:
    digest = ApiKey.objects.of(acme.tenant).get().digest
    operator = login("operator", acme.tenant)
    for asked in ({"digest": digest}, {"digest__exact": digest}, {"digest__startswith": digest[0]}):
        assert operator.get(address("tenancy.apikey"), asked).status_code == 400


def test_every_filter_of_a_list_works_and_survives_nonsense(acme: SimpleNamespace, root: Client) -> None:
    request, wrong = root.get(address("agents.slot")).wsgi_request, []
    for label in LISTS:
        shown = look_at(request, label, "").context_data["cl"]
        for spec in shown.filter_specs:
            for choice in spec.choices(shown):
                query = choice.get("query_string", "").removeprefix("?")
                if open_list(request, label, query) != 200:
                    wrong.append(f"{label}?{query}")
            for parameter in spec.expected_parameters():
                for value in ("(", "9" * 30):
                    if open_list(request, label, {parameter: value}) not in (200, 302, 400):
                        wrong.append(f"{label}?{parameter}={value}")
    assert wrong == []


def test_a_list_by_days_survives_every_year(acme: SimpleNamespace, root: Client) -> None:
    request, wrong = root.get(address("agents.slot")).wsgi_request, []
    for label in [each for each in LISTS if page_of(each).date_hierarchy]:
        name = page_of(label).date_hierarchy
        for value in ("2026", "9999", "0001", "99999", "abc", "-1", "0"):
            moment = f"{value}-12-31T23:59:59-12:00"
            asked: list[dict[str, str]] = [
                {f"{name}__year": value},
                {f"{name}__year": "2026", f"{name}__month": value},
                {f"{name}__year": "2026", f"{name}__month": "12", f"{name}__day": value},
                {f"{name}__gte": moment},
                {f"{name}__lt": moment},
                {f"{name}__month": value},
            ]
            found = {str(each): open_list(request, label, each) for each in asked}
            wrong += [f"{label}?{each}" for each, status in found.items() if status not in (200, 302, 400)]
        # What is drawn of days is drawn by the list's template.
        assert root.get(address(label), {f"{name}__year": "2026"}).status_code == 200
        assert root.get(address(label), {f"{name}__year": "9999"}).status_code in (200, 302, 400)
    assert wrong == []


@try_each(
    ("model", "asked"),
    [
        (Turn, {"conversation__id__exact": "x", "created_at__gte": "2026-01-01T00:00:00+00:00"}),
        (
            Turn,
            {"status__exact": "failed", "method": "fallback", "created_at__gte": "2026-01-01 00:00:00-03:00"},
        ),
        (AgentHandoff, {"conversation__id__exact": "x", "timestamp__gte": "2026-01-01"}),
        (Conversation, {"last_activity__gte": "2026-01-01"}),
        (Specialist, {"name__exact": "desk_agent"}),
    ],
    ids=["a talk's turns", "figures", "a talk's handoffs", "today's", "one specialist"],
)
def test_links_of_the_studio_are_followed(
    acme: SimpleNamespace, root: Client, model: type[models.Model], asked: dict[str, str]
) -> None:
    assert root.get(list_of(model, **asked)).status_code == 200
