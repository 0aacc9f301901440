"""Where the demo's servers listen when their usual ports are taken."""

import socket
from contextlib import closing

import pytest

from demo.servers.ports import DemoServer, is_free, listen


@pytest.fixture
def base() -> int:
    """The first of four free ports in a row."""
    return next(first for first in range(21_000, 60_000, 10) if all(map(is_free, range(first, first + 4))))


def test_a_server_whose_port_is_taken_moves_past_those_of_the_web_and_of_the_other(base):
    servers = [DemoServer("telecom", base), DemoServer("retail", base + 2)]
    with socket.create_server(("127.0.0.1", base)):
        made = listen(servers, apart=[base + 1])
    with closing(made["telecom"]), closing(made["retail"]):
        assert {name: each.getsockname()[1] for name, each in made.items()} == {
            "telecom": base + 2,
            "retail": base + 3,
        }


def test_nobody_can_take_a_port_between_its_choice_and_the_start_of_its_server(base):
    servers = [DemoServer("telecom", base)]
    with closing(listen(servers)["telecom"]) as mine, closing(listen(servers)["telecom"]) as others:
        assert (mine.getsockname()[1], others.getsockname()[1]) == (base, base + 1)
