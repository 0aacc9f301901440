"""Two people open the page of one row, and both save: the second is told, and overwrites nothing."""

import time
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace
from typing import Any

import pytest
from django.db import connection, transaction
from django.urls import reverse

from agents.models import Specialist, SpecialistPrompt
from routing.models import Example, Intent
from tenancy.company_lock import hold
from tests.studio.conftest import login
from tests.studio.test_flag import form_of

SAYS = "changed after you opened this page"
WAIT = "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()"


@pytest.fixture
def specialist(acme: SimpleNamespace) -> Specialist:
    made: Specialist = Specialist.objects.of(acme.tenant).filter(prompts__isnull=False)[0]
    return made


def open_page(browser: Any, address: str) -> dict[str, Any]:
    page = browser.get(address)
    assert 'name="opened_with"' in page.content.decode()
    return {**form_of(page), "opened_with": page.context["opened_with"]}


def test_who_saves_second_overwrites_nothing_unseen(acme: SimpleNamespace, specialist: Specialist) -> None:
    address = reverse("admin:agents_specialist_change", args=[specialist.pk])
    ana, ben = login("admin", acme.tenant), login("editor", acme.tenant)
    first, second = open_page(ana, address), open_page(ben, address)
    saved = ana.post(address, {**first, "purpose": "what Ana wrote"})
    assert saved.status_code == 302, saved.context["errors"]
    late = ben.post(address, second)  # the old text, with whatever else was changed
    assert SAYS in late.content.decode()
    again = ben.post(address, {**form_of(late), "opened_with": late.context["opened_with"]})
    assert SAYS in again.content.decode()  # it still shows the old one
    specialist.refresh_from_db()
    assert specialist.purpose == "what Ana wrote"
    anew = open_page(ben, address)
    assert ben.post(address, {**anew, "purpose": "what both want"}).status_code == 302


@pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite's transaction is the lock")
@pytest.mark.django_db(transaction=True)
def test_of_two_who_save_in_the_same_moment_one_is_told(
    acme: SimpleNamespace, specialist: Specialist
) -> None:
    address = reverse("admin:agents_specialist_change", args=[specialist.pk])
    people = [login(role, acme.tenant) for role in ("admin", "editor")]
    opened = [open_page(each, address) for each in people]

    def save(number: int) -> int:
        try:
            return people[number].post(address, {**opened[number], "purpose": f"text {number}"}).status_code
        finally:
            connection.close()

    with ThreadPoolExecutor(2) as pool:
        with transaction.atomic():
            hold(acme.tenant)
            saves = [pool.submit(save, number) for number in (0, 1)]
            until = time.monotonic() + 10
            while time.monotonic() < until and _count_waiting() < 2:
                time.sleep(0.02)
        assert sorted(each.result() for each in saves) == [200, 302]


def _count_waiting() -> int:
    with connection.cursor() as cursor:
        cursor.execute(WAIT)
        return int(cursor.fetchone()[0])


def test_a_row_within_the_page_is_not_overwritten_either(
    acme: SimpleNamespace, specialist: Specialist
) -> None:
    address = reverse("admin:agents_specialist_change", args=[specialist.pk])
    ben = login("editor", acme.tenant)
    opened = open_page(ben, address)
    prompt = SpecialistPrompt.objects.of(acme.tenant).filter(specialist=specialist)[0]
    prompt.role = "what Ana wrote"
    prompt.save()
    late = ben.post(address, {**opened, "purpose": "another purpose"})
    assert SAYS in late.content.decode()
    prompt.refresh_from_db()
    assert prompt.role == "what Ana wrote"


def test_a_list_that_is_a_field_of_the_page_is_looked_at_too(acme: SimpleNamespace) -> None:
    intent = Intent.objects.of(acme.tenant).filter(examples__isnull=False)[0]
    address = reverse("admin:routing_intent_change", args=[intent.pk])
    ben = login("editor", acme.tenant)
    opened = open_page(ben, address)
    Example.unscoped.create(tenant=acme.tenant, intent=intent, text="one more example")
    assert SAYS in ben.post(address, opened).content.decode()
    assert Example.objects.of(acme.tenant).filter(text="one more example").exists()
