"""Wishes to have what was shown otherwise, told from agreeing and from other matters."""

from language import changes
from tests.parts.phrases import try_each


@try_each(
    "text",
    [
        "cambia el asunto a Aviso", "sí, pero quita la última frase", "mejor dile que llego tarde",
        "asunto: Aviso",
        "¿puedes agregar que es urgente?", "no, que diga que es mañana", "el texto debería ser más claro",
        "muda o assunto", "pode tirar a última frase?", "acrescenta que é urgente",
        "o assunto tem que ser Aviso",
        "change the subject", "could you make it shorter?", "ok, but say I am ill", "please add that",
    ],
)  # fmt: skip
def test_a_change_of_words_is_one(text):
    assert changes.asks_for_change(text) == "sure"


@try_each("text", ["quiero cambiar de plan", "quero mudar de plano", "I want to change my plan"])
def test_a_verb_alone_may_be_of_another_matter(text):
    assert changes.asks_for_change(text) == "maybe"


@try_each(
    "text",
    [
        "sí", "sí, envíalo", "no", "no, gracias", "no cambies nada", "no cambie nada, envíelo",
        "el texto está bien",
        "pode mandar", "não", "looks good, send it", "do not change it", "¿cuál es el asunto?",
        "¿cómo agrego usuarios?",
    ],
)  # fmt: skip
def test_agreeing_refusing_and_asking_change_nothing(text):
    assert changes.asks_for_change(text) is None and not changes.is_disliked(text)


@try_each("text", ["no me gusta el asunto", "não gostei", "I don't like it"])
def test_words_that_are_not_liked_are_no_refusal(text):
    assert changes.is_disliked(text)
