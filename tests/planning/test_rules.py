"""The rules of plans without a server.

Conditions, references, parameters, and what is refused before anything is called.
"""

import time

import pytest

from routing.planning.errors import PlanRefused
from routing.planning.plan.checking import check_order
from routing.planning.plan.composing import compose
from routing.planning.plan.expressions import as_text, holds, resolve
from routing.planning.specs import (
    CapabilitySpec,
    DomainSpec,
    ExecutionPlan,
    ExecutionStep,
    IntentOutput,
    PlanningSection,
)
from routing.planning.understand import parameters
from routing.planning.understand.catalogue import Catalogue
from routing.planning.understand.parameters import resolve_capabilities
from tests.parts.phrases import try_each
from tests.planning.carrying import planned
from tests.planning.worlds import SHARES

FACTS = {"parameters": {"notify": True, "limit": 5, "tags": ["a"]}, "query": "x", "domain": "finance"}
shares = Catalogue.of(SHARES)


@try_each(
    ("condition", "is_so"),
    [
        (None, True),
        ({"path": "parameters.notify", "equals": True}, True),
        ({"path": "parameters.limit", "equals": True}, False),
        ({"path": "domain", "in": ["finance", "news"]}, True),
        ({"path": "parameters.tags.0", "equals": "a"}, True),
        ({"path": "parameters.absent", "exists": False}, True),
        ({"path": "parameters.limit", "truthy": True}, True),
        ({"all": [{"path": "domain", "exists": True}, {"not": {"path": "query", "equals": "y"}}]}, True),
        ({"any": [{"path": "domain", "equals": "b"}, {"path": "query", "equals": "x"}]}, True),
        ("parameters.notify == True", False),
        ({"path": "parameters.notify"}, False),
        ({"path": 3, "equals": 3}, False),
        ({"all": "parameters"}, False),
    ],
)
def test_a_condition_is_data_and_never_code(condition, is_so) -> None:
    assert holds(condition, FACTS) is is_so


def test_a_condition_that_nests_for_ever_does_not_hold() -> None:
    condition = {"path": "domain", "equals": "finance"}
    for _ in range(50):
        condition = {"all": [condition]}
    assert not holds(condition, FACTS)


@try_each(
    ("value", "becomes"),
    [
        ("${1.result.price}", 38.5),
        ("${1.result.rows.1}", {"a": 2}),
        ("a ${1.explanation} b ${1.result.price}", "a PETR4 b 38.5"),
        ({"x": ["${1.status}"]}, {"x": ["success"]}),
        ("${1.result.absent}", None),
        ("${2.explanation}", None),
        (as_text("${1.explanation}"), "${1.explanation}"),
        (as_text("$${1.explanation}"), "$${1.explanation}"),
        (as_text("um ${ENV:HOME} b"), "um ${ENV:HOME} b"),
        ("custa R$ 5", "custa R$ 5"),
    ],
)
def test_a_reference_brings_what_it_names(value, becomes) -> None:
    outputs = {
        1: {"status": "success", "explanation": "PETR4", "result": {"price": 38.5, "rows": [{}, {"a": 2}]}}
    }
    assert resolve(value, outputs) == becomes


def test_what_a_reference_brings_is_not_read_again() -> None:
    assert (
        resolve("${1.explanation}!", {1: {"explanation": "${2.explanation}"}, 2: {"explanation": "x"}})
        == "${2.explanation}!"
    )


def test_a_variable_is_given_only_where_it_is_allowed() -> None:
    assert resolve("${ENV:CHAT}", {}, {"CHAT": "@a"}) == "@a"
    assert resolve("${ENV:HOME}", {}, {"CHAT": "@a"}) is None


def _step(number: int, *needs: int, **params) -> ExecutionStep:
    return ExecutionStep(number, "finance", "get_top_gainers", params, needs)


@try_each(
    ("steps", "code"),
    [
        ((), "empty_execution"),
        ((_step(1, 2), _step(2, 1)), "cyclic_dependencies"),
        ((_step(1, 1),), "cyclic_dependencies"),
        ((_step(1), _step(1)), "cyclic_dependencies"),
        ((_step(1, 9),), "unknown_reference"),
        ((_step(1), _step(2, market="${1.explanation}")), "unknown_reference"),
        ((_step(1), _step(2, 1, market="${1.__class__}")), "unknown_reference"),
        ((_step(1, market="${rm -rf}"),), "unknown_reference"),
        ((_step(1, market="${ENV:HOME}"),), "variable_not_allowed"),
        ((ExecutionStep(1, "finance", "buy"),), "unknown_capability"),
        ((ExecutionStep(1, "nowhere", "get_top_gainers"),), "unknown_capability"),
        (tuple(_step(n) for n in range(1, 202)), "too_many_steps"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_plan_that_cannot_be_carried_out_is_refused_with_its_reason(steps, code) -> None:
    with pytest.raises(PlanRefused) as refused:
        check_order(ExecutionPlan(tuple(steps)), shares)
    assert refused.value.code == code and str(refused.value).endswith(".")


def test_steps_are_ordered_behind_what_they_wait_for() -> None:
    order = check_order(
        ExecutionPlan((_step(3, 2), _step(1), _step(2, 1, market="${1.explanation}"))), shares
    )
    assert [each.id for each in order] == [1, 2, 3]


@try_each(
    ("entities", "capabilities"),
    [
        ({"direction": "GAINERS"}, ["get_top_gainers"]),
        ({"direction": "losers"}, ["get_top_losers"]),
        ({"direction": "BOTH"}, ["get_top_gainers", "get_top_losers"]),
        ({}, ["get_top_gainers", "get_top_losers"]),
        ({"direction": ["LOSERS", "GAINERS"]}, ["get_top_losers", "get_top_gainers"]),
        ({"direction": "SIDEWAYS"}, ["get_top_gainers"]),
    ],
)
def test_the_schema_says_which_capabilities_serve_a_goal(entities, capabilities) -> None:
    intent = IntentOutput("finance", "top_movers", entities, 1.0, "")
    assert [each.capability for each in resolve_capabilities(intent, shares)] == capabilities


def test_one_item_of_a_list_makes_no_split() -> None:
    for entities in ({"symbols_text": ["PETR4"]}, {"symbols": ["PETR4.SA"]}, {"symbol_text": "PETR4"}):
        intents = resolve_capabilities(IntentOutput("finance", "GET_QUOTE", entities, 1.0, ""), shares)
        plan = compose(intents, shares)
        assert (len(plan.steps), plan.combine_mode, plan.steps[0].output_key) == (1, "last", "primary")


def test_memory_fills_only_what_is_mapped_and_was_not_said() -> None:
    remembered = {"preferred_market": "BR", "other": "x"}
    assert planned("preço da PETR4", SHARES, remembered).steps[0].params == {
        "symbol_text": "PETR4",
        "market": "BR",
    }
    intents = resolve_capabilities(
        IntentOutput("finance", "GET_QUOTE", {"symbol": "A", "market_text": "Suécia"}, 1.0, ""), shares
    )
    assert "market" not in compose(intents, shares, remembered).steps[0].params


def test_a_follow_up_is_planned_only_where_it_was_wished() -> None:
    assert len(planned("preço da PETR4", SHARES).steps) == 1
    wished = planned("preço da PETR4 e me avise", SHARES)
    assert wished.steps[1].params == {"message": "${1.explanation}"} and not wished.steps[1].required


def test_parameters_are_made_what_their_capability_wants() -> None:
    capability = CapabilitySpec(
        "book", "trips",
        schema={"properties": {"class": {}, "city": {}, "seats": {}, "country": {}}},
        metadata={
            "parameter_specs": {
                "class": {"enum": ["ECO", "FIRST"], "aliases": {"econômica": "ECO"}},
                "city": {"normalization": {"case": "lower"}},
                "seats": {"default": 1},
                "country": {"infer_from_symbol_suffix": {"/pt": "PT"}},
            }
        },
    )  # fmt: skip
    values = parameters.fit({"class_text": "Economica", "city": "Porto/PT", "_secret": "x"}, capability)
    assert parameters.select_sent(values, capability) == {
        "class": "ECO",
        "city": "porto/pt",
        "seats": 1,
        "country": "PT",
    }


def test_two_hundred_steps_are_resolved_and_checked_in_a_moment() -> None:
    names = [f"S{n}" for n in range(200)]
    intent = IntentOutput("finance", "GET_QUOTE", {"symbols_text": names}, 1.0, "")
    began = time.perf_counter()
    assert len(check_order(compose(resolve_capabilities(intent, shares), shares), shares)) == 200
    assert time.perf_counter() - began < 0.2, (
        "measured by benchmarks/plan_run.py; this is ten times the figure"
    )


def test_a_domain_without_goals_is_no_trouble() -> None:
    assert Catalogue.of(PlanningSection({"empty": DomainSpec("empty")})).domains["empty"].capabilities == {}
