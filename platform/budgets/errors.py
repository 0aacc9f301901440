"""What a limit refuses.

LimitReached   429  messages or tokens of the day are used up; with Retry-After
BudgetSpent    402  the money is used up, where the company wants that refused
"""

from django.utils.translation import gettext_lazy

from conversations.errors import ConversationError
from outbound.sentences import Sentence as _


class LimitReached(ConversationError):
    """`limit` names it: `company.turns`."""

    code = "limit_reached"
    status = 429
    title = gettext_lazy("A limit is reached")

    def __init__(self, limit: str, allowed: float, retry_after: int) -> None:
        sentence = _(
            "The limit “%(limit)s” of %(allowed)s is used up. Try again after the time in Retry-After, or "
            "ask the company to raise it."
        )
        super().__init__(sentence % {"limit": limit, "allowed": f"{allowed:.12g}"})
        self.retry_after, self.members = retry_after, {"limit": limit}


class BudgetSpent(LimitReached):
    code = "budget_spent"
    status = 402
    title = gettext_lazy("The budget is used up")
