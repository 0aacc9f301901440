"""What the address of a list may filter by."""

from types import SimpleNamespace
from typing import Any

import pytest
from django.db import models
from django.test import Client
from django.urls import reverse

from agents.models import Specialist
from conversations.models import Conversation, Turn
from handoffs.models import AgentHandoff
from studio.links import list_of
from studio.site import site
from tenancy.models import ApiKey
from tests.studio.conftest import login

LISTS = sorted(model._meta.label_lower for model in site._registry)
PATTERNS = ("regex", "iregex", "startswith", "contains", "gt", "range", "in", "has_key")


def address(label: str) -> str:
    return reverse(f"admin:{label.replace('.', '_')}_changelist")


def page_of(label: str) -> Any:
    return next(page for model, page in site._registry.items() if model._meta.label_lower == label)


@pytest.mark.parametrize("label", LISTS)
def test_no_field_is_guessed_piece_by_piece(acme: SimpleNamespace, root: Client, label: str) -> None:
    page, request = page_of(label), root.get(address(label)).wsgi_request
    fields = ["pk", *(field.name for field in page.model._meta.concrete_fields)]
    asked = [f"{name}__{part}" for name in fields for part in PATTERNS]
    assert [each for each in asked if page.lookup_allowed(each, "(", request)] == []
    assert root.get(address(label), {"pk__regex": "("}).status_code == 400


def test_the_digest_of_a_key_is_not_told(acme: SimpleNamespace) -> None:
    digest = ApiKey.objects.of(acme.tenant).get().digest
    operator = login("operator", acme.tenant)
    for asked in ({"digest": digest}, {"digest__exact": digest}, {"digest__startswith": digest[0]}):
        assert operator.get(address("tenancy.apikey"), asked).status_code == 400


@pytest.mark.parametrize("label", LISTS)
def test_every_filter_of_a_list_works_and_survives_nonsense(
    acme: SimpleNamespace, root: Client, label: str
) -> None:
    shown = root.get(address(label)).context["cl"]
    for spec in shown.filter_specs:
        for choice in spec.choices(shown):
            assert root.get(address(label) + choice.get("query_string", "")).status_code == 200
        for parameter in spec.expected_parameters():
            for value in ("(", "9" * 30):
                assert root.get(address(label), {parameter: value}).status_code in (200, 302, 400)


@pytest.mark.parametrize("label", [each for each in LISTS if page_of(each).date_hierarchy])
@pytest.mark.parametrize("value", ["2026", "9999", "0001", "99999", "abc", "-1", "0"])
def test_a_list_by_days_survives_every_year(
    acme: SimpleNamespace, root: Client, label: str, value: str
) -> None:
    name = page_of(label).date_hierarchy
    moment = f"{value}-12-31T23:59:59-12:00"
    asked: list[dict[str, str]] = [
        {f"{name}__year": value},
        {f"{name}__year": "2026", f"{name}__month": value},
        {f"{name}__year": "2026", f"{name}__month": "12", f"{name}__day": value},
        {f"{name}__gte": moment},
        {f"{name}__lt": moment},
        {f"{name}__month": value},
    ]
    assert {root.get(address(label), each).status_code for each in asked} <= {200, 302, 400}
    assert value != "2026" or root.get(address(label), {f"{name}__year": value}).status_code == 200


@pytest.mark.parametrize(
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
