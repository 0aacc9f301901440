"""The picture in the documentation is the graph that runs."""

from pathlib import Path

from routing.graph.draw import successors, svg
from routing.graph.graph import END, NODES, START


def test_the_documented_picture_is_drawn_from_the_table():
    assert Path("docs/router.svg").read_text() == svg()


def test_every_node_is_reached_and_leads_to_the_end():
    seen, ahead = set(), [START]
    while ahead:
        name = ahead.pop()
        if name in seen or name == END:
            continue
        seen.add(name)
        ahead += successors(name)
    assert seen == set(NODES)
    assert all(set(successors(name)) <= {*NODES, END} for name in NODES)
