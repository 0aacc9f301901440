"""What the benchmarks share: a command line, a database, servers, the CPU time of a process, medians."""

import argparse
import asyncio
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterable, Iterator
from contextlib import contextmanager
from itertools import accumulate
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

import httpx2

from tests.parts.installation import free_port

TICK = os.sysconf("SC_CLK_TCK")


def command_line(description: str | None) -> argparse.ArgumentParser:
    """A parser whose help is the docstring of the benchmark."""
    return argparse.ArgumentParser(
        description=description, formatter_class=argparse.RawDescriptionHelpFormatter
    )


@contextmanager
def empty_database(named: bool = False, apart: bool = False) -> Iterator[None]:
    """Sets Django up with a database that has nothing but its tables: SQLite in a folder of its own, or what
    DATABASE_URL names (`named`). `apart`: nothing that was learnt before is found either.
    """
    with tempfile.TemporaryDirectory(prefix="switchboard-") as folder:
        if not (named and "DATABASE_URL" in os.environ):
            os.environ["DATABASE_URL"] = f"sqlite:///{folder}/own.sqlite3"
        if apart:
            os.environ |= {"SWITCHBOARD_VAR_DIR": folder, "SWITCHBOARD_PARTS_DIR": f"{folder}/parts"}
        import django

        django.setup()
        from django.core.management import call_command

        call_command("migrate", verbosity=0)
        yield


def cpu_seconds(pid: int) -> float:
    """User and system time of a process with all its threads, to a hundredth of a second."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICK


@contextmanager
def serving(command: list[str], url: str, **environment: str) -> Iterator[int]:
    """A server as a process of its own, once it answers; gives its id."""
    process = subprocess.Popen(command, env={**os.environ, **environment})
    try:
        until = time.monotonic() + 60
        while True:
            try:
                urlopen(url, timeout=2).close()
                break
            except (URLError, ConnectionError):
                if time.monotonic() > until or process.poll() is not None:
                    raise
                time.sleep(0.1)
        yield process.pid
    finally:
        process.terminate()
        process.wait(30)


@contextmanager
def serving_application(
    module: str, python: str = sys.executable, **environment: str
) -> Iterator[tuple[str, int]]:
    """A module's ASGI application under uvicorn; gives its address and the process's id."""
    url = f"http://127.0.0.1:{(port := free_port())}"
    command = [python, "-m", "uvicorn", f"{module}:application", "--port", str(port), "--loop", "uvloop"]
    with serving([*command, "--log-level", "warning"], f"{url}/healthz", **environment) as pid:
        yield url, pid


@contextmanager
def serving_model(name: str) -> Iterator[dict[str, str]]:
    """One of the models of this folder (`round`, `ticking`); gives the environment that leads to it."""
    url = f"http://127.0.0.1:{(port := free_port())}"
    with serving([sys.executable, "-m", f"benchmarks.{name}_model", str(port)], url):
        yield {"MODEL": name, "OPENAI_BASE_URL": f"{url}/v1", "OPENAI_API_KEY": "none"}


async def at_once(one: Callable[[int], Awaitable[None]], count: int, together: int) -> None:
    """`count` calls, `together` of them under way at any time."""
    numbers = iter(range(count))

    async def worker() -> None:
        for number in numbers:
            await one(number)

    await asyncio.gather(*(worker() for _ in range(together)))


def post(client: httpx2.Client, url: str, body: object) -> float:
    """Milliseconds until a request is answered, which must go well."""
    began = time.perf_counter()
    answer = client.post(url, json=body)
    spent = (time.perf_counter() - began) * 1000
    assert answer.status_code == 200, answer.text
    return spent


def machine() -> str:
    """One line about where this was measured."""
    model = next(
        (line.split(":",
            1)[1].strip() for line in Path("/proc/cpuinfo").read_text().splitlines() if "model name" in line),
        "unknown",
    )  # fmt: skip
    python = ".".join(map(str, sys.version_info[:3]))
    return f"{os.cpu_count()} x {model}, Python {python}, {time.strftime('%Y-%m-%d')}"


def private_megabytes() -> float:
    """Memory that this process shares with no other."""
    lines = Path("/proc/self/smaps_rollup").read_text(encoding="ascii").splitlines()
    return sum(int(line.split()[1]) for line in lines if line.startswith("Private_")) / 1024


def count_at(precision: float, right: Iterable[bool]) -> int:
    """How many of the surest could be decided at this precision, by one threshold known afterwards.

    >>> count_at(0.6, [True, False, True, False])
    3
    """
    hits = accumulate(map(int, right))
    return max((count for count, found in enumerate(hits, 1) if found / count >= precision), default=0)


def median(values: list[float]) -> float:
    return statistics.median(values)


def p95(values: list[float]) -> float:
    return sorted(values)[min(len(values) - 1, int(len(values) * 0.95))]
