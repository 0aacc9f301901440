"""Results of calls that a specialist left to its caller's program go back to that specialist.

Nothing is routed anew.
"""

from conversations.turn import RouteDecision, TurnContext
from routing.decision.input import Decision
from routing.decision.profile_runtime import ProfileRuntime


def read(context: TurnContext, published: ProfileRuntime) -> Decision | None:
    """The decision on results that a request brings.

    None for any message, and where who called is published no more.
    """
    waits = context.request.state.calls
    if waits is None or not context.request.client_tools.results or waits.agent not in published.specialists:
        return None
    named = published.intents.get(waits.intent or "")
    return Decision(
        RouteDecision(
            route=waits.agent,
            agent=waits.agent,
            intent=waits.intent or "fallback",
            confidence=1.0,
            reason=f"Results of the calls that {waits.agent} had passed on to the caller.",
            method="state",
            next_state=context.request.state.workflow_state,
            metadata={"calls": [call.name for call in waits.calls], "turn": waits.turn},
            domain=(named.domain if named else published.profile.domain) or None,
            mcp_tools=named.tools if named else (),
        ),
        (),
        None,
    )
