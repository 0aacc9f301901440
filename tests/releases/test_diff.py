"""The words of a change: a long text is shown where it was changed."""

from releases.diff import FieldChange

HOUSE = "The school is open from Monday to Friday, nine to eight; the office is on the first floor. " * 2


def test_a_change_deep_in_a_long_text_is_shown_with_the_words_before_it() -> None:
    line = str(FieldChange("rules", f"{HOUSE}Lessons last 45 minutes.", f"{HOUSE}Lessons last 50 minutes."))
    assert "last 45 minutes." in line and "last 50 minutes." in line
    assert line.startswith("rules: …")


def test_short_texts_and_other_beginnings_are_shown_from_the_start() -> None:
    assert str(FieldChange("role", "You answer.", "You answer kindly.")) == (
        "role: You answer. → You answer kindly."
    )
    assert str(FieldChange("role", HOUSE, "Another.")).startswith("role: The school is open")
    cut = str(FieldChange("role", HOUSE + "And more.", HOUSE.strip()))
    assert "And more." in cut
