"""Parts of earlier messages that nobody has answered yet: taken up again, or answered out of order."""

from conversations.turn import ConversationState, Pending, Reply, RouteDecision, Utterance, Verdict
from language import other_matter
from language.acts.reading import read_act
from routing.decision.input import DecisionInput
from routing.decision.profile_runtime import ProfileRuntime
from routing.decision.reply import lapsed, read


def taken_up(utterance: Utterance, state: ConversationState, published: ProfileRuntime) -> Pending | None:
    """The open part that "e o outro assunto?" means: the oldest whose specialist is still there."""
    if not other_matter.asks_for_rest(utterance.text):
        return None
    return next((part for part in state.pending if part.agent in published.specialists), None)


def answer_open_part(case: DecisionInput, now: float) -> Reply | None:
    """The message as a value for the question of an open part, when it says nothing to the question asked
    last: "INV001" after both an order and an invoice number were asked for.

    Only values that a pattern recognises: "obrigado" is no answer to a question of long ago.
    """
    if case.reply is not None and case.reply.kind != "unclear":
        return None
    if case.reply is not None and read_act(case.utterance.text, case.reply.question.text).likely_yes:
        return None  # "sim, L100" to an action is asked again
    slots = case.published.agents.slots
    for part in case.state.pending:
        question = part.question
        if question is None or part.agent not in case.published.specialists:
            continue
        if lapsed(question.asked_at, now) or not slots.keys() >= set(question.fields):
            continue
        reply = read(case, question)
        if reply is not None and reply.kind == "value":
            return reply
    return None


def verdict(part: Pending, published: ProfileRuntime) -> Verdict:
    """The decision that gives the turn to the specialist of an open part."""
    intent = published.intents.get(part.intent or "")
    decision = RouteDecision(
        route=part.agent,
        agent=part.agent,
        intent=part.intent or "fallback",
        confidence=1.0,
        reason=f"Takes up the part of turn {part.turn} that {part.agent} had left open ({part.why}).",
        method="state",
        metadata={"resumes": part.text, "why": part.why, "turn": part.turn},
        domain=(intent.domain if intent else published.profile.domain) or None,
        mcp_tools=intent.tools if intent else (),
    )
    return Verdict("state", decision, {"open": part.text, "agent": part.agent, "why": part.why})
