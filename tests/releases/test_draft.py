"""The draft is compiled once for all pages, and every edit is seen, whoever made it."""

import threading

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from agents.authored_row import Authored
from agents.models import MCPServer, Slot, Specialist
from releases import draft, sections
from releases.publish import publish
from releases.rollback import roll_back
from routing.models import AgentProfile
from tenancy.models import Tenant
from tests.releases import company

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def acme() -> Tenant:
    made = company.author()
    publish(made, "ana")
    assert draft.of(made).count == 0
    return made


def test_every_authored_model_is_watched() -> None:
    watched = {model for section in sections.list_sections() for model in section.rows}
    assert watched == set(Authored.__subclasses__())


def test_pages_that_come_after_ask_one_question(acme: Tenant) -> None:
    with CaptureQueriesContext(connection) as seen:
        assert draft.of(acme).count == 0
    assert len(seen) == 1


def elsewhere(edit) -> None:
    """As another process would: on a connection of its own, with nothing of this one's memory."""

    def run() -> None:
        try:
            edit()
        finally:
            connection.close()

    thread = threading.Thread(target=run)
    thread.start()
    thread.join()


def the(model, tenant: Tenant):
    return model.objects.of(tenant).first()


EDITS = {
    "added": lambda tenant: Slot(tenant=tenant, name="city", pattern="x").save(),
    "removed": lambda tenant: the(Slot, tenant).delete(),
    "linked": lambda tenant: the(AgentProfile, tenant).specialists.add(the(Specialist, tenant)),
    "unlinked": lambda tenant: Specialist.objects.of(tenant).get(name="orders").targets.clear(),
}


@pytest.mark.parametrize("edit", EDITS.values(), ids=EDITS)
def test_an_edit_elsewhere_is_seen_at_once(edit, acme: Tenant) -> None:
    elsewhere(lambda: edit(acme))
    assert draft.of(acme).count == 1
    assert len(draft.of(acme).changes) == 1


def test_throwing_the_draft_away_and_publishing_are_seen(acme: Tenant) -> None:
    the(AgentProfile, acme).specialists.add(the(Specialist, acme))
    assert draft.of(acme).count == 1
    elsewhere(lambda: roll_back(Tenant.objects.get(pk=acme.pk), 1, "ana"))
    assert draft.of(acme).count == 0
    Slot(tenant=acme, name="city", pattern="x").save()
    assert draft.of(acme).count == 1
    elsewhere(lambda: publish(Tenant.objects.get(pk=acme.pk), "ana"))
    assert draft.of(acme).count == 0


def test_an_edit_of_another_company_costs_nothing(acme: Tenant) -> None:
    before = draft.fingerprint_of(acme)
    company.author("rival")
    assert draft.fingerprint_of(acme) == before


def test_a_look_before_publishing_sees_what_left_no_history(acme: Tenant) -> None:
    MCPServer.objects.of(acme).update(enabled=False)
    assert len(draft.of(acme, fresh=True).review.changes) == 1
    assert draft.of(acme).count == 1
