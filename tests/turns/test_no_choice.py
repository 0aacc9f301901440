"""What is like no option of a question between matters chooses none, however it goes on."""

import pytest

from tests.turns.espuma import espuma as espuma

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.parametrize(
    "text", ["tem alguém de verdade aí?", "quero falar com uma pessoa", "e um atendente?"]
)
async def test_whoever_asks_for_a_person_chooses_nothing(espuma, text):
    talk = espuma("s1")
    asked = await talk("o casaco")
    assert asked["metadata"]["question"]["kind"] == "clarification"
    answer = await talk(text)
    route = next(event.data for event in talk.events if event.name == "route")
    assert (route["method"], route["intent"]) == ("person", "person")
    assert "pessoa" in answer["text"]
