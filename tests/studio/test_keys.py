"""What a key may do is given by somebody who may do it."""

import io
import re
from datetime import timedelta
from types import SimpleNamespace
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.urls import reverse
from django.utils import timezone

from tenancy import key_text, keys
from tenancy.authenticate import RawCredentials, authenticate
from tenancy.errors import NotUsable
from tenancy.models import ApiKey
from tenancy.principal import SCOPES
from tenancy.roles import ROLES
from tests.parts.phrases import try_each
from tests.studio.conftest import login

BEYOND = sorted(set(SCOPES) - ROLES["operator"].scopes)
ADD = "admin:tenancy_apikey_add"


def errors(page: Any) -> Any:
    return page.context["adminform"].form.errors


@try_each("scope", BEYOND)
def test_nobody_gives_a_key_what_their_role_may_not_do(acme: SimpleNamespace, scope: str) -> None:
    page = login("operator", acme.tenant).post(reverse(ADD), {"name": "mine", "scopes": ["chat", scope]})
    assert scope in errors(page)["scopes"][0]
    assert not ApiKey.objects.of(acme.tenant).filter(name="mine").exists()


@try_each("role", ROLES)
def test_a_role_that_may_not_read_conversations_gives_no_key_that_may(role: str) -> None:
    if ROLES[role].allows("tenancy.add_apikey") and not ROLES[role].allows("conversations.view_conversation"):
        assert ROLES[role].scopes.isdisjoint({"sessions", "debug"})


@try_each("role", ["operator", "admin"])
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


def test_a_keys_own_page_ends_its_sessions_and_revokes_it(acme: SimpleNamespace) -> None:
    row, _plain = ApiKey.make(acme.tenant, "shop", ["chat"])
    operator, page = login("operator", acme.tenant), reverse("admin:tenancy_apikey_change", args=[row.pk])
    assert [name for name, _title in operator.get(page).context["row_actions"]] == [
        "rotate",
        "end_sessions",
        "revoke",
    ]
    address = reverse("admin:tenancy_apikey_changelist")
    assert f'action="{address}"' in operator.get(page).content.decode()
    operator.post(address, {"action": "revoke", "_selected_action": [row.pk]})
    row.refresh_from_db()
    assert row.revoked_at is not None


def replaced(page: Any) -> list[str]:
    return re.findall(r"sb_live_\w{8}\w+", page.content.decode())


def test_a_key_is_replaced_and_both_work_for_a_week(acme: SimpleNamespace) -> None:
    row, old = ApiKey.make(acme.tenant, "shop", ["chat", "analytics:read"])
    address = reverse("admin:tenancy_apikey_changelist")
    asked = {"action": "rotate", "_selected_action": [row.pk]}
    shown = login("operator", acme.tenant).post(address, asked, follow=True)
    (new,) = replaced(shown)
    row.refresh_from_db()
    made = ApiKey.objects.of(acme.tenant).get(prefix=key_text.prefix_of(new))
    assert (made.name, made.scopes, made.expires_at) == ("shop", row.scopes, None)
    now = timezone.now()
    assert row.usable(now + timedelta(days=6)) and not row.usable(now + timedelta(days=8))
    assert authenticate(RawCredentials(authorization=f"Bearer {old}")).id == row.prefix
    assert authenticate(RawCredentials(authorization=f"Bearer {new}")).id == made.prefix


def test_who_may_less_than_a_key_does_not_get_its_successor(acme: SimpleNamespace) -> None:
    row, _plain = ApiKey.make(acme.tenant, "theirs", ["chat", BEYOND[0]])
    asked = {"action": "rotate", "_selected_action": [row.pk]}
    shown = login("operator", acme.tenant).post(
        reverse("admin:tenancy_apikey_changelist"), asked, follow=True
    )
    assert not replaced(shown) and "may more than you may" in shown.content.decode()
    assert ApiKey.objects.of(acme.tenant).filter(name="theirs").count() == 1


def test_a_key_that_is_over_is_not_replaced_and_none_lives_longer(acme: SimpleNamespace) -> None:
    row, _plain = ApiKey.make(acme.tenant, "shop", ["chat"], timezone.now() + timedelta(days=2))
    until = row.expires_at
    keys.rotate(row)
    assert row.expires_at == until
    keys.revoke(row)
    with pytest.raises(NotUsable):
        keys.rotate(row)


def test_the_command_replaces_a_key(acme: SimpleNamespace) -> None:
    row, _plain = ApiKey.make(acme.tenant, "till", ["chat"])
    told = io.StringIO()
    call_command("rotate_key", f"sb_live_{row.prefix}", "--days", "1", stdout=told)
    assert (
        ApiKey.objects.of(acme.tenant).filter(name="till").count() == 2
        and "Shown only now" in told.getvalue()
    )
    with pytest.raises(CommandError):
        call_command("rotate_key", "sb_live_nothere1")
