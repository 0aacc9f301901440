"""A session token dies with what it was made by: its key, its user, the person who is logged in."""

from datetime import timedelta

import pytest
from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.models import Session
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from tenancy import ending, keys, operational, tokens
from tenancy.authenticate import RawCredentials, authenticate
from tenancy.errors import Unauthenticated
from tenancy.models import ApiKey, EndedUser, Tenant
from tests.parts.phrases import try_each

pytestmark = pytest.mark.django_db


def enter(token):
    return authenticate(RawCredentials(authorization=f"Bearer {token}"))


def refused(token):
    with pytest.raises(Unauthenticated):
        enter(token)
    return True


@pytest.fixture
def signing(acme):
    return ApiKey.make(acme, "shop", ["session:create", "chat"])[0]


def signed(key, user="u1"):
    return tokens.issue(key.tenant_id, user, {}, ["chat"], key=key.prefix)


def lapsed(key):
    ApiKey.unscoped.filter(pk=key.pk).update(expires_at=timezone.now() - timedelta(seconds=1))
    operational.touch(key.tenant_id)


def narrowed(key):
    ApiKey.unscoped.filter(pk=key.pk).update(scopes=["chat"])
    operational.touch(key.tenant_id)


def lapses_soon(key):
    ApiKey.unscoped.filter(pk=key.pk).update(expires_at=timezone.now() + timedelta(seconds=1))
    operational.touch(key.tenant_id)


@pytest.mark.parametrize("end", [keys.revoke, lapsed, narrowed, ending.of_key], ids=lambda end: end.__name__)
def test_a_token_dies_with_the_key_that_signed_it(acme, signing, end):
    other = ApiKey.make(acme, "app", ["session:create"])[0]
    ours, theirs = signed(signing), signed(other)
    assert enter(ours).user_id == enter(theirs).user_id == "u1"
    end(signing)
    assert refused(ours)
    assert enter(theirs).user_id == "u1"


def test_a_token_dies_when_its_keys_time_is_over_though_nothing_changes(signing, monkeypatch):
    lapses_soon(signing)
    token = signed(signing)
    enter(token)
    later = timezone.now() + timedelta(seconds=2)
    monkeypatch.setattr(ending.timezone, "now", lambda: later)
    assert refused(token)


def test_a_key_whose_sessions_were_ended_signs_others(signing):
    ending.of_key(signing)
    assert enter(signed(signing)).user_id == "u1"


def test_all_sessions_of_a_user_end_whoever_signed_them(acme, other, signing):
    second = ApiKey.make(acme, "app", ["session:create"])[0]
    elsewhere = ApiKey.make(other, "shop", ["session:create"])[0]
    ended = [signed(signing), signed(second), tokens.issue("acme", "u1", {}, ["chat"])]
    left = [signed(signing, "u2"), signed(elsewhere)]
    ending.of_user(acme, "u1")
    assert all(map(refused, ended))
    assert [enter(token).tenant_id for token in left] == ["acme", "other_company"]
    assert enter(signed(signing)).user_id == "u1"


def test_ends_that_outlived_every_token_are_forgotten(acme):
    ending.of_user(acme, "u1")
    EndedUser.unscoped.update(ended_at=timezone.now() - timedelta(seconds=tokens.LONGEST + 1))
    ending.of_user(acme, "u2")
    assert [row.user_id for row in EndedUser.objects.of(acme)] == ["u2"]


def test_while_the_counter_stands_nobody_is_asked(acme, signing):
    token = signed(signing)
    enter(token)
    with CaptureQueriesContext(
        connection,
    ) as asked:
        enter(token)
    assert len(asked) == 1  # the company's row, with its counter


@pytest.fixture
def page(acme, person):
    """Somebody who is logged in, and the token of their page."""
    user = person("admin", acme)
    browser = Client()
    browser.force_login(user, "django.contrib.auth.backends.ModelBackend")
    return user, browser, lambda: tokens.issue("acme", None, {}, ["chat"], staff=user.pk)


def test_a_page_dies_with_the_log_out(page):
    _user, browser, token = page
    before = token()
    assert enter(before)
    browser.post("/admin/logout/")
    assert refused(before)
    assert enter(token())  # of another browser


def test_a_page_dies_with_the_password(page):
    user, _browser, token = page
    before = token()
    user.set_password("another one")
    user.save()
    assert refused(before)


def test_all_sessions_of_a_person_end_and_nobody_elses(page, acme, person):
    user, browser, token = page
    other = Client()
    other.force_login(person("viewer", acme), "django.contrib.auth.backends.ModelBackend")
    before = token()
    assert ending.of_person(user) == 1
    assert refused(before)
    assert browser.get("/admin/").status_code == 302
    assert other.get("/admin/").status_code == 200


def test_end_sessions_by_command(page, signing, capsys):
    user, _browser, token = page
    of_page, of_key, of_user = token(), signed(signing), signed(signing, "u2")
    call_command("end_sessions", tenant="acme", user="u2")
    assert refused(of_user)
    assert enter(of_key)
    call_command("end_sessions", key=f"sb_live_{signing.prefix}")
    assert refused(of_key)
    assert enter(of_page)
    call_command("end_sessions", person=user.username)
    assert refused(of_page)
    assert not [row for row in Session.objects.all() if row.get_decoded().get(SESSION_KEY) == str(user.pk)]
    rest = signed(signing)
    call_command("end_sessions", tenant="acme")
    assert refused(rest)
    assert "acme" in capsys.readouterr().out


@try_each(
    "wrong",
    [{}, {"key": "sb_live_nothing0"}, {"person": "nobody"}, {"tenant": "nowhere"}, {"user": "u1"},
        {"tenant": "acme", "key": "x"}],
)  # fmt: skip
def test_the_command_says_what_it_cannot_end(acme, wrong):
    epoch = Tenant.objects.get(pk="acme").token_epoch
    with pytest.raises(CommandError):
        call_command("end_sessions", **wrong)
    assert Tenant.objects.get(pk="acme").token_epoch == epoch
