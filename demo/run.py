"""`make run`: the whole demo as one command: database, world, tool servers, web server; Ctrl-C ends it all.
`make run EMPTY=1` leaves out what is the demo's: the platform alone, for a company of one's own.

The web server runs in this process; the MCP servers are its children and watch it, so that none outlives
it, however it ends.
"""

import os
import signal
import sys
import threading
import time

from demo import prepare, web, whereabouts, worlds
from demo.parent import end_with_parent
from demo.processes import Servers, answers
from demo.progress import ProgressLines

OUTBOX = "DEMO_NOTIFIER_URL"  # where messages to Telegram stay
CREATE = '.venv/bin/python manage.py create_company grand_hotel --name "Grand Hotel" --admin you@example.com'


def main(arguments: list[str]) -> None:
    """Starts everything and stays until it is told to stop."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    (port,) = prepare.ports("make run")
    empty = os.environ.get("EMPTY", "") not in ("", "0")
    prepare.environment(demo=not empty)
    if "MAKELEVEL" in os.environ:
        end_with_parent()
    with ProgressLines() as progress:
        progress.begin("Starting the platform" if empty else "Starting the demo")
        servers = Servers.start(() if empty else worlds.SERVERS, apart=[port])
        try:
            os.environ.update(servers.addresses)
            login = prepare.prepare(progress, demo=not empty)
            from django.conf import settings

            whereabouts.tell(settings.VAR_DIR, servers.addresses)
            progress.begin("Starting the web server")
            threading.Thread(
                target=_say_when_ready, args=(servers, port, login, progress), daemon=True
            ).start()
            web.serve(port, reload="--reload" in arguments)
        except KeyboardInterrupt:
            pass
        finally:
            servers.stop()
    print("Stopped.")


def _say_when_ready(servers: Servers, port: int, login: str, progress: ProgressLines) -> None:
    try:
        servers.wait()
    except RuntimeError as error:
        print(f"Tools will not answer: {error}.", file=sys.stderr, flush=True)
    servers.keep()
    while not answers(port):
        time.sleep(0.1)
    progress.end()
    print("\n".join(pages(web.public_address(port), login, servers, progress.seconds)), flush=True)
    print("Ctrl-C stops all of it.", flush=True)


def pages(site: str, login: str, servers: Servers, seconds: float) -> list[str]:
    """Where everything is, once it is."""
    return [
        f"Switchboard is ready after {seconds:.1f} s.",
        f"  Chat       {site}/",
        f"  Studio     {site}/admin/   (login: {login})",
        f"  Analytics  {site}/analytics/",
        f"  API        {site}/api/docs/",
        *(f"  {_what(address):<10} {address}" for address in servers.addresses.values()),
        *(f"  Outbox     {url}/outbox" for name, url in servers.addresses.items() if name == OUTBOX),
        *(() if servers.addresses else (f"  Your company: {CREATE}",)),
    ]


def _what(address: str) -> str:
    return "MCP" if address.endswith("/mcp") else "Domain"


if __name__ == "__main__":
    main(sys.argv[1:])
