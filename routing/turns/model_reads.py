"""What a specialist's model would read for a message that begins a conversation.

Its instructions, and what it may call.

Nothing is called: what tools would be asked at once, and what they would say, is not in it.
"""

from dataclasses import dataclass, replace
from typing import Any

from agents.llm.choose import model_for
from agents.llm.providers import OFFLINE
from agents.llm.request import ToolOffer
from agents.resources import AgentsOperational, Resources
from agents.specialists.offers import offers
from agents.specialists.prompt import system_prompt
from conversations.turn import TurnContext, TurnDecision
from rollout.evaluate import RolloutSnapshot
from routing.decision.input import Decision
from routing.decision.profile_runtime import ProfileRuntime
from routing.turns.mode import mode_named
from routing.turns.runtime import TurnRuntime
from routing.turns.team.tasks import intent_of, task_of

ASKED = ("clarification", "person")  # methods after which the platform answers


@dataclass(frozen=True, slots=True)
class ModelReads:
    """`model` is its profile's name and its own; empty for the offline one, which reads no instructions."""

    agent: str
    model: str
    instructions: str
    message: str
    tools: tuple[ToolOffer, ...]


def model_reads(published: ProfileRuntime, context: TurnContext, decided: Decision) -> ModelReads | None:
    """None where no specialist's model answers: a fixed reply, a question of the platform's, another mode."""
    route = decided.decision
    fixed = published.intents.get(route.intent)
    specialist = published.specialists.get(route.agent)
    mode = mode_named(context.request.mode)
    if specialist is None or not mode.begins_with_one or route.method in ASKED:
        return None
    if fixed is not None and fixed.reply:
        return None
    decision = TurnDecision(route=route, verdicts=decided.verdicts, reply=decided.reply)
    resources = Resources(published.agents, AgentsOperational(), RolloutSnapshot())
    decided_context = replace(context, decision=decision)
    runtime = TurnRuntime.of(published, resources, decided_context, _nobody_hears, mode.one_voice)
    text = context.request.utterance.text
    intent = intent_of(published, route.agent, route.intent)
    task = task_of(decided_context, runtime, route.agent, text, intent)
    model = model_for(resources, specialist)
    named = "" if model.provider == OFFLINE else " · ".join(dict.fromkeys((model.name, model.model)))
    return ModelReads(route.agent, named, system_prompt(task), text, offers(task))


def _nobody_hears(name: str, data: dict[str, Any]) -> None:
    """Events of a look at what would be."""
