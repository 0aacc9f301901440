"""Memory of a web process before, with and without the sentence encoder: `python -m benchmarks.web_memory`.

A real server on SQLite, with EMBEDDER=none and with the bundled encoder by turns: just started, with nothing
published; after the demo was published and strong keywords decided messages of it; after the first message
that needs the examples; after a second company was published and such a message of its own. Prints the
resident memory in MB; ends with 1 when the encoder adds more than 200 MB, or the second company more than it
does without the encoder and a tenth of that.
"""

import contextlib
import sys
from collections.abc import Iterator
from pathlib import Path

import httpx2

from benchmarks.measuring import machine
from language.embedder import BUNDLED, NONE
from tests.parts.installation import installed

MEGABYTES = 200.0
AGAIN = 20  # messages of a kind
FIRST = {"agent_id": "telecom_contas", "tenant_id": "tenant_a"}
SECOND = {"agent_id": "clinic_frontdesk", "tenant_id": "tenant_clinic"}
TENANTS = f"{FIRST['tenant_id']},{SECOND['tenant_id']}"  # that a caller without a key may name
KEYWORD = "Minha fatura veio alta"
NEEDS = "Não entendi por que este mês deu 40 reais a mais."
NEEDS_TOO = "Preciso ver alguém, estou com febre desde ontem"
STEPS = ("nothing published", "decided by keywords", "needs the examples", "a second company")


def resident(pid: int) -> float:
    """MB of memory that a process holds."""
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return next(int(line.split()[1]) / 1024 for line in lines if line.startswith("VmRSS:"))


def measured(embedder: str) -> Iterator[float]:
    """What a web process holds after each step."""
    with (
        installed("", seeded=False, EMBEDDER=embedder, SWITCHBOARD_DEMO_TENANTS=TENANTS) as home,
        contextlib.ExitStack() as stack,
    ):
        url = home.start()
        pid = home.processes[url].pid
        client = stack.enter_context(httpx2.Client(base_url=url, timeout=120))

        def say(whom: dict[str, str], text: str) -> None:
            for number in range(AGAIN):
                body = {**whom, "text": text, "session_id": f"{text[:9]}-{number}"}
                client.post("/gateway/message", json=body).raise_for_status()

        yield resident(pid)
        home.manage("seed_demo")
        say(FIRST, KEYWORD)
        yield resident(pid)
        say(FIRST, NEEDS)
        yield resident(pid)
        home.manage("seed_demo", "--tenant", SECOND["tenant_id"])
        say(SECOND, NEEDS_TOO)
        yield resident(pid)


def main() -> int:
    print(machine())
    found = {embedder: list(measured(embedder)) for embedder in (NONE, BUNDLED)}
    print(f"{'MB resident':24}{'none':>8}{'bundled':>10}{'more':>8}")
    for step, without, with_it in zip(STEPS, *found.values(), strict=True):
        print(f"{step:24}{without:8.0f}{with_it:10.0f}{with_it - without:8.0f}")
    more = [with_it - without for without, with_it in zip(*found.values(), strict=True)]
    met = max(more) <= MEGABYTES and more[3] - more[2] <= MEGABYTES / 10
    print("targets met" if met else "TARGETS MISSED")
    return 0 if met else 1


if __name__ == "__main__":
    sys.exit(main())
