"""Mode `single`: the one generalist, for users outside the rollout.

No tier decides, but a reply to a question is still read, and whether any was sure: what none is sure of is
looked for in the profile's documents, and what nobody serves in none.
"""

from dataclasses import replace

from conversations.turn import Reply, RouteDecision, TurnContext
from routing.decision.fallback import is_out_of_scope
from routing.decision.input import Decision, find_tier
from routing.decision.profile_runtime import ProfileRuntime
from routing.modes import router
from routing.turns.mode import ByTiers, Mode


def _single_agent(
    decided: Decision, context: TurnContext, published: ProfileRuntime, off: frozenset[str]
) -> Decision:
    profile, found = published.profile, decided.decision
    about = dict(found.metadata) if decided.permissions else {}
    if found.method == "fallback" and not found.follows:
        about |= {"found_by": found.method, "out_of_scope": is_out_of_scope(decided.verdicts)}
    elif find_tier(found.method).by_words and (meant := found.follows or found.intent) in published.intents:
        about |= {"meant": meant}
    decision = RouteDecision(
        route=profile.single_agent,
        agent=profile.single_agent,
        intent=found.intent if decided.reply else "single",
        confidence=1.0,
        reason="The single agent answers everything outside the rollout.",
        method="single",
        metadata=about,
        domain=profile.domain or None,
        mcp_tools=published.agents.specialists[profile.single_agent].tools,
    )
    reply = _take_over(decided.reply, profile.single_agent, published)
    return decided._replace(decision=decision, verdicts=(), reply=reply, resumed=None)


def _take_over(reply: Reply | None, single: str, published: ProfileRuntime) -> Reply | None:
    """A reply to a specialist's question, from a user who is outside the rollout by now.

    The single agent goes on with it, unless it agrees to a tool that this one does not have.
    """
    if reply is None or reply.question.agent == single:
        return reply
    tool = reply.question.data.get("tool")
    if tool and tool not in published.specialists[single].tools:
        return None
    return replace(reply, question=replace(reply.question, agent=single))


MODE = Mode(
    "single",
    router.TABLE,
    ByTiers(_single_agent, by_model=False),
    client_tools=True,
    alone=True,
    begins_with_one=True,
)
