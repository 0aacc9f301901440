"""Whom the page lets in, and what it hands to its script."""

import json
import re
import time
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.contrib.auth.models import User
from django.test import Client, RequestFactory

from routing.api import schema
from routing.api.schema import SchemaPage
from tenancy import tokens
from tenancy.models import ApiKey, Membership, Tenant

pytestmark = pytest.mark.django_db


def given(answer):
    """The settings that the page's script reads, or None where there are none."""
    found = re.search(
        r'<script id="chat-settings" type="application/json">(.*?)</script>', answer.content.decode()
    )
    return json.loads(found.group(1)) if found else None


@pytest.fixture
def person(settings):
    settings.DEMO = False

    def make(role=None):
        user = User.objects.create(username=f"{role}_1")
        if role:
            Membership.objects.create(user=user, tenant_id="tenant_a", role=role)
        client = Client()
        client.force_login(user)
        return client

    return make


def test_a_visitor_of_the_demo_needs_no_token(settings):
    from demo.customers import CUSTOMERS

    settings.DEMO, settings.CHAT_CUSTOMERS = True, CUSTOMERS
    page = given(Client().get("/"))
    assert page["token"] is None
    assert [one["context"]["msisdn"] for one in page["customers"]] == [
        "5511999999999",
        "11999999999",
        "3000131180",
    ]


def test_a_stranger_is_shown_where_to_sign_in(settings):
    settings.DEMO = False
    answer = Client().get("/", headers={"Accept-Language": "en"})
    assert given(answer) is None
    assert 'href="/admin/login/?next=/"' in answer.content.decode()


@pytest.mark.parametrize(
    ("role", "scopes"),
    [
        ("viewer", {"chat"}),
        ("editor", {"chat", "debug"}),
        ("operator", {"chat", "chat:multi_agent"}),
        ("admin", {"chat", "chat:multi_agent", "context:trusted", "sessions", "debug"}),
    ],
)
def test_a_person_of_the_company_gets_a_short_token_with_their_roles_scopes(person, role, scopes):
    answer = person(role).get("/")
    claims = tokens.read(given(answer)["token"])
    assert (claims.tenant_id, claims.user_id, claims.scopes) == ("tenant_a", f"{role}_1", scopes)
    assert "no-store" in answer.headers["cache-control"]
    assert given(answer)["customers"] == []


def test_somebody_of_no_company_is_told_so(person):
    answer = person().get("/", headers={"Accept-Language": "en"})
    assert (answer.status_code, given(answer)) == (403, None)
    assert "company" in answer.content.decode()


def test_no_script_or_style_stands_in_the_page_itself(settings):
    settings.DEMO = True
    answer = Client().get("/")
    policy = answer.headers["content-security-policy"]
    assert "script-src 'self';" in policy + ";"
    assert "unsafe" not in policy
    html = answer.content.decode()
    assert not re.search(r"<script(?![^>]*(?:src=|application/json))|<style| style=| on\w+=", html)


def test_the_schema_is_for_people_who_are_logged_in(person, settings):
    settings.DEMO = False
    assert Client().get("/api/schema/").status_code == 401
    assert Client().get("/api/docs/").status_code == 302
    assert person("viewer").get("/api/schema/").status_code == 200


def test_a_program_reads_the_schema_with_any_valid_key(settings, db):
    settings.DEMO = False
    _row, key = ApiKey.make(Tenant.objects.create(slug="acme"), "reader", ["chat"])
    asks = Client(headers={"Authorization": f"Bearer {key}"})
    assert asks.get("/api/schema/").status_code == 200
    wrong = Client(headers={"Authorization": f"Bearer {key}x"}).get("/api/schema/")
    assert (wrong.status_code, "key" in wrong.json()["detail"]) == (401, True)


def test_the_schema_is_made_once_whoever_asks_first(settings, monkeypatch):
    settings.DEMO = True
    made = []

    def slowly(self, request=None, public=False):
        made.append(1)
        time.sleep(0.02)
        return {"openapi": "3.0.3"}

    monkeypatch.setattr(schema.SchemaGenerator, "get_schema", slowly)
    schema._document.cache_clear()
    with ThreadPoolExecutor(4) as threads:
        list(threads.map(lambda _: SchemaPage.as_view()(RequestFactory().get("/api/schema/")), range(4)))
    schema._document.cache_clear()
    assert made == [1]
