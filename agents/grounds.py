"""What a conversation has said so far, for whoever asks where a figure of an answer comes from."""

from collections.abc import Iterable, Iterator

from agents.facts import texts_of
from conversations.turn import ToolResult, TurnContext


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


def of_tools(results: Iterable[ToolResult]) -> Iterator[str]:
    """The texts and numbers that tools answered, and those that they were asked with."""
    for result in results:
        yield from texts_of(result.result)
        yield from texts_of(result.metadata.get("arguments"))


def answers_of(results: Iterable[ToolResult]) -> list[str]:
    """What tools answered, each as one text."""
    return [str(result.result) for result in results if result.ok]
