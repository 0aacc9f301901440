"""Plans of mode `planner`: `python -m benchmarks.plan_run [RUNS]`.

20 independent steps of 200 ms at a domain over real HTTP, four at once (ideal: 1 s), and a plan of 200 steps
resolved, composed and checked. Needs no database. Ends with 1 when a target is missed; fewer than 3 runs
judge nothing.
"""

import asyncio
import sys
import time
from typing import Any

from benchmarks.measuring import machine, median, p95

STEPS, SECONDS, AT_ONCE = 20, 0.2, 4
IDEAL = STEPS * SECONDS / AT_ONCE
LONGEST = 1.15 * IDEAL
MANY, MILLISECONDS = 200, 20.0
JUDGED = 3  # runs


async def run(runs: int) -> list[float]:
    """Seconds of each run of the plan."""
    from routing.planning.plan.composing import compose
    from routing.planning.understand.parameters import resolve_capabilities
    from tests.fakes.domain_server import DomainServer, success
    from tests.planning.carrying import carry, scene
    from tests.planning.worlds import SHARES

    taken = []
    plan = compose(resolve_capabilities(_intent(STEPS), _shares()), _shares())
    assert len(plan.steps) == STEPS and plan.max_concurrency == AT_ONCE
    does = {"get_stock_price": lambda body: time.sleep(SECONDS) or success({})}
    with DomainServer(does) as server:
        for number in range(runs + 1):
            began = time.perf_counter()
            _outcomes, output = await carry(plan, SHARES, scene({"finance": server.url}, 30))
            if number:  # the first opens the connections
                taken.append(time.perf_counter() - began)
            assert output.status == "success"
    return taken


def resolve(runs: int) -> list[float]:
    """Milliseconds of each resolution, composition and check of the long plan."""
    from routing.planning.plan.checking import check_order
    from routing.planning.plan.composing import compose
    from routing.planning.understand.parameters import resolve_capabilities

    catalogue, intent, taken = _shares(), _intent(MANY), []
    for _ in range(runs):
        began = time.perf_counter()
        order = check_order(compose(resolve_capabilities(intent, catalogue), catalogue), catalogue)
        taken.append((time.perf_counter() - began) * 1000)
        assert len(order) == MANY
    return taken


def _intent(count: int) -> Any:
    from routing.planning.specs import IntentOutput

    return IntentOutput("finance", "GET_QUOTE", {"symbols": [f"S{n}.SA" for n in range(count)]}, 1.0, "x")


def _shares() -> Any:
    from routing.planning.understand.catalogue import Catalogue
    from tests.planning.worlds import SHARES

    return Catalogue.of(SHARES)


def main() -> int:
    import django

    django.setup()
    from django.conf import settings

    settings.OUTBOUND_ALLOW_LOOPBACK = True
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else 10
    print(machine())
    seconds = asyncio.run(run(runs))  # noqa: TID251
    milliseconds = resolve(10 * runs)
    print(
        f"{STEPS} steps of {SECONDS * 1000:.0f} ms, {AT_ONCE} at once: median {median(seconds):.3f} s, "
        f"p95 {p95(seconds):.3f} s; ideal {IDEAL:.3f} s, limit {LONGEST:.3f} s"
    )
    print(
        f"{MANY} steps resolved, composed and checked: median {median(milliseconds):.2f} ms, "
        f"p95 {p95(milliseconds):.2f} ms; limit {MILLISECONDS:.0f} ms"
    )
    met = median(seconds) <= LONGEST and median(milliseconds) <= MILLISECONDS
    print("targets met" if met else "TARGETS MISSED")
    return 0 if met or runs < JUDGED else 1


if __name__ == "__main__":
    sys.exit(main())
