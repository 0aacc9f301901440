"""CPU of a turn without traces, with a tenth of them kept, and with all.

    python -m benchmarks.span_cost [--turns 100] [--rounds 7]

One server process each, a PostgreSQL of its own each, one model that answers at once and an endpoint of OTLP
that takes everything; the turns of `benchmarks.turn_cost`. The rounds take turns, so that a busy machine hits
each alike. Prints medians of CPU milliseconds a turn (the server process with all its threads), and of what
each is more than the one without traces in the same round.
"""

import asyncio
import contextlib

from benchmarks.measuring import command_line, machine, median
from benchmarks.turn_cost import Subject
from tests.fakes.receiver import Receiver
from tests.parts.installation import installed, own_database, slow_model

SAMPLED = {"no traces": "", "a tenth": "0.1", "all": "1.0"}


def main() -> None:
    parser = command_line(__doc__)
    parser.add_argument("--turns", type=int, default=100)
    parser.add_argument("--rounds", type=int, default=7)
    options = parser.parse_args()
    with contextlib.ExitStack() as stack:
        model, collector = stack.enter_context(slow_model(0)), stack.enter_context(Receiver())
        found = []
        for name, share in SAMPLED.items():
            traced = {
                "OTEL_EXPORTER_OTLP_ENDPOINT": collector.url if share else "",
                "OTEL_TRACES_SAMPLER": "parentbased_traceidratio",
                "OTEL_TRACES_SAMPLER_ARG": share or "0",
            }
            database = stack.enter_context(own_database())
            home = stack.enter_context(installed(database, **model, **traced, ENABLE_MCP_TOOLS="0"))
            url = home.start()
            whom = {"agent_id": "telecom_contas", "tenant_id": "tenant_a"}
            found.append(Subject(name, url, home.processes[url].pid, "/gateway/message", whom))
        asyncio.run(measure(found, options.turns, options.rounds))  # noqa: TID251
        print(machine())
        print(f"{len(collector.got)} requests came to the endpoint")
    off = found[0]
    for subject in found:
        more = [cpu / without - 1 for cpu, without in zip(subject.cpu, off.cpu, strict=True)]
        print(f"{subject.name:10}{median(subject.cpu):8.2f} ms{100 * median(more):+8.1f} %")


async def measure(found: list[Subject], turns: int, rounds: int) -> None:
    for number in range(rounds + 1):
        for subject in found if number % 2 else reversed(found):
            await subject.round(turns)
    for subject in found:
        del subject.cpu[0]  # warms up


if __name__ == "__main__":
    main()
