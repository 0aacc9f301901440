"""What is remembered and may fill a parameter that the user did not name; the capability's `memory_map` says which.

The conversation comes before who writes: a value said in it wins over one that the caller's system sent along.
"""

from typing import Any

from conversations.turn import TurnContext


def remembered(context: TurnContext) -> dict[str, Any]:
    """Values by name: of the user (identity, and what their system sent), then of the conversation."""
    sent = {name: each for name, each in context.context.items() if isinstance(each, str | int | float)}
    return {**context.identity.business, **sent, **context.state.values, **context.values}
