"""Whether a question may be answered from the cache, and whether its answer may be kept.

Only where neither depends on who asks, or on what was said before.

Whatever might is a reason not to: an answer that is made anew costs a moment, one that reaches the wrong
person cannot be taken back.
"""

from agents.guardrails import personal
from agents.knowledge import citations, tool_offers
from agents.prompt_variables import CUSTOMER
from conversations.turn import TurnContext
from language.lexicon import begins, first_words, join_languages, join_words
from language.normalise import words
from routing.decision.input import find_tier
from routing.decision.profile_runtime import ProfileRuntime

SHARED = frozenset({tool_offers.SEARCH, tool_offers.PUBLIC})  # tools whose results are everybody's
FEWEST = 3  # characters of a proven value that is looked for in an answer
WENT_WRONG = ("failed", "blocked", "stopped", "passed_on")
_FOLLOWS = first_words(join_languages("FOLLOW_UPS"))
_POINTS_BACK = join_words("ANAPHORA")


def why_not(context: TurnContext, published: ProfileRuntime) -> str:
    """Why a message whose intent keeps answers is not looked for; empty where it is.

    The code stands in the record.
    """
    request, decision = context.request, context.decision
    route, state, utterance = decision.route, request.state, request.utterance
    assert route is not None
    if set(published.intents[route.intent].tools) - SHARED or request.client_tools.offered:
        return "tools"
    if request.files:
        return "files"
    if utterance.text != utterance.raw or personal.find(utterance.text, utterance.language):
        return "personal"
    if request.memory or decision.stated:
        return "memory"
    if decision.values or _names_customer(route.agent, published):
        return "identity"
    if decision.plan is not None or decision.parts or decision.remaining:
        return "several_matters"
    open_now = (
        state.question, state.clarification, state.workflow_state, state.pending, state.sub_conversation,
        state.notes,
        state.calls, state.person, decision.reply, decision.resumed, decision.withdrawn,
    )  # fmt: skip
    if any(open_now):
        return "open_matter"
    tier = find_tier(route.method)
    alone = tier.sure and tier.by_words  # it read the message and nothing else
    if not alone or route.follows or (request.history and _points_back(utterance.text)):
        return "follows"
    return ""


def may_be_kept(context: TurnContext) -> bool:
    """Whether the answer of a turn that found none may be given to others.

    Of a conversation it is the first message's: nobody knows what a model took from what was said before.
    """
    request, decision, work, outcome = context.request, context.decision, context.work, context.outcome
    if request.history or request.state.earlier or decision.route is None:
        return False
    if outcome.status != "answered" or not outcome.answer or work.agents != (decision.route.agent,):
        return False
    left = (
        outcome.question, outcome.pending, outcome.next_state, outcome.calls, outcome.stopped, outcome.error,
        outcome.passed_on, work.handoffs, work.signals, work.permissions, work.identity_missing, work.person,
        work.forgotten, work.execution,
    )  # fmt: skip
    if any(left) or any(step.outcome in WENT_WRONG for step in work.steps):
        return False
    if any(not each.allowed or each.sanitized_text for each in outcome.rails):
        return False
    if not all(judge.passed for judge in outcome.judges):
        return False
    return _is_shared(context) and not _tells_of_somebody(context)


def _is_shared(context: TurnContext) -> bool:
    """Whether all that was looked up is everybody's, and there."""
    results = context.work.tool_results
    known = all(
        each.ok and each.server_name == tool_offers.SERVER and each.tool_name in SHARED for each in results
    )
    return known and not citations.is_unanswered(results)


def _tells_of_somebody(context: TurnContext) -> bool:
    """Whether the answer holds personal data, or a value that is proven of who asked."""
    request, answer = context.request, context.outcome.answer.casefold()
    proven = (*request.identity.known.values(), request.identity.user_id or "")
    if any(len(value) >= FEWEST and value.casefold() in answer for value in map(str, proven)):
        return True
    return bool(personal.find(context.outcome.answer, request.utterance.language))


def _points_back(text: str) -> bool:
    spoken = words(text)
    return bool(begins(spoken, _FOLLOWS)) or not _POINTS_BACK.isdisjoint(spoken)


def _names_customer(agent: str, published: ProfileRuntime) -> bool:
    """Whether the prompts of a specialist hold a variable that stands for who writes."""
    specialist, policy = published.specialists.get(agent), published.policy
    if specialist is None:
        return True
    texts = (specialist.role, specialist.objective, specialist.context, policy.system_prefix, policy.style)
    return any("{" + CUSTOMER in text for text in texts)
