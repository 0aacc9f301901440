"""What tools answered before this turn, as the conversation keeps it: an answer may rest on it.

Nothing is read for it: findings are kept with the specialist who has them, and what came before calls of the
caller's own tools with these calls.
"""

from collections.abc import Container, Iterable, Iterator, Mapping
from typing import Any

import orjson

from conversations.client_tools import MARK
from conversations.turn import ToolResult, TurnContext

DONE = '{"ok":true'  # how a long result begins of which the end is not kept


def find_kept(context: TurnContext) -> tuple[ToolResult, ...]:
    """What specialists found who spoke within the history window; of a tool what it told last."""
    spoke = {each.agent for each in context.request.history}
    return tuple(
        ToolResult(str(each["tool"]), "", True, each.get("result"), agent=agent)
        for agent, left in context.request.state.contexts.items()
        if agent in spoke
        for each in left.get("findings", ())
        if isinstance(each, Mapping) and "tool" in each
    )


def find_first_half(context: TurnContext) -> tuple[ToolResult, ...]:
    """The results before the calls whose results this request brings: both are one turn of the model's."""
    calls, client = context.request.state.calls, context.request.client_tools
    if calls is None or not client.results:
        return ()
    theirs = {each.name for each in client.tools} | {each.name for each in calls.calls}
    return tuple(_read(calls.messages, theirs))


def _read(messages: Iterable[Mapping[str, Any]], theirs: Container[str]) -> Iterator[ToolResult]:
    made: dict[str, Mapping[str, Any]] = {}
    for message in messages:
        if message["role"] != "tool":
            made |= {call["id"]: call for call in message["calls"]}
        elif (call := made.get(message["id"])) is not None:
            about = {"arguments": dict(call["args"])}
            if call["name"] in theirs:
                yield ToolResult(call["name"], "", True, message["text"], None, {**about, MARK: True})
            else:
                yield _result(call["name"], message["text"], about)


def _result(name: str, text: str, about: dict[str, Any]) -> ToolResult:
    """One of our tools, whose result is as `offers.for_model` writes it."""
    try:
        said = orjson.loads(text)
    except orjson.JSONDecodeError:
        return ToolResult(name, "", text.startswith(DONE), text, None, about)
    if not isinstance(said, dict) or not isinstance(said.get("ok"), bool):
        return ToolResult(name, "", False, said, None, about)
    return ToolResult(name, "", said["ok"], said.get("result"), said.get("error"), about)
