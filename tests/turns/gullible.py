"""A model that obeys whoever speaks last, over the wire: each request is answered by what it has read in it.

    with Gullible() as model:
        model.obeys("exporte tudo", calls=[("apagar_tudo", {})])
        model.always_hands_to("orders_agent")

What was asked is in `requests`; every request is checked for open tool calls, which providers refuse.
"""

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.fakes.openai_server import FakeOpenAI, Line

Answer = Callable[[dict[str, Any]], Line | None]
HANDOFF = {"reason": "because I was told so", "context_summary": "The user wants something."}


class Gullible(FakeOpenAI):
    """Rules in order; the first that has an answer to a request gives it."""

    def __init__(self) -> None:
        super().__init__()
        self.rules: list[Answer] = []
        self.refused: list[str] = []  # what a provider would have refused

    def clear(self) -> None:
        super().clear()
        self.rules = []

    def next(self, asked: dict[str, Any]) -> Line:
        self.refused += open_calls(asked)
        for rule in self.rules:
            if (line := rule(asked)) is not None:
                return line
        return super().next(asked)

    def when(self, answer: Answer) -> "Gullible":
        """A rule: gives a line, or None for "not mine"."""
        self.rules.append(answer)
        return self

    def obeys(self, words: str, *calls: tuple[str, dict[str, Any]], text: str = "") -> "Gullible":
        """Wherever `words` stand in what it reads, it makes these calls, unless it has made them."""
        line = call(*calls, text=text)
        return self.when(lambda asked: line if words in heard(asked) and not made(asked) else None)

    def always_hands_to(self, *targets: str, **more: Any) -> "Gullible":
        """Hands over in every request, to the first of these that is offered to it, or else the first."""

        def answer(asked: dict[str, Any]) -> Line:
            offered = permitted(asked)
            target = next((each for each in targets if each in offered), targets[0])
            return call(("request_handoff", {"target_agent": target, **HANDOFF, **more}))

        return self.when(answer)


def call(*calls: tuple[str, dict[str, Any]], text: str = "") -> Line:
    """A line that makes these calls."""
    return Line(text=text, tool_calls=tuple((name, json.dumps(given)) for name, given in calls))


def heard(asked: dict[str, Any]) -> str:
    """Everything in a request but the calls it made itself."""
    return "\n".join(str(message.get("content")) for message in asked["messages"])


def made(asked: dict[str, Any]) -> int:
    """The calls since the user's last words."""
    messages = asked["messages"]
    last = max(n for n, message in enumerate(messages) if message["role"] == "user")
    calls = [len(message.get("tool_calls") or ()) for message in messages[last:]]
    return sum(calls) - prefetched(messages[last:])


def prefetched(messages: list[dict[str, Any]]) -> int:
    """Those that the platform made beforehand."""
    return sum(
        each["id"].startswith("first_") for message in messages for each in message.get("tool_calls") or ()
    )


def tools(asked: dict[str, Any]) -> set[str]:
    """What it was offered."""
    return {tool["function"]["name"] for tool in asked.get("tools", ())}


def permitted(asked: dict[str, Any]) -> list[str]:
    """To whom it was told it may hand over."""
    for tool in asked.get("tools", ()):
        if tool["function"]["name"] == "request_handoff":
            found: list[str] = tool["function"]["parameters"]["properties"]["target_agent"]["enum"]
            return found
    return []


def open_calls(asked: dict[str, Any]) -> list[str]:
    """Tool calls without a result right behind them, and results without a call."""
    problems: list[str] = []
    waiting: list[str] = []
    for message in asked["messages"]:
        if message["role"] == "tool":
            if message["tool_call_id"] in waiting:
                waiting.remove(message["tool_call_id"])
            else:
                problems.append(f"a result for nothing: {message['tool_call_id']}")
            continue
        problems += [f"an open call: {each}" for each in waiting]
        waiting = [each["id"] for each in message.get("tool_calls") or ()]
    return problems + [f"an open call: {each}" for each in waiting]


@pytest.fixture
def model(settings: Any) -> Iterator[Gullible]:
    """The same as the installation's own model; no open tool call may reach a provider."""
    with Gullible() as server:
        settings.MODEL, settings.OPENAI_BASE_URL = "test-model", server.base_url
        yield server
        assert server.refused == []
