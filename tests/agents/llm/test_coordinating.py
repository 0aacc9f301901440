"""What the offline coordinator tells of what came back, and what a specialist gives back, in a made-up
library.
"""

from langchain_core.messages import HumanMessage

from agents.intent_slices import IntentSlice, Target
from agents.llm.offline.coordinating import woven
from agents.llm.offline.reading import read
from agents.llm.offline.serving import think
from agents.llm.request import ReleaseSlice
from agents.tool_names import DELEGATE_TASK, REQUEST_SUB_CONVERSATION
from conversations.turn_parts import SystemNote

SUMMARY = "Sua fatura de maio já foi paga e não há nada em aberto."
NOTES = (SystemNote("billing", "completed", {"summary": SUMMARY}),)


def test_what_came_back_is_told_in_the_language_that_is_spoken_now() -> None:
    assert SUMMARY.rstrip(".") in woven(ReleaseSlice("front", "pt", notes=NOTES))
    assert woven(ReleaseSlice("front", "es", notes=NOTES)) == ""
    assert woven(ReleaseSlice("front", "en", notes=NOTES)) == ""


LOANS = IntentSlice("loans", "desk", "How long a book may be kept.", ("loan",))
ROOMS = IntentSlice("rooms", "halls", "Rooms to be booked.", ("room",))
HOME = Target("front", intents=(ROOMS,))
COORDINATES = frozenset({REQUEST_SUB_CONVERSATION, DELEGATE_TASK})


def desk(text: str, home: Target | None = HOME) -> ReleaseSlice:
    return ReleaseSlice("desk", "en", text, intents=(LOANS,), home=home)


def test_what_is_served_elsewhere_is_the_rest_only_beside_a_part_of_ones_own() -> None:
    reading = read(desk("my loan and the room"))
    assert [part.text for part in reading.parts] == ["my loan"] and reading.rest == ("the room",)
    assert read(desk("the room please")).rest == ()
    assert read(desk("my loan and the room", home=None)).rest == ()


def test_a_coordinator_says_what_was_answered_and_has_the_rest_done_as_a_task() -> None:
    note = SystemNote(
        "desk", "needs_handoff", {"answer": "It ends on Friday."}, message_to_coordinator="the room"
    )
    text = "my loan and the room"
    front = ReleaseSlice("front", "en", text, targets=(Target("halls", intents=(ROOMS,)),), notes=(note,))
    thought = think([HumanMessage(text)], COORDINATES, front)
    assert thought.calls == ((DELEGATE_TASK, {"specialist_role": "halls", "task": "the room"}),)
    alone = ReleaseSlice("front", "en", text, notes=(note,))
    assert think([HumanMessage(text)], frozenset(), alone).text.startswith("It ends on Friday.")
