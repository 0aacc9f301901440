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
    asked = question(
        context.decision.route, words, context.request.utterance.language, context.request.number
    )
    said, rails = runtime.speech.say(asked.agent, asked.text)
    runtime.emit("question", asked.describe())
    return NodeResult(
        work=replace(
            context.work, parts=((asked.agent, said),), agents=(asked.agent,), active_agent=asked.agent
        ),
        outcome=replace(
            context.outcome,
            answer=said,
            question=asked,
            rails=(*context.outcome.rails, *rails),
            next_state=context.request.state.workflow_state,
        ),
        agent=asked.agent,
        summary=" | ".join(option.label for option in asked.options),
    )
