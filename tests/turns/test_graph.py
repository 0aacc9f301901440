"""Every mode is a table over the nodes, and the pictures in the documentation are those tables."""

import re
from pathlib import Path

import pytest

from routing.modes.draw import CLEAR, FAINT, Circle, svg
from routing.modes.forks import ONE_ANSWERS, make_table
from routing.modes.tables import CIRCLES, MODES, TABLES
from routing.turns.graph import SHARED
from routing.turns.mode import END, START, list_successors
from tests.parts.phrases import try_each


@try_each("mode", ["router", "supervisor", "supervised", "coordinator"])
def test_the_documented_picture_is_drawn_from_the_table(mode):
    assert Path(f"docs/{mode}.svg").read_text() == svg(TABLES[mode], circles=CIRCLES)


@try_each("mode", TABLES)
def test_every_node_of_a_mode_is_reached_and_leads_to_the_end(mode):
    table = TABLES[mode]
    seen, ahead = set(), [START]
    while ahead:
        name = ahead.pop()
        if name in seen or name == END:
            continue
        seen.add(name)
        ahead += list_successors(table, name)
    assert seen == set(table) <= {*SHARED, *MODES[mode].nodes}
    assert all(set(list_successors(table, name)) <= {*table, END} for name in table)


def test_a_mode_leads_on_from_the_tail_and_nowhere_else():
    nodes = {"clarification": END, "backend": END, "cached_answer": END, "specialist": "supervisor_review"}
    table = make_table(ONE_ANSWERS, {**nodes, "judge": "mine", "mine": END})
    assert (table["judge"], table["mine"]) == ("mine", END)
    with pytest.raises(ValueError, match="The node 'judge' leads to 'mine'"):
        make_table(ONE_ANSWERS, {**nodes, "judge": "mine"})


def test_no_node_is_without_a_mode():
    assert set(SHARED) <= {name for table in TABLES.values() for name in table}
    assert all(set(mode.nodes) <= set(mode.table) for mode in MODES.values())


def test_two_pictures_of_a_page_have_tips_of_their_own():
    first, second = (svg(TABLES["router"], alone=False) for _ in range(2))
    named = [re.search(r'marker id="([^"]+)"', drawn).group(1) for drawn in (first, second)]
    assert named[0] != named[1]
    assert all(f"url(#{name})" in drawn for name, drawn in zip(named, (first, second), strict=True))


def arrows(circle: Circle) -> list[str]:
    """How clear each arrow of a circle is.

    For everybody who is called in the one there, then the one back.
    """
    return re.findall(r'opacity="([^"]+)" marker-end', circle.draw(0, 0, "tip"))


def test_a_circle_shows_one_voice_and_arrows_to_and_from_everybody_whom_it_calls_in():
    drawn = svg(
        TABLES["coordinator"],
        circles={"coordinator": Circle("Ana & Co", ("Bia", "Caio"), "chama", "termina")},
    )
    assert all(f">{name}</text>" in drawn for name in ("Ana &amp; Co", "Bia", "Caio", "chama", "termina"))
    assert arrows(Circle("Ana", ("Bia", "Caio"))) == [CLEAR] * 4


def test_a_turns_circle_is_clear_where_it_went_and_says_in_which_order():
    went = Circle("Ana", ("Bia", "Caio"), calls={"Caio": "2"}, ends={"Bia": "1"})
    assert arrows(went) == [FAINT, CLEAR, CLEAR, FAINT]
    assert re.findall(r">([12])</text>", went.draw(0, 0, "tip")) == ["1", "2"]


@try_each("called", [(), ("a",), tuple("abcdefgh")], ids=["nobody", "one", "eight"])
def test_nothing_of_a_circle_leaves_its_node(called):
    circle = Circle("voice", called)
    drawn = svg(TABLES["coordinator"], circles={"coordinator": circle})
    nodes = {
        name: (float(top), float(height))
        for top, height, name in re.findall(
            r'<rect x="[^"]+" y="([^"]+)" width="[^"]+" height="([^"]+)" '
            r'rx="8"[^>]*/><text[^>]*>(\w+)</text>',
            drawn,
        )
    }
    top, height = nodes["coordinator"]
    inner = [
        (float(y), float(h))
        for y, h in re.findall(r'y="([^"]+)" width="[^"]+" height="([^"]+)" rx="6"', drawn)
    ]
    assert len(inner) == 1 + len(called)
    assert all(top < y and y + h < top + height for y, h in inner)
    assert top + height < nodes["supervisor_review"][0]
