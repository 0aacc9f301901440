"""The user is asked which of two intents is meant.

Nothing else is called, and nothing that was open is closed.
"""

from dataclasses import replace

from conversations.turn import TurnContext
from routing.decision.clarification import question
from routing.turns.node_result import NodeResult
from routing.turns.runtime import TurnRuntime


async def run(context: TurnContext, runtime: TurnRuntime) -> NodeResult:
    """The question in the user's language, with both as buttons and as a numbered list."""
    assert context.decision.route is not None
    words = context.decision.remaining or context.request.utterance.text
    opened = question(
        context.decision.route, words, context.request.utterance.language, context.request.number
    )
    spoken, rails = runtime.speech.say(opened.agent, opened.text)
    runtime.emit("question", opened.describe())
    return NodeResult(
        work=replace(
            context.work, parts=((opened.agent, spoken),), agents=(opened.agent,), active_agent=opened.agent
        ),
        outcome=replace(
            context.outcome,
            answer=spoken,
            question=opened,
            rails=(*context.outcome.rails, *rails),
            next_state=context.request.state.workflow_state,
        ),
        agent=opened.agent,
        summary=" | ".join(option.label for option in opened.options),
    )
