"""The server of tools that the operators' guide shows runs as it stands there."""

import subprocess
import sys

from agents.errors import ServerFailed
from agents.resources import ServerAddress
from agents.tools import sessions
from outbound import runtime
from tests.house.test_recipes import BLOCK
from tests.house.test_structure import ROOT
from tests.parts.installation import free_port
from tests.parts.waiting import until


def test_the_server_of_the_guide_tells_titles_and_what_only_reads() -> None:
    _indent, block = BLOCK.search((ROOT / "docs/operators.md").read_text()).groups()
    port = free_port()
    with subprocess.Popen([sys.executable, "-c", block.replace("8811", str(port))]) as process:
        address, found = ServerAddress("bookings", f"http://127.0.0.1:{port}/mcp"), []

        def listed() -> bool:
            try:
                found[:] = runtime.run(sessions.list_tools(address), 10)
            except ServerFailed:
                return False
            return True

        try:
            until(listed, 60, lambda: "the example does not answer")
        finally:
            runtime.run(sessions.close_all(), 10)
            process.kill()
    assert [(each.name, each.title, each.read_only, each.declared, each.destructive) for each in found] == [
        ("find_booking", "Looking for the booking", True, True, False),
        ("cancel_booking", "Cancelling the booking", False, True, True),
    ]
