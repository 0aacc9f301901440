"""Drafts changed as their readers say, in three languages; what is not understood changes nothing."""

from demo.servers.letters import draft, revise
from tests.parts.phrases import try_each

DRAFT = draft(
    "Envía un correo a ana@example.com diciendo que la reunión es mañana a las 10. Traiga los informes."
)


def text(wish: str) -> str:
    made = revise(DRAFT.subject, DRAFT.body, wish)
    assert made is not None and made.greeting == "Hola:" and made.closing.endswith("cordiales")
    return made.text


@try_each(
    ("wish", "said"),
    [
        ("quita la última frase", "La reunión es mañana a las 10."),
        ("cambia mañana por el viernes", "La reunión es el viernes a las 10. Traiga los informes."),
        ("elimina la primera frase", "Traiga los informes."),
        ("mejor pídele que confirme", "Le pido que confirme."),
        ("acrescenta que é na sala 3", "La reunión es mañana a las 10. Traiga los informes. É na sala 3."),
        ("remove the last sentence", "La reunión es mañana a las 10."),
    ],
)
def test_the_text_is_changed_and_the_rest_stays(wish, said):
    assert text(wish) == said


@try_each(
    ("wish", "subject"),
    [
        ("cambia el asunto a Reunión urgente", "Reunión urgente"),
        ("en el asunto pon Aviso", "Aviso"),
        ("muda o assunto para Aviso", "Aviso"),
        ("the subject should be Notice", "Notice"),
        ("cambia el asunto a Aviso y quita la última frase", "Aviso"),
    ],
)
def test_the_subject_is_changed(wish, subject):
    made = revise(DRAFT.subject, DRAFT.body, wish)
    assert made is not None and made.subject == subject


def test_an_address_changes_no_word():
    made = revise(DRAFT.subject, DRAFT.body, "mejor a luis@example.com")
    assert made is not None and (made.subject, made.body) == (DRAFT.subject, DRAFT.body)


@try_each("wish", ["no me gusta", "zorros y manzanas verdes", "x" * 3000])
def test_what_is_not_understood_is_none(wish):
    assert revise(DRAFT.subject, DRAFT.body, wish) is None
