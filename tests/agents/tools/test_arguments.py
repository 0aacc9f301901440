"""Where arguments come from: each parameter from its own source and from no other."""

from datetime import date

import pytest

from agents.specs import ParameterSpec, SlotSpec, ToolSpec
from agents.tools.arguments import KnownValues, fill, read_values
from tests.parts.phrases import try_each

ORDER = SlotSpec("order_id", r"P\d{3,}|PED-\d{3,}", example="P100")
BAD = SlotSpec("order_id", r"(a+)+")
TOOL = ToolSpec(
    "consultar_pedido",
    "retail",
    parameters=(
        ParameterSpec("order_id", "resource"),
        ParameterSpec("customer_id", "identity", default="C001"),
        ParameterSpec("channel", "default", default="web"),
        ParameterSpec("months", "free", required=False, type="integer"),
    ),
)
TODAY = date(2026, 11, 30)
WHO = {"customer_id": "C777"}


def known(text: str = "", **more: object) -> KnownValues:
    return KnownValues(**{"identity": WHO, "text": text, "slots": {"order_id": ORDER}, **more})


@try_each(
    ("text", "context", "values", "expected"),
    [
        ("onde está o p100?", {}, {}, "P100"),
        ("onde está o p100?", {"order_id": "P300"}, {"order_id": "P200"}, "P100"),
        ("e agora?", {"order_id": "P300"}, {"order_id": "P200"}, "P300"),
        ("e o P100?", {}, {"order_id": "P200"}, "P100"),
        ("e agora?", {}, {"order_id": "P200"}, "P200"),
        ("e agora?", {"order_id": "  "}, {}, None),
        ("xP1000", {}, {}, None),
    ],
    ids=[
        "words",
        "words before the context",
        "the context before memory",
        "words before memory",
        "memory",
        "blank is nothing",
        "not a whole word",
    ],
)
def test_a_resource_comes_from_words_then_context_then_memory(text, context, values, expected) -> None:
    filled = fill(TOOL, known(text, context=context, values=values))
    assert filled.arguments.get("order_id") == expected
    assert filled.missing_slots == (() if expected else ("order_id",))


def test_a_model_may_name_a_value_as_it_was_written() -> None:
    loose = {"order_id": SlotSpec("order_id", r"P[- ]?\d{3,}")}
    filled = fill(TOOL, known("o P-100 e o p 200", slots=loose), {"order_id": "p 200"})
    assert filled.arguments["order_id"] == "P200"


def test_a_model_may_choose_of_its_part_in_the_form_that_was_typed() -> None:
    loose = {"order_id": SlotSpec("order_id", r"P[- ]?\d{3}")}
    said = known("move P-200 and P-300, cancel P-400", part="move P-200 and P-300", slots=loose)
    assert fill(TOOL, said, {"order_id": "P-300"}).arguments["order_id"] == "P300"
    assert fill(TOOL, said, {"order_id": "P-400"}).arguments["order_id"] == "P200"


def test_a_model_takes_none_of_several_values_of_other_parts() -> None:
    said = known("refund P100 and P200, and cancel it", part="cancel it", values={"order_id": "P100"})
    for value in ("P100", "p200"):
        assert fill(TOOL, said, {"order_id": value}).missing_slots == ("order_id",)
    one = known("refund P100, and cancel it", part="cancel it")
    assert fill(TOOL, one, {"order_id": "P100"}).arguments["order_id"] == "P100"


@pytest.mark.parametrize("text", ["sou o cliente C001", "my customer_id is C001"])
def test_identity_is_never_taken_from_words_model_context_or_default(text: str) -> None:
    filled = fill(
        TOOL,
        known(text, identity={}, context={"customer_id": "C001"}),
        {"customer_id": "C001", "order_id": "P1"},
    )
    assert "customer_id" not in filled.arguments
    assert filled.missing_identity == ("customer_id",)
    assert not filled.complete


def test_a_model_cannot_replace_a_proven_identity() -> None:
    assert fill(TOOL, known("P100"), {"customer_id": "C001"}).arguments["customer_id"] == "C777"


def test_a_model_may_choose_among_what_was_said_and_invent_nothing() -> None:
    said = known("o P100 e o P200", values={"order_id": "P300"})
    assert fill(TOOL, said, {"order_id": "p200"}).arguments["order_id"] == "P200"
    assert fill(TOOL, said, {"order_id": "P300"}).arguments["order_id"] == "P300"
    assert fill(TOOL, said, {"order_id": "P999"}).arguments["order_id"] == "P100"
    assert fill(TOOL, said, {"order_id": "o"}).arguments["order_id"] == "P100"


def test_a_fixed_value_is_not_the_models_to_change() -> None:
    assert fill(TOOL, known("P100"), {"channel": "fax"}).arguments["channel"] == "web"


def test_unknown_arguments_of_a_model_are_dropped() -> None:
    assert "drop_table" not in fill(TOOL, known("P100"), {"drop_table": "x"}).arguments


def test_what_has_the_wrong_type_is_told_to_the_model() -> None:
    filled = fill(TOOL, known("P100"), {"months": "three"})
    assert filled.problems == ("Argument 'months' must be a number.",)
    assert filled.describe() == "wrong: Argument 'months' must be a number."  # it is not missing
    assert not filled.complete
    assert fill(TOOL, known("P100"), {"months": "3"}).arguments["months"] == 3


def test_a_key_may_be_known_under_another_name() -> None:
    tool = ToolSpec("t", "s", parameters=(ParameterSpec("msisdn", "identity", key="customer_key"),))
    assert fill(tool, KnownValues(identity={"customer_key": "551"})).arguments == {"msisdn": "551"}
    assert fill(tool, KnownValues()).missing_identity == ("customer_key",)


def test_a_required_free_argument_waits_for_the_model() -> None:
    tool = ToolSpec("t", "s", parameters=(ParameterSpec("reason", "free"),))
    assert fill(tool, KnownValues()).free == ("reason",)
    assert fill(tool, KnownValues(), {"reason": "quebrado"}).complete


def test_a_day_that_a_model_leaves_out_is_left_out() -> None:
    schema = {"properties": {"day": {"type": "string", "format": "date"}}}
    day = ParameterSpec("day", "free", required=False)
    tool = ToolSpec("t", "s", read_only=True, parameters=(day,), schema=schema)
    assert fill(tool, KnownValues(text="My bills? Call me tomorrow"), {}).arguments == {}


def test_an_unusable_pattern_finds_nothing_and_breaks_nothing() -> None:
    assert fill(TOOL, known("aaaa", slots={"order_id": BAD})).missing_slots == ("order_id",)


def test_a_messages_values_are_read_by_slot() -> None:
    invoice = SlotSpec("invoice_id", r"INV\d+")
    assert read_values("o pedido p100", {"order_id": ORDER, "invoice_id": invoice}, TODAY) == {
        "order_id": "P100"
    }


@try_each(
    ("kind", "value", "expected"),
    [
        ("integer", "12", 12), ("integer", 12.0, 12), ("number", "1,5", 1.5), ("boolean", "sim", True),
        ("boolean", "Não", False), ("string", 12, "12"), ("array", "a", ["a"]),
        ("object", {"a": 1}, {"a": 1}),
        ("integer", "1.5", None), ("integer", float("inf"), None), ("number", True, None),
        ("boolean", "talvez", None), ("object", "x", None), ("string", {"a": 1}, None),
    ],
)  # fmt: skip
def test_values_take_the_type_asked_for(kind: str, value: object, expected: object) -> None:
    tool = ToolSpec("t", "s", parameters=(ParameterSpec("x", "free", type=kind),))
    filled = fill(tool, KnownValues(), {"x": value})
    assert filled.arguments.get("x") == expected
    assert bool(filled.problems) == (expected is None)


def test_one_of_a_list_is_matched_whatever_its_case_and_accents() -> None:
    schema = {"properties": {"month": {"enum": ["março", "abril"]}}}
    tool = ToolSpec("t", "s", parameters=(ParameterSpec("month", "free"),), schema=schema)
    assert fill(tool, KnownValues(), {"month": "MARCO"}).arguments == {"month": "março"}
    assert fill(tool, KnownValues(), {"month": "maio"}).problems


@try_each(
    ("identity", "text", "expected"),
    [({"line": "551"}, "my line is 552", "551"), ({}, "my line is 552", "552"), ({}, "hello", None)],
    ids=["what is proven wins", "what is said counts where nobody is proven", "else it is asked for"],
)
def test_who_writes_may_be_said_where_the_company_allows_it(identity, text, expected) -> None:
    tool = ToolSpec("bill", "billing", parameters=(ParameterSpec("line", "claimed"),))
    filled = fill(tool, KnownValues(identity=identity, text=text, slots={"line": SlotSpec("line", r"55\d")}))
    assert filled.arguments.get("line") == expected
    assert filled.missing_slots == (() if expected else ("line",))
    assert filled.missing_identity == ()
