"""Every transport of a server's row against a real server: what works alike, and what is lost alike."""

import asyncio
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

import pytest

from agents.errors import ServerFailed
from agents.resources import ServerAddress
from agents.tools import sessions
from tests.agents.tools.older import Plain, Running, named, straying, with_events

pytestmark = pytest.mark.usefixtures("closing")


@pytest.fixture(scope="module")
def _plain() -> Iterator[tuple[Plain, str]]:
    plain = Plain()
    with Running(plain.app) as running:
        yield plain, f"{running.url}/mcp"


@pytest.fixture
def plain(_plain: tuple[Plain, str]) -> Plain:
    _plain[0].calls.clear()
    _plain[0].most_under_way = 0
    return _plain[0]


@pytest.fixture
def plain_at(_plain: tuple[Plain, str], plain: Plain) -> ServerAddress:
    return ServerAddress("older_shop", _plain[1], secret="s3cret", transport="http")


@pytest.fixture
def calls() -> Counter[str]:
    return Counter()


@pytest.fixture
def events_at(calls: Counter[str]) -> Iterator[ServerAddress]:
    with Running(with_events(calls)) as running:
        yield ServerAddress("older_mcp", f"{running.url}/sse", secret="s3cret", transport="sse")


@pytest.mark.parametrize("session", [True, False], ids=["sessions of 2025", "the stateless revision"])
@pytest.mark.parametrize("transport", ["streamable_http", "fastmcp"])
async def test_both_revisions_of_today_are_spoken(session: bool, transport: str) -> None:
    with Running(named(session)) as running:
        server = ServerAddress("today", f"{running.url}/mcp", transport=transport)
        assert (await sessions.call(server, "echo", {"n": 4}, 5)).value == {"n": 4}
        assert [tool.name for tool in await sessions.list_tools(server)] == ["echo"]
        await sessions.close_all()


class TestEvents:
    async def test_a_tool_is_called_and_listed(self, events_at: ServerAddress) -> None:
        assert (await sessions.call(events_at, "echo", {"n": 7}, 5)).value == {"n": 7}
        found = {tool.name: tool.read_only for tool in await sessions.list_tools(events_at)}
        assert found == {"echo": True, "slow": False, "large": False}

    async def test_calls_at_once_share_a_stream_and_hold_up_none(self, events_at: ServerAddress) -> None:
        slow = asyncio.create_task(sessions.call(events_at, "slow", {"seconds": 0.5}, 5))
        quick = await asyncio.gather(*(sessions.call(events_at, "echo", {"n": n}, 5) for n in range(10)))
        assert [each.value for each in quick] == [{"n": n} for n in range(10)]
        assert not slow.done()
        assert (await slow).ok

    async def test_a_call_that_takes_too_long_is_uncertain(self, events_at: ServerAddress) -> None:
        result = await sessions.call(events_at, "slow", {"seconds": 5}, 0.3)
        assert (result.ok, result.lost, result.down) == (False, True, False)

    async def test_a_result_beyond_the_cap_is_not_used_and_harms_no_other(
        self, events_at: ServerAddress, settings
    ) -> None:
        settings.MCP_RESULT_BYTES = 20_000
        result = await sessions.call(events_at, "large", {"size": 400_000}, 5)
        assert (result.ok, result.lost) == (False, True)
        assert "larger than" in result.error
        assert (await sessions.call(events_at, "echo", {"n": 1}, 5)).ok

    async def test_a_server_that_dies_during_a_call_leaves_it_uncertain_and_is_found_again(
        self, calls: Counter[str]
    ) -> None:
        with Running(with_events(calls)) as running:
            port = running.port
            server = ServerAddress("dying", f"{running.url}/sse", transport="sse")
            assert (await sessions.call(server, "echo", {"n": 1}, 5)).ok
            task = asyncio.create_task(sessions.call(server, "slow", {"seconds": 8}, 6))
            while not calls["slow"]:  # noqa: ASYNC110
                await asyncio.sleep(0.01)
            await asyncio.to_thread(running.stop)
            result = await task
            assert (result.ok, result.lost, result.again) == (False, True, True)
        down = await sessions.call(server, "echo", {"n": 2}, 5)
        assert (down.ok, down.down, down.lost) == (False, True, False)
        with Running(with_events(calls), port):
            await asyncio.sleep(0.6)  # it is not asked again at once
            assert (await sessions.call(server, "echo", {"n": 3}, 5)).value == {"n": 3}
            await sessions.close_all()

    async def test_a_stream_that_sends_requests_elsewhere_is_not_followed(self) -> None:
        with Running(straying("http://169.254.169.254/take")) as running:
            server = ServerAddress("straying", f"{running.url}/sse", transport="sse")
            result = await sessions.call(server, "echo", {}, 5)
            assert (result.ok, result.down) == (False, True)
            assert "another server" in result.error

    async def test_what_is_no_stream_is_said(self, plain_at: ServerAddress) -> None:
        result = await sessions.call(replace(plain_at, transport="sse"), "echo", {}, 5)
        assert (result.ok, result.down) == (False, True)
        assert "404" in result.error


class TestPlain:
    async def test_a_tool_is_called_with_the_token(self, plain: Plain, plain_at: ServerAddress) -> None:
        result = await sessions.call(plain_at, "echo", {"n": 3}, 5)
        assert (result.ok, result.value) == (True, {"n": 3})
        assert plain.headers["authorization"] == "Bearer s3cret"

    async def test_its_tools_are_listed_with_their_arguments(self, plain_at: ServerAddress) -> None:
        listed = await sessions.list_tools(plain_at)
        found = {tool.name: tool for tool in listed if not tool.problem}
        assert found.keys() == {"echo", "slow"}
        assert found["echo"].schema["properties"] == {"n": {"type": "integer"}}
        assert not found["echo"].read_only

    async def test_no_more_than_the_setting_run_at_once(
        self, plain: Plain, plain_at: ServerAddress, settings
    ) -> None:
        settings.MCP_CALLS_AT_ONCE = 3
        server = replace(plain_at, name="few")
        await asyncio.gather(*(sessions.call(server, "slow", {"seconds": 0.03}, 5) for _n in range(9)))
        assert plain.most_under_way == 3

    @pytest.mark.parametrize(
        ("tool", "words", "lost", "again"),
        [
            ("refused", "not on a Sunday", False, False),
            ("broken", "HTTP status 500", True, True),
            ("unknown", "HTTP status 404", False, False),
            ("garbage", "not JSON", True, False),
            ("moved", "HTTP status 307", False, False),
        ],
    )
    async def test_each_way_to_fail_is_said_and_made_once(
        self, plain: Plain, plain_at: ServerAddress, tool: str, words: str, lost: bool, again: bool
    ) -> None:
        result = await sessions.call(plain_at, tool, {}, 5)
        assert (result.ok, result.lost, result.again, result.down) == (False, lost, again, False)
        assert words in result.error
        assert plain.calls[tool] == 1

    async def test_a_call_that_takes_too_long_is_uncertain(self, plain_at: ServerAddress) -> None:
        result = await sessions.call(plain_at, "slow", {"seconds": 3}, 0.2)
        assert (result.ok, result.lost) == (False, True)

    async def test_a_result_beyond_the_cap_is_not_used(self, plain_at: ServerAddress, settings) -> None:
        settings.MCP_RESULT_BYTES = 10_000
        result = await sessions.call(plain_at, "large", {"size": 50_000}, 5)
        assert (result.ok, result.lost) == (False, True)
        result = await sessions.call(plain_at, "large", {"size": 500_000}, 5)
        assert "larger than" in result.error

    async def test_nobody_there_is_down_and_not_lost(self) -> None:
        nowhere = ServerAddress("nowhere", "http://127.0.0.1:9/mcp", transport="http")
        result = await sessions.call(nowhere, "echo", {}, 5)
        assert (result.ok, result.lost, result.down) == (False, False, True)
        with pytest.raises(ServerFailed, match="nowhere"):
            await sessions.list_tools(nowhere)

    async def test_an_address_that_is_refused_is_never_called(self, settings) -> None:
        inside = ServerAddress("inside", "http://169.254.169.254/latest", transport="http")
        result = await sessions.call(inside, "echo", {}, 5)
        assert (result.ok, result.down) == (False, True)
        assert "link-local" in result.error
