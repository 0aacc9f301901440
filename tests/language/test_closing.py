"""Whether a message closes a matter ("that is all", "it works now"), or only says that it was heard."""

from language.acts.questions import wishes
from language.closing import closes, heeds
from tests.parts.phrases import try_each


@try_each(
    "text",
    [
        "Obrigado, funcionou!",
        "Muito obrigado, João!",
        "Nada mais, obrigada",
        "Era só isso mesmo",
        "Já voltou a funcionar, valeu pela ajuda",
        "Gracias, eso es todo",
        "Ya funciona, muchas gracias",
        "Nada más",
        "nada mas gracias",
        "It works now, thank you so much",
        "That's all, bye",
    ],
)
def test_thanks_and_what_is_settled_close(text: str) -> None:
    assert closes(text)


@try_each(
    "text",
    [
        "a internet funciona mal",
        "Nada mais funciona",
        "ya funciona lento",
        "it works badly",
        "Mais nada funciona",
        "Obrigado, a internet funciona mal",
        "Ya nada más funciona",
        "Nothing else works",
        "Não funcionou",
        "Thanks, and my order?",
    ],
)
def test_a_complaint_closes_nothing(text: str) -> None:
    assert not closes(text)


@try_each(
    "text",
    ["ok", "Certo.", "👍", "entendi, vou tentar", "só um momento", "sim", "não", "hum", "vale",
     "entiendo, voy a probar",
     "un momento", "got it", "ok, let me check", "hold on", "I'll try that now"],
)  # fmt: skip
def test_heard(text):
    assert heeds(text)


@try_each(
    "text",
    ["ok, e o meu pedido?", "não liga", "entendi errado a fatura", "vou tentar o reembolso amanhã na loja",
     "boa tarde",
     "vale por dez reais", "got it wrong twice, and the order is late", "espero o reembolso"],
)  # fmt: skip
def test_more_than_heard(text):
    assert not heeds(text)


@try_each(
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
