"""What a message says about permissions.

The answer to the question for one, taking one back, telling to ask again.

Costs nothing as long as no permission was ever asked for in the conversation. A yes counts only as the answer
to the question that is open; consent words anywhere else grant nothing.
"""

import time
from collections.abc import Mapping

from conversations.turn import Permission, RouteDecision, TurnContext
from handoffs import permission as rules
from language import clauses
from language.acts.reading import read as read_reply
from language.acts.reading import read_alone
from language.acts.stance import allows, revokes
from routing.decision.input import Decision, DecisionInput
from routing.decision.profile_runtime import ProfileRuntime, rank
from routing.decision.reply import after_refusal


def read(
    decided: Decision, context: TurnContext, published: ProfileRuntime, off: frozenset[str] = frozenset()
) -> Decision:
    """The decision with the permissions that this message changes.

    Who takes a permission back without asking for anything else is answered by who is speaking; who tells to
    go on after all, by the specialist that had asked. `off` names intents that are switched off.
    """
    held = context.request.state.permissions
    if not held:
        return decided
    answered = _answer(decided, context)
    text = context.request.utterance.text
    changed: dict[str, Permission] = {}
    for name, known in held.items():
        event = answered.get(name)
        if event is None and known.state in ("asked", "granted") and revokes(text):
            event = "take_back"
        free = decided.reply is None or decided.reply.kind == "unclear"  # it answers no question
        if event is None and known.state in ("refused", "revoked") and free:
            event = "tell" if allows(text) else None
        if event is None and known.state == "granted" and _from_another_window(known, context):
            event = "no"
        who = context.request.identity.user_id or "user"
        now = rules.after(known, event, who, time.time(), context.request.number) if event else None
        if now is not None:
            changed[name] = now
    if not changed:
        return decided
    return _route(decided._replace(permissions=changed), DecisionInput.of(context, published, off))


def _answer(decided: Decision, context: TurnContext) -> Mapping[str, rules.Event]:
    """What the open question for a permission was answered with: {permission: event}."""
    reply = decided.reply
    question = reply.question if reply is not None else context.request.state.question
    if question is None or question.kind != "permission":
        return {}
    name = str(question.data.get("permission", ""))
    if reply is None:
        # "não, quero ver meu plano": a no, and something else beside
        refused = (
            decided.withdrawn
            and after_refusal(context.request.utterance.text) != context.request.utterance.text
        )
        return {name: "no"} if refused else {}
    if reply.kind == "yes":
        return (
            {name: "yes"}
            if rules.counts(question, context.request.number, context.request.arrival.received_at)
            else {}
        )
    return {name: "no"} if reply.kind in ("no", "cancel") else {}


def _from_another_window(known: Permission, context: TurnContext) -> bool:
    """A no that came while the yes of another window was at work answers the same question."""
    beside = context.request.arrival.waited and known.turn == context.request.number - 1
    return beside and read_reply(context.request.utterance.text, looks=True) in ("no", "cancel")


def _route(decided: Decision, case: DecisionInput) -> Decision:
    """Who answers a message that takes back or tells to, when it asks for nothing else."""
    states = {known.state: known for known in decided.permissions.values()}
    published, text = case.published, case.utterance.text
    if "granted" in states or (decided.reply is not None and decided.reply.kind != "unclear"):
        return decided
    taken = states.get("revoked") or states.get("refused")
    if taken is not None:
        if decided.withdrawn:
            return decided
        rest = ". ".join(clause for clause in clauses.split(text) if not revokes(clause))
        if read_alone(rest) is None and any(hit.payload.agent for hit in case.hits(rest)):
            return decided._replace(remaining=rest, withdrawn=taken.state == "refused")
        agent = published.who_speaks(case.state.active_agent)
        reason = f"The user takes back the permission '{taken.name}'."
        gone = decided._replace(withdrawn=True) if taken.state == "refused" else decided
        return _to(gone, agent, None, reason, taken, published)
    asked_for = states["asked"]
    intent = str(asked_for.data.get("intent") or "")
    best = min(case.hits(text), key=rank, default=None)
    if best is not None and best.payload.agent and best.payload.name != intent:
        return decided  # asks for something else as well: who serves that asks when it needs to
    agent = str(asked_for.data.get("agent") or "")
    agent = agent if agent in published.specialists else published.who_speaks(case.state.active_agent)
    reason = f"The user allows to be asked for '{asked_for.name}' again."
    return _to(decided, agent, intent, reason, asked_for, published)


def _to(
    decided: Decision,
    agent: str,
    intent: str | None,
    reason: str,
    known: Permission,
    published: ProfileRuntime,
) -> Decision:
    named = published.intents.get(intent or "")
    decision = RouteDecision(
        route=agent,
        agent=agent,
        intent=named.name if named else "fallback",
        confidence=1.0,
        reason=reason,
        method="state",
        metadata={"permission": known.state, "name": known.name},
        domain=(named.domain if named else published.profile.domain) or None,
        mcp_tools=named.tools if named else (),
    )
    return decided._replace(decision=decision, reply=None)
