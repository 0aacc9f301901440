"""The coordinator answers, or whoever it has called in; who has the word may change within the turn."""

from typing import Any

from conversations.turn import TurnContext
from routing.modes.coordinator.sub_conversations import Word
from routing.turns.stage import Stage


async def run(context: TurnContext, stage: Stage) -> dict[str, Any]:
    """One after the other until somebody has answered; what ended and what goes on is kept for the next turn."""
    assert context.decision is not None
    word = Word(context, stage)
    await word.go_round(context.decision.agent)
    return word.changes()
