"""What was done is told by the number that it got, where a model has not named it."""

import pytest

from agents.specs import ToolSpec
from conversations.turn import ToolResult
from routing.turns.team.stopping import tell_unnamed
from tests.parts.phrases import try_each

SAID = "Feito. Vence em 12 de setembro de 2027."


def tell(result: object, say: str = "", said: str = SAID) -> str:
    tools = {"open_request": ToolSpec("open_request", "main", say={"pt": say} if say else {})}
    made = ToolResult("open_request", "main", True, result, metadata={"side_effect": True})
    return tell_unnamed([made], tools, "pt", said)


@try_each(
    "result",
    [
        {"status": "ok", "due": "12/09/2027"},
        {"status": "ok", "due": "2027-09-12"},
        {"status": "ok", "due": "2027-09-12T10Z"},
        {"amount": "1.234,50"},
        {"amount": 1500},
        {"version": "2.10.1"},
        {"version": "v2.10.1"},
        {"size": "500mb"},
        {"id": "3f2b1c9e-8d41-4c55-9a1e-7b0f5f0a9d11"},
    ],
    ids=lambda result: str([*result.values()][-1]),
)
def test_a_date_an_amount_or_a_version_is_no_number_that_somebody_keeps(result: dict) -> None:
    assert tell(result) == ""


@pytest.mark.parametrize(
    "result", [{"status": "ok", "protocol": "PRT-8841"}, {"data": {"protocol": "PRT-8841"}}]
)
def test_a_code_is_told_alone_where_the_tool_has_no_words(result: dict) -> None:
    assert tell(result) == "Pronto. PRT-8841."
    assert tell(result, said="Feito: protocolo PRT 8841.") == ""


@try_each(
    ("result", "field"),
    [
        ({"protocol": 8841}, "protocol"),
        ({"protocol": "8841"}, "protocol"),
        ({"data": {"protocol": "PRT-8841"}}, "data.protocol"),
    ],
)
def test_a_tool_tells_its_number_in_its_own_words(result: dict, field: str) -> None:
    told = tell(result, f"Seu protocolo é {{{field}}}.")
    assert told.startswith("Seu protocolo é ") and "8841" in told
    assert tell(result, f"Seu protocolo é {{{field}}}.", told) == ""
