"""QAHelper's and TechSolutions' servers as processes.

Asked over MCP, a file fetched, an e-mail on the console.
"""

import asyncio
import io
import os
import socket
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Callable, Iterator
from urllib.error import HTTPError, URLError
from urllib.request import urlopen

import openpyxl
import pytest

from agents.resources import ServerAddress
from agents.tools import sessions
from demo.worlds import WORLDS
from outbound import policy

SERVERS = {server.name: server for world in WORLDS.values() for server in world.servers}


@pytest.fixture(autouse=True)
async def closing() -> AsyncIterator[None]:
    yield
    await sessions.close_all()
    await policy.close()


@pytest.fixture
def qahelper(demo_servers: dict[str, str]) -> ServerAddress:
    return ServerAddress("qahelper", demo_servers["DEMO_QAHELPER_URL"])


@pytest.fixture
def techsolutions(demo_servers: dict[str, str]) -> ServerAddress:
    return ServerAddress("techsolutions", demo_servers["DEMO_TECHSOLUTIONS_URL"])


@pytest.fixture
def console(tmp_path) -> Iterator[tuple[ServerAddress, Callable[[], str]]]:
    """QAHelper's server with a console of its own: its address, and what it has written."""
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port = probe.getsockname()[1]
    command = [sys.executable, "-u", "-m", "demo.servers.qahelper", "--port", str(port)]
    log = tmp_path / "console"
    with log.open("w") as written:
        process = subprocess.Popen(command, stdout=written, env={**os.environ, "EMAIL_URL": "consolemail://"})
    try:
        _until_it_answers(f"http://127.0.0.1:{port}/health")
        yield ServerAddress("qahelper", f"http://127.0.0.1:{port}/mcp"), log.read_text
    finally:
        process.kill()
        process.wait()


def fetched(url: str) -> tuple[int, dict[str, str], bytes]:
    try:
        with urlopen(url, timeout=5) as answer:
            return (
                answer.status,
                {name.lower(): value for name, value in answer.headers.items()},
                answer.read(),
            )
    except HTTPError as error:
        return error.code, {}, b""


@pytest.mark.parametrize("name", ["qahelper", "techsolutions"])
async def test_the_world_names_the_tools_that_the_server_has(name, demo_servers):
    found = await sessions.list_tools(ServerAddress(name, demo_servers[f"DEMO_{name.upper()}_URL"]))
    authored = {tool.name: tool for tool in SERVERS[name].tools}
    assert {tool.name for tool in found} == set(authored)
    for tool in found:
        mine = authored[tool.name]
        assert tool.read_only == mine.read_only, tool.name
        assert set(tool.schema["properties"]) == {parameter.name for parameter in mine.parameters}, tool.name
        required = {each.name for each in mine.parameters if each.required}
        assert set(tool.schema.get("required", [])) == required, tool.name
        for argument, schema in mine.schema.get("properties", {}).items():
            assert tool.schema["properties"][argument].get("maxLength") == schema.get("maxLength")


async def test_a_workbook_is_fetched_where_the_answer_says(qahelper):
    made = await sessions.call(qahelper, "generate_excel_from_data", {"data": "a,b\n1,=2"}, 5)
    assert (made.value["rows"], made.value["columns"]) == (1, 2)
    status, headers, content = await asyncio.to_thread(fetched, made.value["url"])
    assert status == 200
    assert headers["content-disposition"].startswith("attachment;")
    assert (headers["x-content-type-options"], headers["cache-control"]) == ("nosniff", "no-store")
    sheet = openpyxl.load_workbook(io.BytesIO(content)).worksheets[0]
    assert (sheet["A2"].value, sheet["B2"].value, sheet["B2"].data_type) == (1, "=2", "s")
    for other in (made.value["url"] + "x", made.value["url"].replace("/files/", "/files/x")):
        assert (await asyncio.to_thread(fetched, other))[0] == 404


async def test_texts_beyond_the_schema_are_refused(qahelper):
    assert not (await sessions.call(qahelper, "summarize_text", {"text": "a" * 32_001}, 5)).ok
    mail = {"to": "ana@example.com", "subject": "a" * 151, "body": "Hola."}
    assert (await sessions.call(qahelper, "send_email", mail, 5)).value["status"] == "error"


async def test_refund_rules_and_one_refund(techsolutions):
    rules = await sessions.call(techsolutions, "consultar_reembolso", {}, 5)
    assert (rules.value["withdrawal_days"], rules.value["defect_days"]) == (7, 30)
    one = await sessions.call(techsolutions, "consultar_reembolso", {"protocolo": "rmb-1001"}, 5)
    assert (one.value["refund"], one.value["status"]) == ("RMB-1001", "aprovado")
    assert (await sessions.call(techsolutions, "consultar_reembolso", {"protocolo": "RMB-9"}, 5)).value == {
        "found": False
    }
    known = await sessions.call(techsolutions, "consultar_solucao", {"problema": "o roteador não conecta"}, 5)
    assert known.value["advice"].keys() == {"pt", "es", "en"}
    asked = await sessions.call(techsolutions, "consultar_solucao", {"problema": "um problema técnico"}, 5)
    assert "question" in asked.value


async def test_an_email_is_written_to_the_console_of_its_process(console):
    address, written = console
    email = {"to": "ana@example.com", "subject": "Reunion", "body": "Es a las 10."}
    sent = (await sessions.call(address, "send_email", email, 5)).value
    assert (sent["status"], sent["to"], sent["reply_to"]) == (
        "success",
        "ana@example.com",
        "soporte@nuvia.example",
    )
    before = written()
    for line in ("To: ana@example.com", "Subject: Reunion", "From: qahelper@nuvia.example", "Es a las 10."):
        assert line in before
    forged = {**email, "to": "a@example.com\nBcc: b@example.com"}
    assert (await sessions.call(address, "send_email", forged, 5)).value["status"] == "error"
    assert written() == before


def _until_it_answers(url: str) -> None:
    until = time.monotonic() + 60
    while True:
        try:
            urlopen(url, timeout=1).close()
            return
        except URLError:
            assert time.monotonic() < until, "the server did not start"
            time.sleep(0.1)
