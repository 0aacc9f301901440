"""Secrets that are stored: no page shows one, and none goes where it was not given for."""

from types import SimpleNamespace
from typing import Any

import pytest
from django.apps import apps
from django.test import Client
from django.urls import reverse

from agents.models import LLMProfile, MCPServer
from outbound import headers
from outbound.fields import EncryptedField
from outbound.headers import HeadersField
from studio.links import page_of
from studio.site import site
from studio.values import cell
from tenancy.roles import ROLES
from tests.parts.phrases import try_each
from tests.parts.taken_back import taken_back
from tests.studio.conftest import login

DOING = ("view", "add", "change", "delete")
SECRET = "sk-secret-of-the-company-9f3a"
HOLDERS: list[tuple[Any, str]] = [
    (model, field.name)
    for model in apps.get_models()
    for field in model._meta.concrete_fields
    if isinstance(field, EncryptedField) and field.editable  # a package's: tests/agents/test_plugins.py
]


def held(model: Any, field: str) -> str:
    """The secret as a field holds it."""
    alone = not isinstance(model._meta.get_field(field), HeadersField)
    return SECRET if alone else headers.write({"X-Key": SECRET})


@pytest.fixture
def kept(acme: SimpleNamespace) -> SimpleNamespace:
    """The company, with a secret in every place that holds one, and a history of edits."""
    for model, field in HOLDERS:
        for row in model.objects.of(acme.tenant):
            setattr(row, field, held(model, field))
            row.save()
    return acme


def pages(model: Any, tenant: Any) -> list[str]:
    """Every page of the Studio about the rows of a model that hold a secret."""
    name = model._meta.label_lower.replace(".", "_")
    row = model.objects.of(tenant).get()
    kept = row.history.first() if hasattr(row, "history") else None  # what acts at once has none
    versions = [reverse(f"admin:{name}_simple_history", args=[row.pk, kept.pk])] if kept else []
    rows = [reverse(f"admin:{name}_{page}", args=[row.pk]) for page in ("change", "history", "delete")]
    return [reverse(f"admin:{name}_changelist"), *rows, *versions]


def roles_of(model: Any) -> set[str]:
    """One role for each way of meeting the rows of a model: who sees, edits and deletes them."""
    ways = {}
    for role, about in sorted(ROLES.items()):
        doing = (f"{model._meta.app_label}.{verb}_{model._meta.model_name}" for verb in DOING)
        ways[tuple(map(about.allows, doing))] = role
    return set(ways.values())


def test_no_page_of_a_secret_s_row_shows_it_to_any_role(kept: SimpleNamespace) -> None:
    people = {role: login(role, kept.tenant) for role in ROLES}
    shown = [
        f"{address} to {role}"
        for model in {model for model, _field in HOLDERS}
        for role in roles_of(model)
        for address in pages(model, kept.tenant)
        if SECRET in people[role].get(address).content.decode()
    ]
    assert shown == []


READ = [
    (model, field)
    for model, field in HOLDERS
    if ROLES["viewer"].allows(f"{model._meta.app_label}.view_{model._meta.model_name}")
]


def test_who_may_only_read_sees_its_last_four_characters(kept: SimpleNamespace) -> None:
    viewer = login("viewer", kept.tenant)
    for model, field in READ:
        name = model._meta.label_lower.replace(".", "_")
        row = model.objects.of(kept.tenant).get()
        seen = viewer.get(reverse(f"admin:{name}_change", args=[row.pk]))
        assert "…9f3a" in seen.content.decode(), f"{name}.{field}"


def test_a_list_that_named_it_would_not_show_it_either(kept: SimpleNamespace) -> None:
    for model, field in HOLDERS:
        shown = cell(model, field)
        assert callable(shown)
        assert shown(model.objects.of(kept.tenant).get()).endswith("…9f3a"), f"{model.__name__}.{field}"


def test_every_secret_of_the_installation_is_edited_on_a_page(db: None) -> None:
    assert {model for model, _field in HOLDERS} <= set(site._registry)


def sent(browser: Client, row: Any, address: str = "", **given: str) -> Any:
    """What a person sends who opened the row's page (or another, such as an old version's) and edits it."""
    address = address or page_of(row)
    return browser.post(address, {**filled(browser, address), **given})


def filled(browser: Client, address: str) -> dict[str, Any]:
    """What the form of a page holds as it is opened; of secrets it holds nothing."""
    form = browser.get(address).context["adminform"].form
    shown = {each.html_name: each.value() for each in form}
    return {name: value for name, value in shown.items() if value not in (None, False)} | {
        "api_key": "",
        "secret": "",
    }


HEADERS: dict[str, tuple[str, dict[str, str]]] = {
    "one is added": ("X-Key: …9f3a\nX-Plan: gold", {"X-Key": SECRET, "X-Plan": "gold"}),
    "one is replaced": ("X-Plan: gold", {"X-Plan": "gold"}),
    "a new value": ("X-Key: another", {"X-Key": "another"}),
    "none is left": ("", {}),
}
REFUSED = {
    "X-Api-Version": "is no header",
    "Host: elsewhere.example": "platform's own",
    "X Api: 2": "cannot be the name",
    "X-New: …9f3a": "Enter it anew",
    "X-Key: a\nX-key: b": "twice",
}


def test_a_header_s_line_left_as_it_is_keeps_its_value(kept: SimpleNamespace) -> None:
    row = LLMProfile.objects.of(kept.tenant).get()
    admin, address = login("admin", kept.tenant), page_of(row)
    form = filled(admin, address)

    def keep(typed: str) -> dict[str, str]:
        with taken_back():
            assert admin.post(address, {**form, "extra_headers": typed}).status_code == 302
            row.refresh_from_db()
            return headers.read(row.extra_headers)

    found = {title: keep(typed) for title, (typed, _left) in HEADERS.items()}
    assert found == {title: left for title, (_typed, left) in HEADERS.items()}


def test_a_header_that_no_request_can_carry_is_refused(kept: SimpleNamespace) -> None:
    row = LLMProfile.objects.of(kept.tenant).get()
    admin, address = login("admin", kept.tenant), page_of(row)
    form = filled(admin, address)
    for typed, words in REFUSED.items():
        page = admin.post(address, {**form, "extra_headers": typed})
        assert words in page.context["adminform"].form.errors["extra_headers"][0], typed


ADDRESSES = [
    (LLMProfile, "api_key", {"base_url": "https://elsewhere.example/v1"}),
    (LLMProfile, "api_key", {"provider": "gemini"}),
    (MCPServer, "secret", {"url": "https://elsewhere.example/mcp"}),
]
each_address = try_each(
    ("model", "field", "change"), ADDRESSES, ids=["model's address", "provider", "tool server's address"]
)


@each_address
def test_it_is_not_sent_to_an_address_it_was_not_given_for(
    kept: SimpleNamespace, model: Any, field: str, change: dict[str, str]
) -> None:
    row = model.objects.of(kept.tenant).get()
    for role in ("admin", "operator"):
        page = sent(login(role, kept.tenant), row, **change)
        assert "Where it is sent changed" in page.context["adminform"].form.errors[field][0]
        after = model.objects.of(kept.tenant).get()
        assert [getattr(after, name) for name in change] == [getattr(row, name) for name in change]


@each_address
def test_the_address_changes_with_the_secret_said_again_or_removed(
    kept: SimpleNamespace, model: Any, field: str, change: dict[str, str]
) -> None:
    row = model.objects.of(kept.tenant).get()
    admin, address = login("admin", kept.tenant), page_of(row)
    form = filled(admin, address)
    for typed, left in ((SECRET, SECRET), ("-", "")):
        with taken_back():
            given = {"extra_headers": "", **change, field: typed}
            assert admin.post(address, {**form, **given}).status_code == 302
            row.refresh_from_db()
            assert getattr(row, field) == left
            assert {name: getattr(row, name) for name in change} == change


@each_address
def test_an_old_version_does_not_bring_its_address_back_to_a_newer_secret(
    kept: SimpleNamespace, model: Any, field: str, change: dict[str, str]
) -> None:
    row = model.objects.of(kept.tenant).get()
    for name, value in change.items():
        setattr(row, name, value)
    row.save()
    name, old = model._meta.label_lower.replace(".", "_"), row.history.order_by("history_id").first()
    address = reverse(f"admin:{name}_simple_history", args=[row.pk, old.pk])
    page = sent(login("admin", kept.tenant), row, address)
    assert field in page.context["adminform"].form.errors
    row.refresh_from_db()
    assert {each: getattr(row, each) for each in change} == change


@each_address
def test_of_two_forms_sent_at_once_neither_takes_it_along(
    kept: SimpleNamespace, model: Any, field: str, change: dict[str, str]
) -> None:
    """The first moves the address and drops the secret.

    The second began before it and has the secret still.
    """
    row = model.objects.of(kept.tenant).get()
    browser, address = login("admin", kept.tenant), page_of(row)
    form = browser.get(address).context["adminform"].form
    shown = {each.html_name: each.value() for each in form if each.value() not in (None, False)}
    given = {**shown, "api_key": "", "secret": "", "extra_headers": "", **change, field: "-"}
    assert browser.post(address, given).status_code == 302
    began = type(form)(instance=row)
    data = {each.html_name: each.value() for each in began if each.value() not in (None, False)}
    late = type(form)(data={**data, **change, field: ""}, instance=row)
    assert field in late.errors


def test_what_else_is_edited_keeps_it(kept: SimpleNamespace) -> None:
    assert sent(login("admin", kept.tenant), kept.model, model="m-2").status_code == 302
    row = LLMProfile.objects.of(kept.tenant).get()
    assert (row.model, row.api_key) == ("m-2", SECRET)
