"""Sessions against real servers over HTTP, well-behaved and not."""

import asyncio
import time
from dataclasses import replace
from urllib.parse import urlsplit

import pytest

from agents.errors import ServerFailed
from agents.resources import ServerAddress
from agents.tools import owner, sessions
from demo.processes import Servers
from demo.servers.ports import listen
from tests.agents.tools.misbehaving import Misbehaving

pytestmark = pytest.mark.usefixtures("closing")
NOWHERE = ServerAddress("nowhere", "http://127.0.0.1:9/mcp")


async def test_a_call_gives_the_structured_result(telecom: ServerAddress) -> None:
    result = await sessions.call(
        telecom, "consultar_fatura", {"msisdn": "5511999999999", "invoice_id": "INV001"}, 5
    )
    assert result.ok
    assert result.value["invoice_id"] == "INV001"
    assert result.value["itens"][0].keys() == {"descricao", "valor"}


async def test_answers_may_come_as_an_event_stream(clinic: ServerAddress) -> None:
    result = await sessions.call(clinic, "listar_medicos", {"specialty": "cardiology"}, 5)
    assert result.ok
    assert [each["doctor"] for each in result.value["doctors"]] == ["Dra. Elena Ruiz", "Dra. Irene Costa"]


async def test_a_server_tells_its_tools_with_their_hints(telecom: ServerAddress) -> None:
    found = {tool.name: tool for tool in await sessions.list_tools(telecom)}
    assert found.keys() == {
        "consultar_fatura", "consultar_pagamentos", "consultar_plano", "listar_servicos",
        "verificar_linha",
        "consultar_acordo",
    }  # fmt: skip
    assert all(tool.read_only for tool in found.values())
    assert found["consultar_fatura"].schema["required"] == ["msisdn"]


async def test_calls_at_the_same_time_share_one_session(bad: ServerAddress, misbehaving: Misbehaving) -> None:
    misbehaving.forget()
    results = await asyncio.gather(*(sessions.call(bad, "echo", {"n": n}, 5) for n in range(40)))
    assert [result.value for result in results] == [{"n": n} for n in range(40)]
    assert len(misbehaving.sessions) == 1
    assert misbehaving.headers["authorization"] == "Bearer s3cret"


async def test_no_more_than_the_setting_run_at_once(bad, misbehaving, settings) -> None:
    settings.MCP_CALLS_AT_ONCE = 3
    await asyncio.gather(*(sessions.call(bad, "slow", {"seconds": 0.03, "n": n}, 5) for n in range(9)))
    assert misbehaving.most_under_way == 3


async def test_the_time_of_a_call_begins_when_it_is_sent(bad, settings):
    settings.MCP_CALLS_AT_ONCE = 1
    calls = (sessions.call(bad, "slow", {"seconds": 0.3, "n": n}, 0.8, patience=9) for n in range(5))
    assert all(result.ok for result in await asyncio.gather(*calls))


async def test_a_call_that_never_had_its_turn_says_so(bad, settings):
    settings.MCP_CALLS_AT_ONCE = 1
    first = asyncio.create_task(sessions.call(bad, "slow", {"seconds": 0.6}, 5))
    await asyncio.sleep(0)
    waited = await sessions.call(bad, "echo", {}, 0.1)
    assert (waited.down, waited.lost) == (True, False)
    assert "Too many calls" in waited.error
    assert (await first).ok


@pytest.mark.parametrize(
    ("tool", "arguments", "words", "lost"),
    [
        ("garbage", {}, "not MCP", True),
        ("broken_json", {}, "not MCP", True),
        ("http_500", {}, "status 500", True),
        ("dies", {}, "broke", True),
        ("dies_in_event", {}, "broke", True),
        ("huge", {"size": 40_000}, "larger than", True),
        ("huge", {"size": 400_000}, "larger than", True),
        ("huge_event", {"size": 400_000}, "larger than", True),
        ("refuses", {}, "no such invoice", False),
    ],
)
async def test_what_goes_wrong_is_said(bad, settings, tool, arguments, words, lost) -> None:
    settings.MCP_RESULT_BYTES = 32 * 1024
    result = await sessions.call(bad, tool, arguments, 5)
    assert (result.ok, result.lost, result.down) == (False, lost, False)
    assert words in result.error
    assert tool == "refuses" or "shaky" in result.error


async def test_one_bad_call_leaves_the_others_of_its_session_alone(bad, misbehaving) -> None:
    await sessions.call(bad, "echo", {}, 5)
    before = len(misbehaving.sessions)
    good = asyncio.gather(*(sessions.call(bad, "slow", {"seconds": 0.1, "n": n}, 5) for n in range(4)))
    ill = await asyncio.gather(*(sessions.call(bad, tool, {}, 5) for tool in ("dies", "garbage", "http_500")))
    assert not any(result.ok for result in ill)
    assert [result.value for result in await good] == ["late"] * 4
    assert len(misbehaving.sessions) == before


async def test_a_slow_tool_is_given_up_at_the_deadline(bad: ServerAddress) -> None:
    await sessions.call(bad, "echo", {}, 5)
    began = time.monotonic()
    result = await sessions.call(bad, "slow", {"seconds": 0.6}, 0.1)
    assert time.monotonic() - began < 0.4
    assert (result.ok, result.lost) == (False, True)
    assert "0.1 s" in result.error
    assert (await sessions.call(bad, "echo", {"a": 1}, 5)).value == {"a": 1}


@pytest.mark.parametrize("tool", ["json_text", "event", "strange"])
async def test_results_are_read_in_every_form(bad: ServerAddress, tool: str) -> None:
    expected = {
        "json_text": {"answer": 42},
        "event": "from a stream",
        "strange": {"name": "a?b", "total": None, "nul": "xy"},
    }
    assert (await sessions.call(bad, tool, {}, 5)).value == expected[tool]


async def test_a_forgotten_session_is_replaced_and_the_call_made(bad, misbehaving) -> None:
    await sessions.call(bad, "echo", {}, 5)
    misbehaving.forget()
    result = await sessions.call(bad, "change_something", {"a": 1}, 5)
    assert result.value == {"a": 1}
    assert misbehaving.calls["change_something"] == 1


async def test_a_dead_server_fails_fast_and_is_named() -> None:
    first = await sessions.call(NOWHERE, "echo", {}, 5)
    began = time.monotonic()
    again = await sessions.call(NOWHERE, "echo", {}, 5)
    assert time.monotonic() - began < 0.05
    assert (first.ok, first.down, first.lost) == (again.ok, again.down, again.lost) == (False, True, False)
    assert first.error == again.error
    assert "nowhere" in first.error


async def test_a_server_that_comes_back_is_used_again(bad, misbehaving, monkeypatch) -> None:
    monkeypatch.setattr(owner, "FIRST_PAUSE", 0.02)
    misbehaving.refuse = 503
    assert (await sessions.call(bad, "echo", {}, 5)).down
    misbehaving.refuse = 0
    await asyncio.sleep(0.05)
    assert (await sessions.call(bad, "echo", {}, 5)).ok


async def test_wrong_credentials_are_told_in_the_other_sides_words(bad, misbehaving) -> None:
    misbehaving.refuse = 401
    with pytest.raises(ServerFailed, match="shaky answered with HTTP status 401"):
        await sessions.list_tools(bad)


async def test_an_address_without_a_value_says_so() -> None:
    missing = replace(NOWHERE, problem="${ENV:DEMO_X_URL} is not set in the environment.")
    assert (await sessions.call(missing, "echo", {}, 5)).error == missing.problem


async def test_an_idle_session_is_closed_and_opened_again_when_wanted(bad, misbehaving, monkeypatch) -> None:
    monkeypatch.setattr(owner, "IDLE_SECONDS", 0.05)
    await sessions.call(bad, "echo", {}, 5)
    before = len(misbehaving.sessions)
    await asyncio.sleep(0.15)
    assert (await sessions.call(bad, "echo", {}, 5)).ok
    assert len(misbehaving.sessions) == before + 1


async def test_a_stopped_caller_leaves_the_session_usable(bad: ServerAddress) -> None:
    await sessions.call(bad, "echo", {}, 5)
    task = asyncio.create_task(sessions.call(bad, "slow", {"seconds": 0.3}, 5))
    await asyncio.sleep(0.03)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert (await sessions.call(bad, "echo", {"a": 1}, 5)).value == {"a": 1}


@pytest.mark.once
@pytest.mark.slow
@pytest.mark.alone
async def test_a_server_killed_and_started_again_is_used_again() -> None:
    arguments = {"msisdn": "5511999999999"}
    with Servers.start(["telecom"]) as servers:
        address = ServerAddress("telecom", servers.addresses["DEMO_TELECOM_URL"])
        assert (await sessions.call(address, "consultar_plano", arguments, 5)).ok
    assert (await sessions.call(address, "consultar_plano", arguments, 5)).down
    again = replace(servers.servers[0], port=urlsplit(address.url).port)
    with Servers([again], listen([again])):
        results = [await sessions.call(address, "consultar_plano", arguments, 5)]
        while not results[-1].ok and len(results) < 20:
            await asyncio.sleep(0.2)
            results.append(await sessions.call(address, "consultar_plano", arguments, 5))
        assert results[-1].ok


@pytest.mark.once
@pytest.mark.slow
@pytest.mark.alone
async def test_a_call_waits_for_a_server_that_died_and_is_started_again() -> None:
    with Servers.start(["telecom"]) as servers:
        servers.keep()
        address = ServerAddress("telecom", servers.addresses["DEMO_TELECOM_URL"])
        servers.processes["telecom"].kill()
        result = await sessions.call(address, "consultar_plano", {"msisdn": "5511999999999"}, 10)
        assert result.ok, result.error
        assert servers.addresses["DEMO_TELECOM_URL"] == address.url
