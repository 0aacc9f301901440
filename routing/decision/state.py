"""A reply to an open question goes back to who asked."""

from conversations.turn import Question, RouteDecision, Verdict
from routing.decision.input import DecisionInput, Tier
from routing.decision.profile_runtime import STATE_INTENT


class StateTier(Tier):
    """Decides when the message answers the open question; it keeps that question's intent and tools."""

    method = "state"
    says_matter = False

    def decide(self, case: DecisionInput) -> Verdict:
        question, reply = case.waiting, case.reply
        if question is None:
            return Verdict(self.method, None, {"question": None})
        saw = {"question": question.kind, "agent": question.agent, "state": question.state,
               "reply": reply.kind if reply else None}  # fmt: skip
        if reply is None:
            return Verdict(self.method, None, saw)
        reason = f"Read as {reply.kind} to the {question.kind} question of {question.agent}."
        return Verdict(self.method, back_to_asker(case, question, reason), saw)


def back_to_asker(case: DecisionInput, question: Question, reason: str) -> RouteDecision:
    """The decision that gives a message to the specialist whose question is open."""
    published = case.published
    state = question.state or case.state.workflow_state
    named = published.intents.get(question.intent or "")
    if named is None and state:
        own = published.intent_slice(question.agent, f"{STATE_INTENT}{state}")
        named = published.intents.get(own.name) if own else None
    waits_in_state = question.kind == "state" and state
    policy = published.policies.get(state or "")
    ends = (case.reply is not None and case.reply.kind == "cancel") or (
        policy is not None and policy.terminal
    )
    return RouteDecision(
        route=question.agent,
        agent=question.agent,
        intent=f"{STATE_INTENT}{state}" if waits_in_state else question.intent or "fallback",
        confidence=1.0,
        reason=reason,
        method="state",
        next_state=None if ends else state,
        metadata={
            "question": question.kind,
            "reply": case.reply.kind if case.reply else None,
            "intent": named.name if named else question.intent,
        },
        domain=(named.domain if named else published.profile.domain) or None,
        mcp_tools=named.tools if named else (),
    )
