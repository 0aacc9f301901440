"""The same turn through each JSON door: what a door's own shape costs.

    python -m benchmarks.doors [--turns 60] [--rounds 5]

One process on PostgreSQL, a greeting that is answered without a model or tools, every turn a conversation of
its own. The doors take turns, so that a busy machine hits all alike. Prints medians of the answer's time, one
at a time, and of the CPU of a turn, and their ratios to the first.
"""

import argparse
import sys
import uuid
from collections.abc import Mapping
from math import nan
from typing import Any

import django
import httpx2

django.setup()

from benchmarks.measuring import cpu_seconds, machine, median, post  # noqa: E402
from tests.parts.installation import installed, own_database  # noqa: E402

TEXT, AGENT = "oi", "telecom_contas"


def doors() -> Mapping[str, dict[str, Any]]:
    """Path and body of one message at each door, in a conversation of its own."""
    session = uuid.uuid4().hex
    return {
        "/gateway/message": {"agent_id": AGENT, "session_id": session, "text": TEXT},
        "/api/chat/message": {"agent_id": AGENT, "message": TEXT},
        "/v1/chat/completions": {
            "model": AGENT, "user": "bench", "conversation_id": session,
            "messages": [{"role": "user", "content": TEXT}],
        },
    }  # fmt: skip


def main() -> int:
    ask = argparse.ArgumentParser()
    ask.add_argument("--turns", type=int, default=60)
    ask.add_argument("--rounds", type=int, default=5)
    given = ask.parse_args()
    print(machine())
    spent: dict[str, list[float]] = {path: [] for path in doors()}
    cpu: dict[str, list[float]] = {path: [] for path in doors()}
    with (
        own_database() as postgres,
        installed(postgres) as here,
        httpx2.Client(timeout=60, trust_env=False) as client,
    ):
        url = here.start()
        pid = here.processes[url].pid
        for number in range(given.rounds + 1):
            for path in spent:
                before = cpu_seconds(pid)
                took = [post(client, f"{url}{path}", doors()[path]) for _ in range(given.turns)]
                if number:  # the first round warms
                    spent[path] += took
                    cpu[path].append((cpu_seconds(pid) - before) / given.turns * 1000)
    first, *_others = spent
    print(f"{'':24}{'ms':>8}{'ratio':>8}{'CPU ms':>8}{'ratio':>8}")
    for path in spent:
        ms, work = median(spent[path]), median(cpu[path])
        ratios = ms / median(spent[first]), work / (median(cpu[first]) or nan)  # few turns take no tick
        print(f"{path:24}{ms:8.1f}{ratios[0]:8.2f}{work:8.2f}{ratios[1]:8.2f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
