"""Replies to "which of them?" that name several options, or none: by number, in words, or in doubt."""

import pytest

from routing.planning.dialogue import asking
from tests.planning.test_values import SHARED, asked

pytestmark = pytest.mark.django_db(transaction=True)
ASKS = {
    "pt": ("preço da Nordea", "112,50", "10,02"),
    "es": ("precio de Nordea", "112,50", "10,02"),
    "en": ("price of Nordea", "112.50", "10.02"),
}


@pytest.mark.parametrize(
    ("language", "reply"),
    [
        ("pt", "1 e 2"),
        ("pt", "1,2"),
        ("pt", "primeira e segunda"),
        ("pt", "a 1 e a 2, por favor"),
        ("pt", "todas as opções"),
        ("es", "1 y 2"),
        ("es", "la primera y la segunda"),
        ("es", "todas las opciones"),
        ("en", "1 and 2"),
        ("en", "the first and the second"),
        ("en", "all options"),
    ],
)
async def test_several_options_may_be_picked_at_once(talk, language, reply) -> None:
    message, *prices = ASKS[language]
    begun = talk("o1")
    await begun(message, agent_id="finance")
    answer = await begun(reply, agent_id="finance")
    assert all(price in answer["text"] for price in prices), answer["text"]
    assert answer["metadata"]["question"] is None


@pytest.mark.parametrize(
    ("language", "reply", "told", "untold"),
    [
        ("pt", "2 não sei", "Estas são as opções", "não está entre"),
        ("pt", "1 e 9", "Estas são as opções", "112,50"),
        ("en", "no clue", "These are the options", "not among"),
        ("es", "ni la menor idea", "Estas son las opciones", "no está entre"),
    ],
)
async def test_a_reply_in_doubt_keeps_the_question(talk, language, reply, told, untold) -> None:
    begun = talk("o2")
    await begun(ASKS[language][0], agent_id="finance")
    answer = await begun(reply, agent_id="finance")
    assert told in answer["text"] and untold not in answer["text"]
    assert len(answer["metadata"]["question"]["options"]) == 2


LANDS = [{"symbol": "NO", "name": "não, Noruega"}, {"symbol": "YES", "name": "sim"}]


@pytest.mark.parametrize(
    ("reply", "said", "value"),
    [("não sei", "help", None), ("1", "value", "NO"), ("YES", "value", "YES"), ("Noruega", "value", "NO")],
)
def test_a_doubt_is_no_candidate_of_that_name(reply, said, value) -> None:
    question = asked(LANDS, "pt")
    wait = asking.read_open(question, 1)
    assert wait is not None
    answer = asking.read_answer(reply, question, wait, SHARED)
    assert (answer.kind, answer.value) == (said, value)


@pytest.mark.parametrize("end", ["\n", "\r\n", "\u2028"])
def test_no_candidate_looks_like_two(end) -> None:
    question = asked([{"symbol": "A", "name": f"Acme{end}2. Outra"}, {"symbol": "B"}], "pt")
    assert question.options[0].label == "A - Acme 2. Outra"
    assert question.text.splitlines()[1:] == ["1. A - Acme 2. Outra", "2. B"]
