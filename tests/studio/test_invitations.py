"""An account joins a company by a link and its owner's yes, never because somebody knows its name."""

import re
from datetime import timedelta
from types import SimpleNamespace

import pytest
from django.contrib.auth import get_user_model
from django.core import mail, signing
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tenancy import invitations
from tenancy.errors import InvitationOver
from tenancy.models import Account, Invitation, Membership
from tests.parts.phrases import try_each
from tests.studio.conftest import login

PERSON = get_user_model()
ADD, LIST = reverse("admin:tenancy_invitation_add"), reverse("admin:tenancy_invitation_changelist")
PASSWORD = "correct-horse-7"


@pytest.fixture
def admin(acme: SimpleNamespace) -> Client:
    return login("admin", acme.tenant)


@pytest.fixture
def by_mail(settings) -> None:
    settings.EMAIL_URL = "memorymail://"  # pytest-django keeps what is sent


def asked(browser: Client, **given: str) -> str:
    """The link that the inviter is shown for an invitation."""
    page = browser.post(ADD, {"person": "Ana, sales", "role": "editor", **given}, follow=True)
    return link_in(page.content.decode())


def link_in(text: str) -> str:
    found = re.search(r"https?://testserver(/account/\S+?/)(?=[<\s])", text)
    assert found, text[:2000]
    return found[1]


def account(name: str = "ana", **more: object) -> Client:
    """The browser of somebody who has an account of their own."""
    PERSON.objects.create_user(name, password=PASSWORD, is_staff=True, **more)
    browser = Client()
    assert browser.login(username=name, password=PASSWORD)
    return browser


def members(tenant: object) -> set[str]:
    return set(Membership.objects.filter(tenant=tenant).values_list("user__username", flat=True))


NEW = {"username": "bea", "new_password1": PASSWORD, "new_password2": PASSWORD}


def test_nobody_is_added_by_name(acme: SimpleNamespace, rival: SimpleNamespace, admin: Client) -> None:
    theirs = login("admin", rival.tenant)  # whoever took the name first
    assert admin.get(reverse("admin:tenancy_membership_add")).status_code == 403
    added = {"username": "admin-rival", "role": "editor"}
    assert admin.post(reverse("admin:tenancy_membership_add"), added).status_code == 403
    assert admin.post(ADD, {"person": "admin-rival", "role": "editor"}).status_code == 302
    assert members(acme.tenant) == {"admin-acme"}
    assert theirs.post(reverse("admin:company"), {"company": "acme"}).status_code == 403


def test_a_link_makes_an_account_once(acme: SimpleNamespace, admin: Client) -> None:
    link, guest = asked(admin), Client()
    assert "Acme" in guest.get(link).content.decode()
    joined = guest.post(link, NEW, follow=True)
    assert joined.status_code == 200 and joined.redirect_chain[-1][0] == reverse("admin:index")
    made = PERSON.objects.get(username__startswith="bea.")
    assert re.fullmatch(r"bea\.\d{4}", made.username) and made.is_staff and not made.is_superuser
    assert made.username in joined.content.decode()
    assert Membership.objects.get(user=made).role == "editor"
    assert Client().login(username=made.username, password=PASSWORD)
    again = Client().post(link, NEW)
    assert (again.status_code, members(acme.tenant)) == (410, {"admin-acme", made.username})
    assert admin.get(LIST).content.decode().count("accepted") >= 1


def test_asking_for_a_name_does_not_tell_who_has_it(admin: Client) -> None:
    PERSON.objects.create_user("ana")
    first, second = asked(admin), asked(admin)
    pages = [
        Client().post(link, {**NEW, "username": name}, follow=True).content.decode()
        for link, name in ((first, "ana"), (second, "nobody"))
    ]
    for page, name in zip(pages, ("ana", "nobody"), strict=True):
        assert re.search(rf"\b{name}\.\d{{4}}\b", page)


def test_an_account_joins_with_its_owners_password(acme: SimpleNamespace, admin: Client) -> None:
    link, ana = asked(admin), account()
    assert ana.post(link, {"password": "a guess"}).status_code == 200
    assert "ana" not in members(acme.tenant)
    assert ana.post(link, NEW).status_code == 200  # a new account is for who has none
    assert ana.post(link, {"password": PASSWORD}).status_code == 302
    assert "ana" in members(acme.tenant)
    assert ana.get("/admin/").status_code == 200


def test_joining_ends_what_others_may_hold_of_the_account(admin: Client, rival: SimpleNamespace) -> None:
    """The other company's administrator may have kept a log-in, or a link for a new password."""
    ana, elsewhere = account(), Client()
    assert elsewhere.login(username="ana", password=PASSWORD)
    user = PERSON.objects.get(username="ana")
    Membership.objects.create(user=user, tenant=rival.tenant, role="editor")
    theirs = login("admin", rival.tenant)
    kept = link_in(
        theirs.post(
            reverse("admin:tenancy_membership_changelist"),
            {"action": "password_link", "_selected_action": [user.memberships.get().pk]},
            follow=True,
        ).content.decode()
    )
    assert ana.post(asked(admin), {"password": PASSWORD}).status_code == 302
    assert elsewhere.get("/admin/").status_code == 302
    assert "not valid" in Client().get(kept, follow=True).content.decode()


def test_a_member_keeps_the_role(acme: SimpleNamespace, admin: Client) -> None:
    link, ana = asked(admin, role="viewer"), account()
    Membership.objects.create(user=PERSON.objects.get(username="ana"), tenant=acme.tenant, role="publisher")
    answer = ana.post(link, {"password": PASSWORD})
    assert "works for the company already" in answer.content.decode()
    assert Membership.objects.get(user__username="ana").role == "publisher"
    assert Client().get(link).status_code == 200  # it waits for whom it was meant for


def revoked(admin: Client, row: Invitation) -> None:
    admin.post(LIST, {"action": "revoke", "_selected_action": [str(row.pk)]})


def expired(admin: Client, row: Invitation) -> None:
    Invitation.unscoped.filter(pk=row.pk).update(expires_at=timezone.now() - timedelta(seconds=1))


def renewed(admin: Client, row: Invitation) -> None:
    again = admin.post(LIST, {"action": "new_link", "_selected_action": [str(row.pk)]}, follow=True)
    assert Client().get(link_in(again.content.decode())).status_code == 200


def of_somebody_who_may_no_longer_ask(admin: Client, row: Invitation) -> None:
    Membership.objects.filter(user=row.invited_by).update(role="editor")


def of_somebody_who_is_gone(admin: Client, row: Invitation) -> None:
    PERSON.objects.filter(pk=row.invited_by_id).update(is_active=False)


@try_each(
    "end",
    [revoked, expired, renewed, of_somebody_who_may_no_longer_ask, of_somebody_who_is_gone],
)
def test_a_link_that_is_over_says_so_and_no_more(acme: SimpleNamespace, admin: Client, end) -> None:
    link = asked(admin)
    end(admin, Invitation.objects.of(acme.tenant).get(invited_by__isnull=False))
    for answer in (Client().get(link), Client().post(link, NEW)):
        assert answer.status_code == 410 and "Acme" not in answer.content.decode()
    assert members(acme.tenant) == {"admin-acme"}


def test_a_link_of_ones_own_making_is_none(acme: SimpleNamespace) -> None:
    for made in ("x", signing.dumps(["x", 1]), signing.dumps(["0", 1], salt="tenancy.session")):
        assert Client().get(reverse("invitation", args=[made])).status_code == 410


def test_of_two_who_accept_at_once_one_joins(acme: SimpleNamespace, admin: Client) -> None:
    asked(admin)
    row = Invitation.objects.of(acme.tenant).get(invited_by__isnull=False)
    invitations.accept(row, PERSON.objects.create_user("one"))
    with pytest.raises(InvitationOver):
        invitations.accept(row, PERSON.objects.create_user("two"))
    assert members(acme.tenant) == {"admin-acme", "one"}


@pytest.mark.parametrize("known", [True, False], ids=["known", "unknown"])
def test_an_invitation_by_mail_says_nothing_of_who_has_an_account(
    admin: Client, by_mail: None, known: bool
) -> None:
    if known:
        PERSON.objects.create_user("ana@example.com", email="ana@example.com")
    page = admin.post(ADD, {"person": "Ana", "email": "ana@example.com", "role": "editor"}, follow=True)
    said = [str(message) for message in page.context["messages"]]
    assert said[0] == "The link is on its way to ana@example.com."
    assert "/account/invitation/" not in page.content.decode()  # else it would prove no mailbox
    assert mail.outbox[0].to == ["ana@example.com"]


def test_a_mailed_link_names_the_account_by_its_address(admin: Client, by_mail: None) -> None:
    admin.post(ADD, {"person": "Ana", "email": "Ana@example.com", "role": "editor"})
    link, guest = link_in(mail.outbox[0].body), Client()
    assert guest.post(link, NEW).status_code == 302
    made = PERSON.objects.get(username="ana@example.com")
    assert made.email == "Ana@example.com"
    admin.post(ADD, {"person": "Ana again", "email": "ana@example.com", "role": "viewer"})
    again = link_in(mail.outbox[1].body)
    assert "You have an account already" in Client().get(again).content.decode()
    assert Client().post(again, NEW).status_code == 200
    assert PERSON.objects.filter(username__istartswith="ana@").count() == 1


def test_an_address_is_no_user_name_that_one_may_wish_for(admin: Client) -> None:
    answer = Client().post(asked(admin), {**NEW, "username": "boss@example.com"})
    assert "username" in answer.context["form"].errors
    assert not PERSON.objects.filter(username__startswith="boss").exists()


def test_a_password_must_be_a_good_one(admin: Client) -> None:
    link = asked(admin)
    for weak in ("short1", "password", "12345678901", "bea-bea-bea"):
        answer = Client().post(
            link, {"username": "bea-bea-bea", "new_password1": weak, "new_password2": weak}
        )
        assert "new_password2" in answer.context["form"].errors, weak


def test_an_administrator_decides_nothing_about_an_account_of_others(
    acme: SimpleNamespace, rival: SimpleNamespace, admin: Client
) -> None:
    shared, own = (
        PERSON.objects.create_user(name, password=PASSWORD, is_staff=True) for name in ("sam", "oto")
    )
    boss = PERSON.objects.create_superuser("boss")
    for user in (shared, own, boss):
        Membership.objects.create(user=user, tenant=acme.tenant, role="editor")
    Membership.objects.create(user=shared, tenant=rival.tenant, role="editor")
    rows = list(Membership.objects.filter(tenant=acme.tenant, role="editor").values_list("pk", flat=True))
    address = reverse("admin:tenancy_membership_changelist")
    made = admin.post(
        address, {"action": "password_link", "_selected_action": rows}, follow=True
    ).content.decode()
    assert made.count("/account/password/") == 1
    browsers = {user: Client() for user in (shared, own)}
    for user, browser in browsers.items():
        browser.force_login(user, "django.contrib.auth.backends.ModelBackend")
    admin.post(address, {"action": "end_sessions", "_selected_action": rows})
    assert browsers[shared].get("/admin/").status_code == 200
    assert browsers[own].get("/admin/").status_code == 302
    row = Membership.objects.get(user=shared, tenant=acme.tenant)
    sent = {"role": "viewer", "username": "other", "email": "other@example.com", "password": "x"}
    admin.post(reverse("admin:tenancy_membership_change", args=[row.pk]), sent)
    shared.refresh_from_db()
    assert (shared.username, shared.email) == ("sam", "") and shared.check_password(PASSWORD)


def test_an_account_made_by_a_link_needs_no_other_password(admin: Client) -> None:
    guest = Client()
    guest.post(asked(admin), NEW)
    assert not Account.objects.filter(first_password=True).exists()
    assert guest.get("/admin/").status_code == 200


@try_each("address", ["o'brien@example.com", "a&b@example.com"])
def test_any_address_that_gets_mail_may_join(address: str, by_mail: None, admin: Client) -> None:
    assert admin.post(ADD, {"person": "Ana", "role": "editor", "email": address}).status_code == 302
    link = re.search(r"https?://testserver(/account/\S+?/)\s", str(mail.outbox[-1].body))
    assert link
    assert Client().post(link[1], {**NEW, "username": "x"}).status_code == 302
    assert PERSON.objects.filter(username=address).exists()
