"""Whether a message closes a matter: thanks, "that is all", "it works now"."""

from language.closing import closes
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
