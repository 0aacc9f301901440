"""What the benchmarks share: the CPU time of a process, a round of requests, medians side by side."""

import asyncio
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

TICK = os.sysconf("SC_CLK_TCK")


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


async def at_once(one: Callable[[int], Awaitable[None]], count: int, together: int) -> None:
    """`count` calls, `together` of them under way at any time."""
    numbers = iter(range(count))

    async def worker() -> None:
        for number in numbers:
            await one(number)

    await asyncio.gather(*(worker() for _ in range(together)))


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


def median(values: list[float]) -> float:
    return statistics.median(values)


def p95(values: list[float]) -> float:
    return sorted(values)[min(len(values) - 1, int(len(values) * 0.95))]
