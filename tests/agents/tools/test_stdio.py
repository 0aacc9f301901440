"""Servers that are processes of ours: started by name, replaced when they die, gone when we are."""

import asyncio
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from django.core.checks import run_checks

from agents import commands
from agents.models import MCPServer
from agents.operational import address_of
from agents.resources import ServerAddress
from agents.tools import owner, pipes, sessions
from tenancy.models import Tenant

SCRIPT = str(Path(__file__).with_name("stdio_server.py"))
ROOT = Path(__file__).resolve().parents[3]
SERVERS = {
    "shaky": {"command": sys.executable, "args": ["-I", "-S", SCRIPT],
        "env": {"LEVEL": "3", "SET": "${ENV:SB_SET}"}},
    "silent": {"command": sys.executable, "args": ["-c", "import sys; sys.exit(2)"]},
    "nowhere": {"command": "/no/such/program"},
}  # fmt: skip


@pytest.fixture(autouse=True)
def _named(settings) -> None:
    settings.MCP_STDIO_SERVERS = json.dumps(SERVERS)


def address(name: str = "shaky") -> ServerAddress:
    command = commands.find(name)
    assert command is not None
    return ServerAddress(name, "", transport="stdio", command=command)


def alive(pid: int) -> bool:
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state != "Z"


async def gone(pid: int, seconds: float = 5) -> bool:
    until = time.monotonic() + seconds
    while alive(pid) and time.monotonic() < until:  # noqa: ASYNC110
        await asyncio.sleep(0.02)
    await asyncio.sleep(0.02)  # whoever reads from it hears of it
    return not alive(pid)


async def who() -> dict:
    return (await sessions.call(address(), "who", {}, 9)).value


@pytest.mark.usefixtures("closing")
class TestSessions:
    async def test_tools_are_listed_and_called_on_one_process(self) -> None:
        assert [tool.name for tool in await sessions.list_tools(address())] == ["echo"]
        results = await asyncio.gather(*(sessions.call(address(), "echo", {"n": n}, 9) for n in range(40)))
        assert [result.value for result in results] == [{"n": n} for n in range(40)]
        assert (await who())["pid"] == (await who())["pid"]

    async def test_the_process_sees_only_the_variables_that_are_named(self, monkeypatch) -> None:
        monkeypatch.setenv("SB_SET", "from here")
        monkeypatch.setenv("SB_SECRET", "not for you")
        seen = (await who())["environment"]
        assert {name: seen[name] for name in ("LEVEL", "SET")} == {"LEVEL": "3", "SET": "from here"}
        assert seen.keys() - {"LEVEL", "SET", "LC_CTYPE"} == set()  # which Python sets for itself

    async def test_a_server_killed_between_two_calls_is_started_again(self) -> None:
        first = (await who())["pid"]
        os.kill(first, signal.SIGKILL)
        assert await gone(first)
        second = (await who())["pid"]
        assert second != first
        assert alive(second)

    async def test_a_call_whose_server_dies_is_lost_and_the_next_one_works(self) -> None:
        waiting = asyncio.create_task(sessions.call(address(), "slow", {"seconds": 0.2}, 9))
        died = await sessions.call(address(), "dies", {}, 9)
        assert (died.ok, died.lost, died.again, died.down) == (False, True, True, False)
        assert "shaky" in died.error
        await waiting
        assert (await sessions.call(address(), "echo", {"a": 1}, 9)).value == {"a": 1}

    @pytest.mark.parametrize(("tool", "size"), [("huge", 40_000), ("huge", 900_000), ("endless", 900_000)])
    async def test_a_long_answer_fails_its_own_call_and_is_not_kept(self, settings, tool, size) -> None:
        settings.MCP_RESULT_BYTES = 32 * 1024
        result = await sessions.call(address(), tool, {"size": size}, 9)
        assert (result.ok, result.lost) == (False, True)
        assert "larger than 32 KB" in result.error

    async def test_a_slow_tool_is_given_up_at_the_deadline(self) -> None:
        await who()
        began = time.monotonic()
        result = await sessions.call(address(), "slow", {"seconds": 0.5}, 0.1)
        assert time.monotonic() - began < 0.4
        assert (result.ok, result.lost) == (False, True)
        assert (await sessions.call(address(), "echo", {"a": 1}, 9)).value == {"a": 1}

    async def test_what_is_no_message_does_no_harm(self) -> None:
        assert (await sessions.call(address(), "noisy", {}, 9)).value == "done"
        assert (await sessions.call(address(), "strange", {}, 9)).value == {"name": "a?b", "total": None}

    @pytest.mark.parametrize("name", ["silent", "nowhere"])
    async def test_a_program_that_does_not_serve_fails_fast_and_is_named(self, name: str) -> None:
        began = time.monotonic()
        result = await sessions.call(address(name), "echo", {}, 9)
        assert time.monotonic() - began < 4
        assert (result.ok, result.down, result.lost) == (False, True, False)
        assert ("silent" if name == "silent" else "/no/such/program") in result.error

    async def test_closing_ends_the_process_and_what_does_not_want_to_end(self, monkeypatch) -> None:
        await sessions.call(address(), "echo", {}, 9)
        polite = (await who())["pid"]
        await sessions.close_all()
        assert await gone(polite, 0.5)
        stubborn = await sessions.call(address(), "stubborn", {}, 9)
        await asyncio.wait_for(sessions.close_all(), 4)
        assert await gone(stubborn.value["pid"], 0.5)
        assert await gone(stubborn.value["child"], 0.5)

    async def test_an_idle_process_is_ended(self, monkeypatch) -> None:
        monkeypatch.setattr(owner, "IDLE_SECONDS", 0.05)
        assert await gone((await who())["pid"])


async def test_a_server_of_the_sdk_answers_over_stdio(settings, closing: None) -> None:
    code = (
        "from mcp.server.mcpserver import MCPServer\n"
        "server = MCPServer('clock', log_level='ERROR')\n"
        "@server.tool()\n"
        "def add(a: int, b: int) -> dict[str, int]:\n    return {'sum': a + b}\n"
        "server.run('stdio')\n"
    )
    settings.MCP_STDIO_SERVERS = json.dumps({"clock": {"command": sys.executable, "args": ["-c", code]}})
    assert (await sessions.call(address("clock"), "add", {"a": 2, "b": 3}, 10)).value == {"sum": 5}


async def test_what_a_server_left_in_the_background_ends_with_it(tmp_path: Path) -> None:
    """Its leader ends by itself, at the end of its input."""
    number = tmp_path / "number"
    text = f"sleep 300 & echo $! > {number}.new; mv {number}.new {number}; exec cat"
    async with pipes.streams("half", commands.Command("sh", ("-c", text), (("PATH", os.environ["PATH"]),))):
        until = time.monotonic() + 10
        while not number.exists() and time.monotonic() < until:  # noqa: ASYNC110
            await asyncio.sleep(0.02)
        left = int(number.read_text())
        assert alive(left)
    assert await gone(left)


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGKILL], ids=["terminated", "killed"])
async def test_the_process_ends_with_ours(tmp_path: Path, how: signal.Signals) -> None:
    program = (
        "import asyncio, django; django.setup()\n"
        "from tests.agents.tools import test_stdio as t\n"
        "async def main():\n"
        "    print((await t.sessions.call(t.address(), 'stubborn', {}, 9)).value['pid'], flush=True)\n"
        "    await asyncio.sleep(60)\n"
        "asyncio.run(main())\n"
    )
    paths = f"{ROOT}{os.pathsep}{ROOT / 'platform'}"
    variables = {
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "PYTHONPATH": paths,
        "SWITCHBOARD_VAR_DIR": str(tmp_path),
    }
    ours = subprocess.Popen(  # noqa: ASYNC220
        [sys.executable, "-c", program], stdout=subprocess.PIPE, cwd=ROOT,
        env={**os.environ, **variables, "MCP_STDIO_SERVERS": json.dumps(SERVERS)},
    )  # fmt: skip
    try:
        assert ours.stdout is not None
        theirs = int(await asyncio.to_thread(ours.stdout.readline))
        assert alive(theirs)
        ours.send_signal(how)
        assert await gone(theirs)
    finally:
        ours.kill()
        ours.wait()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{", "not JSON"),
        ("[]", "object of names"),
        ('{"a": {}}', "'a' must look like"),
        ('{"a": {"command": "sh", "args": "x"}}', "'a' must look like"),
        ('{"a": {"command": "sh", "shell": true}}', "'a' must look like"),
        ('{"a": {"command": "no-such-program-here"}}', "no program no-such-program-here"),
        ('{"a": {"command": "sh"}}', ""),
        ("", ""),
    ],
)
def test_check_says_what_is_wrong_with_the_setting(settings, text: str, said: str) -> None:
    settings.MCP_STDIO_SERVERS = text
    found = [message.msg for message in run_checks(tags=["switchboard"]) if message.id == "agents.E001"]
    assert [bool(each) for each in found] == ([True] if said else [])
    assert said in "".join(found)


@pytest.mark.django_db
def test_check_names_the_servers_whose_command_is_missing(settings) -> None:
    tenant = Tenant.objects.create(slug="acme")
    for name, command in [("good", "shaky"), ("lost", "clock")]:
        MCPServer.unscoped.create(tenant=tenant, name=name, transport="stdio", command=command)
    [found] = [each for each in run_checks(databases=["default"]) if each.id == "agents.W001"]
    assert found.msg == (
        "Server 'lost' of company 'acme': There is no command 'clock' in MCP_STDIO_SERVERS. "
        "Known ones: nowhere, shaky, silent."
    )


@pytest.mark.django_db
async def test_a_row_without_its_command_says_so_and_starts_nothing() -> None:
    row = MCPServer(name="lost", transport="stdio", command="clock", url="http://127.0.0.1:1/mcp")
    result = await sessions.call(address_of(row), "echo", {}, 5)
    assert (result.ok, result.down) == (False, True)
    assert "no command 'clock'" in result.error
