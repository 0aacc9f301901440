"""Several web processes behind one address, as `WEB_CONCURRENCY` starts them.

Real processes, real messages.
"""

import contextlib
import os
import signal
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx2
import pytest
from cryptography.fernet import Fernet

from tests.parts.installation import Installation, shared, slow_model
from tests.parts.waiting import until

pytestmark = pytest.mark.slow
AT_ONCE = 12  # messages: one process that answers has no hand free for all of them
ROUNDS = 10
PRODUCTION = {
    "APP_ENV": "production", "SWITCHBOARD_DEMO": "", "SECRET_KEY": "a" * 60,
    "ALLOWED_HOSTS": "chat.example.com",
    "SWITCHBOARD_FIELD_KEYS": Fernet.generate_key().decode(), "BEHIND_TLS_PROXY": "1",
}  # fmt: skip
KEY = (
    'from tenancy.models import ApiKey; print(ApiKey.make("tenant_a", "test", ["chat", '
    '"context:trusted"])[1])'
)
OWNERS = """from conversations.models import Turn
print(*Turn.unscoped.values_list("process", flat=True).distinct().order_by("process"))"""


def shell(here: Installation, code: str) -> list[str]:
    asked = [sys.executable, "manage.py", "shell", "--no-imports", "-c", code]
    return subprocess.run(asked, env=here.env, capture_output=True, text=True, check=True).stdout.split()


def send(url: str, session: str, text: str = "oi", **headers: str) -> int:
    body = {"tenant_id": "tenant_a", "payload": {"text": text, "session_id": session, "user_id": session}}
    return httpx2.post(f"{url}/gateway/message", json=body, headers=headers, timeout=60).status_code


@pytest.mark.parametrize("production", [False, True], ids=["local", "production"])
def test_two_processes_behind_one_address_both_answer(production):
    with shared(WEB_CONCURRENCY="2") as here, ThreadPoolExecutor(AT_ONCE) as pool:
        headers = {}
        if production:
            here.env |= PRODUCTION
            headers = {"Authorization": f"Bearer {shell(here, KEY)[-1]}", "X-Forwarded-Proto": "https"}
            headers["Host"] = "chat.example.com"
        url = here.start()
        answered: set[str] = set()
        for turn in range(ROUNDS):
            sent = pool.map(lambda n, turn=turn: send(url, f"s{turn}-{n}", **headers), range(AT_ONCE))
            assert set(sent) == {200}
            answered = set(shell(here, OWNERS))
            if len(answered) == 2:
                break
        assert len(answered) == 2
        supervisor = here.processes[url].pid
        one = next(
            child for child in children(supervisor) if int(next(iter(answered)).split("-")[0]) == child
        )
        os.kill(one, signal.SIGSTOP)  # it is killed while it is asked whether it lives
        time.sleep(1)
        os.kill(one, signal.SIGKILL)  # the supervisor starts another, and the address answers meanwhile
        # Sooner than its patience with one that is silent.
        until(lambda: one not in children(supervisor) and len(web(supervisor)) == 2, seconds=45)
        assert send(url, "after", **headers) == 200


def test_who_comes_while_the_last_turns_end_is_refused_at_once():
    """The keeper held the socket too.

    The kernel accepted, and nobody answered until the last turn had ended.
    """
    with (
        slow_model(10) as model,
        shared(WEB_CONCURRENCY="2", STOP_NOTICE_SECONDS="0", **model) as here,
        ThreadPoolExecutor(4) as pool,
    ):
        url = here.start()
        going = [pool.submit(send, url, f"going-{number}", "Minha fatura veio alta") for number in range(4)]
        time.sleep(2)
        os.kill(here.processes[url].pid, signal.SIGTERM)
        until(lambda: refuses(url), seconds=5)
        assert not any(each.done() for each in going)
        assert {each.result() for each in going} == {200}


def refuses(url: str) -> bool:
    """Whether a new connection is refused, and not accepted by nobody."""
    try:
        httpx2.get(f"{url}/healthz", timeout=1)
    except httpx2.ConnectError:
        return True
    except httpx2.TransportError:
        return False
    return False


def children(process: int) -> list[int]:
    with contextlib.suppress(OSError):
        found = Path(f"/proc/{process}/task/{process}/children").read_text()
        return [int(child) for child in found.split()]
    return []


def web(supervisor: int) -> list[int]:
    """Its children that serve: the others watch over semaphores."""
    command = {child: Path(f"/proc/{child}/cmdline").read_text() for child in children(supervisor)}
    return [child for child, said in command.items() if "spawn_main" in said]
