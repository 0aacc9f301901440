"""Values of domains are shown as people write them, wherever a plan shows one."""

from datetime import UTC, datetime
from typing import Any

from conversations.turn import Question
from routing.planning.dialogue import asking, questions
from routing.planning.execute.sentences import format_number, format_value
from routing.planning.plan.engine import StepOutcome
from routing.planning.specs import CapabilitySpec, DomainOutput, ExecutionPlan, ExecutionStep, IntentOutput
from routing.planning.understand.catalogue import Catalogue
from routing.planning.understand.typed_values import read_typed
from tests.parts.phrases import try_each
from tests.planning.worlds import SHARES

SHARED = Catalogue.of(SHARES)


@try_each(
    ("value", "pt", "es", "en"),
    [
        (True, "sim", "sí", "yes"),
        (False, "não", "no", "no"),
        (None, "", "", ""),
        (1e5, "100000", "100000", "100000"),
        (-0.0, "0", "0", "0"),
        (1234.5, "1.234,5", "1.234,5", "1,234.5"),
        (1e-7, "0,0000001", "0,0000001", "0.0000001"),
        (1e-13, "0,0000000000001", "0,0000000000001", "0.0000000000001"),
        (0.1 + 0.2, "0,3", "0,3", "0.3"),
        (1234567890123.0, "1234567890123", "1234567890123", "1234567890123"),
        (1234567890123.5, "1.234.567.890.123,5", "1.234.567.890.123,5", "1,234,567,890,123.5"),
        (1e23, "1" + 23 * "0", "1" + 23 * "0", "1" + 23 * "0"),
        (20240131, "20240131", "20240131", "20240131"),
        (["PETR4", True, None, 0.5], "PETR4, sim, 0,5", "PETR4, sí, 0,5", "PETR4, yes, 0.5"),
        ({"is_open": False, "lots": [1, 2]}, "is open: não; lots: 1, 2", "is open: no; lots: 1, 2",
            "is open: no; lots: 1, 2"),
        ({}, "", "", ""),
    ],
    ids=str,
)  # fmt: skip
def test_a_value_is_written_in_the_readers_language(value: Any, pt: str, es: str, en: str) -> None:
    assert [format_value(value, code) for code in ("pt", "es", "en")] == [pt, es, en]


@try_each(
    ("value", "places", "told"),
    [(-0.001, 2, "0.00"), (-0.005, 1, "0.0"), (1234567890123.0, 2, "1,234,567,890,123.00"), (2.5, 0, "2")],
)
def test_an_amount_has_its_places_and_no_sign_before_nothing(value: float, places: int, told: str) -> None:
    assert format_number(value, "en", places) == told


def asked(candidates: list[dict[str, Any]], language: str) -> Question:
    """What is asked about these candidates."""
    step = ExecutionStep(1, "finance", "get_stock_price", {"symbol_text": "x"})
    output = DomainOutput("clarification", {"candidates": candidates}, "Qual?", 1.0, {"param": "symbol"})
    outcome = StepOutcome(step, output, datetime.now(UTC))
    intent = IntentOutput("finance", "GET_QUOTE")
    return questions.ask_of_step(outcome, ExecutionPlan((step,)), {}, intent, SHARED, language)


@try_each(("language", "yes"), [("pt", "sim"), ("es", "sí"), ("en", "yes")])
def test_a_candidate_that_is_no_text_is_offered_as_people_write_it(language: str, yes: str) -> None:
    question = asked(
        [{"symbol": True, "name": ["A", "B"]}, {"symbol": 1e5}, {"symbol": {"lot": None, "of": 2}}], language
    )
    assert [each.label for each in question.options] == [f"{yes} - A, B", "100000", "of: 2"]
    wait = asking.read_open(question, 1)
    assert wait is not None and asking.read_answer("2", question, wait, SHARED).value == 1e5


@try_each(("language", "limit"), [("pt", "2,5"), ("es", "2,5"), ("en", "2.5")])
def test_an_entity_that_is_no_text_is_confirmed_as_people_write_it(language: str, limit: str) -> None:
    intent = IntentOutput(
        "finance", "GET_QUOTE", {"symbol_text": "x", "limit": 2.5, "days": None, "of": ["a", "b"]}, 0.5
    )
    plan = ExecutionPlan((ExecutionStep(1, "finance", "get_stock_price", {"symbol_text": "x"}),))
    text = questions.ask_whether_meant(intent, plan, SHARED, language).text
    assert f"limit: {limit}" in text and "of: a, b" in text and "days" not in text and "None" not in text


def test_a_number_in_words_is_a_number_of_a_parameter() -> None:
    schema = {"properties": {"pallets": {"type": "integer"}}}
    vans = CapabilitySpec("book_van", "haulage", schema=schema)
    read = read_typed("a van to Bergen for two pallets", "pallets", vans)
    assert read == [(2, (20, 31))] and read_typed("six hundred", "pallets", vans) == [(600, (0, 11))]
