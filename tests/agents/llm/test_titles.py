"""A company that wrote of a tool only what one reads while it works is understood in every sentence."""

from agents.llm.offline.templates import sentence
from agents.specs import ToolSpec
from conversations.turn import ToolResult
from tests.parts.phrases import try_each

BOOKING = ToolSpec("book", "clinic", {"es": "reservando la cita", "en": "booking the visit"}, read_only=False)


@try_each(
    ("result", "said"),
    [
        ({"ok": True, "visit": "A206"}, {"es": "Listo. Visit: A206.", "en": "Done. Visit: A206."}),
        ("A206", {"es": "Listo. A206.", "en": "Done. A206."}),
        ({"ok": True}, {"en": "Done: the step “booking the visit” is finished."}),
    ],
    ids=["fields", "a text", "nothing"],
)
def test_what_was_done_is_not_told_as_if_it_went_on(result, said):
    acted = ToolResult("book", "clinic", True, result, metadata={"side_effect": True})
    assert {code: sentence(acted, BOOKING, code) for code in said} == said


def test_what_was_looked_up_has_its_title():
    found = ToolResult("book", "clinic", True, {"visit": "A206"})
    assert sentence(found, BOOKING, "en") == "Booking the visit: Visit: A206."
