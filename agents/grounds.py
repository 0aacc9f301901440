"""What a conversation has said so far, for whoever asks where a figure of an answer comes from."""

from conversations.turn import TurnContext


def of_conversation(context: TurnContext) -> tuple[str, ...]:
    """The messages of both sides, the values that they named, and what trusted callers sent."""
    request = context.request
    values = (request.identity.business, request.state.values, context.decision.values, request.context)
    return (
        request.utterance.text,
        request.utterance.raw,
        *(each.content for each in request.history),
        *(str(value) for each in values for value in each.values() if isinstance(value, str | int | float)),
    )
