"""Secrets that are stored: no page shows one, and none goes where it was not given for."""

from types import SimpleNamespace
from typing import Any

import pytest
from django.apps import apps
from django.test import Client
from django.urls import reverse

from outbound.fields import EncryptedField
from studio.shown import cell
from studio.site import site
from tenancy.roles import ROLES
from tests.studio.conftest import login

SECRET = "sk-secret-of-the-company-9f3a"
HOLDERS: list[tuple[Any, str]] = [
    (model, field.name)
    for model in apps.get_models()
    for field in model._meta.concrete_fields
    if isinstance(field, EncryptedField)
]


@pytest.fixture
def kept(acme: SimpleNamespace) -> SimpleNamespace:
    """The company, with a secret in every place that holds one, and a history of edits."""
    for model, field in HOLDERS:
        for row in model.objects.of(acme.tenant):
            setattr(row, field, SECRET)
            row.save()
    return acme


def pages(model: Any, tenant: Any) -> list[str]:
    """Every page of the Studio about the rows of a model that hold a secret."""
    name = model._meta.label_lower.replace(".", "_")
    row = model.objects.of(tenant).get()
    versions = [reverse(f"admin:{name}_simple_history", args=[row.pk, row.history.first().pk])]
    rows = [reverse(f"admin:{name}_{page}", args=[row.pk]) for page in ("change", "history", "delete")]
    return [reverse(f"admin:{name}_changelist"), *rows, *versions]


@pytest.mark.parametrize("role", sorted(ROLES))
@pytest.mark.parametrize("model", [model for model, _field in HOLDERS], ids=lambda model: model.__name__)
def test_no_page_of_a_secret_s_row_shows_it_to_any_role(kept: SimpleNamespace, model: Any, role: str) -> None:
    browser = login(role, kept.tenant)
    seen = [browser.get(address).content.decode() for address in pages(model, kept.tenant)]
    assert not [each for each in seen if SECRET in each]


@pytest.mark.parametrize(("model", "field"), HOLDERS, ids=lambda each: getattr(each, "__name__", each))
def test_who_may_only_read_sees_its_last_four_characters(
    kept: SimpleNamespace, model: Any, field: str
) -> None:
    name = model._meta.label_lower.replace(".", "_")
    row = model.objects.of(kept.tenant).get()
    seen = login("viewer", kept.tenant).get(reverse(f"admin:{name}_change", args=[row.pk]))
    assert "…9f3a" in seen.content.decode()


@pytest.mark.parametrize(("model", "field"), HOLDERS, ids=lambda each: getattr(each, "__name__", each))
def test_a_list_that_named_it_would_not_show_it_either(kept: SimpleNamespace, model: Any, field: str) -> None:
    shown = cell(model, field)
    assert callable(shown)
    assert shown(model.objects.of(kept.tenant).get()) == "…9f3a"


def test_every_secret_of_the_installation_is_edited_on_a_page(db: None) -> None:
    assert {model for model, _field in HOLDERS} <= set(site._registry)
