"""A forgotten password, and one that somebody else knows."""

import re
import time
from types import SimpleNamespace

import pytest
from django.contrib.auth import get_user_model
from django.core import mail
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse

from tenancy import first_passwords
from tenancy.models import Membership
from tests.studio.conftest import login

PERSON = get_user_model()
RESET, CHANGE = reverse("admin_password_reset"), reverse("admin:password_change")
OLD, NEW = "correct-horse-7", "battery-staple-8"
TWICE = {"new_password1": NEW, "new_password2": NEW}


@pytest.fixture
def ana(db: None) -> object:
    return PERSON.objects.create_user("ana", "ana@example.com", OLD, is_staff=True)


def sent(count: int) -> list[mail.EmailMessage]:
    """The letters, which are written after the answer."""
    until = time.monotonic() + 10
    while len(mail.outbox) < count and time.monotonic() < until:
        time.sleep(0.01)
    return mail.outbox


def link_in(text: str) -> str:
    found = re.search(r"https?://testserver(/account/password/\S+?/)(?=[<\s])", text)
    assert found, text
    return found[1]


@pytest.mark.django_db(transaction=True)
def test_a_forgotten_password_is_chosen_anew_by_a_link_that_works_once(ana, settings) -> None:
    settings.EMAIL_URL = "memorymail://"
    inside, guest = Client(), Client()
    inside.force_login(ana, "django.contrib.auth.backends.ModelBackend")
    first_passwords.mark_given(ana)
    assert guest.post(RESET, {"email": "ana@example.com"}).url == reverse("password_reset_done")
    link = link_in(sent(1)[0].body)
    page = guest.get(link, follow=True)
    done = guest.post(page.redirect_chain[-1][0], TWICE, follow=True)
    assert done.status_code == 200
    assert inside.get("/admin/").status_code == 302  # logged out everywhere
    assert not Client().login(username="ana", password=OLD)
    again = guest.get(link, follow=True).content.decode()
    assert "not valid" in again
    entered = guest.post(reverse("admin:login"), {"username": "ana", "password": NEW}, follow=True)
    assert entered.redirect_chain[-1][0] == "/admin/"


@pytest.mark.django_db(transaction=True)
def test_the_answer_is_the_same_whoever_has_the_address(ana, settings, monkeypatch) -> None:
    """Also its time: the mail server is slow, and only a known address makes it work."""
    settings.EMAIL_URL = "memorymail://"
    from django.core.mail.backends import locmem

    slowly = locmem.EmailBackend.send_messages

    def send(self, messages):
        time.sleep(0.5)
        return slowly(self, messages)

    monkeypatch.setattr(locmem.EmailBackend, "send_messages", send)
    pages, took = {}, {}
    for address in ("nobody@example.com", "ana@example.com"):
        since = time.monotonic()
        answer = Client().post(RESET, {"email": address})
        took[address] = time.monotonic() - since
        pages[address] = (answer.status_code, answer.url, Client().get(answer.url).content.count(b"<p>"))
    assert pages["nobody@example.com"] == pages["ana@example.com"]
    assert took["ana@example.com"] < 0.5
    assert [letter.to for letter in sent(1)] == [["ana@example.com"]]


@pytest.mark.django_db(transaction=True)
def test_a_mailbox_cannot_be_filled(ana, settings) -> None:
    from routing.api import rates

    rates.counter.forget()
    settings.EMAIL_URL, settings.RATE_LOGIN, settings.REDIS_URL = "memorymail://", "10/15m", ""
    codes = [Client().post(RESET, {"email": "ana@example.com"}).status_code for _ in range(5)]
    assert codes == [302, 302, 302, 429, 429]
    assert len(sent(3)) == 3
    rates.counter.forget()


def test_without_e_mail_it_says_whom_to_ask(ana) -> None:
    assert "administrator" in Client().get(RESET).content.decode()
    assert Client().post(RESET, {"email": "ana@example.com"}).status_code == 200
    assert RESET in Client().get(reverse("admin:login")).content.decode()


def test_an_administrator_passes_on_a_link_for_a_new_password(acme: SimpleNamespace, ana) -> None:
    row = Membership.objects.create(user=ana, tenant=acme.tenant, role="editor")
    made = login("admin", acme.tenant).post(
        reverse("admin:tenancy_membership_changelist"),
        {"action": "password_link", "_selected_action": [row.pk]},
        follow=True,
    )
    guest = Client()
    page = guest.get(link_in(made.content.decode()), follow=True)
    guest.post(page.redirect_chain[-1][0], TWICE)
    assert Client().login(username="ana", password=NEW)


def entered(password: str) -> Client:
    browser = Client()
    browser.post(reverse("admin:login"), {"username": "ana", "password": password})
    return browser


def test_a_first_password_must_be_changed_before_anything_else(acme: SimpleNamespace, ana, capsys) -> None:
    Membership.objects.create(user=ana, tenant=acme.tenant, role="admin")
    call_command("first_password", "ana")
    first = capsys.readouterr().out.split()[1]
    assert not Client().login(username="ana", password=OLD)
    browser = entered(first)
    for path in ("/admin/", reverse("admin:publish"), "/", reverse("analytics"), reverse("schema")):
        answer = browser.get(path)
        assert (answer.status_code, answer.headers.get("Location")) == (302, CHANGE), path
    assert "only you know" in browser.get(CHANGE).content.decode()
    same = {"old_password": first, "new_password1": first, "new_password2": first}
    assert "new_password1" in browser.post(CHANGE, same).context["form"].errors
    assert browser.get("/admin/").status_code == 302
    done = browser.post(CHANGE, {"old_password": first, **TWICE})
    assert (done.status_code, done.headers["Location"]) == (302, "/admin/"), "on to Home"
    assert browser.get("/admin/").status_code == 200
    assert entered(NEW).get("/admin/").status_code == 200


def test_whoever_must_change_it_may_also_leave(ana) -> None:
    first_passwords.mark_given(ana)
    browser = entered(OLD)
    assert browser.post(reverse("admin:logout")).status_code == 200
    assert browser.get("/admin/").headers["Location"].startswith(reverse("admin:login"))


def test_a_first_password_is_for_somebody_who_is_there(db: None) -> None:
    with pytest.raises(CommandError):
        call_command("first_password", "nobody")
