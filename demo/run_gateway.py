"""`make run-gateway`: a gateway and two instances of this platform behind it, on one database, on this machine.

Seed 000's four backends are two at an instance: contas and cobranca at the first, ofertas and suporte at the second.
The commands and the demo world are those of `make run`; every process is a child of this one.
"""

import sys
import time

from demo import together, web
from demo.processes import Servers, start
from demo.run import STARTED, pages
from demo.together import READY_SECONDS, Processes, answers

INSTANCES = (("contas", "cobranca"), ("ofertas", "suporte"))
TRY = """  Try        curl -s {site}/gateway/message -H 'Content-Type: application/json' \\
               -d '{{"payload": {{"text": "Minha fatura veio alta", "session_id": "web-1",
                    "context": {{"msisdn": "5511999999999", "invoice_id": "INV001"}}}}}}'"""


def main() -> int:
    """Starts everything and stays until it is told to stop; 1 when it cannot go on."""
    return together.run("make run-gateway", 1 + len(INSTANCES), lambda ports: addresses(ports[1:]), _beside)


def _beside(running: Processes, ports: list[int], login: str, servers: Servers) -> int:
    running |= {f"instance {port}": start("demo.web", str(port)) for port in ports[1:]}
    running["gateway"] = start("demo.web", str(ports[0]), SWITCHBOARD_GATEWAY="1")
    _wait(running, ports)
    print("\n".join(_told(ports, login, servers)), "\nCtrl-C stops all of it.", sep="", flush=True)
    return _watch(running)


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


def _wait(running: Processes, ports: list[int]) -> None:
    until = time.monotonic() + READY_SECONDS
    waiting = list(ports)
    while waiting:
        waiting = [port for port in waiting if not answers(port)]
        for name, process in running.items():
            if process.poll() is not None:
                raise RuntimeError(f"the {name} ended at once")
        if waiting and time.monotonic() > until:
            raise RuntimeError(f"port {waiting[0]} did not answer within {READY_SECONDS:.0f} s")
        time.sleep(0.1)


def _told(ports: list[int], login: str, servers: Servers) -> list[str]:
    site = web.shown(ports[0])
    lines = pages(site, login, servers, time.monotonic() - STARTED)
    lines[0] = lines[0].replace("Switchboard is", "The gateway and its backends are")
    lines += [
        f"  Backends   {web.shown(port)}/   ({', '.join(names)})"
        for names, port in zip(INSTANCES, ports[1:], strict=True)
    ]
    return [*lines, f"  Sessions   {site}/admin/routing/gatewaysession/", TRY.format(site=site)]


def _watch(running: Processes) -> int:
    """Stays while the gateway runs: an instance that dies is told of, and its backends are away."""
    while "gateway" in running:
        for name, process in list(running.items()):
            if process.poll() is not None:
                print(f"The {name} ended ({process.returncode}).", file=sys.stderr, flush=True)
                del running[name]
        time.sleep(0.5)
    return 1


if __name__ == "__main__":
    sys.exit(main())
