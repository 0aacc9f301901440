"""What becomes of what a user used when they are forgotten."""

from typing import Any

from django.db.models import QuerySet

from budgets.models import Spent
from budgets.spending import name_user
from privacy import rules
from privacy.rules import Person


def _find_spent(person: Person) -> "QuerySet[Any]":
    return Spent.objects.of(person.tenant).filter(subject=name_user(person.tenant, person.user_id))


def _forget_spent(person: Person, row: Spent) -> None:
    row.delete()


rules.own("budgets.Spent", _find_spent, _forget_spent)
rules.nobody("what the company's people wrote", "budgets.Price", "budgets.Limit")
