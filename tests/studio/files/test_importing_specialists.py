"""Specialists that files only name: made, told first, and asked about where another is called nearly so."""

import pytest

from agents.models import Specialist
from studio.files import importing
from tenancy.models import Tenant
from tests.studio.files.test_importing import told

pytestmark = pytest.mark.django_db


def test_a_misspelt_specialist_is_told_first_with_the_one_that_may_be_meant(empty: Tenant) -> None:
    Specialist.unscoped.create(tenant=empty, name="prices_agent", display_name="Prices")
    intents = b"intents:\n  - {name: a_first, agent: price_agent}\n  - {name: other, agent: bookings_agent}\n"
    plan = importing.look(empty, {"routing.yaml": intents})
    assert [str(each.name) for each in plan.changes[:2]] == ["bookings_agent", "price_agent"]
    (asked,) = [note for note in plan.notes if note.sort == "word"]
    assert (asked.line, asked.words) == (2, "New specialist 'price_agent': did you mean 'prices_agent'?")
    assert "'bookings_agent' is new and has no prompt yet" in told(plan, "taken")
