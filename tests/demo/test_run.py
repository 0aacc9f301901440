"""`make run` as a person meets it: one command, one sentence when it cannot, nothing left behind."""

import json
import os
import re
import signal
import socket
import stat
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

import pytest

from tests.parts.waiting import until

pytestmark = [pytest.mark.slow, pytest.mark.once]
ROOT = Path(__file__).resolve().parents[2]
PATIENCE = 300  # seconds a first start may take on a busy machine
QUIET = 5.0  # seconds at most between two lines of it


class Demo:
    """One running `python -m demo.run` on a port of its own."""

    def __init__(self, folder: Path, **more: str) -> None:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self.site = f"http://127.0.0.1:{self.port}"
        self.lines: list[tuple[float, str]] = [(time.time(), "")]  # as they came
        self.process = subprocess.Popen(
            [sys.executable, "-u", "-m", "demo.run"],
            cwd=ROOT, env=environment(folder, PORT=str(self.port), **more), text=True,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL,
        )  # fmt: skip
        threading.Thread(target=self._listen, daemon=True).start()

    def come_up(self) -> None:
        wait(lambda: answers(f"{self.site}/health"), self)
        self.seconds = cpu_seconds(self.process.pid)
        wait(lambda: "is ready" in self.said, self)

    def _listen(self) -> None:
        for line in self.process.stdout:
            self.lines.append((time.time(), line))

    @property
    def said(self) -> str:
        return "".join(line for _, line in self.lines)

    @property
    def longest_silence(self) -> float:
        """Seconds until it was ready."""
        ready = next(n for n, (_, line) in enumerate(self.lines) if "is ready" in line)
        times = [at for at, _ in self.lines[: ready + 1]]
        return max(after - before for before, after in pairwise(times))

    @property
    def tool_servers(self) -> list[str]:
        return [
            address.replace("/mcp", "/health")
            for address in re.findall(r"http://127.0.0.1:\d+/mcp", self.said)
        ]

    def end(self, with_signal: int) -> int:
        self.process.send_signal(with_signal)
        return self.process.wait(30)


def environment(folder: Path, **more: str) -> dict[str, str]:
    kept = {
        name: value for name, value in os.environ.items() if name not in ("REDIS_URL", "CELERY_BROKER_URL")
    }
    plain = {"SWITCHBOARD_VAR_DIR": str(folder), "DATABASE_URL": f"sqlite:///{folder}/demo.sqlite3"}
    return {**kept, **plain, "CELERY_BROKER_URL": "", "SWITCHBOARD_DEMO": "1", **more}


def cpu_seconds(process: int) -> float:
    """What a process has worked so far: its time on the clock depends on what else the machine does."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def answers(url: str) -> bool:
    try:
        return urlopen(url, timeout=5).status == 200
    except (URLError, OSError):
        return False


def wait(true, demo: Demo) -> None:
    def come() -> bool:
        assert demo.process.poll() is None, demo.said
        return true()

    until(come, PATIENCE, lambda: demo.said)


@pytest.fixture
def start(folder) -> Iterator[Callable[[], Demo]]:
    """Starts the demo; what a failed test left running is ended."""
    started: list[Demo] = []

    def begin(**more: str) -> Demo:
        started.append(Demo(folder, **more))
        started[-1].come_up()
        return started[-1]

    yield begin
    for demo in started:
        demo.process.kill()
        demo.process.wait()


@pytest.fixture(scope="module")
def folder(tmp_path_factory) -> Path:
    return tmp_path_factory.mktemp("demo")


@pytest.mark.alone
def test_the_first_start_answers_shows_its_login_once_and_a_stop_ends_all_of_it(folder, start):
    """It is never silent for long, and the time that it names began with make."""
    demo = start(SWITCHBOARD_STARTED=str(time.time() - 1000))
    assert demo.longest_silence <= QUIET, demo.lines
    assert re.search(r"Preparing the database: \[#*-*\] \d+ of \d+", demo.said)
    assert 1000 < float(re.search(r"is ready after ([\d.]+) s", demo.said)[1]) < 1000 + 2 * PATIENCE
    password = re.search(r"password (\S+) \(shown once", demo.said)[1]
    kept = folder / "admin_password"
    assert kept.read_text().strip() == password
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600
    smoke = subprocess.run(
        [sys.executable, "-m", "demo.smoke", demo.site], cwd=ROOT, capture_output=True, text=True, timeout=60
    )
    assert smoke.returncode == 0, smoke.stderr
    assert "INV001" in smoke.stdout and "billing_agent" in smoke.stdout
    with urlopen(f"{demo.site}/", timeout=20) as page:
        assert "Ana Souza" in page.read().decode()
    servers = demo.tool_servers
    assert len(servers) == 5 and all(answers(url) for url in servers)
    assert demo.end(signal.SIGINT) == 0
    assert not any(answers(url) for url in servers)


@pytest.mark.alone
def test_the_second_start_is_quick_keeps_the_password_to_itself_and_a_kill_leaves_no_orphan(start):
    demo = start()
    assert demo.seconds < 8  # of work: a machine with nothing else to do answers within 5 seconds
    assert "shown once" not in demo.said
    with urlopen(f"{demo.site}/health", timeout=5) as health:
        assert json.load(health)["agents"]
    servers = demo.tool_servers
    demo.end(signal.SIGKILL)
    until(lambda: not any(map(answers, servers)), 5, lambda: "a tool server outlived the demo")


@pytest.mark.alone
def test_a_tool_server_that_dies_comes_back_and_a_second_terminal_reaches_it(folder, start):
    demo = start()
    place = demo.tool_servers[0]
    with urlopen(place, timeout=20) as health:
        dead = json.load(health)["pid"]
    os.kill(dead, signal.SIGKILL)
    chat = ["manage.py", "chat", "--profile", "telecom_contas", "--context", "msisdn=5511999999999"]
    said = subprocess.run(
        [sys.executable, *chat, "--context", "invoice_id=INV001"], cwd=ROOT, env=environment(folder),
        input="Minha fatura veio alta\n", capture_output=True, text=True, timeout=PATIENCE,
    )  # fmt: skip
    assert "INV001" in said.stdout, said.stderr
    with urlopen(place, timeout=20) as health:
        assert json.load(health)["pid"] != dead
    assert "telecom ended (-9) and is started again." in demo.said


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        pytest.param(
            {"DATABASE_URL": "postgres://127.0.0.1:1/none"}, "DATABASE_URL does not work", id="database"
        ),
        pytest.param({"DATABASE_URL": "nonsense"}, "DATABASE_URL does not work", id="no database address"),
        pytest.param({"PORT": "eight"}, "PORT must be a number", id="port"),
    ],
)
def test_what_is_wrong_is_one_sentence(folder, settings, sentence):
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        free = str(probe.getsockname()[1])
    assert_refused(environment(folder, **{"PORT": free, **settings}), sentence)


def test_a_port_in_use_is_one_sentence(folder):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        assert_refused(environment(folder, PORT=str(taken.getsockname()[1])), "is in use")


def assert_refused(settings: dict[str, str], sentence: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "demo.run"],
        cwd=ROOT,
        env=settings,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )
    assert done.returncode == 1
    assert sentence in done.stderr
    assert done.stderr.count("\n") == 1, done.stderr
