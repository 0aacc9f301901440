"""A page of conversations as lines: what was said first, who answered, what happened in words."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.core.paginator import Page, Paginator
from django.db.models import Count, Max, Q, QuerySet

from analytics.latency import Milliseconds
from conversations.models import Conversation, Feedback, Step, Turn
from handoffs.models import AgentHandoff
from handoffs.to_person import TO_PERSON
from tenancy.models import Tenant

A_PAGE = 25


@dataclass(frozen=True, slots=True)
class Facts:
    """What is counted of a whole conversation, not only of a period. `slowest` in milliseconds."""

    turns: int = 0
    handoffs: int = 0
    to_person: int = 0
    tool_errors: int = 0
    failed: int = 0
    blocked: int = 0
    with_model: int = 0
    helpful: int = 0
    unhelpful: int = 0
    slowest: int | None = None
    agents: tuple[str, ...] = field(default=())


@dataclass(frozen=True, slots=True)
class ListedConversation:
    """One conversation of the list."""

    conversation: Conversation
    facts: Facts


def read_page(rows: QuerySet[Conversation], number: str | None) -> Page[Conversation]:
    """One page of a list; a number that is none, or too high, gives the first or the last."""
    return Paginator(rows.defer("state", "options"), A_PAGE).get_page(number)


def list_conversations(
    tenant: Tenant | str, conversations: Iterable[Conversation]
) -> list[ListedConversation]:
    """The conversations with their facts. Five queries however many there are."""
    known = list(conversations)
    facts = count_facts(tenant, [each.pk for each in known], {each.pk: each.handoff_count for each in known})
    return [ListedConversation(each, facts[each.pk]) for each in known]


def count_facts(tenant: Tenant | str, keys: Sequence[str], handoffs: dict[str, int]) -> dict[str, Facts]:
    """The facts of each of these conversations."""
    failed, blocked = Turn.Statuses.FAILED, Turn.Statuses.BLOCKED
    turns = Turn.objects.of(tenant).filter(conversation__in=keys).order_by()
    rows: Any = turns.values("conversation").annotate(
        turns=Count("*"),
        failed=Count("status", filter=Q(status=failed)),
        blocked=Count("status", filter=Q(status=blocked)),
        with_model=Count("pk", filter=~Q(method="") & Q(routed_with_model=True)),
        slowest=Max(Milliseconds("finished_at", "started_at"), filter=Q(status=Turn.Statuses.ANSWERED)),
    )
    counted = {row.pop("conversation"): row for row in rows}
    agents: dict[str, list[str]] = {}
    spoke = turns.exclude(agent="").values_list("conversation", "agent").annotate(n=Count("*"))
    for conversation, agent, _n in spoke.order_by("conversation", "-n", "agent"):
        agents.setdefault(conversation, []).append(agent)
    steps = Step.objects.of(tenant).filter(turn__conversation__in=keys, kind="tool", outcome="failed")
    errors: dict[str, int] = dict(steps.order_by().values_list("turn__conversation").annotate(n=Count("*")))
    moved = AgentHandoff.objects.of(tenant).filter(conversation__in=keys, kind=TO_PERSON, blocked=False)
    people: dict[str, int] = dict(moved.order_by().values_list("conversation").annotate(n=Count("*")))
    thumbs: dict[str, dict[str, int]] = {}
    given = Feedback.objects.of(tenant).filter(turn__conversation__in=keys).order_by()
    for key, value, n in given.values_list("turn__conversation", "value").annotate(n=Count("*")):
        thumbs.setdefault(key, {})[value] = n
    return {
        key: Facts(
            **counted.get(key, {}),
            handoffs=handoffs.get(key, 0),
            to_person=people.get(key, 0),
            tool_errors=errors.get(key, 0),
            helpful=thumbs.get(key, {}).get(Feedback.Values.HELPFUL, 0),
            unhelpful=thumbs.get(key, {}).get(Feedback.Values.UNHELPFUL, 0),
            agents=tuple(agents.get(key, ())),
        )
        for key in keys
    }
