"""Short replies in Portuguese, Spanish and English; and what is none."""

import pytest

from language.consent import is_question, read, reading_of
from tests.parts.phrases import check_each, phrases

SAID = phrases("language/data/replies")
ASKED = ("", "Posso solicitar a troca?", "Abro la impugnación de la factura?", "Shall I cancel the plan?")


def test_replies_are_read() -> None:
    kinds = {"yes": "yes", "no": "no", "cancel": "cancel", "unclear": "unclear", "none": None}
    check_each(((text, kind) for name, kind in kinds.items() for text in SAID[name]), read)


@pytest.mark.parametrize(
    "change", [str.upper, str.capitalize, lambda t: f"  {t} ", lambda t: f"{t}!", lambda t: f"{t}."]
)
@pytest.mark.parametrize(
    "kind_text",
    [("yes", "claro que sí"), ("no", "melhor não"), ("cancel", "forget it"), ("unclear", "talvez")],
)
def test_case_spaces_and_signs_do_not_matter(kind_text: tuple[str, str], change) -> None:
    kind, text = kind_text
    assert read(change(text)) == kind


@pytest.mark.parametrize(
    "text",
    [
        "yes: denied", "sure, denied", "sure, without access", "sim, se o diretor deixar", "yes, tomorrow", "yeah right",
        "yes keep your hands off", "sim, proíbo", "sí, me niego", "yes, after 6pm", "sim, quando eu mandar", "yes ⛔", "ok 🛑",
        "s̶i̶m̶", "claro, por cima do meu cadáver", "yes, once legal signs off",
    ],
)  # fmt: skip
def test_yes_that_is_taken_back_in_the_same_breath_is_none(text: str) -> None:
    assert read(text, "Posso solicitar a troca?") != "yes"


def test_what_is_none_is_never_taken_for_a_yes_whatever_was_asked() -> None:
    others = [text for kind in ("no", "unclear", "questions", "no_yes") for text in SAID[kind]]
    check_each(
        ((text, asked, False) for text in others for asked in ASKED),
        lambda text, asked: read(text, asked) == "yes",
    )


def test_questions_are_told_from_answers() -> None:
    check_each(
        ((text, (True, None)) for text in SAID["questions"]), lambda text: (is_question(text), read(text))
    )


@pytest.mark.parametrize(
    "text", ["por que não?", "why not?", "¿por qué no?", "pode fazer, tá?", "yes, ok?", "sí, ¿vale?"]
)
def test_question_mark_of_an_idiom_or_a_tag_asks_nothing(text: str) -> None:
    assert not is_question(text)
    assert read(text) == "yes"


@pytest.mark.parametrize(
    ("text", "asked", "kind"),
    [
        ("cancela a troca", "Posso solicitar a troca?", "cancel"),
        ("quero trocar", "Posso solicitar a troca?", "yes"),
        ("quiero cambiarlo", "¿Quieres que cambie el producto?", "yes"),
        ("pode contestar a fatura", "Abro a contestação da fatura?", "yes"),
        ("pode cancelar", "Posso cancelar o plano?", "yes"),
        ("yes, cancel it", "Shall I cancel the plan?", "yes"),
        ("não cancela", "Posso cancelar o plano?", "no"),
        ("pode cancelar", "Posso abrir a contestação?", "cancel"),
        ("minha fatura", "Posso consultar sua fatura?", None),
        ("quero a fatura", "Abro a contestação da fatura?", None),
        ("quiero ver mi factura", "¿Abro la impugnación de la factura?", None),
        ("I want my invoice", "Do you confirm that you want to dispute this invoice?", None),
        ("I want to dispute it", "Do you confirm that you want to dispute this invoice?", "yes"),
        ("quero a devolução", "Quer que eu siga com a troca ou a devolução?", "yes"),
        ("quero o meu plano", "Posso cancelar o plano?", None),
        ("quero contestar", "Abro a contestação da fatura?", "yes"),
    ],
)
def test_words_of_the_question_may_be_repeated(text: str, asked: str, kind: str | None) -> None:
    assert read(text, asked) == kind


def test_answer_that_says_more_is_not_the_whole_message() -> None:
    short, long = reading_of("sim, por favor"), reading_of("sim, quero ver minha fatura também")
    assert short is not None and short.whole
    assert long is not None and long.kind == "yes" and not long.whole


def test_long_text_is_no_reply() -> None:
    assert read("sim " * 200) is None
    assert read("sim, " + "a fatura veio errada e eu não sei o motivo disso " * 5) is None
