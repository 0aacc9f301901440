"""A web process that says it is ready has imported and read what its first messages need.

One that imports a library with its first message holds everybody's turns up for seconds.
"""

import subprocess
import sys

import httpx2
import pytest

from tests.parts.installation import Installation, free_port, installed, slow_model
from tests.parts.socket import greeted
from tests.parts.waiting import until

pytestmark = [pytest.mark.slow, pytest.mark.once]
CUSTOMER = {"msisdn": "5511999999999", "invoice_id": "INV001", "customer_id": "C001"}
TEXT = "Minha fatura veio alta e onde está meu pedido P100?"
# Read with a message and gone in milliseconds: an expression, a file of a few lines.
FEW = 3
MODES = ("router", "supervisor", "supervised", "coordinator", "planner", "single")


@pytest.mark.parametrize("model", [False, True], ids=["offline", "model"])
def test_no_first_message_imports_what_it_needs(model):
    with slow_model(0.01) as named, installed("", REDIS_URL="", **(named if model else {})) as here:
        url = start(here)
        before = seen(url)
        late: dict[str, list[str]] = {}
        for name, send in doors(url).items():
            send()
            late[name] = sorted(seen(url) - before)
            before |= seen(url)
        assert {name: each for name, each in late.items() if len(each) > FEW} == {}


def doors(url: str):
    """A message for each door and each mode."""

    def post(path: str, body: dict):
        def send() -> None:
            answer = httpx2.post(f"{url}{path}", json=body, timeout=60)
            assert answer.status_code == 200, answer.text

        return send

    def through_socket() -> None:
        with greeted(url, "w1", tenant_id="tenant_a", agent_id="telecom_contas") as line:
            line.send(text=TEXT)
            line.until("done")

    chat = {"tenant_id": "tenant_a", "agent_id": "telecom_contas", "message": TEXT, "context": CUSTOMER}
    openai = {"model": "telecom_contas", "messages": [{"role": "user", "content": TEXT}]}
    found = {
        "chat": post("/api/chat/message", {**chat, "session_id": "c1"}),
        "stream": post("/gateway/message/sse", gateway("sse")),
        "socket": through_socket,
        "openai": post("/v1/chat/completions", openai),
        "openai, streamed": post("/v1/chat/completions", {**openai, "stream": True}),
        "responses": post("/v1/responses", {"model": "telecom_contas", "input": TEXT}),
    }
    return found | {mode: post("/gateway/message", gateway(mode, mode=mode)) for mode in MODES}


def gateway(session: str, **more: str) -> dict:
    payload = {"text": TEXT, "session_id": session, "user_id": session, "context": CUSTOMER}
    return {"tenant_id": "tenant_a", "agent_id": "telecom_contas", "payload": payload, **more}


def start(here: Installation) -> str:
    """A web process that says what it has imported; gives its address once it says that it is ready."""
    port = free_port()
    url = f"http://127.0.0.1:{port}"
    here.processes[url] = subprocess.Popen(
        [sys.executable, "-m", "tests.parts.first_use", str(port)], env=here.env
    )
    until(lambda: answers(url), 120)
    return url


def answers(url: str) -> bool:
    try:
        return httpx2.get(f"{url}/readyz", timeout=5).json()["checks"]["loaded"] == "ok"
    except httpx2.HTTPError:
        return False


def seen(url: str) -> set[str]:
    return set(httpx2.get(f"{url}/seen", timeout=30).json())
