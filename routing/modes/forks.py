"""What the tables of modes have alike: their beginning, their end, and where they fork."""

from collections.abc import Mapping

from conversations.turn import TurnContext
from routing.decision import memory, person
from routing.turns.mode import END, Fork, Table, list_successors
from routing.turns.nodes import without_specialist
from routing.turns.runtime import TurnRuntime

APART = (person.ROUTE, memory.ROUTE, END)


def _after_input(context: TurnContext, runtime: TurnRuntime) -> str:
    return END if context.outcome.blocked_by else "routing_decision"


def find_apart(context: TurnContext) -> str:
    """The node of a message that is no specialist's matter in any mode, the end where nobody serves it.

    Empty for any other.
    """
    if context.outcome.blocked_by:
        return END
    route = context.decision.route
    return route.route if route is not None and (person.is_for(route) or memory.is_for(route)) else ""


def one_answers(context: TurnContext, runtime: TurnRuntime) -> str:
    """The node at which one specialist, or an intent's own sentence, answers."""
    if apart := find_apart(context):
        return apart
    if context.decision.route is not None and context.decision.route.method == "clarification":
        return "clarification"
    intent = runtime.published.intents.get(context.decision.route.intent) if context.decision.route else None
    several = context.decision.parts or context.work.loop
    fixed = intent is not None and intent.reply and not several
    return "fixed_reply" if fixed else "specialist"


def one_or_another_backend(context: TurnContext, runtime: TurnRuntime) -> str:
    """A backend that the intent names, where a gateway can pass the message on.

    Else a kept answer before a specialist.
    """
    if without_specialist.find_passed_on(context, runtime.published):
        return "backend"
    answers = one_answers(context, runtime)
    return (
        "cached_answer"
        if answers == "specialist" and without_specialist.may_serve_kept_answer(context, runtime)
        else answers
    )


def _find_made(context: TurnContext, runtime: TurnRuntime) -> str:
    return END if context.outcome.served is not None else "specialist"


def _do_agreed_first(decided: Fork) -> tuple[Fork, Fork]:
    """The edges behind the decision and behind what a yes agrees to: where that was not done, the rest
    waits."""

    def after_decision(context: TurnContext, runtime: TurnRuntime) -> str:
        return "agreed" if context.decision.agreed is not None else decided.choose(context, runtime)

    def after_agreed(context: TurnContext, runtime: TurnRuntime) -> str:
        done = context.decision.agreed is not None
        return decided.choose(context, runtime) if done else "supervisor_review"

    return (
        Fork((*decided.leads_to, "agreed"), after_decision),
        Fork((*decided.leads_to, "supervisor_review"), after_agreed),
    )


AFTER_INPUT = Fork(("routing_decision", END), _after_input)


def make_table(decided: Fork, nodes: Mapping[str, str | Fork], agrees: bool = True) -> Table:
    """The table of a mode: `decided` leads on from the decision, to `nodes` that end at the review.

    `agrees`: what a yes agrees to is done before what stands behind it in the message.

    `nodes` may lead on from one of the tail: `{"judge": "mine", "mine": END}`. Raises ValueError where an
    edge leads to no node.
    """
    first, behind = _do_agreed_first(decided)
    table: Table = {
        "input_guardrails": AFTER_INPUT,
        "routing_decision": first if agrees else decided,
        **({"agreed": behind} if agrees else {}),
        "person": END,
        "memory": END,
        "fixed_reply": END,
        **nodes,
        "supervisor_review": "output_guardrails",
        "output_guardrails": "judge",
        "judge": END,
        **nodes,  # again: what stands there already keeps its place
    }
    for node in table:
        for target in list_successors(table, node):
            if target != END and target not in table:
                raise ValueError(f"The node {node!r} leads to {target!r}, which the table does not have.")
    return table


ONE_ANSWERS = Fork(
    (*APART, "fixed_reply", "clarification", "backend", "cached_answer", "specialist"),
    one_or_another_backend,
)
MADE_BEFORE = Fork(("specialist", END), _find_made)
