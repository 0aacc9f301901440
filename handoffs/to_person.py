"""A conversation passes to a person, and back to the agents.

The one way there, whoever asks for it: an intent, a model by its signal, a check that stops an answer.

    passed = ask(context, "billing_agent", "invoice", reason, summary)
    work = replace(work, person=passed.awaited, handoffs=(*work.handoffs, passed.handoff))

The row of `agent_handoffs` says why and what was said; the mark stays on the conversation until the user goes
on with the agents, or somebody of the company takes it off (`handoffs.release`): `give_back` both times.
"""

from dataclasses import dataclass, replace
from datetime import UTC, datetime

from django.utils import timezone

from conversations.turn import AwaitedPerson, Handoff, TurnContext
from handoffs.models import AgentHandoff

PERSON = "person"  # who has the conversation, where rows and answers name a specialist
TO_PERSON = AgentHandoff.Kinds.AGENT_TO_PERSON.value
TO_AGENT = AgentHandoff.Kinds.PERSON_TO_AGENT.value
REASON, SUMMARY = 300, 2000  # characters


@dataclass(frozen=True, slots=True)
class PassedToPerson:
    """What a turn keeps of it: the mark, and the line of the record."""

    awaited: AwaitedPerson
    handoff: Handoff


def ask(
    context: TurnContext, agent: str, intent: str | None, reason: str, summary: str, category: str = ""
) -> PassedToPerson:
    """A person is to take up `agent`'s matter `intent` (None: nothing in particular)."""
    at = timezone.now()
    awaited = AwaitedPerson(agent, intent, reason[:REASON], context.request.number, at.timestamp())
    handoff = Handoff(
        agent, PERSON, reason[:REASON], summary[:SUMMARY], at, kind=TO_PERSON, category=category, outcome=""
    )
    return PassedToPerson(awaited, handoff)


def give_back(awaited: AwaitedPerson, reason: str, note: str) -> PassedToPerson:
    """The agents have it again: `reason` says who wants it so, `note` what came of it."""
    handoff = Handoff(
        PERSON, awaited.agent, reason[:REASON], note[:SUMMARY], timezone.now(), kind=TO_AGENT, outcome=""
    )
    return PassedToPerson(replace(awaited, ended=True), handoff)


def after(before: AwaitedPerson | None, changed: AwaitedPerson | None) -> AwaitedPerson | None:
    """The mark that a turn leaves.

    >>> after(AwaitedPerson("a"), AwaitedPerson("a", ended=True)) is None
    True
    """
    kept = changed or before
    return None if kept is None or kept.ended else kept


def since(awaited: AwaitedPerson | None) -> datetime | None:
    """Since when a conversation waits for a person, as its row keeps it."""
    return datetime.fromtimestamp(awaited.at, UTC) if awaited is not None else None
