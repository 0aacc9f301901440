"""Mode `supervisor`: a plan of several specialists who work at once.

A reply to an open question and a courtesy need no plan: one answers, as in mode `router`.
"""

from django.conf import settings

from conversations.turn import TurnContext, Verdict
from routing.decision import llm, planning
from routing.decision.input import Decision, DecisionInput
from routing.decision.profile_runtime import ProfileRuntime
from routing.modes.forks import APART, MADE_BEFORE, make_table, one_or_another_backend
from routing.modes.supervisor import supervisor_agent
from routing.turns.mode import END, ByTiers, Fork, Mode
from routing.turns.runtime import TurnRuntime


def _several_answer(context: TurnContext, runtime: TurnRuntime) -> str:
    answers = one_or_another_backend(context, runtime)
    return "supervisor_agent" if context.decision.plan is not None and answers != "backend" else answers


SEVERAL_ANSWER = Fork(
    (*APART, "fixed_reply", "clarification", "backend", "cached_answer", "specialist", "supervisor_agent"),
    _several_answer,
)

TABLE = make_table(
    SEVERAL_ANSWER,
    {
        "clarification": END,
        "backend": END,
        "cached_answer": MADE_BEFORE,
        "specialist": "supervisor_review",
        "supervisor_agent": "supervisor_review",
    },
)


def _plan(
    decided: Decision, context: TurnContext, published: ProfileRuntime, off: frozenset[str]
) -> Decision:
    """All specialists that the message names work at once, unless it is a reply, a courtesy, or takes up an
    open part.
    """
    first = published.intents.get(decided.decision.intent)
    if decided.decision.method in ("state", "clarified", llm.METHOD) or (first is not None and first.reply):
        return decided  # a model names one intent, as the user does, and whoever serves it answers alone
    limit = published.profile.max_branches or settings.BRANCHES
    case = DecisionInput(context.request.utterance, context.request.state, published, off=off)
    made = planning.plan(case, limit, decided.decision)
    names = made.metadata["matched_keywords"]
    if decided.decision.method != "fallback" and not names:
        return decided  # nobody's in particular, decided on as a whole, or named beyond what a plan reads
    if decided.decision.method == "example" and decided.decision.agent not in names:
        return decided  # read as a whole it says more than its clauses do
    named = (published.intents.get(each.intent or "") for each in made.branches)
    intents = [intent for intent in named if intent is not None]
    tools = [tool for intent in intents for tool in intent.tools]
    domains = {intent.domain for intent in intents if intent.domain} or {published.profile.domain}
    decision = planning.decision(made, tools, domains.pop() if len(domains) == 1 else None)
    saw = {"plan": list(made.agents), "left_out": [each.agent for each in made.left_out]}
    verdicts = (*decided.verdicts, Verdict("supervisor", decision, saw))
    return decided._replace(decision=decision, plan=made, verdicts=verdicts)


MODE = Mode("supervisor", TABLE, ByTiers(_plan), {"supervisor_agent": supervisor_agent.run})
