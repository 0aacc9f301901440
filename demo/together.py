"""What `make run-full` and `make run-gateway` do alike: the demo's servers, processes beside them, and their end."""

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Mapping
from urllib.error import URLError
from urllib.request import urlopen

import environ

from config.serve import stop_seconds
from demo import prepare, worlds
from demo.parent import end_with_parent
from demo.processes import Servers, end

READY_SECONDS = 90.0  # of a machine that is busy with other things
Processes = dict[str, subprocess.Popen[bytes]]


def run(
    command: str,
    ports: int,
    addresses: Callable[[list[int]], Mapping[str, str]],
    beside: Callable[[Processes, list[int], str, Servers], int],
) -> int:
    """Starts the demo's servers, then what `beside` starts, and stays until told to stop; 1 when it cannot go on.

    `addresses` gives what the environment gets before anything starts; `beside` starts its processes into what it is
    given, with the ports, the login and the servers, and gives the exit status when it has watched long enough.
    """
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    found = prepare.ports(command, ports)
    environ.Env.read_env(prepare.ROOT / ".env")
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    os.environ.setdefault("SWITCHBOARD_DEMO", "1")
    if "MAKELEVEL" in os.environ:
        end_with_parent()
    os.environ.update(addresses(found))
    running: Processes = {}
    servers = Servers.started(worlds.SERVERS, apart=found)
    status = 0
    try:
        os.environ.update(servers.addresses)
        login = prepare.prepare()
        servers.wait()
        os.environ.update(servers.addresses)  # one may have had to move
        status = beside(running, found, login, servers)
    except RuntimeError as error:
        print(f"It did not start: {error}.", file=sys.stderr)
        status = 1
    except KeyboardInterrupt:
        pass
    finally:
        end(running.values(), stop_seconds() + 5.0)
        servers.stop()
    print("Stopped.")
    return status


def answers(port: int) -> bool:
    """Whether the web process on this port takes messages."""
    try:
        with urlopen(f"http://127.0.0.1:{port}/readyz", timeout=5) as answer:
            return bool(answer.status == 200)
    except (URLError, OSError):
        return False
