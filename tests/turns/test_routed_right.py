"""A message that is routed right is served by its matter, whatever words it took, or told why not."""

import pytest

from tests.parts.phrases import try_each
from tests.turns.espuma import MODES, counter
from tests.turns.espuma import espuma as espuma

pytestmark = pytest.mark.django_db(transaction=True)
MENU = ("Posso ajudar com coisas", "Puedo ayudar con cosas", "I can help with things")


@try_each("mode", MODES)
async def test_an_action_that_no_word_names_asks_for_what_it_lacks(espuma, mode):
    fetch = counter(espuma, mode)
    answer = await fetch("podem vir buscar um saco de roupa aqui em casa amanhã?")
    assert "a rua e o número" in answer["text"]
    asked = await fetch("Rua das Flores, 12")
    assert "Agendo a coleta em Rua das Flores, 12?" in asked["text"]
    assert espuma.server.calls == []
    await fetch("sim")
    assert espuma.server.calls == [("book_round", {"street": "Rua das Flores, 12"})]


@try_each(
    ("text", "asked"),
    [
        ("o casaco voltou rasgado", "o número do pedido"),
        ("entreguem na casa da minha mãe", "a rua e o número"),
        ("la camisa volvió con un agujero", "el número del pedido"),
        ("My jumper came back shrunk", "the number of the order"),
    ],
)
async def test_its_own_examples_get_its_question(espuma, text, asked):
    answer = await espuma("s1")(text)
    assert asked in answer["text"]
    assert not answer["text"].startswith(MENU)


@try_each("mode", MODES)
async def test_a_matter_for_which_nothing_can_be_done_is_told_so(espuma, mode):
    answer = await counter(espuma, mode)("está faltando uma meia")
    assert answer["text"] == (
        "Isso eu ainda não consigo fazer por aqui. Se quiser, peça para falar com uma pessoa e eu passo o "
        "assunto adiante."
    )


@try_each("mode", MODES)
async def test_what_nobody_serves_is_told_so_before_what_is(espuma, mode):
    answer = await counter(espuma, mode)("vocês contratam costureira?")
    assert answer["text"].startswith("Isso não é atendido aqui. Posso ajudar")
