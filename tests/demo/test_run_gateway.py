"""`make run-gateway` as a person meets it.

One command, a conversation over two instances, one sentence when it cannot.
"""

import json
import os
import signal
import socket
import subprocess
import sys
from pathlib import Path
from urllib.request import Request, urlopen

import pytest

from demo.servers.ports import is_free
from tests.demo.test_run import answers, environment
from tests.parts.installation import free_port
from tests.parts.waiting import until

pytestmark = [pytest.mark.slow, pytest.mark.once, pytest.mark.timeout(900)]
ROOT = Path(__file__).resolve().parents[2]
PATIENCE = 300  # seconds a first start may take on a busy machine


def start(folder: Path, port: int) -> subprocess.Popen:
    with (folder / "log").open("wb") as out:
        return subprocess.Popen(
            [sys.executable, "-m", "demo.run_gateway"],
            cwd=ROOT, env=environment(folder, PORT=str(port)), stdout=out, stderr=out,
            stdin=subprocess.DEVNULL,
        )  # fmt: skip


def neighbours() -> int:
    """The first of three ports that nobody has now."""
    return next(port for port in iter(free_port, 0) if is_free(port + 1) and is_free(port + 2))


def say(port: int, text: str) -> dict:
    body = {
        "payload": {
            "text": text,
            "session_id": "r-1",
            "context": {"msisdn": "5511999999999", "invoice_id": "INV001"},
        }
    }
    asked = Request(
        f"http://127.0.0.1:{port}/gateway/message",
        json.dumps(body).encode(),
        {"Content-Type": "application/json"},
    )
    with urlopen(asked, timeout=60) as answer:
        return json.load(answer)


def test_one_command_starts_a_gateway_and_two_instances_and_a_stop_ends_them(tmp_path):
    port = neighbours()
    demo = start(tmp_path, port)
    try:
        said = (tmp_path / "log").read_text
        until(lambda: "Ctrl-C" in said() or demo.poll() is not None, PATIENCE, said)
        assert f"http://localhost:{port + 1}/   (contas, cobranca)" in said()
        first, second = say(port, "Minha fatura veio alta"), say(port, "quero trocar meu plano")
        assert first["metadata"]["selected_backend"] == "contas" and "INV001" in first["text"]
        assert second["metadata"]["selected_backend"] == "ofertas" and second["metadata"]["turn"] == 1
        demo.send_signal(signal.SIGINT)
        assert demo.wait(PATIENCE) == 0
        assert not any(answers(f"http://127.0.0.1:{port + more}/healthz") for more in range(3))
    finally:
        demo.kill()
        demo.wait()


def test_a_port_that_is_taken_is_one_sentence(tmp_path):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        ran = subprocess.run(
            [sys.executable, "-m", "demo.run_gateway"],
            cwd=ROOT, env={**os.environ, "PORT": str(port)}, capture_output=True, text=True, timeout=60,
        )  # fmt: skip
    assert ran.returncode == 1
    assert ran.stderr == (
        f"Port {port} is in use: stop what runs there, or choose another with 'make run-gateway "
        f"PORT={port + 3}'.\n"
    )
