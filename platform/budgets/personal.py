"""What becomes of what a user used when they are forgotten."""

from budgets.models import Spent
from budgets.spending import name_user
from privacy import rules

rules.own(
    "budgets.Spent",
    lambda person: Spent.objects.of(person.tenant).filter(subject=name_user(person.tenant, person.user_id)),
    lambda person, row: row.delete(),
)
rules.nobody("what the company's people wrote", "budgets.Price", "budgets.Limit")
