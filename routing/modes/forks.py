"""What the tables of modes have alike: their beginning, their end, and where they fork."""

from collections.abc import Mapping

from conversations.turn import TurnContext
from language import closing
from routing.decision import memory, person
from routing.turns.mode import END, Fork, Table
from routing.turns.nodes import backend, cached_answer
from routing.turns.runtime import TurnRuntime

APART = (person.ROUTE, memory.ROUTE, END)


def _after_input(context: TurnContext, runtime: TurnRuntime) -> str:
    return END if context.outcome.blocked_by else "routing_decision"


def _apart(context: TurnContext) -> str:
    """The node of a message that is no specialist's matter in any mode, the end where nobody serves it.

    Empty for any other.
    """
    if context.outcome.blocked_by:
        return END
    route = context.decision.route
    return route.route if route is not None and (person.is_for(route) or memory.is_for(route)) else ""


def _one_answers(context: TurnContext, runtime: TurnRuntime) -> str:
    if apart := _apart(context):
        return apart
    if context.decision.route is not None and context.decision.route.method == "clarification":
        return "clarification"
    intent = runtime.published.intents.get(context.decision.route.intent) if context.decision.route else None
    return "fixed_reply" if intent is not None and intent.reply else "specialist"


def _one_or_another_backend(context: TurnContext, runtime: TurnRuntime) -> str:
    """A backend that the intent names, where a gateway can pass the message on.

    Else a kept answer before a specialist.
    """
    if backend.find_passed_on(context, runtime.published):
        return "backend"
    answers = _one_answers(context, runtime)
    return (
        "cached_answer" if answers == "specialist" and cached_answer.is_asked(context, runtime) else answers
    )


def _find_made(context: TurnContext, runtime: TurnRuntime) -> str:
    return END if context.outcome.served is not None else "specialist"


def _several_answer(context: TurnContext, runtime: TurnRuntime) -> str:
    answers = _one_or_another_backend(context, runtime)
    return "supervisor_agent" if context.decision.plan is not None and answers != "backend" else answers


def _who_goes_on(context: TurnContext, runtime: TurnRuntime) -> str:
    loop, person_asked = context.work.loop, context.work.person is not None
    return "specialist" if loop is not None and loop.next is not None and not person_asked else "finalise"


def _who_begins(context: TurnContext, runtime: TurnRuntime) -> str:
    """The supervisor, where no tier was sure and its model is to say so."""
    return (
        "supervisor"
        if context.work.loop and context.work.loop.next is None
        else _one_answers(context, runtime)
    )


def _who_has_the_word(context: TurnContext, runtime: TurnRuntime) -> str:
    """A courtesy needs no coordinator, unless a result waits to be told.

    One that closes the matter is for whoever was called in, a greeting in the middle of it is not.
    """
    if apart := _apart(context):
        return apart
    closed = context.request.state.sub_conversation is not None and closing.closes(
        context.request.utterance.text
    )
    waits = closed or context.request.state.notes or context.decision.reply is not None
    return "coordinator" if waits else _courtesy(context, runtime)


def _courtesy(context: TurnContext, runtime: TurnRuntime) -> str:
    answers = _one_answers(context, runtime)
    return answers if answers in (*APART, "fixed_reply") else "coordinator"


def _plan_or_courtesy(context: TurnContext, runtime: TurnRuntime) -> str:
    planned = context.decision.route is not None and context.decision.route.route == "planner"
    return "planner" if planned else _one_answers(context, runtime)


AFTER_INPUT = Fork(("routing_decision", END), _after_input)


def make_table(decided: Fork, nodes: Mapping[str, str | Fork]) -> Table:
    """The table of a mode: `decided` leads on from the decision, to `nodes` that end at the review."""
    return {
        "input_guardrails": AFTER_INPUT,
        "routing_decision": decided,
        "person": END,
        "memory": END,
        "fixed_reply": END,
        **nodes,
        "supervisor_review": "output_guardrails",
        "output_guardrails": "judge",
        "judge": END,
    }


ONE_ANSWERS = Fork(
    (*APART, "fixed_reply", "clarification", "backend", "cached_answer", "specialist"),
    _one_or_another_backend,
)
SEVERAL_ANSWER = Fork(
    (*APART, "fixed_reply", "clarification", "backend", "cached_answer", "specialist", "supervisor_agent"),
    _several_answer,
)
MADE_BEFORE = Fork(("specialist", END), _find_made)
WHO_BEGINS = Fork((*APART, "fixed_reply", "clarification", "specialist", "supervisor"), _who_begins)
WHO_GOES_ON = Fork(("specialist", "finalise"), _who_goes_on)
ONE_VOICE = Fork((*APART, "fixed_reply", "coordinator"), _who_has_the_word)
PLAN_OR_COURTESY = Fork((*APART, "fixed_reply", "planner"), _plan_or_courtesy)
