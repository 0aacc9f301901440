"""The proof under an answer.

In sight when it is unfolded, each check once, and what was told about a permission.
"""

import json

import pytest
from playwright.sync_api import expect

from routing.planning.execute.sentences import format_value

RAILS = [{"code": code, "allowed": True} for code in ("MSK", "ANNOUNCED")] * 7
TOLD = {"method": "state", "agent": "desk", "metadata": {"permission": "revoked", "name": "payments"}}


@pytest.fixture
def explained(page):
    """Draws the proof of a turn; gives what it says."""
    page.goto("/")
    page.wait_for_selector(".start .choice")

    def draw(meta):
        return page.evaluate(
            """async (meta) => {
                const { explanation, quietLine } = await import("/static/chat/explain.js");
                const say = (key) => key;
                return [quietLine(meta, say), ...explanation(meta, say).map((each) =>
                    [...each.querySelectorAll("p")].map((line) => line.textContent))];
            }""",
            meta,
        )

    return draw


def test_each_check_is_named_once_with_what_it_held_or_changed(explained):
    changed = {"code": "MSK", "allowed": True, "sanitized_text": "x", "reason": "a number"}
    _line, rails, *_rest = explained({"guardrails": [*RAILS, changed, *RAILS]})
    assert rails == ["MSK changed: a number", "ANNOUNCED allowed"]


def test_a_permission_taken_back_is_no_reply_to_a_question(explained):
    line, *_rest = explained({"route_decision": TOLD})
    assert line == "told_revoked"


VALUES = [True, False, None, "PETR4", 7, 20240131, 9007199254740993.0, 1e5, -0.0, 1e21, 1e23, 1234567890123.0]
VALUES += [
    1234.5,
    -1234.5,
    12345.75,
    1234567890123.5,
    0.1 + 0.2,
    1e-7,
    1e-13,
    5e-324,
    1 / 3,
    2 / 3,
    0.1234567890123455,
]
VALUES += [["A", None, 0.5, [True]], {"is_open": False, "lots": [1, 2.5], "none": None, "of": {}}, [], {}]


@pytest.mark.parametrize(("page_language", "language"), [("pt-BR", "pt"), ("es", "es"), ("en", "en")])
def test_the_proof_writes_values_as_plans_do(page, page_language, language):
    page.goto("/")
    told = page.evaluate(
        """async ([sent, language]) => {
            const [{ written }, { speaker }] = await Promise.all(["explain", "texts"].map((name) =>
            import(`/static/chat/${name}.js`)));
            return JSON.parse(sent).map((each) => written(each, speaker(language)));
        }""",
        [json.dumps(VALUES), page_language],
    )
    assert told == [format_value(each, language) for each in VALUES]


def test_unfolding_the_last_proof_brings_it_into_sight(page):
    page.set_viewport_size({"width": 900, "height": 500})
    page.goto("/")
    page.locator(".start .choice").first.click()
    expect(page.locator(".quiet")).to_have_count(1)
    page.locator(".quiet > summary").click()
    expect(page.locator(".explained h3").first).to_be_in_viewport()
    seen = page.evaluate(
        """() => {
            const root = document.querySelector("switchboard-chat").shadowRoot;
            const [fold, view] = [".explained", ".scroll"].map((one) =>
            root.querySelector(one).getBoundingClientRect());
            return [fold.top, fold.bottom, view.top, view.bottom];
        }"""
    )
    top, bottom, above, below = seen
    assert above - 1 <= top < below
    assert bottom <= below + 1 or top <= above + 1
