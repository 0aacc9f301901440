"""`make run`: the whole demo as one command: database, world, tool servers, web server; Ctrl-C ends it all.
`make run EMPTY=1` leaves out what is the demo's: the platform alone, for a company of one's own.

The web server runs in this process; the MCP servers are its children and watch it, so that none outlives
it, however it ends.
"""

import sys
import threading
import time

from demo import together, web
from demo.processes import answers


def main(arguments: list[str]) -> None:
    """Starts everything and stays until it is told to stop."""
    with together.start_demo("make run", demo=together.is_wanted()) as demo:
        demo.progress.begin("Starting the web server")
        threading.Thread(target=_say_when_ready, args=(demo,), daemon=True).start()
        web.serve(demo.ports[0], reload="--reload" in arguments)


def _say_when_ready(demo: together.StartedDemo) -> None:
    try:
        demo.servers.wait()
    except RuntimeError as error:
        print(f"Tools will not answer: {error}.", file=sys.stderr, flush=True)
    demo.servers.keep()
    while not answers(demo.ports[0]):
        time.sleep(0.1)
    demo.tell_ready(demo.pages())


if __name__ == "__main__":
    main(sys.argv[1:])
