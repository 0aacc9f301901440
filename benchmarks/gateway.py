"""What a gateway costs: the decision that a session stays where it is, and what a message takes longer
through it.

    python -m benchmarks.gateway [--talks 60] [--sqlite]

A gateway and a backend of it are processes of their own on one PostgreSQL, beside a bare view that only
passes the message on. Conversations of five messages, each with an id of its own as channels send them,
without a model: to the backend, through the bare view, through the gateway, in turn and one at a time;
between them a pause, so that none pays for what another left behind its answer. Ends with 1 when a target is
missed; fewer than 20 talks judge nothing.
"""

import argparse
import statistics
import sys
import time
from collections.abc import Mapping

import django
import httpx2

django.setup()

from benchmarks.measuring import machine, median, p95, post, serving_application  # noqa: E402
from demo.worlds import DEFAULT, WORLDS  # noqa: E402
from routing.gateway.backends import BackendTable  # noqa: E402
from routing.gateway.decide import Rules, decide  # noqa: E402
from routing.gateway.specs import GatewaySection  # noqa: E402
from tests.parts.installation import free_port, installed, own_database  # noqa: E402

DECISION_US, ADDED_MS = 50.0, 5.0
JUDGED = 20  # talks
WARM = 8  # talks before the first is counted
MESSAGES = 5  # of a talk
PAUSE = 0.03  # seconds
TEXT = "oi"
DIRECT, BARE, GATEWAY = "direct", "bare view", "gateway"
FOLLOW_UP = "e esse valor?"


def decision_us(count: int = 20_000) -> float:
    """Microseconds of a hybrid decision that keeps the active backend: no database, no model."""
    backends = BackendTable.build(
        GatewaySection({each.backend.name: each.backend for each in WORLDS[DEFAULT].backends}, "contas")
    )
    rules = Rules()
    assert decide(FOLLOW_UP, backends, rules, "contas").decision.method == "sticky"
    began = time.perf_counter()
    for _ in range(count):
        decide(FOLLOW_UP, backends, rules, "contas")
    return (time.perf_counter() - began) / count * 1e6


def milliseconds(client: httpx2.Client, url: str, session: str, number: int) -> float:
    payload = {"text": TEXT, "session_id": session, "message_id": f"{session}:{number}"}
    body = {"tenant_id": "tenant_a", "agent_id": "telecom_contas", "payload": payload}
    spent = post(client, f"{url}/gateway/message", body)
    time.sleep(PAUSE)
    return spent


def measured(ways: Mapping[str, str], talks: int) -> dict[str, list[float]]:
    """The milliseconds of each message on each way; the messages of a talk follow each other."""
    spent: dict[str, list[float]] = {way: [] for way in ways}
    with httpx2.Client(timeout=60, trust_env=False) as client:
        for talk in range(WARM + talks):
            for number in range(MESSAGES):
                for way, url in ways.items():
                    took = milliseconds(client, url, f"{way[:6]}-{talk}", number)
                    if talk >= WARM:
                        spent[way].append(took)
    return spent


def main() -> int:
    ask = argparse.ArgumentParser()
    ask.add_argument("--talks", type=int, default=60)
    ask.add_argument("--sqlite", action="store_true")
    given = ask.parse_args()
    print(machine())
    sticks = statistics.median(decision_us() for _ in range(5))
    print(f"a follow-up stays: {sticks:.1f} us (target {DECISION_US:.0f})")
    port = free_port()
    urls = {
        f"BACKEND_{each.backend.name.upper()}_URL": f"http://127.0.0.1:{port}"
        for each in WORLDS[DEFAULT].backends
    }
    with own_database() as postgres, installed("" if given.sqlite else postgres, **urls) as here:
        backend = here.start(port=port)
        gateway = here.start(SWITCHBOARD_GATEWAY="1")
        with serving_application("benchmarks.bare_proxy", BACKEND=backend) as (bare, _pid):
            spent = measured({DIRECT: backend, BARE: bare, GATEWAY: gateway}, given.talks)
    for way, each in spent.items():
        print(f"{way}: p50 {median(each):.1f} ms, p95 {p95(each):.1f} ms")
    added = {
        way: median([other - one for one, other in zip(spent[DIRECT], spent[way], strict=True)])
        for way in (BARE, GATEWAY)
    }
    print(f"the gateway adds {added[GATEWAY]:.1f} ms to the median answer (target {ADDED_MS:.0f}),", end=" ")
    print(f"a bare view {added[BARE]:.1f}: {added[GATEWAY] / added[BARE]:.2f}")
    met = sticks <= DECISION_US and added[GATEWAY] <= ADDED_MS
    print("targets met" if met else "TARGETS MISSED")
    return 0 if met or given.talks < JUDGED else 1


if __name__ == "__main__":
    sys.exit(main())
