"""Publishing warns of what nobody reaches of a tool where no model is connected."""

from typing import Any

from routing.decision.authored import say_checks
from tests.parts.phrases import try_each

TEXTS = {"type": "array", "items": {"type": "string"}}
ANY = [{"type": "array", "items": items} for items in (True, [{"type": "string"}])]
ROWS = {"type": "array", "items": {"type": "object", "properties": {"x": {"type": "number"}}}}


def row(read_only: bool, parameter: dict[str, Any] | None = None, **more: Any) -> dict[str, Any]:
    named = [{"name": "guests", "source": "free", "required": True, "type": "string"}] if parameter else []
    schema = {"properties": {"guests": parameter}} if parameter else {}
    return {
        "enabled": True, "read_only": read_only, "confirm": not read_only, "server": "shop", "title": {},
        "confirm_text": {}, "say": {}, "schema": schema, "parameters": named, **more,
    }  # fmt: skip


def warned(agents: dict[str, Any], intents: dict[str, Any] | None = None) -> list[str]:
    spoken: dict[str, set[str]] = {name: set() for name in agents["tools"]}
    return [problem.where for problem in say_checks.check(spoken, agents, intents or {})]


@try_each(
    ("parameter", "warns"),
    [(TEXTS, 0), (ROWS, 1), ({"type": "object"}, 1), *((each, 0) for each in ANY)],
    ids=str,
)
def test_an_argument_that_no_words_give_is_told(parameter: dict[str, Any], warns: int) -> None:
    tools = {"book": row(False, parameter)}
    assert len(warned({"tools": tools})) == warns
    assert warned({"tools": tools, "llms": {"fast": {"provider": "openai"}}}) == []


@try_each(
    ("title", "use", "warns"),
    [("repaying", "prefetch", 1), ("giving money back", "prefetch", 0), ("repaying", "offer", 0)],
)
def test_an_action_that_no_message_of_its_intent_names_is_told(title: str, use: str, warns: int) -> None:
    tools = {"order_state": row(True), "repay": row(False, title={"en": title})}
    intent = {
        "keywords": ["refund"],
        "examples": [("en", "I want my money back")],
        "tools": [("order_state", use), ("repay", "offer")],
    }
    assert len(warned({"tools": tools}, {"money": intent})) == warns
