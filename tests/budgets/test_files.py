"""`budgets.yaml` says prices and limits, acts at once, and comes back as it was."""

from datetime import date
from decimal import Decimal

import pytest

from budgets.models import Limit, Price
from studio.files import exporting, importing
from tenancy.models import ApiKey, Tenant
from tests.parts.phrases import try_each

pytestmark = pytest.mark.django_db

FILE = b"""
prices:
  - {model: harbor-model, since: '2026-01-01', currency: BRL, per_dollar: 5.4, prompt: 1.5, completion: 6}
limits:
  - {for: company, money_a_day: 20, money_a_month: 400}
  - {for: key, key: web shop, turns_a_day: 5000}
  - {for: key, key: nobody, turns_a_day: 1}
"""


def test_prices_and_limits_come_from_a_file_and_go_back_to_one():
    hotel = Tenant.objects.create(slug="harbor_hotel")
    key, _plain = ApiKey.make(hotel, "web shop", ["chat"])
    plan = importing.look(hotel, {"budgets.yaml": FILE})
    assert [str(each) for each in plan.faults] == [] and len(list(plan.outside.changes(hotel))) == 3
    assert "nobody" in str(plan.notes[0])
    importing.write(plan)
    price = Price.objects.of(hotel).get()
    assert (price.since, price.per_dollar, price.cached) == (date(2026, 1, 1), Decimal("5.4"), None)
    assert Limit.objects.of(hotel).get(key=key).turns_a_day == 5000
    hotel.refresh_from_db()
    written = exporting.collect_files(hotel, lambda permission: True)["budgets.yaml"]
    again = importing.look(hotel, {"budgets.yaml": written})
    assert list(again.outside.changes(hotel)) == [] and not again.notes


def test_a_limit_that_the_list_does_not_name_is_told_to_stay():
    hotel = Tenant.objects.create(slug="harbor_hotel")
    Limit(tenant=hotel, kind="company", turns_a_day=7).save()
    plan = importing.look(hotel, {"budgets.yaml": b"limits: []"})
    assert plan.faults == [] and "stay in force" in str(plan.notes[0])
    assert not importing.look(hotel, {"budgets.yaml": b"prices: []"}).notes


@try_each(
    "line",
    [
        "prices: [{model: m, since: today, prompt: 1, completion: 1}]",
        "prices: [{model: m, since: '2026-01-01', prompt: -1, completion: 1}]",
        "prices: [{model: m, since: '2026-01-01', prompt: 1, completion: 1, per_dollar: 5}]",
        "limits: [{for: nobody, turns_a_day: 1}]",
        "limits: [{for: company}]",
    ],
    ids=["no day", "less than nothing", "a dollar is a dollar", "no such kind", "no figure"],
)
def test_what_cannot_be_is_told_with_its_line(line):
    hotel = Tenant.objects.create(slug="harbor_hotel")
    plan = importing.look(hotel, {"budgets.yaml": line.encode()})
    assert len(plan.faults) == 1 and "budgets.yaml" in str(plan.faults[0])
