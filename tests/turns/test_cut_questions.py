"""A question that is asked in the one answer goes from the end of what was said, as it stands there."""

from conversations.questions import SAID
from conversations.turn import Question
from routing.turns.team.open_parts import cut_questions
from tests.parts.phrases import try_each

DRAFT = "To: Ana\n\nCome at five.\n\nShall I send it?"
LED = ["And about Letters: Shall I send it?"]


@try_each(
    ("text", "read", "said", "left"),
    [
        ("Shall I send it?", False, "Done. Shall I send it?", "Done."),
        ("Shall I send it? ", False, "Done. Shall I send it?", "Done."),
        ("Shall I send it?", False, "Done. Shall I send it?\n", "Done."),
        ("Shall I send it?", False, "And about Letters: Shall I send it?", ""),
        (DRAFT, True, "Done.\n\nShall I send it?", "Done."),
        (DRAFT, False, f"Done.\n\n{DRAFT}", "Done."),
        (DRAFT, True, "Shall I send it? Say so.", "Shall I send it? Say so."),
    ],
)
def test_a_question_is_cut_as_it_was_said(text, read, said, left):
    question = Question("confirmation", text, "letters", data={SAID: True} if read else {})
    assert cut_questions(said, [question, None], LED) == left
