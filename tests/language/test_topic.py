"""What a message says about its topic: what is dropped, what never is, and what it costs."""

import random
import time

from language import segments, topic
from tests.parts.phrases import check_each, phrases, try_each

CASES = [case for cases in phrases("language/data/topics").values() for case in cases]
MESSAGES = [case["message"] for case in CASES]


def test_what_counts_of_a_message() -> None:
    check_each(
        ((case["message"], case.get("counts", case["message"])) for case in CASES),
        lambda message: topic.of(message).text,
    )


@try_each(
    ("message", "why"),
    [
        ("Não é sobre a fatura, é sobre o pedido", ("negated",)),
        ("quero trocar, quer dizer, devolver o produto", ("corrected",)),
        ("Olá! Onde está meu pedido? Obrigado", ("around", "around")),
        ("meu pedido não chegou\n\n> Em que posso ajudar?", ("quoted",)),
        ("Prezados,\n\nmeu pedido não chegou\n\nAtt,\nAna", ("signature", "greeting")),
        ("where is my order?\n--\nAnn", ("signature",)),
        ("onde está meu pedido?", ()),
    ],
)  # fmt: skip
def test_what_is_dropped_says_why(message: str, why: tuple[str, ...]) -> None:
    assert tuple(each.why for each in topic.of(message).dropped) == why


def test_message_with_nothing_to_drop_is_itself() -> None:
    message = "Minha fatura veio alta e não entendi: pode enviar o boleto??"
    assert topic.of(message).text is message


@try_each(
    "message", ["", " ", "\n", "!!!", "> a", "😀", "oi", "bom dia", "não", "obrigado", "kkkkk", "Att,\nAna"]
)
def test_nothing_is_ever_lost_whole(message: str) -> None:
    assert topic.of(message) == topic.TopicText(message)


@try_each(
    "change", [str.upper, lambda text: f"  {text} ", lambda text: text.replace("ã", "a").replace("é", "é")]
)
@try_each(
    "message",
    [
        "não quero trocar, quero devolver",
        "em vez de trocar quero devolver",
        "quero trocar, ou melhor, devolver",
    ],
)
def test_case_and_accents_do_not_matter(message: str, change) -> None:
    said = topic.of(change(message)).text.lower()
    assert "devolver" in said and "trocar" not in said


def test_what_counts_twice_is_what_counted_once() -> None:
    again = [
        message for message in MESSAGES if topic.of(topic.of(message).text).text != topic.of(message).text
    ]
    assert len(again) <= len(MESSAGES) // 20  # a few say a correction of a correction


def test_words_of_any_order_are_read_without_an_error_and_leave_something() -> None:
    chance = random.Random(7)
    words = " ".join(MESSAGES).split(" ")
    for _ in range(500):
        message = " ".join(chance.choices(words, k=chance.randint(1, 40)))
        found = topic.of(message)
        assert found.text.strip()
        assert all(each.words for each in found.dropped)


@try_each(
    "piece",
    ["e mas não, ", "não quero ", "quer dizer, ", "em vez de ", "não é a , ", "oi ", "Oi. ", "kkk ", "aaa ",
     "p/ a ", "📦", "nem a, ", "\n", "> a\n",
     "De: a\nPara: b\n", "é ", "(", "’a", "x favor ", "deixa a ", "a", "não a "],
)  # fmt: skip
def test_long_and_strange_text_takes_no_time(piece: str) -> None:
    text = (piece * 32_000)[:32_000]
    began = time.process_time()
    topic.of(text)
    assert time.process_time() - began < 3  # 0.05 s; what grows with the square takes minutes


def test_words_far_into_a_long_text_still_count() -> None:
    text = "não é sobre a fatura, é sobre o pedido. " + "blá " * 5000 + "devolução"
    assert topic.of(text).text.endswith("devolução")
    assert topic.of(text).text.startswith("é sobre o pedido")


@try_each(
    "message",
    [
        "sou cliente e minha fatura tá alta", "moro em Campinas e a internet caiu",
        "mandaram 38 em vez de 40",
        "não quero pagar essa taxa, não reconheço", "my name is on the wrong invoice, how do I fix it?",
        "não é o que eu pedi, quero trocar", "it's not the one I ordered, can I exchange it?",
        "obrigado, mas a internet caiu de novo",
    ],
)  # fmt: skip
def test_what_names_the_matter_is_not_dropped(message: str) -> None:
    said = topic.of(message).text
    matters = ("fatura", "internet", "em vez de 40", "taxa", "invoice", "pedi", "exchange")
    assert [word for word in matters if word in message] == [word for word in matters if word in said]


LONG = (
    "Boa noite. Sou cliente desde 2012, minha sogra também é, meu cunhado trabalha numa loja de vocês em "
    "Sorocaba. Não costumo reclamar de nada, sempre fui bem atendido e indico para os amigos todos os "
    "meses. Queria entender por que a conta deste mês veio com 640 reais. Fico no aguardo, um abraço para "
    "toda a equipe."
)


def test_point_of_a_long_text_is_what_is_asked() -> None:
    said = segments.point(topic.of(LONG).text, 120)
    assert "conta deste mês veio com 640 reais" in said
    assert len(said) <= 120 and "Sorocaba" not in said


@try_each("text", ["", "oi", "onde está meu pedido?", LONG[:250]])
def test_point_of_a_short_text_is_all_of_it(text: str) -> None:
    assert segments.point(text) == text


@try_each("piece", ["quero a fatura, ", "a", "não quero ", "?", "oi ", "Oi. ", "blá. "])
def test_point_of_any_text_is_short_and_found_soon(piece: str) -> None:
    began = time.process_time()
    assert len(segments.point((piece * 32_000)[:32_000])) <= segments.POINT
    assert time.process_time() - began < 3  # 0.05 s; what grows with the square takes minutes


@try_each(
    "message",
    [
        "valeu, resolveu",
        "opa, tudo certo por aí?",
        "gracias, muy amable",
        "hi, lovely people",
    ],
)
def test_courtesy_stays_whole(message: str) -> None:
    assert topic.of(message).text == message
