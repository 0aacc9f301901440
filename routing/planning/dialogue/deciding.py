"""What mode `planner` makes of a message: a goal, an answer to what a plan asked, or a courtesy.

The decision's metadata hold the `IntentOutput`; the node reads it there, and so does whoever asks why
(`/debug/route`, which calls no domain).
"""

import time
from typing import Any, NamedTuple

from django.conf import settings

from agents.resources import Resources
from conversations.as_json import to_json
from conversations.turn import Method, Reply, RouteDecision, TurnContext, Usage, Verdict
from language.other_matter import asks_for_rest as asks_for_other
from routing.decision.input import Decision
from routing.decision.profile_runtime import ProfileRuntime
from routing.decision.reply import has_lapsed
from routing.planning.dialogue import asking
from routing.planning.dialogue.asking import OpenQuestion, QuestionAnswer
from routing.planning.errors import PlanRefused
from routing.planning.execute import reporting
from routing.planning.execute.executing import find_handler
from routing.planning.plan import proposing
from routing.planning.plan.checking import check
from routing.planning.plan.composing import compose, read_remembered
from routing.planning.specs import BUILT_IN, IntentOutput
from routing.planning.understand import hearing
from routing.planning.understand.catalogue import CHAT, Catalogue, catalogue_of
from routing.planning.understand.message import goes_on, read_goals, read_only_named
from routing.planning.understand.parameters import resolve_all

METHOD: Method = "planner"
NAME = "planner"


class UnderstoodMessage(NamedTuple):
    """The intent, how the message answers an open question, and what was seen."""

    intent: IntentOutput
    answer: QuestionAnswer | None = None
    wait: OpenQuestion | None = None
    saw: dict[str, Any] = {}
    also: tuple[IntentOutput, ...] = ()  # what the message wants besides
    unserved: tuple[str, ...] = ()  # what it asks that no goal does


def understand(context: TurnContext, catalogue: Catalogue) -> UnderstoodMessage:
    """What the message wants, by what is open and by the manifests' hints; no model is asked."""
    text = context.request.utterance.text
    answer, wait = read_answer(context, catalogue)
    if answer is not None and wait is not None:
        if answer.kind != "other":
            return UnderstoodMessage(wait.intent, answer, wait, {"answers": wait.kind, "said": answer.kind})
        one = hearing.read_goal(text, catalogue)
        return UnderstoodMessage(
            one.intent, answer, wait, {**one.saw, "open": wait.kind}, unserved=one.unserved
        )
    found, also = read_goals(text, catalogue)
    if is_talk(found.intent) and not found.unserved:
        earlier = [message.content for message in context.request.history if message.role == "user"]
        if (intent := goes_on(text, earlier, catalogue)) is not None:
            return UnderstoodMessage(intent, saw={"goes on with": f"{intent.primary_domain}.{intent.goal}"})
        if (intent := read_only_named(text, catalogue)) is not None:
            return UnderstoodMessage(intent, saw={"names": dict(intent.entities)})
    return UnderstoodMessage(found.intent, saw=dict(found.saw), also=also, unserved=found.unserved)


def read_answer(
    context: TurnContext, catalogue: Catalogue
) -> tuple[QuestionAnswer | None, OpenQuestion | None]:
    """How the message answers what a plan asked, and what waits for it.

    Neither, where it is a wish of its own.
    """
    text, question = context.request.utterance.text, context.request.state.clarification
    wait = asking.read_open(question, context.request.number)
    if wait is None or question is None or has_lapsed(question.asked_at, time.time()):
        return None, None
    answer = asking.read_answer(text, question, wait, catalogue)
    other = answer.kind == "other" and (asks_for_other(text) or hearing.read_goal(text, catalogue).unserved)
    if answer.kind == "leave" or other:
        return None, None
    return answer, wait


def decide(made: UnderstoodMessage, context: TurnContext, published: ProfileRuntime) -> Decision:
    """The decision as every mode has one."""
    intent, agent = made.intent, published.profile.fallback_agent or NAME
    lost = (
        made.answer is None and is_talk(intent) and "by" not in made.saw
    )  # no hint, and no model that read it
    by = made.saw.get("by", "hints")
    reason = f"{intent.primary_domain}.{intent.goal}, by {by}."
    if made.answer is not None and made.answer.kind not in ("other", "leave"):
        reason = f"Answers what was asked about {intent.primary_domain}.{intent.goal}: {made.answer.kind}."
    decision = RouteDecision(
        NAME,
        agent,
        intent.goal,
        round(intent.confidence, 3),
        reason,
        "fallback" if lost else METHOD,
        metadata={
            "intent_output": to_json(intent),
            "also": [to_json(each) for each in made.also],
            "unserved": list(made.unserved),
            "answer": made.answer.kind if made.answer else None,
            "threshold": settings.PLAN_CONFIDENCE,
        },
        domain=intent.primary_domain,
    )
    question, reply = context.request.state.clarification, None
    if (
        made.answer is not None
        and question is not None
        and made.answer.kind in ("yes", "no", "cancel", "value")
    ):
        reply = Reply(
            made.answer.kind, question, {"value": str(made.answer.value)} if made.answer.value else {}
        )
    return Decision(decision, (Verdict(decision.method, decision, made.saw),), reply)


def read_wished(decision: RouteDecision) -> tuple[IntentOutput, ...]:
    """All that a decision says the message wants, the first of them first."""
    about = decision.metadata
    wished = (about["intent_output"], *about.get("also", ()))
    return tuple(reporting.from_json(IntentOutput, each) for each in wished)


def is_talk(intent: IntentOutput) -> bool:
    """Whether no goal was named."""
    return intent.primary_domain == BUILT_IN and intent.goal == CHAT


def needs_asking(intent: IntentOutput) -> bool:
    """Whether the confidence gate asks before anything is done; never about a chat."""
    return intent.primary_domain != BUILT_IN and intent.confidence < settings.PLAN_CONFIDENCE


def is_certain(decided: Decision) -> bool:
    """Whether a message is served by its plan: a certain goal, or an answer to what a plan asked."""
    decision = decided.decision
    sure = decision.intent != CHAT and decision.confidence >= settings.PLAN_CONFIDENCE
    return decision.method == METHOD and (sure or decided.reply is not None)


async def describe(
    decided: Decision, context: TurnContext, published: ProfileRuntime, resources: Resources
) -> tuple[dict[str, Any], Usage]:
    """IntentOutput, ExecutionIntent, ExecutionPlan, and the handler of each step; and what a model that
    proposed the plan cost."""
    catalogue = catalogue_of(published)
    wanted = intent, *also = read_wished(decided.decision)
    intents = resolve_all(wanted, catalogue)
    plan = compose(intents, catalogue, read_remembered(context, published))
    made, asks_first = proposing.Proposed(plan), needs_asking(intent)
    if not asks_first:
        made = await proposing.ask(wanted, plan, context, published, resources)
    plan = made.plan
    problem: dict[str, str] | None = None
    try:
        plan, _order = check(plan, catalogue)
    except PlanRefused as refused:
        problem = {"error": refused.code, "detail": str(refused)}
    description = {
        "intent_output": to_json(intent),
        "also": [to_json(each) for each in also],
        "execution_intents": [to_json(each) for each in intents],
        "execution_intent": to_json(intents[0]) if intents else None,
        "execution_plan": to_json(plan),
        "proposal": made.described,
        "handlers": [{"step_id": step.id, **find_handler(step, catalogue)} for step in plan.steps],
        "asks_first": asks_first,
        "problem": problem,
    }
    return description, made.usage
