"""What a model may send to the loop, how it is shown, and what it is told when it sends something else."""

import re
from pathlib import Path

import orjson
import pytest

from agents.argument_schemas import stand_alone
from agents.errors import SignalRefused
from agents.intent_slices import Target
from agents.sections import read_tool
from agents.specialists.offers import offer
from agents.specs import ParameterSpec, SlotSpec, ToolSpec
from agents.tools import deciding, delegation, signals
from agents.tools.arguments import KnownValues, fill
from agents.tools.signals import AskSignal, HandoffRequest
from conversations.turn import Option
from handoffs.sub_conversations import STATUSES
from tests.parts.phrases import try_each

TARGETS = (Target("orders_agent", purpose="Orders"), Target("support_agent"))
SLOTS = {"order_id": SlotSpec("order_id", r"P\d+", example="P100")}
HANDOFF = {"target_agent": "orders_agent", "reason": "order", "context_summary": "INV001 is due"}


def test_a_handoff_is_read() -> None:
    assert signals.parse("request_handoff", HANDOFF, TARGETS) == HandoffRequest(
        "orders_agent", "order", "INV001 is due"
    )


@try_each(
    ("changed", "words"),
    [
        ({"target_agent": "billing_agnt"}, "Permitted: orders_agent, support_agent"),
        ({"target_agent": ""}, "needs target_agent"),
        ({"reason": " "}, "needs reason"),
        ({"reason": None, "context_summary": {}}, "needs reason and context_summary"),
    ],
)
def test_an_unusable_handoff_says_what_to_send(changed: dict, words: str) -> None:
    with pytest.raises(SignalRefused) as refused:
        signals.parse("request_handoff", HANDOFF | changed, TARGETS)
    assert words in str(refused.value)


def test_nobody_to_hand_over_to_is_said() -> None:
    with pytest.raises(SignalRefused) as refused:
        signals.parse("request_handoff", HANDOFF, ())
    assert "answer yourself" in str(refused.value)


def test_a_question_is_read_with_options_state_and_fields() -> None:
    sent = {
        "question": "Qual pedido?",
        "options": [{"label": "O primeiro", "value": "P100"}, "P200"],
        "state": "WAITING",
        "fields": "order_id",
    }
    assert signals.parse("ask_user", sent, states=("WAITING",), slots=SLOTS) == AskSignal(
        "Qual pedido?",
        "WAITING",
        (Option("O primeiro", "P100"), Option("P200", "P200")),
        ("order_id",),
    )


@try_each(
    ("sent", "words"),
    [
        ({}, "needs question"),
        ({"question": "?", "state": "DONE"}, "no state 'DONE'"),
        ({"question": "?", "fields": ["cpf"]}, "Known: order_id"),
        ({"question": "?", "fields": 3}, "list of names"),
        ({"question": "?", "options": "yes"}, "options must be"),
        ({"question": "?", "options": [{}]}, "options must be"),
    ],
)
def test_an_unusable_question_says_what_to_send(sent: dict, words: str) -> None:
    with pytest.raises(SignalRefused) as refused:
        signals.parse("ask_user", sent, states=("WAITING",), slots=SLOTS)
    assert words in str(refused.value)


def test_signals_offer_only_what_is_permitted() -> None:
    target = signals.handoff_offer(TARGETS).schema["properties"]["target_agent"]
    assert target["enum"] == ["orders_agent", "support_agent"]
    asked = signals.ask_offer(("WAITING",), SLOTS).schema["properties"]
    assert asked["state"]["enum"] == ["WAITING"]
    assert asked["fields"]["items"]["enum"] == ["order_id"]
    assert signals.ask_offer().schema["properties"].keys() == {"question", "options"}


def test_a_model_sees_only_what_it_may_decide() -> None:
    tool = ToolSpec(
        "trocar", "retail", description="Exchange.",
        parameters=(
            ParameterSpec("order_id", "resource"), ParameterSpec("customer_id", "identity"),
            ParameterSpec("channel", "default", default="web"), ParameterSpec("reason", "free"),
        ),
        schema={"properties": {"reason": {"type": "string", "enum": ["broken", "size"], "title": "x"}}},
    )  # fmt: skip
    shown = offer(tool, SLOTS)
    assert shown.name == "trocar"
    assert shown.schema["properties"].keys() == {"order_id", "reason"}
    assert shown.schema["properties"]["reason"] == {"type": "string", "enum": ["broken", "size"]}
    assert "P100" in shown.schema["properties"]["order_id"]["description"]
    assert shown.schema["required"] == ["order_id", "reason"]
    assert offer(tool, SLOTS, {"order_id": "P100"}).schema["required"] == ["reason"]


LEVEL = {
    "anyOf": [{"enum": ["A1", "B2", None], "type": "string"}, {"type": "null"}],
    "default": None,
    "title": "x",
}
MONEY = {
    "type": "object", "title": "Money", "required": ["amount"],
    "properties": {"amount": {"type": "number", "minimum": 0}, "title": {"type": "string"}},
}  # fmt: skip
WIDE = {
    "properties": {
        "level": LEVEL,
        "most": {"anyOf": [{"$ref": "#/$defs/Money"}, {"type": "null"}], "default": None},
        "slots": {"type": ["array", "null"], "items": {"$ref": "#/$defs/Money"}},
        "who": {"anyOf": [{"type": "string"}, {"type": "integer"}, {"type": "null"}]},
        "tree": {"$ref": "#/$defs/Tree"},
    },
    "$defs": {"Money": MONEY, "Tree": {"type": "object", "properties": {"under": {"$ref": "#/$defs/Tree"}}}},
}


def test_a_model_is_told_of_each_argument_what_the_server_takes() -> None:
    """Optional ones are `anyOf` with null and shapes stand beside, as pydantic and FastMCP write them."""
    rows = [
        {"name": name, "source": "free", "key": "", "required": False, "type": "string", "description": ""}
        for name in WIDE["properties"]
    ]
    tool = read_tool("find", {"server": "school", "parameters": rows, "schema": WIDE})
    money = {
        "type": "object", "required": ["amount"],
        "properties": {"amount": {"type": "number", "minimum": 0}, "title": {"type": "string"}},
    }  # fmt: skip
    assert offer(tool, {}).schema["properties"] == {
        "level": {"type": "string", "enum": ["A1", "B2"]},
        "most": money,
        "slots": {"type": "array", "items": money},
        "who": {"anyOf": [{"type": "string"}, {"type": "integer"}]},
        "tree": {"type": "object", "properties": {"under": {}}},
    }
    filled = fill(tool, KnownValues(), {"level": "b2", "most": {"amount": 3}, "slots": [{"amount": 1}]})
    assert filled.arguments == {"level": "B2", "most": {"amount": 3}, "slots": [{"amount": 1}]}


def test_a_default_that_is_a_list_is_given_as_one() -> None:
    row = {"name": "days", "source": "default", "type": "array", "default": ["mon", "tue"]}
    tool = read_tool("find", {"server": "school", "parameters": [row], "schema": {}})
    assert fill(tool, KnownValues(), {}).arguments == {"days": ["mon", "tue"]}


def test_a_schema_that_grows_without_end_is_cut() -> None:
    many = {f"D{n}": {"anyOf": [{"$ref": f"#/$defs/D{n + 1}"}] * 8} for n in range(20)}
    read = stand_alone(
        {"properties": {"x": {"$ref": "#/$defs/D0"}}, "$defs": {**many, "D20": {"type": "string"}}}
    )
    assert len(orjson.dumps(read)) < 200_000


def test_the_documented_signals_are_those_that_are_offered() -> None:
    offers = (
        delegation.request_offer(TARGETS), delegation.task_offer(TARGETS), delegation.end_offer(),
        deciding.offer(TARGETS), signals.handoff_offer(TARGETS), signals.ask_offer(("wait",), SLOTS),
        signals.person_offer(),
    )  # fmt: skip
    text = (Path(__file__).parents[3] / "docs/modes.md").read_text()
    rows = re.findall(
        r"^\| `(\w+)` \| [^|]* \| ([^|]*) \| ([^|]*)\| [^|]* \|$", text.split("## Signals")[1], re.M
    )
    told = {name: [set(re.findall(r"`(\w+)`", cell)) for cell in cells] for name, *cells in rows}
    for each in offers:
        required = set(each.schema["required"])
        assert told.pop(each.name) == [required, {*each.schema["properties"]} - required]
    assert not told
    assert re.findall(r"`(\w+)`", text.split("\n`status` is one of ")[1]) == list(STATUSES)
