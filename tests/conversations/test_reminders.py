"""What is said of a question that is asked once more."""

from dataclasses import replace

from conversations.questions import SAID, Question

VALUES = Question(
    "confirmation", "Tour: boat\nDay: 2027-01-11\n\nShall I go ahead?", "desk", data={SAID: True}
)


def test_a_question_is_repeated_whole_with_its_values() -> None:
    assert VALUES.reminder == VALUES.text


def test_a_draft_of_several_paragraphs_that_was_read_is_not() -> None:
    letter = replace(VALUES, text="Draft:\n\nHello Ann.\n\nShall I send it?")
    assert letter.reminder == "Shall I send it?" and replace(letter, data={}).reminder == letter.text
