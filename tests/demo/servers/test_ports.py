"""Where the demo's servers listen when their usual ports are taken."""

import socket

import pytest

from demo.processes import Servers
from demo.servers.ports import DemoServer, choose, is_free


@pytest.fixture
def base() -> int:
    """The first of four free ports in a row."""
    return next(first for first in range(21_000, 60_000, 10) if all(map(is_free, range(first, first + 4))))


def test_a_server_whose_port_is_taken_moves_past_those_of_the_web_and_of_the_other(base):
    servers = [DemoServer("telecom", base), DemoServer("retail", base + 2)]
    with socket.create_server(("127.0.0.1", base)):
        assert choose(servers, apart=[base + 1]) == {"telecom": base + 2, "retail": base + 3}


def test_a_server_that_lost_its_port_at_the_start_keeps_off_the_same_ones(base):
    telecom, retail = DemoServer("telecom", base), DemoServer("retail", base + 2)
    ports = {"telecom": base, "retail": base + 2}
    servers = Servers({}, ports, (telecom, retail), frozenset([base + 1]))
    with socket.create_server(("127.0.0.1", base)):
        assert servers._another(telecom) == base + 3
