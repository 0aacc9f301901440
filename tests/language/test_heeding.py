"""Words that say no more than that something was heard, in three languages."""

import pytest

from language.acts.questions import wishes
from language.heeding import heeds
from tests.parts.phrases import try_each


@try_each(
    "text",
    ["ok", "Certo.", "👍", "entendi, vou tentar", "só um momento", "sim", "não", "hum", "vale",
     "entiendo, voy a probar",
     "un momento", "got it", "ok, let me check", "hold on", "I'll try that now"],
)  # fmt: skip
def test_heard(text):
    assert heeds(text)


@pytest.mark.parametrize(
    "text",
    ["ok, e o meu pedido?", "não liga", "entendi errado a fatura", "vou tentar o reembolso amanhã na loja",
     "boa tarde",
     "vale por dez reais", "got it wrong twice, and the order is late", "espero o reembolso"],
)  # fmt: skip
def test_more_than_heard(text):
    assert not heeds(text)


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("quero falar com alguém", True),
        ("Olá, eu queria um desconto", True),
        ("hola, quiero un café", True),
        ("I would like a coffee", True),
        ("a luz fica piscando", False),
        ("não quero nada", False),
        ("ok", False),
    ],
)
def test_wishes(text, wanted):
    assert wishes(text) is wanted
