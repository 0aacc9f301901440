"""A web process that is told to stop: what it says, how long it takes, and what a rolling restart costs.

Real signals.
"""

import signal
import subprocess
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from itertools import count

import httpx2
import pytest
from websockets.exceptions import InvalidStatus

from tests.parts.installation import Installation, installed, shared, slow_model
from tests.parts.proxy import Proxy, proxy
from tests.parts.socket import opened
from tests.turns.test_processes import body, send, until

SECONDS = {"STOP_NOTICE_SECONDS": "2", "DRAIN_SECONDS": "2"}
A_SECOND = 5  # messages
READY_SECONDS = 120  # of a busy machine
SLOW = 2.0  # seconds: an answer above is one that the restart cost, unless there were such before


@pytest.mark.slow
@pytest.mark.stores
@pytest.mark.alone
def test_it_says_so_before_its_socket_shuts_and_who_waits_is_told_where_the_answer_will_be():
    with slow_model(20) as model, installed(**model, **SECONDS) as here, ThreadPoolExecutor() as pool:
        url = here.start()
        waits = pool.submit(send, url, body("Minha fatura veio alta"))
        until(lambda: httpx2.get(f"{url}/sessions/tenant_a:telecom_contas:s1", timeout=5).status_code == 200)
        process = here.processes.pop(url)
        process.send_signal(signal.SIGTERM)
        told = time.monotonic()
        until(lambda: httpx2.get(f"{url}/readyz", timeout=5).json()["checks"]["accepting"] == "stopping")
        refused = send(url, body("oi", session="late"))
        assert (refused.status_code, refused.json()["code"]) == (503, "draining")
        assert int(refused.headers["Retry-After"]) >= 1 and refused.headers["Connection"] == "close"
        with pytest.raises(InvalidStatus) as upgrade, opened(url, "late"):
            pass
        assert upgrade.value.response.status_code == 503
        assert int(upgrade.value.response.headers["Retry-After"]) >= 1
        process.send_signal(signal.SIGTERM)  # a second one does not cut the notice short
        until(lambda: not _listens(url))
        assert time.monotonic() - told >= 1.9
        waited = waits.result()
        assert waited.status_code == 202 and waited.json()["turn"].startswith("/api/turns/")
        assert process.wait(10) in (0, -signal.SIGTERM)
        assert time.monotonic() - told < 10  # 2 of notice, 2 of turns, and to close what goes out


def _listens(url: str) -> bool:
    try:
        httpx2.get(f"{url}/healthz", timeout=5)
    except (httpx2.ConnectError, httpx2.ReadError):  # shut, or shut while it was being asked
        return False
    return True


class Load:
    """Messages at an even pace through a proxy, each in a session of its own.

    What came of them, in seconds.
    """

    def __init__(self, pool: ThreadPoolExecutor, url: str) -> None:
        self.pool, self.url, self.numbers = pool, url, count()
        self.came: list[tuple[int, float]] = []

    def during(self, done: Callable[[], bool]) -> list[tuple[int, float]]:
        """What came of the messages that were sent until then."""
        sent: list[Future[tuple[int, float]]] = []
        due = time.monotonic()
        while not done():
            sent.append(self.pool.submit(self._one, f"s{next(self.numbers)}"))
            due += 1 / A_SECOND
            time.sleep(max(0.0, due - time.monotonic()))
        return [each.result() for each in sent]

    def _one(self, session: str) -> tuple[int, float]:
        began = time.monotonic()
        status = send(self.url, body("oi", session=session)).status_code
        return status, time.monotonic() - began


@pytest.mark.slow
@pytest.mark.stores
@pytest.mark.alone
def test_a_restart_behind_a_proxy_costs_no_message():
    _restarts(1)


@pytest.mark.endurance
@pytest.mark.timeout(900)
def test_rolling_restarts_cost_no_message():
    _restarts(10)


def _restarts(times: int) -> None:
    """Replaces the older of two processes so often, under load."""
    with shared(STOP_NOTICE_SECONDS="4") as here, proxy() as front, ThreadPoolExecutor(32) as pool:
        for _ in range(2):
            _begin(here, front)
        load = Load(pool, front.url)
        end = time.monotonic() + 6
        before = load.during(lambda: time.monotonic() > end)
        restarting = pool.submit(lambda: [_replaced(here, front) for _ in range(times)])
        while_restarted = load.during(restarting.done)
        restarting.result()
    slowest = max(seconds for _, seconds in before)
    print(
        f"{len(while_restarted)} messages, slowest {max(s for _, s in while_restarted):.2f} s (before: "
        f"{slowest:.2f} s), {len(front.unavailable)} passed on after a 503"
    )  # fmt: skip
    assert {status for status, _ in before + while_restarted} == {200}
    assert front.refused == []
    assert all(int(wait) >= 1 for wait in front.unavailable)
    assert not [seconds for _, seconds in while_restarted if seconds > max(SLOW, slowest)]


def _replaced(here: Installation, front: Proxy) -> None:
    """A new process first, then the oldest one goes."""
    _begin(here, front)
    old = here.url
    process: subprocess.Popen = here.processes.pop(old)
    process.send_signal(signal.SIGTERM)
    assert process.wait(40) in (0, -signal.SIGTERM)
    front.behind.remove(_place(old))


def _begin(here: Installation, front: Proxy) -> None:
    place = _place(here.start())
    front.behind.append(place)
    until(lambda: front.ready.get(place), READY_SECONDS)


def _place(url: str) -> str:
    return url.removeprefix("http://")
