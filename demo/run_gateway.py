"""`make run-gateway`.

A gateway and two instances of this platform behind it, on one database, on this machine.

The four backends are two at an instance: contas and cobranca at the first, ofertas and suporte at the second.
The commands and the demo world are those of `make run`; every process is a child of this one.
"""

import sys
from functools import partial

from demo import together, web
from demo.processes import KeptProcesses, answers, start

INSTANCES = (("contas", "cobranca"), ("ofertas", "suporte"))
TRY = """  Try        curl -s {site}/gateway/message -H 'Content-Type: application/json' \\
               -d '{{"payload": {{"text": "Minha fatura veio alta", "session_id": "web-1",
                    "context": {{"msisdn": "5511999999999", "invoice_id": "INV001"}}}}}}'"""


def main() -> int:
    """Starts everything and stays until it is told to stop; 1 when it cannot go on."""
    count = 1 + len(INSTANCES)
    return together.run("make run-gateway", count, lambda ports: addresses(ports[1:]), _begin, _pages)


def _begin(kept: KeptProcesses, ports: list[int]) -> together.Waiting:
    names = ["gateway", *(f"instance {port}" for port in ports[1:])]
    for name, port in zip(names, ports, strict=True):
        known = {"WEB_CONCURRENCY": "1", "SWITCHBOARD_GATEWAY": "1" if name == "gateway" else ""}
        kept.start(name, partial(start, "demo.web", str(port), known=known))
    return {name: partial(answers, port) for name, port in zip(names, ports, strict=True)}


def addresses(ports: list[int]) -> dict[str, str]:
    """Where the rows of the backends find their instances.

    >>> addresses([8001, 8002])["BACKEND_SUPORTE_URL"]
    'http://127.0.0.1:8002'
    """
    return {
        f"BACKEND_{name.upper()}_URL": f"http://127.0.0.1:{port}"
        for names, port in zip(INSTANCES, ports, strict=True)
        for name in names
    }


def _pages(demo: together.StartedDemo) -> list[str]:
    site, lines = web.public_address(demo.ports[0]), demo.pages()
    lines[0] = lines[0].replace("Switchboard is", "The gateway and its backends are")
    lines += [
        f"  Backends   {web.public_address(port)}/   ({', '.join(names)})"
        for names, port in zip(INSTANCES, demo.ports[1:], strict=True)
    ]
    return [*lines, f"  Sessions   {site}/admin/routing/gatewaysession/", TRY.format(site=site)]


if __name__ == "__main__":
    sys.exit(main())
