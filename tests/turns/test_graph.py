"""Every mode is a table over the nodes, and the pictures in the documentation are those tables."""

import re
from pathlib import Path

import pytest

from routing.graph.draw import svg
from routing.graph.graph import END, NODES, START, successors
from routing.modes.tables import TABLES


@pytest.mark.parametrize("mode", ["router", "supervisor", "supervised"])
def test_the_documented_picture_is_drawn_from_the_table(mode):
    assert Path(f"docs/{mode}.svg").read_text() == svg(TABLES[mode])


@pytest.mark.parametrize("mode", TABLES)
def test_every_node_of_a_mode_is_reached_and_leads_to_the_end(mode):
    table = TABLES[mode]
    seen, ahead = set(), [START]
    while ahead:
        name = ahead.pop()
        if name in seen or name == END:
            continue
        seen.add(name)
        ahead += successors(table, name)
    assert seen == set(table) <= set(NODES)
    assert all(set(successors(table, name)) <= {*table, END} for name in table)


def test_no_node_is_without_a_mode():
    assert {name for table in TABLES.values() for name in table} == set(NODES)


def test_two_pictures_of_a_page_have_tips_of_their_own():
    first, second = (svg(TABLES["router"], alone=False) for _ in range(2))
    named = [re.search(r'marker id="([^"]+)"', drawn).group(1) for drawn in (first, second)]
    assert named[0] != named[1]
    assert all(f"url(#{name})" in drawn for name, drawn in zip(named, (first, second), strict=True))
