"""Signing in with an identity provider: who gets in, as which account, in which role.

And without passwords only.
"""

import pytest
from allauth.mfa.models import Authenticator
from allauth.socialaccount.models import SocialAccount
from cryptography.hazmat.primitives.asymmetric import rsa
from django.contrib.auth import get_user_model
from django.test import Client
from django.urls import reverse

from audit.models import AuditEntry
from studio.accounts.single_sign_on import is_known_to_issuer
from studio.rows.companies import CompanyAdmin
from studio.site import site
from tenancy import invitations
from tenancy.models import GroupMapping, Membership, Tenant
from tenancy.roles import GroupRole
from tests.fakes.identity_provider import IdentityProvider
from tests.parts.phrases import try_each
from tests.parts.taken_back import taken_back

PERSON = get_user_model()
PASSWORD = "correct-horse-7"
LOGIN, BEGIN = reverse("admin:login"), reverse("single_sign_on")
ANA = {"sub": "7", "email": "Ana@example.com", "email_verified": True, "preferred_username": "boss"}


@pytest.fixture
def acme(db):
    return Tenant.objects.create(slug="acme", title="Acme")


@pytest.fixture
def provider(settings, acme):
    with IdentityProvider() as provider:
        provider.settings(settings)
        provider.person = dict(ANA)
        yield provider


@pytest.fixture
def ana(acme):
    person = PERSON.objects.create_user("ana", "ana@example.com", PASSWORD, is_staff=True)
    Membership.objects.create(user=person, tenant=acme, role="editor")
    return person


def sign_in(provider, browser=None, begin=BEGIN):
    """As a browser does it: there, and back with a code."""
    browser = browser or Client()
    there = browser.get(begin)
    assert there.status_code == 302, there.content
    return browser, browser.get(provider.authorize(there.url))


def inside(browser) -> bool:
    return browser.get("/admin/").status_code == 200


def test_a_member_is_found_by_the_mailbox_and_then_by_the_subject(provider, ana) -> None:
    browser, back = sign_in(provider)
    assert back.url == "/admin/" and inside(browser)
    assert provider.asked[0] == "/.well-known/openid-configuration" and "/userinfo" in provider.asked
    provider.person = {"sub": "7", "email": "someone.else@example.com", "email_verified": True}
    browser, _back = sign_in(provider)
    assert inside(browser)
    assert PERSON.objects.count() == 1 and SocialAccount.objects.get().user == ana


def test_the_same_subject_of_another_issuer_is_somebody_else(provider, ana, settings) -> None:
    sign_in(provider)
    with IdentityProvider() as other:
        other.settings(settings)
        other.person = {"sub": "7", "email": "mallory@example.com", "email_verified": True}
        browser, back = sign_in(other)
        assert back.status_code == 403 and not inside(browser)
        assert not is_known_to_issuer(ana)  # nor may she shut others out by the old one


def test_whom_an_older_version_knew_by_the_subject_is_known_by_the_same_issuer(provider, ana) -> None:
    said = {"id_token": {"iss": provider.issuer}}
    SocialAccount.objects.create(user=ana, provider="sso", uid="7", extra_data=said)
    SocialAccount.objects.create(
        user=ana, provider="sso", uid="8", extra_data={"id_token": {"iss": "https://x"}}
    )
    provider.person = {"sub": "7"}
    assert inside(sign_in(provider)[0])
    provider.person = {"sub": "8"}
    assert sign_in(provider)[1].status_code == 403


@try_each(
    "claims",
    [
        {"sub": "9", "preferred_username": "ana"},
        {"sub": "9", "email": "ana@example.com"},
        {"sub": "9", "email": "ana@example.com", "email_verified": "false"},
        {"sub": "9", "email": "ana@other.example", "email_verified": True, "preferred_username": "ana"},
    ],
    ids=["a taken name", "an unproven address", "an address said to be unproven", "another address"],
)
def test_nobody_becomes_a_member_by_what_they_call_themselves(provider, ana, claims) -> None:
    provider.person = claims
    browser, back = sign_in(provider)
    assert back.status_code == 403 and not inside(browser)
    assert PERSON.objects.count() == 1 and not SocialAccount.objects.exists()


def test_a_superuser_is_never_taken_over(provider, acme) -> None:
    PERSON.objects.create_superuser("root", "ana@example.com", PASSWORD)
    browser, back = sign_in(provider)
    assert back.status_code == 403 and not inside(browser)


def test_a_group_gives_a_role_and_takes_it_away(provider, acme, settings) -> None:
    settings.OIDC_GROUP_ROLES = ["acme-admins=acme:admin", "acme-staff=acme:viewer", "x=nowhere:admin"]
    taken = PERSON.objects.create_user("ana@example.com", "", PASSWORD)
    provider.person["groups"] = ["acme-staff", "x"]
    browser, _back = sign_in(provider)
    assert inside(browser)
    member = Membership.objects.get()
    assert member.role == "viewer" and member.user != taken and not member.user.has_usable_password()
    provider.person["groups"] = ["acme-staff", "acme-admins"]
    sign_in(provider)
    member.refresh_from_db()
    assert member.role == "admin"
    provider.person["groups"] = []
    _browser, back = sign_in(provider)
    assert back.status_code == 403 and not Membership.objects.exists()
    assert not inside(browser)  # a session from before shows no company


@pytest.fixture
def alone(acme):
    """No other company is in the installation; what they had stays, and is nobody's."""
    with taken_back():
        Tenant.objects.exclude(pk=acme.pk)._raw_delete("default")
        yield


def test_groups_are_mapped_on_a_page_by_who_may(alone, provider, acme, ana) -> None:
    Membership.objects.filter(user=ana).update(role="admin")
    browser, _back = sign_in(provider)
    page = reverse("admin:tenancy_groupmapping_add")
    for group, role, priority in (("staff", "viewer", 20), ("boss", "operator", 10)):
        typed = {"group": group, "role": role, "priority": priority}
        assert browser.post(page, typed).status_code == 302
    twice = browser.post(page, {"group": "staff", "role": "admin", "priority": 1})
    assert twice.status_code == 200 and GroupMapping.unscoped.count() == 2
    told = AuditEntry.objects.of(acme).filter(kind="tenancy.GroupMapping", action="add")
    assert [entry.after["group"] for entry in told.order_by("number")] == ["staff", "boss"]
    provider.person = {
        "sub": "8",
        "email": "new@example.com",
        "email_verified": True,
        "groups": ["staff", "boss"],
    }
    assert inside(sign_in(provider)[0])
    assert Membership.objects.get(user__email="new@example.com").role == "operator"
    Tenant.objects.create(slug="rival")  # groups are the whole installation's: whoever runs it maps them now
    assert browser.get(page).status_code == 403
    assert browser.get(reverse("admin:tenancy_groupmapping_changelist")).status_code == 200
    provider.person = {**provider.person, "sub": "9", "email": "late@example.com"}
    assert sign_in(provider)[1].status_code == 403  # what the company's own people wrote acts no more
    PERSON.objects.create_superuser("root", "", PASSWORD)
    operator = Client()
    operator.force_login(PERSON.objects.get(username="root"))
    row = GroupMapping.unscoped.get(group="staff")
    typed = {"group": "staff", "role": "viewer", "priority": 20}
    change = reverse("admin:tenancy_groupmapping_change", args=[row.pk])
    assert operator.post(change, typed).status_code == 302
    assert inside(sign_in(provider)[0])
    assert Membership.objects.get(user__email="late@example.com").role == "viewer"


def test_a_role_by_invitation_is_not_taken_away_by_groups(provider, ana, settings) -> None:
    settings.OIDC_GROUP_ROLES = ["acme-staff=acme:viewer"]
    provider.person["groups"] = ["acme-staff"]
    sign_in(provider)
    provider.person["groups"] = []
    browser, _back = sign_in(provider)
    assert inside(browser) and Membership.objects.get().role == "editor"


def invited(acme, email=""):
    boss = PERSON.objects.create_user("boss", is_staff=True)
    Membership.objects.create(user=boss, tenant=acme, role="admin")
    asked = invitations.ask(acme, "Ana", "analyst", boss, email)
    return reverse("invitation", args=[invitations.token_of(asked)])


def test_an_invitation_is_accepted_by_signing_in(provider, acme) -> None:
    acme.sso_only = True
    acme.save()
    link, browser = invited(acme, "ana@example.com"), Client()
    page = browser.get(link).content.decode()
    assert "Example Login" in page and "new_password1" not in page
    going = browser.post(link, {"sso": "1"})
    assert f"url={BEGIN}" in going.content.decode()
    sign_in(provider, browser)
    assert inside(browser)
    member = Membership.objects.get(role="analyst")
    assert (member.user.username, member.user.email) == ("ana@example.com", "ana@example.com")
    assert browser.get(link).status_code == 410


def test_without_its_link_an_invitation_lets_nobody_in(provider, acme) -> None:
    invited(acme, "ana@example.com")
    browser, back = sign_in(provider)
    assert back.status_code == 403 and not inside(browser)


def test_an_invitation_for_another_mailbox_is_not_accepted(provider, acme) -> None:
    link, browser = invited(acme, "bob@example.com"), Client()
    browser.post(link, {"sso": "1"})
    _browser, back = sign_in(provider, browser)
    assert back.status_code == 403 and not PERSON.objects.filter(email="ana@example.com").exists()


def test_a_company_without_passwords_takes_none(provider, ana, acme) -> None:
    acme.sso_only = True
    acme.save()
    given = {"username": "ana", "password": PASSWORD}
    browser = Client()
    refused = browser.post(LOGIN, given)
    assert "Sign in with Example Login" in refused.content.decode() and not inside(browser)
    wrong = browser.post(LOGIN, {**given, "password": "no"}).content.decode()
    assert "does not take passwords" not in wrong  # only who has the password learns it
    root = PERSON.objects.create_superuser("root", None, PASSWORD)
    assert browser.post(LOGIN, {"username": root.username, "password": PASSWORD}).status_code == 302
    browser, _back = sign_in(provider)
    assert inside(browser)


def test_an_invitation_to_a_company_without_passwords_is_not_accepted_with_one(provider, acme) -> None:
    acme.sso_only = True
    acme.save()
    link = invited(acme)
    twice = {"username": "ana", "new_password1": PASSWORD, "new_password2": PASSWORD}
    Client().post(link, twice)
    other = PERSON.objects.create_user("carl", None, PASSWORD)
    browser = Client()
    browser.force_login(other, "django.contrib.auth.backends.ModelBackend")
    browser.post(link, {"password": PASSWORD})
    assert not Membership.objects.filter(role="analyst").exists()


def test_passwords_are_switched_off_by_who_signed_in_without_one(provider, ana, acme, rf) -> None:
    request = rf.get("/")
    request.user = ana
    admin = CompanyAdmin(Tenant, site)
    assert "sso_only" in admin.get_readonly_fields(request, acme)
    sign_in(provider)
    assert "sso_only" not in admin.get_readonly_fields(request, acme)


def test_who_is_in_by_a_password_is_out_when_passwords_are_switched_off(provider, ana, acme) -> None:
    by_password, given = Client(), {"username": "ana", "password": PASSWORD}
    assert by_password.post(LOGIN, given).status_code == 302 and inside(by_password)
    Membership.objects.filter(user=ana).update(role="admin")
    browser, _back = sign_in(provider)
    page = reverse("admin:tenancy_tenant_change", args=[acme.pk])
    company = {"title": "Acme", "default_agent_id": "", "default_language": "pt", "sso_only": "on"}
    assert browser.post(page, company).status_code == 302
    assert inside(browser) and not inside(by_password)


def test_a_second_step_is_asked_for_here_too(provider, ana) -> None:
    Authenticator.objects.create(user=ana, type="totp", data={"secret": ""})
    browser, back = sign_in(provider)
    assert back.url == reverse("mfa_authenticate") and not inside(browser)


def test_answers_that_were_not_asked_for_or_are_for_others_are_refused(provider, ana) -> None:
    stranger = Client()
    there = Client().get(BEGIN)
    assert stranger.get(provider.authorize(there.url)).status_code == 401  # another browser's
    provider.audience = "another-program"
    browser, back = sign_in(provider)
    assert back.status_code == 401 and not inside(browser)


@try_each(
    "says",
    [
        {"nonce": "of another sign-in"},
        {"nonce": ""},
        {"iss": "https://evil.example"},
        {"aud": "another-program"},
        {"exp": 1},
    ],
    ids=["another nonce", "no nonce", "another issuer", "another program", "over"],
)
def test_a_token_for_something_else_lets_nobody_in(provider, ana, says) -> None:
    provider.token_says = says
    browser, back = sign_in(provider)
    assert back.status_code == 401 and not inside(browser)
    provider.token_says = {}
    assert inside(sign_in(provider)[0])


def test_a_token_that_another_key_signed_lets_nobody_in(provider, ana) -> None:
    provider.signs_with = rsa.generate_private_key(public_exponent=65537, key_size=2048)
    browser, back = sign_in(provider)
    assert back.status_code == 401 and not inside(browser)


def test_a_provider_that_is_away_is_said_so(provider, settings) -> None:
    settings.OIDC_ISSUER = "http://127.0.0.1:9"
    assert Client().get(BEGIN).status_code == 502


def test_it_leads_nowhere_else(provider, ana) -> None:
    _browser, back = sign_in(provider, begin=f"{BEGIN}?next=https://evil.example/")
    assert back.url == "/admin/"
    _browser, back = sign_in(provider, begin=f"{BEGIN}?next=/&process=connect&scope=admin")
    assert back.url == "/"


def test_an_installation_without_a_provider_has_neither_button_nor_page(db) -> None:
    browser = Client()
    assert BEGIN not in browser.get(LOGIN).content.decode()
    for page in (BEGIN, f"{BEGIN}back/"):
        assert browser.get(page).status_code == 404


def test_the_login_offers_it(provider) -> None:
    page = Client().get(f"{LOGIN}?next=/").content.decode()
    assert f"{BEGIN}?next=%2F" in page and "Sign in with Example Login" in page


def test_a_line_that_maps_a_group_is_read_or_refused() -> None:
    read = GroupRole.read("cn=staff,dc=example=acme:viewer")
    assert (read.group, read.tenant, read.role) == ("cn=staff,dc=example", "acme", "viewer")
    for wrong in ("", "staff", "staff=acme", "staff=acme:king", "=acme:admin"):
        with pytest.raises(ValueError):
            GroupRole.read(wrong)
