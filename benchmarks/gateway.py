"""What a gateway costs: the decision that a session stays where it is, and what a message takes longer through it.

    python -m benchmarks.gateway [--messages 200] [--sqlite]

A gateway and a backend of it are processes of their own on one PostgreSQL; the same message is sent to the backend
and through the gateway in turn, one at a time, without a model. Ends with 1 when a target is missed; fewer than 100 messages judge nothing.
"""

import argparse
import json
import statistics
import sys
import time

import django
import httpx2

django.setup()

from benchmarks.measuring import machine, median, p95  # noqa: E402
from demo.telecom_retail.backends import BACKENDS  # noqa: E402
from routing.gateway.backends import Backends  # noqa: E402
from routing.gateway.decide import Rules, decide  # noqa: E402
from routing.gateway.specs import GatewaySection  # noqa: E402
from tests.parts.installation import free_port, installed, own_database  # noqa: E402

DECISION_US, ADDED_MS = 50.0, 5.0
JUDGED = 100  # messages
WARM = 30  # messages before the first is counted
TEXT = "oi"
FOLLOW_UP = "e esse valor?"


def decision_us(count: int = 20_000) -> float:
    """Microseconds of a hybrid decision that keeps the active backend: no database, no model."""
    backends = Backends.built(
        GatewaySection({each.backend.name: each.backend for each in BACKENDS}, "contas")
    )
    rules = Rules()
    assert decide(FOLLOW_UP, backends, rules, "contas").decision.method == "sticky"
    began = time.perf_counter()
    for _ in range(count):
        decide(FOLLOW_UP, backends, rules, "contas")
    return (time.perf_counter() - began) / count * 1e6


def milliseconds(client: httpx2.Client, url: str, session: str) -> float:
    body = {"tenant_id": "tenant_a", "agent_id": "telecom_contas", "text": TEXT, "session_id": session}
    began = time.perf_counter()
    answer = client.post(f"{url}/gateway/message", json=body)
    spent = (time.perf_counter() - began) * 1000
    assert answer.status_code == 200, answer.text
    return spent


def measured(backend: str, gateway: str, messages: int) -> tuple[list[float], list[float]]:
    """The milliseconds of each message: asked directly, and through the gateway; every message a session of its own."""
    direct, through = [], []
    with httpx2.Client(timeout=60, trust_env=False) as client:
        for number in range(WARM + messages):
            one = milliseconds(client, backend, f"direct-{number}")
            other = milliseconds(client, gateway, f"through-{number}")
            if number >= WARM:
                direct.append(one)
                through.append(other)
    return direct, through


def main() -> int:
    ask = argparse.ArgumentParser()
    ask.add_argument("--messages", type=int, default=200)
    ask.add_argument("--sqlite", action="store_true")
    given = ask.parse_args()
    print(machine())
    spent = statistics.median(decision_us() for _ in range(5))
    print(f"a follow-up stays: {spent:.1f} us (target {DECISION_US:.0f})")
    port = free_port()
    urls = {f"BACKEND_{each.backend.name.upper()}_URL": f"http://127.0.0.1:{port}" for each in BACKENDS}
    with own_database() as postgres, installed("" if given.sqlite else postgres, **urls) as here:
        backend = here.start(port=port)
        gateway = here.start(SWITCHBOARD_GATEWAY="1")
        direct, through = measured(backend, gateway, given.messages)
    added = median([other - one for one, other in zip(direct, through, strict=True)])
    print(json.dumps({"direct": _line(direct), "through the gateway": _line(through)}))
    print(f"the gateway adds {added:.1f} ms to the median answer (target {ADDED_MS:.0f})")
    met = spent <= DECISION_US and added <= ADDED_MS
    print("targets met" if met else "TARGETS MISSED")
    return 0 if met or given.messages < JUDGED else 1


def _line(values: list[float]) -> dict[str, float]:
    return {"p50 ms": round(median(values), 1), "p95 ms": round(p95(values), 1)}


if __name__ == "__main__":
    sys.exit(main())
