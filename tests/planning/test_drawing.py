"""The picture of a plan.

Rows by what waits for what, each box with its state, nothing of a domain as markup.
"""

import re
from xml.etree import ElementTree

from analytics.plan_picture import ABREAST, Box, inputs, picture, rank_steps, short
from tests.parts.phrases import try_each

RECT = re.compile(r'<rect x="([\d.]+)" y="([\d.]+)"')


def places(boxes: list[Box]) -> dict[int, tuple[float, float]]:
    found = [(float(x), float(y)) for x, y in RECT.findall(picture(boxes, "x"))]
    return dict(zip([box.id for box in boxes], found, strict=True))


def test_a_step_stands_below_all_that_it_waits_for() -> None:
    boxes = [Box(1, "a"), Box(2, "b"), Box(3, "c", depends_on=(1, 2)), Box(4, "d", depends_on=(1, 3))]
    at = places(boxes)
    assert at[1][1] == at[2][1] < at[3][1] < at[4][1] and at[1][0] < at[2][0]
    assert picture(boxes, "x").count("marker-end") == 4


def test_many_steps_of_one_rank_go_on_in_the_next_row() -> None:
    at = places([Box(number, "quote") for number in range(1, 21)])
    assert len({y for _x, y in at.values()}) == 20 // ABREAST
    assert len(set(at.values())) == 20


@try_each("depends", [{1: (2,), 2: (1,)}, {1: (1,)}, {1: (9,)}])
def test_a_plan_that_makes_no_sense_is_drawn_all_the_same(depends: dict[int, tuple[int, ...]]) -> None:
    assert set(rank_steps(depends)) == set(depends)
    ElementTree.fromstring(
        picture([Box(number, "x", depends_on=each) for number, each in depends.items()], "x")
    )


def test_what_a_domain_says_is_text() -> None:
    drawn = picture(
        [Box(1, '<script>"&', "failure", ("</text><b>", "x" * 900), link='#"><a')], 'a "plan" <b>'
    )
    ElementTree.fromstring(drawn)
    assert "<script" not in drawn and "<b>" not in drawn and "is-failure" in drawn
    assert len(short("x" * 900)) == 30


def test_states_differ_in_more_than_colour() -> None:
    drawn = {state: picture([Box(1, "a", state)], "x") for state in ("success", "clarification", "cancelled")}
    assert len({re.search(r"<rect[^>]*>", each)[0] for each in drawn.values()}) == 3  # type: ignore[index]


def test_nothing_to_draw_is_no_picture() -> None:
    assert picture([], "x") == ""


def test_inputs_are_one_line() -> None:
    assert (
        inputs({"symbol": "PETR4.SA", "limit": 5, "items": [1, {}], "open": False, "to": None}, "es")
        == "symbol PETR4.SA, limit 5, items 1, open no"
    )


def test_a_plan_of_two_hundred_steps_is_drawn_at_once() -> None:
    boxes = [Box(number, "quote", depends_on=(number - 1,) if number > 1 else ()) for number in range(1, 201)]
    assert picture(boxes, "x").count("<rect") == 200
