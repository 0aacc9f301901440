"""A workshop of instruments with its own tool server: a company that is read from files, in three languages.

async def test_it(cordal):
    answer = await cordal("s1")("Quiero reservar una visita")
    assert cordal.server.calls == []
"""

import json
import threading
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from agents.models import Collection, LLMProfile
from conversations.visits import visit
from outbound import runtime
from releases.publish import publish
from routing.models import AgentProfile
from routing.turns import life, registry
from studio.files import importing
from studio.files.gathering import from_folder
from tenancy.authenticate import RawCredentials
from tenancy.models import ApiKey, Tenant
from tests.parts import world
from tests.parts.copied import write_again
from tests.turns.conftest import Talk

FOLDER = Path(__file__).parent
NAME, DESK = "cordal", "mostrador"
Tool = Callable[[dict[str, Any]], dict[str, Any]]


class Bench:
    """A company's tool server, over MCP; `calls` are (tool, arguments), `answers` what a tool says instead of
    what its `tools` do.
    """

    def __init__(self, tools: Mapping[str, Tool]) -> None:
        self.tools = tools
        self.calls: list[tuple[str, dict[str, Any]]] = []
        self.answers: dict[str, dict[str, Any]] = {}
        owner = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self) -> None:
                body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                result = owner.answer(body)
                written = {"jsonrpc": "2.0", "id": body.get("id"), "result": result}
                data = b"" if result is None else json.dumps(written).encode()
                status = 404 if body["method"] == "server/discover" else 202 if result is None else 200
                self.send_response(status)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(data)))
                self.send_header("Mcp-Session-Id", "one")
                self.end_headers()
                self.wfile.write(data)

            def do_DELETE(self) -> None:
                self.send_response(200)
                self.send_header("Content-Length", "0")
                self.end_headers()

            def log_message(self, *_: Any) -> None: ...

        self._http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._http.daemon_threads = True
        self.url = f"http://127.0.0.1:{self._http.server_port}/mcp"

        threading.Thread(target=self._http.serve_forever, daemon=True).start()

    def clear(self) -> None:
        """Nothing is left of the test before."""
        self.calls.clear()
        self.answers.clear()

    def answer(self, body: dict[str, Any]) -> dict[str, Any] | None:
        """The result of a request; None for what wants none."""
        if body["method"] == "initialize":
            about = {"name": "bench", "version": "1"}
            return {"protocolVersion": "2025-06-18", "capabilities": {"tools": {}}, "serverInfo": about}
        if body["method"] != "tools/call":
            return None
        name, arguments = body["params"]["name"], body["params"].get("arguments") or {}
        self.calls.append((name, arguments))
        told = self.answers.get(name) or self.tools[name](arguments)
        failed = told.get("isError", False)
        return {"content": [{"type": "text", "text": json.dumps(told)}], "isError": failed}


ANSWERS: dict[str, Tool] = {
    "repair_status": lambda asked: {"ticket": asked["ticket"], "state": "ready"},
    "cancel_repair": lambda asked: {"ticket": asked["ticket"], "state": "cancelled"},
    "book_visit": lambda asked: {"visit": "V-77", "note": asked["note"]},
    "send_on": lambda asked: {"ticket": asked["ticket"], "bench": "B"},
    "rent_instrument": lambda asked: {"rental": "R-5", **asked},
    "price_of": lambda _asked: {"price": "38 EUR"},
    "membership": lambda _asked: {"until": "2027-03-01"},
    "opening_hours": lambda _asked: {"hours": "10-18"},
}


class Company:
    """`cordal("s1")` begins a conversation; `server` is its tool server, `key` opens its doors."""

    def __init__(self, server: Bench, key: str, name: str = NAME, desk: str = DESK) -> None:
        self.server, self.key, self.name, self.desk = server, key, name, desk

    def __call__(self, session: str) -> "Counter":
        return Counter(session, self)

    def clear(self) -> None:
        """Between two cases of a test: other conversations, and nothing was called yet."""
        Talk.clear()
        self.server.clear()


class Counter(Talk):
    """One conversation at the counter."""

    def __init__(self, session: str, company: Company) -> None:
        super().__init__(session)
        self.company, self.credentials = company, RawCredentials(authorization=f"Bearer {company.key}")

    def request(self, text: str, context: dict[str, Any] | None = None, **more: Any) -> Any:
        whose = {"tenant_id": self.company.name, "agent_id": self.company.desk}
        own = {**whose, "credentials": self.credentials}
        return super().request(text, context, **{**own, **more})


def begin(server: Bench, name: str, folder: Path) -> str:
    """The company of a folder, published; a key of its."""
    tenant = Tenant.objects.create(slug=name)
    found = from_folder(folder)
    found["mcp_servers.yaml"] = found["mcp_servers.yaml"].replace(
        b"http://127.0.0.1:1/mcp", server.url.encode()
    )
    plan = importing.look(tenant, found)
    assert plan.faults == [] and all(each.severity == "warning" for each in plan.problems)
    importing.write(plan)
    tenant.refresh_from_db()
    publish(tenant, "ana", "begun")
    return ApiKey.make(tenant, "first", ["chat", "debug", "context:trusted"])[1]


async def connect(base_url: str, name: str = NAME) -> None:
    """A model that speaks for the team."""

    def work() -> None:
        wanted = {"provider": "openai", "model": "gpt-5-mini", "base_url": base_url}
        if LLMProfile.objects.of(name).exclude(**wanted).update(**wanted):
            publish(Tenant.objects.get(pk=name), "ana")

    await visit(work)


async def change(documents: str = "", llm_router: str = "", **fields: Any) -> None:
    """The profile with other settings, published.

    `documents` names a collection that it gets, `llm_router` a model.
    """

    def work() -> None:
        if documents:
            row = Collection(tenant_id=NAME, name=documents, title="Care", kind="public")
            row.save()
            fields["documents"] = row
        if llm_router:
            fields["llm_router"] = LLMProfile.objects.of(NAME).get(name=llm_router)
        AgentProfile.objects.of(NAME).update(**fields)
        publish(Tenant.objects.get(pk=NAME), "ana")

    await visit(work)


_servers: dict[str, Bench] = {}


def serve(name: str, tools: Mapping[str, Tool]) -> Bench:
    """The tool server of a company, one a process: what is published of a company names its address."""
    if name not in _servers:
        _servers[name] = Bench(tools)
    _servers[name].clear()
    return _servers[name]


@asynccontextmanager
async def opened(
    settings: Any, name: str, desk: str, folder: Path, tools: Mapping[str, Tool]
) -> AsyncIterator[Company]:
    """A company of a folder, with its tool server, for one test."""
    settings.DEMO = False
    settings.OUTBOUND_ALLOW_LOOPBACK = True
    Talk.begun = 0
    runtime.adopt()
    registry.accept()
    server = serve(name, tools)

    def write() -> str:
        key: str = write_again(name, lambda: begin(server, name, folder))
        world.remember(Tenant.objects.get(pk=name))
        return key

    yield Company(server, await visit(write), name, desk)
    settings.DRAIN_SECONDS = 3
    await life.finish()
    registry.accept()


@pytest.fixture
async def cordal(transactional_db: None, settings: Any) -> AsyncIterator[Company]:
    async with opened(settings, NAME, DESK, FOLDER, ANSWERS) as company:
        yield company
