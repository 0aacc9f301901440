"""What a key may do is given by somebody who may do it."""

from types import SimpleNamespace
from typing import Any

import pytest
from django.urls import reverse

from tenancy.models import ApiKey
from tenancy.principal import SCOPES
from tenancy.roles import ROLES
from tests.studio.conftest import login

BEYOND = sorted(set(SCOPES) - ROLES["operator"].scopes)
ADD = "admin:tenancy_apikey_add"


def errors(page: Any) -> Any:
    return page.context["adminform"].form.errors


@pytest.mark.parametrize("scope", BEYOND)
def test_nobody_gives_a_key_what_their_role_may_not_do(acme: SimpleNamespace, scope: str) -> None:
    page = login("operator", acme.tenant).post(reverse(ADD), {"name": "mine", "scopes": ["chat", scope]})
    assert scope in errors(page)["scopes"][0]
    assert not ApiKey.objects.of(acme.tenant).filter(name="mine").exists()


@pytest.mark.parametrize("role", ["operator", "admin"])
def test_everything_the_role_may_do_can_be_given(acme: SimpleNamespace, role: str) -> None:
    given = sorted(ROLES[role].scopes)
    page = login(role, acme.tenant).post(reverse(ADD), {"name": "mine", "scopes": given})
    assert page.status_code == 302
    assert ApiKey.objects.of(acme.tenant).get(name="mine").scopes == given


def test_a_key_that_may_more_is_edited_without_giving_it_more(acme: SimpleNamespace) -> None:
    row, _plain = ApiKey.make(acme.tenant, "theirs", ["chat", BEYOND[0]])
    operator, address = login("operator", acme.tenant), reverse("admin:tenancy_apikey_change", args=[row.pk])
    assert "scopes" in errors(operator.post(address, {"name": "theirs", "scopes": BEYOND}))
    assert operator.post(address, {"name": "renamed", "scopes": ["chat", BEYOND[0]]}).status_code == 302
    row.refresh_from_db()
    assert (row.name, row.scopes) == ("renamed", ["chat", BEYOND[0]])
