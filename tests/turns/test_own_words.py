"""What the platform itself says passes no rail for models.

Whoever asks for a person reads the whole sentence.
"""

import pytest

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("I want to talk to a person", "I have passed this on to our team"),
        ("Quero falar com uma pessoa", "passei o seu pedido à nossa equipe"),
        ("Quiero hablar con una persona", "nuestro equipo"),
    ],
)
async def test_whoever_asks_for_a_person_is_told_that_one_was_asked(talk, text, said):
    answer = await talk("s1")(text)
    assert said in answer["text"]
    assert "  " not in answer["text"]
