"""Who runs an installation says where things are, at once; what they are for is the editors' to say."""

from types import SimpleNamespace
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from agents.models import LLMProfile, MCPServer
from routing.models import Backend, Domain
from studio.links import page_of
from tests.parts.phrases import try_each
from tests.studio.conftest import login

pytestmark = pytest.mark.django_db

DOMAIN = {
    "name": "other", "description": "other", "keywords": "other", "examples": "other", "timeout": "3",
    "variables": "OTHER", "kind": "remote_http", "url": "https://new.example.com", "secret": "-",
}  # fmt: skip
BACKEND = {
    "name": "other", "title": "other", "description": "other", "domains": "other", "keywords": "other",
    "examples": "other", "priority": "1", "default_agent_id": "other", "url": "https://new.example.com",
    "message_path": "/m", "sse_message_path": "/s", "events_path_template": "/e", "health_path": "/h",
    "secret": "-",
}  # fmt: skip
SERVER = {
    "name": "other",
    "description": "other",
    "transport": "http",
    "url": "https://new.example.com",
    "secret": "-",
}
MODEL = {
    "name": "other",
    "model": "other",
    "temperature": "1",
    "provider": "openai",
    "base_url": "https://new.example.com",
    "api_key": "-",
}
WRITTEN = [
    (Domain, DOMAIN, "url"),
    (Backend, BACKEND, "url"),
    (MCPServer, SERVER, "url"),
    (LLMProfile, MODEL, "base_url"),
]


def row_of(model: Any, acme: SimpleNamespace) -> Any:
    return model.objects.of(acme.tenant).first() or model.unscoped.create(tenant=acme.tenant, name="a")


def authored(row: Any, address: str) -> dict[str, Any]:
    at_once = {address, "secret", "api_key", "kind", "server_id", "transport", "message_path",
               "sse_message_path",
               "events_path_template", "health_path"}  # fmt: skip
    return {field.attname: getattr(row, field.attname) for field in row._meta.concrete_fields
            if field.attname not in at_once}  # fmt: skip


@try_each(("model", "given", "address"), WRITTEN)
def test_an_operator_says_where_it_is_and_nothing_else(
    model: Any, given: dict[str, str], address: str, acme: SimpleNamespace
) -> None:
    operator, row = login("operator", acme.tenant), row_of(model, acme)
    before = authored(row, address)
    shown = operator.get(page_of(row)).content.decode()
    assert f'name="{address}"' in shown and 'name="description"' not in shown and 'name="model"' not in shown
    answer = operator.post(page_of(row), given)
    assert answer.status_code == 302, answer.context["adminform"].form.errors
    row.refresh_from_db()
    assert getattr(row, address) == "https://new.example.com" and authored(row, address) == before


def test_what_a_domain_proposes_is_an_editors_to_approve(acme: SimpleNamespace) -> None:
    row = row_of(Domain, acme)

    def approves(browser: Client) -> int:
        return browser.post(reverse("admin:routing_domain_approve", args=[row.pk])).status_code

    assert approves(login("operator", acme.tenant)) == 403
    assert approves(login("editor", acme.tenant)) == 302
