"""The handbook of forty questions.

What people type finds the section that answers it, and nothing else does.
"""

import pytest

from demo.servers.handbook import HANDBOOK, answers, best
from language.normalise import words
from tests.parts.phrases import try_each


def test_there_are_forty_questions_and_no_two_alike() -> None:
    assert len(HANDBOOK) >= 40
    for part in ("section", "question", "answer"):
        said = [" ".join(words(getattr(entry, part))) for entry in HANDBOOK]
        assert len(set(said)) == len(said)


@try_each("entry", HANDBOOK, ids=lambda entry: entry.section)
def test_a_question_finds_its_own_section_first(entry) -> None:
    assert best(entry.question, count=1) == [entry]
    assert best(" ".join(words(entry.question)).upper(), count=1) == [entry]


@try_each(
    ("asked", "section"),
    [
        ("horario", "2.1"), ("HORARIOS DE ATENCIÓN", "2.1"), ("Necesito información sobre horarios", "2.1"),
        ("¿abren los domingos?", "2.2"), ("me olvidé la clave", "4.1"), ("tienen impresoras?", "5.3"),
        ("cuánto cuesta el plan pro", "3.1"), ("precios", "3.1"),
        ("¿devuelven la plata? quiero un reembolso", "3.8"),
        ("¿qué idiomas hablan?", "2.5"), ("¿puedo usarlo sin internet?", "5.2"),
        ("Qual é o horário de atendimento?", "2.1"), ("quero cancelar minha assinatura", "3.7"),
        ("What are the opening hours?", "2.1"), ("Where are your offices?", "1.3"),
        ("is there a free trial?", "3.2"),
    ],
)  # fmt: skip
def test_other_words_plurals_and_languages_find_it_too(asked: str, section: str) -> None:
    assert best(asked, count=1)[0].section.startswith(f"{section} ")


@pytest.mark.parametrize(
    "asked", ["", "¿?", "el sentido de la vida", "quién ganó el mundial", "necesito información"]
)
def test_what_it_does_not_say_is_not_found(asked: str) -> None:
    assert best(asked) == []


@pytest.mark.parametrize(
    ("asked", "sections"),
    [
        ("¿Cuánto cuesta el plan Base y cómo cambio mi contraseña?", ["3.1", "4.1"]),
        ("Hola, ¿cuál es el horario de atención? Gracias", ["2.1"]),
        (
            "Necesito información sobre horarios y también quiero saber dónde están las oficinas",
            ["2.1", "1.3"],
        ),
        ("¿Qué es la vida?", []),
    ],
)
def test_each_question_of_a_message_is_answered(asked: str, sections: list[str]) -> None:
    assert [entry.section[:3] for entry in answers(asked)] == sections
