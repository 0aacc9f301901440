"""What the offline coordinator tells of what came back."""

from agents.llm.offline.coordinating import woven
from agents.llm.request import ReleaseSlice
from conversations.sub_conversations import Note

SUMMARY = "Sua fatura de maio já foi paga e não há nada em aberto."
NOTES = (Note("billing", "completed", {"summary": SUMMARY}),)


def test_what_came_back_is_told_in_the_language_that_is_spoken_now() -> None:
    assert SUMMARY.rstrip(".") in woven(ReleaseSlice("front", "pt", notes=NOTES))
    assert woven(ReleaseSlice("front", "es", notes=NOTES)) == ""
    assert woven(ReleaseSlice("front", "en", notes=NOTES)) == ""
