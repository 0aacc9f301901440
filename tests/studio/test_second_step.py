"""Second factors: an authenticator app and recovery codes, asked after the password, and by nothing gone
around.
"""

import base64
import hashlib
import hmac
import re
import struct
import time
from io import StringIO

import pytest
from allauth.mfa.models import Authenticator
from cryptography.fernet import Fernet
from django.contrib.auth import get_user_model
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from audit.models import AuditEntry
from audit.reading import as_json
from tenancy.models import Membership, Tenant
from tests.studio.conftest import login

PERSON = get_user_model()
PASSWORD = "correct-horse-7"
LOGIN, CODE, ACCOUNT = reverse("admin:login"), reverse("mfa_authenticate"), reverse("admin:account")


def code_of(secret: str, later: int = 0) -> str:
    """What an authenticator app shows (RFC 6238), `later` periods from now."""
    counter = struct.pack(">Q", int(time.time()) // 30 + later)
    digest = hmac.new(base64.b32decode(secret), counter, hashlib.sha1).digest()
    start = digest[-1] & 15
    return f"{(struct.unpack('>I', digest[start : start + 4])[0] & 0x7FFFFFFF) % 10**6:06d}"


@pytest.fixture
def ana(db):
    person = PERSON.objects.create_user("ana", "ana@example.com", PASSWORD, is_staff=True)
    Membership.objects.create(user=person, tenant=Tenant.objects.create(slug="acme"), role="viewer")
    return person


def with_password(browser, password=PASSWORD, **more):
    return browser.post(LOGIN, {"username": "ana", "password": password}, **more)


def switched_on(browser) -> tuple[str, list[str]]:
    """Sets up the app as a person does; its secret, and the recovery codes."""
    asked = browser.get(reverse("mfa_activate_totp"), follow=True)
    assert asked.redirect_chain[-1][0].startswith(reverse("account_reauthenticate"))
    shown = browser.post(asked.redirect_chain[-1][0], {"password": PASSWORD}, follow=True)
    secret = re.search(r'studio-once">([A-Z2-7]+)<', shown.content.decode())[1]
    done = browser.post(reverse("mfa_activate_totp"), {"code": code_of(secret)}, follow=True)
    codes = re.findall(r"<li><code>(\w+)</code></li>", done.content.decode())
    assert len(codes) == 10
    return secret, codes


@pytest.fixture
def protected(ana):
    browser = Client()
    with_password(browser)
    return switched_on(browser)


def test_the_app_is_asked_for_after_the_password(protected) -> None:
    secret, _codes = protected
    browser = Client()
    assert with_password(browser).url == CODE
    assert browser.get("/admin/").status_code == 302  # the password alone opens nothing
    wrong = browser.post(CODE, {"code": "000000"})
    assert wrong.status_code == 200
    assert browser.get("/admin/").status_code == 302
    assert browser.post(CODE, {"code": code_of(secret, 1)}).url == "/admin/"
    assert browser.get("/admin/").status_code == 200


def test_the_page_that_was_wanted_comes_after_the_code(protected) -> None:
    browser = Client()
    browser.post(f"{LOGIN}?next=/", {"username": "ana", "password": PASSWORD})  # the chat page's login
    assert browser.post(CODE, {"code": code_of(protected[0], 1)}).url == "/"


def test_no_code_works_twice(protected) -> None:
    secret, codes = protected
    for code in (code_of(secret, 1), codes[0]):
        first, second = Client(), Client()
        with_password(first)
        assert first.post(CODE, {"code": code}).status_code == 302
        with_password(second)
        assert second.post(CODE, {"code": code}).status_code == 200
        assert second.get("/admin/").status_code == 302


def test_codes_cannot_be_guessed_from_many_places(protected, settings) -> None:
    settings.RATE_LOGIN = "3/15m"
    browser = Client()
    with_password(browser)
    for number in range(3):
        browser.post(CODE, {"code": "000000"}, REMOTE_ADDR=f"203.0.113.{number}")
    late = browser.post(CODE, {"code": code_of(protected[0], 1)}, REMOTE_ADDR="203.0.113.9")
    assert late.status_code == 200 and "Too many attempts" in late.content.decode()


def test_secrets_are_not_readable_in_the_database(protected) -> None:
    secret, codes = protected
    kept = str(list(Authenticator.objects.values_list("data", flat=True)))
    assert secret not in kept and not any(code in kept for code in codes)


def test_the_app_goes_on_after_the_field_keys_were_changed(protected, settings) -> None:
    settings.FIELD_KEYS = [Fernet.generate_key().decode(), *settings.FIELD_KEYS]
    call_command("rotate_field_keys", stdout=StringIO())
    settings.FIELD_KEYS = settings.FIELD_KEYS[:1]
    for code in (code_of(protected[0], 1), protected[1][0]):
        browser = Client()
        with_password(browser)
        assert browser.post(CODE, {"code": code}).url == "/admin/"


def test_a_lost_phone_is_helped_from_the_command_line(protected) -> None:
    call_command("reset_second_step", "ana", stdout=StringIO())
    assert with_password(Client()).url == "/admin/"


def test_recovery_codes_are_shown_once_and_made_anew(protected) -> None:
    browser = Client()
    with_password(browser)
    browser.post(CODE, {"code": protected[1][0]})
    again = browser.get(reverse("mfa_view_recovery_codes"), follow=True)
    page = browser.post(again.redirect_chain[-1][0], {"password": PASSWORD}, follow=True).content.decode()
    assert "9 recovery codes are left" in page and protected[1][1] not in page
    fresh = browser.post(reverse("mfa_generate_recovery_codes"), follow=True).content.decode()
    assert len(re.findall(r"<li><code>", fresh)) == 10
    other = Client()
    with_password(other)
    assert other.post(CODE, {"code": protected[1][1]}).status_code == 200  # the old ones are void


def test_a_session_left_open_does_not_switch_it_off(protected) -> None:
    browser = Client()
    with_password(browser)
    browser.post(CODE, {"code": code_of(protected[0], 1)})
    asked = browser.post(reverse("mfa_deactivate_totp"))
    assert asked.url.startswith(reverse("account_reauthenticate"))
    assert Authenticator.objects.filter(type="totp").exists()
    browser.post(reverse("account_reauthenticate"), {"password": PASSWORD})
    browser.post(reverse("mfa_deactivate_totp"))
    assert not Authenticator.objects.exists()  # recovery codes went with the last way
    assert with_password(Client()).url == "/admin/"


def test_each_change_of_it_stands_in_the_companys_log(protected, ana) -> None:
    browser = Client()
    with_password(browser)
    browser.post(CODE, {"code": protected[1][0]})
    browser.post(reverse("account_reauthenticate"), {"password": PASSWORD})
    browser.post(reverse("mfa_generate_recovery_codes"))
    browser.post(reverse("mfa_deactivate_totp"))
    log = AuditEntry.objects.of("acme").filter(kind="mfa.Authenticator").order_by("number")
    told = [(each["action"], (each["before"] or each["after"])["second_step"], each["who"]["name"])
            for each in as_json("acme", log)]  # fmt: skip
    assert told[:2] == [("add", "totp", "ana"), ("add", "recovery_codes", "ana")]
    assert told[2:4] == [("delete", "recovery_codes", "ana"), ("add", "recovery_codes", "ana")]
    assert sorted(told[4:]) == [("delete", "recovery_codes", "ana"), ("delete", "totp", "ana")]


def test_a_passkey_that_cannot_be_kept_says_so(ana) -> None:
    browser = Client()
    with_password(browser)
    page = reverse("mfa_add_webauthn")
    browser.post(reverse("account_reauthenticate"), {"password": PASSWORD})
    said = re.compile(r'<p role="alert"( hidden)? data-passkey-problem>The passkey did not work')
    assert said.search(browser.get(page).content.decode())[1]
    for credential in ("", "{}", "nonsense"):
        answer = browser.post(page, {"name": "key", "credential": credential})
        assert (
            not said.search(answer.content.decode())[1] and "code is not right" not in answer.content.decode()
        )


def test_an_administrator_takes_it_away_from_an_account_of_the_company_alone(protected, ana) -> None:
    browser = login("admin", Tenant.objects.get(pk="acme"))
    member = Membership.objects.get(user=ana)
    chosen = {"action": "forget_second_step", "_selected_action": [member.pk]}
    elsewhere = Membership.objects.create(user=ana, tenant=Tenant.objects.create(slug="rival"), role="viewer")
    browser.post(reverse("admin:tenancy_membership_changelist"), chosen)
    assert Authenticator.objects.exists()
    elsewhere.delete()
    browser.post(reverse("admin:tenancy_membership_changelist"), chosen)
    assert not Authenticator.objects.exists()


def test_a_new_password_by_link_still_asks_for_the_code(protected, ana) -> None:
    ana.set_password("battery-staple-8")
    ana.save()
    assert with_password(Client(), "battery-staple-8").url == CODE


@pytest.mark.parametrize("how", ["another password", "passwords no more"])
def test_a_login_between_its_steps_ends_with_its_password(protected, ana, how) -> None:
    browser = Client()
    assert with_password(browser).url == CODE
    if how == "another password":
        ana.set_password("battery-staple-8")
        ana.save()
    else:
        Tenant.objects.filter(slug="acme").update(sso_only=True)
    assert browser.post(CODE, {"code": code_of(protected[0], 1)}).url == LOGIN
    assert browser.get("/admin/").status_code == 302
    assert browser.get(CODE).status_code == 302  # and cannot go on


def test_one_ends_a_session_of_ones_own_and_nobody_elses(ana) -> None:
    here, there, bob = Client(), Client(HTTP_USER_AGENT="Phone"), Client()
    with_password(here)
    with_password(there)
    PERSON.objects.create_user("bob", None, PASSWORD, is_staff=True)
    bob.post(LOGIN, {"username": "bob", "password": PASSWORD})
    page = here.get(ACCOUNT).content.decode()
    assert "Phone" in page and "this one" in page
    phone = re.search(r'name="session" value="(\d+)"', page)[1]
    bob.post(ACCOUNT, {"session": phone})
    assert there.get("/admin/").status_code == 200
    here.post(ACCOUNT, {"session": phone})
    assert there.get("/admin/").status_code == 302
    assert here.get("/admin/").status_code == 200


def test_all_others_end_at_once(ana) -> None:
    here, there = Client(), Client()
    with_password(here)
    with_password(there)
    here.post(ACCOUNT, {})
    assert (here.get("/admin/").status_code, there.get("/admin/").status_code) == (200, 302)
