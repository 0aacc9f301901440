"""Plans against real domain servers: what is sent, what is looked up, what fails and what that stops."""

import time
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from urllib.parse import unquote

import pytest

from routing.planning.execute import reporting
from routing.planning.plan.engine import StepOutcome
from routing.planning.specs import CapabilitySpec, DomainOutput, ExecutionPlan, ExecutionStep, PlanningSection
from routing.planning.understand.catalogue import Catalogue
from tests.fakes.domain_server import DomainServer, success
from tests.parts.phrases import try_each
from tests.planning.carrying import carry, planned, scene
from tests.planning.worlds import FINANCE, LIBRARY, NOTIFIER, SHARES

FOUND = {
    "nordea": [
        {"symbol": "NDA-SE.ST", "name": "Nordea Bank Abp", "market": "Stockholm"},
        {"symbol": "NDA-FI.HE", "name": "Nordea Bank Abp", "market": "Helsinki"},
    ],
    "petr4": [{"symbol": "PETR4.SA", "name": "Petrobras PN"}],
    "vale3": [{"symbol": "VALE3.SA", "name": "Vale ON"}],
}


def _price(body):
    symbol = body["parameters"]["symbol"]
    return success({"symbol": symbol, "price": 38.5, "currency": "BRL"}, f"{symbol} at 38.50")


def _search(body):
    return success({"candidates": FOUND.get(body["parameters"]["query"].lower(), [])})


@pytest.fixture
def shares() -> Iterator[DomainServer]:
    does = {
        "get_stock_price": _price,
        "search_symbol": _search,
        "send_telegram_message": lambda body: success({"sent": True}, "Enviado no Telegram."),
        "get_top_gainers": lambda body: success({"movers": []}, "Altas"),
        "get_top_losers": lambda body: success({"movers": []}, "Baixas"),
    }
    with DomainServer(does) as server:
        yield server


def _ended(number: int, output: DomainOutput, acted: bool = False) -> StepOutcome:
    step = ExecutionStep(number, "finance", "get_top_gainers")
    return StepOutcome(step, output, datetime.now(UTC), acted=acted)


def _at(server: DomainServer, **more):
    return scene({"finance": server.url, "notifier": server.url, "library": server.url}, **more)


async def test_one_goal_is_one_call(shares) -> None:
    outcomes, output = await carry(planned("preço da PETR4", SHARES), SHARES, _at(shares), "preço da PETR4")
    assert output.status == "success" and output.explanation == "PETR4.SA está em 38,50 BRL."
    assert shares.asked[-1] == {
        "domain": "finance",
        "capability": "get_stock_price",
        "confidence": 0.95,
        "parameters": {"symbol": "PETR4.SA", "market": "BR"},
        "original_query": "preço da PETR4",
    }
    sent = shares.headers[-1]
    assert (sent["x-session-id"], sent["x-tenant-id"]) == ("tenant_a:finance:s1", "tenant_a")
    assert (sent["authorization"], sent["accept-language"]) == ("Bearer s3cret", "pt")
    assert outcomes[1].before[0]["value"] == "PETR4.SA"


async def test_an_alias_of_the_manifest_is_looked_up_nowhere(shares) -> None:
    await carry(planned("preço da petrobras", SHARES), SHARES, _at(shares))
    assert shares.calls("search_symbol") == [] and shares.calls("get_stock_price")[0]["symbol"] == "PETR4.SA"


async def test_an_ambiguous_name_asks_and_nothing_is_called(shares) -> None:
    _outcomes, output = await carry(planned("qual o preço da Nordea?", SHARES), SHARES, _at(shares))
    assert output.status == "clarification" and output.metadata["resolution"] == "ambiguous_symbol"
    assert [each["symbol"] for each in output.result["candidates"]] == ["NDA-SE.ST", "NDA-FI.HE"]
    assert shares.calls("get_stock_price") == []


async def test_an_unknown_name_asks_too(shares) -> None:
    _outcomes, output = await carry(planned("preço da XYZW", SHARES), SHARES, _at(shares))
    assert (output.status, output.metadata["resolution"]) == ("clarification", "symbol_not_found")


async def test_a_missing_parameter_asks(shares) -> None:
    _outcomes, output = await carry(planned("preço", SHARES), SHARES, _at(shares))
    assert output.status == "clarification" and output.metadata["missing_required_params"] == ["symbol"]
    assert shares.asked == []


async def test_a_list_becomes_steps_and_what_follows_gets_what_they_said(shares) -> None:
    message = "preço de PETR4 e VALE3 e me avise no telegram"
    plan = planned(message, SHARES)
    assert (plan.execution_mode, plan.combine_mode, len(plan.steps)) == ("dag", "report", 3)
    assert plan.steps[2].depends_on == (1, 2) and not plan.steps[2].required
    _outcomes, output = await carry(plan, SHARES, _at(shares), message)
    (sent,) = shares.calls("send_telegram_message")
    assert sent == {"message": "PETR4.SA está em 38,50 BRL.\nVALE3.SA está em 38,50 BRL."}
    assert list(output.result["steps"]) == ["result_1", "result_2", "notification"]
    assert output.explanation.endswith("Enviado no Telegram.")


async def test_a_follow_up_that_fails_takes_nothing_from_the_answer(shares) -> None:
    shares.does["send_telegram_message"] = lambda body: (404, b"{}")
    plan = planned("preço de PETR4 e me avise no telegram", SHARES)
    _outcomes, output = await carry(plan, SHARES, _at(shares))
    assert output.status == "success" and output.result["optional_failures"] == ["notification"]
    assert "PETR4.SA está em 38,50 BRL." in output.explanation and "Não consegui" in output.explanation
    assert len(shares.calls("send_telegram_message")) == 1, "what changes something is never repeated"


async def test_what_is_done_without_a_word_is_told_as_done(shares) -> None:
    shares.does["send_telegram_message"] = lambda body: success({})
    plan = planned("preço de PETR4 e me avise no telegram", SHARES)
    _outcomes, output = await carry(plan, SHARES, _at(shares))
    assert output.status == "success" and output.explanation.split("\n\n")[1].startswith("Feito: ")


async def test_one_is_answered_and_the_other_asked_about(shares) -> None:
    plan = planned("qual o valor da vale3 e abc", SHARES)
    _outcomes, output = await carry(plan, SHARES, _at(shares))
    assert output.status == "clarification" and output.explanation == "VALE3.SA está em 38,50 BRL."


async def test_a_value_chooses_the_capability_and_both_run_at_once(shares) -> None:
    _outcomes, output = await carry(planned("mais variaram no Brasil", SHARES), SHARES, _at(shares))
    assert output.explanation == "Altas\n\nBaixas"
    assert shares.calls("get_top_gainers") == [{"market_text": "Brasil"}]


@pytest.mark.parametrize(
    ("answer", "error", "tries"),
    [
        ((503, b"{}"), "unavailable", 2),
        ((404, b"{}"), "refused", 1),
        ((200, b"no json"), "bad_answer", 1),
        ((200, b'{"status": "maybe"}'), "bad_answer", 1),
    ],
)
async def test_what_is_no_answer_is_a_failure_with_its_name(shares, answer, error, tries) -> None:
    shares.does["get_stock_price"] = lambda body: answer
    _outcomes, output = await carry(planned("preço da PETR4", SHARES), SHARES, _at(shares))
    assert (output.status, output.metadata["error"]) == ("failure", error)
    lasting = error in ("refused", "bad_answer")
    begins = "Não consigo fazer isto por aqui" if lasting else "Não consegui concluir agora"
    assert output.explanation.startswith(begins)
    assert len(shares.calls("get_stock_price")) == tries


async def test_a_slow_step_ends_at_its_own_time(shares) -> None:
    shares.does["get_stock_price"] = lambda body: time.sleep(0.6) or _price(body)
    step = ExecutionStep(1, "finance", "get_stock_price", {"symbol": "A"}, timeout_seconds=0.2)
    _outcomes, output = await carry(ExecutionPlan((step,)), SHARES, _at(shares))
    assert output.metadata["error"] == "timeout"
    assert len(shares.calls("get_stock_price")) == 1, "its time is over: it is not asked once more"


@pytest.mark.parametrize("url", ["http://127.0.0.1:9", "http://127.0.0.1:99999", "http://[::1"])
async def test_nobody_there_is_a_failure(url) -> None:
    _outcomes, output = await carry(planned("maiores altas", SHARES), SHARES, scene({"finance": url}))
    assert output.metadata["error"] == "unreachable"


async def test_what_waits_for_a_failed_step_is_not_begun(shares) -> None:
    shares.does["get_top_gainers"] = lambda body: {"status": "failure", "explanation": "Bolsa fechada."}
    steps = (
        ExecutionStep(1, "finance", "get_top_gainers"),
        ExecutionStep(2, "finance", "get_top_losers", depends_on=(1,)),
        ExecutionStep(3, "finance", "get_top_losers"),
    )
    outcomes, output = await carry(ExecutionPlan(steps, "dag", "report"), SHARES, _at(shares))
    assert [outcomes[each].status for each in (1, 2, 3)] == ["failure", "cancelled", "success"]
    assert output.status == "success" and output.result["required_failures"] == ["step_1", "step_2"]
    assert "Bolsa fechada." in output.explanation


async def test_an_optional_step_may_fail(shares) -> None:
    shares.does["get_top_gainers"] = lambda body: {"status": "failure"}
    steps = (
        ExecutionStep(1, "finance", "get_top_gainers", required=False),
        ExecutionStep(2, "finance", "get_top_losers", depends_on=(1,)),
    )
    outcomes, _output = await carry(ExecutionPlan(steps, "dag", "report"), SHARES, _at(shares))
    assert outcomes[2].status == "success"


async def test_no_more_run_at_once_than_the_plan_says(shares) -> None:
    shares.does["get_top_gainers"] = lambda body: time.sleep(0.05) or success({})
    steps = tuple(ExecutionStep(n, "finance", "get_top_gainers") for n in range(1, 13))
    await carry(ExecutionPlan(steps, "parallel", "report", 3), SHARES, _at(shares))
    assert shares.most_at_once == 3


async def test_words_that_look_like_a_reference_stay_words(shares) -> None:
    _outcomes, _output = await carry(planned("preço da ${1.explanation}", SHARES), SHARES, _at(shares))
    assert shares.calls("search_symbol") == [{"query": "${1.explanation}"}]


async def test_another_domain_needs_no_other_line() -> None:
    does = {"find_copy": lambda body: success({"shelf": "B3"}, f"{body['parameters']['title']}: B3")}
    with DomainServer(does) as server:
        plan = planned("where is the book Moby Dick and the book Emma", LIBRARY)
        _outcomes, output = await carry(plan, LIBRARY, scene({"library": server.url}, language="en"))
    assert output.explanation == "Moby Dick: B3\n\nEmma: B3"


async def test_a_variable_reaches_its_domain_and_no_record(shares, monkeypatch) -> None:
    monkeypatch.setenv("REPORT_CHAT", "s3cret-chat")
    section = PlanningSection({**SHARES.domains, "notifier": replace(NOTIFIER, variables=("REPORT_CHAT",))})
    step = ExecutionStep(1, "notifier", "send_telegram_message", {"message": "para ${ENV:REPORT_CHAT}"})
    outcomes, _output = await carry(ExecutionPlan((step,)), section, _at(shares))
    assert shares.calls("send_telegram_message") == [{"message": "para s3cret-chat"}]
    assert outcomes[1].params == {"message": "para ${ENV:REPORT_CHAT}"}


async def test_an_answer_that_is_too_long_is_none(shares, settings) -> None:
    settings.MCP_RESULT_BYTES = 2000
    shares.does["get_top_gainers"] = lambda body: success({"rows": ["x" * 100] * 50})
    _outcomes, output = await carry(planned("maiores altas", SHARES), SHARES, _at(shares))
    assert output.metadata["error"] == "bad_answer"


async def test_what_no_database_can_hold_is_cleaned(shares) -> None:
    shares.does["get_top_gainers"] = lambda body: success({"a\x00b": "c\x00d"}, "e\x00f")
    _outcomes, output = await carry(planned("maiores altas", SHARES), SHARES, _at(shares))
    assert (output.result, output.explanation) == ({"ab": "cd"}, "ef")


async def test_letters_that_nobody_sees_are_left_out_of_what_a_domain_says(shares) -> None:
    row = {"symbol": "X\x1b[2J1", "name": "Nor\u202edea\u2069", "note": "uma\nlinha\te outra"}
    shares.does["search_symbol"] = lambda body: success({"candidates": [row, {"symbol": "X2"}]}, "Qual\x07?")
    _outcomes, output = await carry(planned("preço da XYZW", SHARES), SHARES, _at(shares))
    first = output.result["candidates"][0]
    assert (first["symbol"], first["name"]) == ("X[2J1", "Nordea") and first["note"] == row["note"]
    shares.does["get_top_gainers"] = lambda body: success({"a\x9bb": 1}, "Altas\u2066\x85: 1")
    _outcomes, output = await carry(planned("maiores altas", SHARES), SHARES, _at(shares))
    assert output.explanation == "Altas: 1" and output.result == {"ab": 1}


def test_a_goal_that_needs_an_absent_domain_is_not_offered() -> None:
    goal = replace(FINANCE.goals["GET_QUOTE"], requires_domains=("news",))
    finance = replace(FINANCE, goals={"GET_QUOTE": goal})
    assert Catalogue.of(PlanningSection({"finance": finance})).goal("finance", "GET_QUOTE") is None


def test_results_wait_with_a_question_only_as_far_as_they_are_small() -> None:
    large = "x" * reporting.KEPT
    small, much = DomainOutput("success", "small", "x"), DomainOutput("success", large, "x")
    kept = reporting.select_kept({1: _ended(1, small), 2: _ended(2, much), 3: _ended(3, much, True)})
    assert list(kept) == [1, 3], "a step that only reads is done again"
    assert kept[3].output.result is None, "what changed something is not"


@try_each(
    ("acted", "status", "metadata", "kept"),
    [
        (True, "failure", {"error": "timeout", "uncertain": True}, True),
        (True, "failure", {"error": "refused"}, True),
        (True, "clarification", {}, False),
        (False, "failure", {"error": "timeout"}, False),
        (False, "failure", {"uncertain": True}, True),
    ],
)
def test_what_may_have_changed_something_is_not_done_again(acted, status, metadata, kept) -> None:
    output = DomainOutput(status, None, "", 0.0, metadata)
    assert (1 in reporting.select_kept({1: _ended(1, output, acted)})) is kept


@pytest.mark.parametrize(
    ("answer", "uncertain"),
    [((500, b"{}"), True), ((200, b"no json"), True), ((404, b"{}"), False), ((503, b"{}"), True)],
)
async def test_a_change_that_may_have_been_made_is_uncertain(shares, answer, uncertain) -> None:
    shares.does["send_telegram_message"] = lambda body: answer
    step = ExecutionStep(1, "notifier", "send_telegram_message", {"message": "oi"})
    outcomes, output = await carry(ExecutionPlan((step,)), SHARES, _at(shares))
    assert outcomes[1].acted and bool(output.metadata.get("uncertain")) is uncertain
    assert ("Não sei se isto foi concluído" in output.explanation) is uncertain


async def test_a_change_that_reached_nobody_was_not_made() -> None:
    step = ExecutionStep(1, "notifier", "send_telegram_message", {"message": "oi"})
    outcomes, output = await carry(ExecutionPlan((step,)), SHARES, scene({"notifier": "http://127.0.0.1:9"}))
    assert not outcomes[1].acted and "uncertain" not in output.metadata


async def test_a_session_of_any_letters_is_told_in_a_header(shares) -> None:
    at = replace(_at(shares), session_key="tenant_a:finance:sessão 1\n")
    _outcomes, output = await carry(planned("preço da petrobras", SHARES), SHARES, at)
    assert output.status == "success"
    assert unquote(shares.headers[-1]["x-session-id"]) == "tenant_a:finance:sessão 1\n"


async def test_a_call_that_cannot_even_be_written_is_a_failure(shares) -> None:
    at = _at(shares)
    at = replace(at, addresses={"finance": replace(at.addresses["finance"], secret="chavé")})
    _outcomes, output = await carry(planned("preço da petrobras", SHARES), SHARES, at)
    assert (output.status, output.metadata["error"]) == ("failure", "unreachable")


COMPARE = CapabilitySpec(
    "compare", "finance", "Compares shares",
    {"type": "object", "properties": {"symbols": {"type": "array"}}, "required": ["symbols"]},
    {"flow": {"pre": [{"type": "resolve_symbol_list", "param": "symbols",
        "search_capability": "search_symbol"}]}},
    read_only=True,
)  # fmt: skip
COMPARING = PlanningSection(
    {"finance": replace(FINANCE, capabilities={**FINANCE.capabilities, "compare": COMPARE})}
)


async def test_a_name_that_is_said_often_is_looked_up_once(shares) -> None:
    shares.does["compare"] = lambda body: success({}, "iguais")
    step = ExecutionStep(1, "finance", "compare", {"symbols_text": ["PETR4", "VALE3"] * 500})
    await carry(ExecutionPlan((step,)), COMPARING, _at(shares))
    assert shares.calls("compare") == [{"symbols": ["PETR4.SA", "VALE3.SA"]}]
    assert len(shares.calls("search_symbol")) == 2


async def test_a_step_looks_up_no_more_names_than_allowed(shares, settings) -> None:
    step = ExecutionStep(
        1, "finance", "compare", {"symbols_text": [f"N{n}" for n in range(settings.PLAN_NAMES + 1)]}
    )
    _outcomes, output = await carry(ExecutionPlan((step,)), COMPARING, _at(shares))
    assert (output.status, output.metadata["error"]) == ("failure", "too_many_names")
    assert shares.asked == [] and "no máximo 20" in output.explanation


async def test_all_that_a_step_looks_up_has_one_time(shares, settings) -> None:
    settings.PLAN_RETRIES = 0
    step = ExecutionStep(1, "finance", "compare", {"symbols_text": [f"P{n}" for n in range(9)]})
    shares.does["search_symbol"] = lambda body: time.sleep(0.3) or success({"candidates": [{"symbol": "A"}]})
    began = time.monotonic()
    _outcomes, output = await carry(
        ExecutionPlan((replace(step, timeout_seconds=1.0),)), COMPARING, _at(shares)
    )
    assert time.monotonic() - began < 2.0 and output.metadata["resolution"] == "symbol_lookup_failed"
