"""Letters of QAHelper: what they are to say, and how a draft is changed before anybody says yes to it."""

import pytest

from tests.turns.test_qahelper import to_qahelper, tools

pytestmark = pytest.mark.django_db(transaction=True)
ASKED = "Quiero enviar un correo a ana@example.com diciendo que la reunión es mañana. Traiga los informes."


def shown(answer) -> list[str]:
    """The draft as it is shown: its lines between the first and the question."""
    text = answer["text"]
    return [line for line in text[text.index("Para: ") :].splitlines() if line][:-1]


def sent(answer):
    return next(
        each["result"] for each in answer["metadata"]["mcp_results"] if each["tool_name"] == "send_email"
    )


@pytest.mark.parametrize(
    ("change", "line"),
    [
        ("cambia el asunto a Reunión urgente", "Asunto: Reunión urgente"),
        ("sí, pero el asunto debería ser Aviso", "Asunto: Aviso"),
        ("quita la última frase", "La reunión es mañana."),
        (
            "¿puedes agregar que la factura está lista?",
            "La reunión es mañana. Traiga los informes. La factura está lista.",
        ),
        ("mejor dile que llego tarde", "Llego tarde."),
        ("no, que diga que el soporte está cerrado", "El soporte está cerrado."),
        ("cambia mañana por el jueves", "La reunión es el jueves. Traiga los informes."),
        ("sí, envíalo a luis@example.com", "Para: luis@example.com"),
        ("muda o assunto para Urgente", "Assunto: Urgente"),
        ("tira a última frase", "La reunión es mañana."),
        ("change the subject to Urgent", "Subject: Urgent"),
        ("add that lunch is included", "La reunión es mañana. Traiga los informes. Lunch is included."),
    ],
)
async def test_a_change_is_shown_and_only_a_yes_to_the_new_draft_sends_it(talk, change, line):
    said = talk("letter-1")
    await to_qahelper(said, ASKED)
    answer = await to_qahelper(said, change)
    about = answer["metadata"]
    assert about["agents"] == ["email_agent"] and about["question"]["kind"] == "confirmation"
    assert line in answer["text"] and "send_email" not in tools(answer)
    made = sent(await to_qahelper(said, "sí"))
    assert made["status"] == "success"
    label, _, value = line.partition(": ")
    names = {"Asunto": "subject", "Assunto": "subject", "Subject": "subject", "Para": "to"}
    assert (made[names[label]] == value) if label in names else (line in made["body"])


async def test_changes_add_up(talk):
    said = talk("letter-2")
    await to_qahelper(said, ASKED)
    await to_qahelper(said, "cambia el asunto a Reunión urgente y quita la última frase")
    await to_qahelper(said, "agrega: nos vemos en la sala 3")
    answer = await to_qahelper(said, "¿cuánto cuesta el plan Pro?")
    assert "49 USD" in answer["text"] and answer["text"].endswith("¿Envío el correo?")
    made = sent(await to_qahelper(said, "sí, envíalo"))
    assert made["subject"] == "Reunión urgente"
    assert made["body"].split("\n\n")[1] == "La reunión es mañana. Nos vemos en la sala 3."


async def test_a_draft_is_shown_once_and_then_only_asked_about_until_it_is_changed(talk):
    said = talk("letter-13")
    first = await to_qahelper(said, ASKED)
    assert shown(first)[0] == "Para: ana@example.com"
    for text, says in (
        ("¿cuánto cuesta el plan Pro?", "49 USD"),
        ("¿Cuál es el horario de atención?", "8:00 a 20:00"),
    ):
        answer = await to_qahelper(said, text)
        assert says in answer["text"] and "Para: " not in answer["text"]
        assert answer["text"].endswith("\n\nY sobre Correo: ¿Envío el correo?")
        assert answer["metadata"]["question"]["text"] == first["metadata"]["question"]["text"], (
            "whole for clients"
        )
    answer = await to_qahelper(said, "cambia el asunto a Reunión urgente")
    assert shown(answer)[1] == "Asunto: Reunión urgente"
    answer = await to_qahelper(said, "¿cuánto cuesta el plan Base?")
    assert "Asunto" not in answer["text"] and answer["text"].endswith("¿Envío el correo?")
    assert sent(await to_qahelper(said, "sí"))["subject"] == "Reunión urgente"


async def test_a_change_that_nobody_understands_says_so_and_shows_the_draft_again(talk):
    said = talk("letter-3")
    first = await to_qahelper(said, ASKED)
    answer = await to_qahelper(said, "zorros y manzanas verdes")
    assert (
        "No entendí qué cambiar" in answer["text"] and first["metadata"]["question"]["text"] in answer["text"]
    )
    assert "send_email" not in tools(answer)


async def test_a_draft_may_be_changed_before_its_recipient_is_known(talk):
    said = talk("letter-4")
    asked = await to_qahelper(said, "Quiero enviar un correo diciendo que la reunión es mañana")
    assert asked["metadata"]["question"]["fields"] == ["email_address"]
    await to_qahelper(said, "cambia el asunto a Reunión urgente")
    answer = await to_qahelper(said, "a ana@example.com")
    assert shown(answer)[:2] == ["Para: ana@example.com", "Asunto: Reunión urgente"]
    assert "La reunión es mañana." in shown(answer)


async def test_a_letter_without_words_is_asked_for_them(talk):
    said = talk("letter-5")
    asked = await to_qahelper(said, "Quiero enviar un correo a ana@example.com")
    assert asked["metadata"]["question"]["fields"] == ["text"] and "send_email" not in tools(asked)
    answer = await to_qahelper(said, "que la factura de mayo llegó con un error y el soporte lo está viendo")
    assert "La factura de mayo llegó con un error y el soporte lo está viendo." in answer["text"]
    assert answer["metadata"]["agents"] == ["email_agent"]


async def test_another_address_in_the_words_of_a_letter_is_no_recipient(talk):
    said = talk("letter-6")
    await to_qahelper(said, ASKED)
    answer = await to_qahelper(said, "agrega que mi nuevo correo es luis@example.com")
    assert "Para: ana@example.com" in answer["text"]
    assert "Mi nuevo correo es luis@example.com." in answer["text"]


@pytest.mark.parametrize(
    ("wish", "says"),
    [
        ("Escribe un correo a ana@example.com y dile que llego tarde", "Llego tarde."),
        ("Manda un mail a ana@example.com pidiéndole que confirme la cita", "Le pido que confirme la cita."),
        (
            "Envía un correo a ana@example.com avisando que estoy molesto con la factura",
            "Estoy molesto con la factura.",
        ),
        (
            "Envía un correo a ana@example.com informando sobre la caída del servicio",
            "Le escribo sobre la caída del servicio.",
        ),
        ("Envía un correo a ana@example.com: el soporte cierra mañana", "El soporte cierra mañana."),
        ('Envía un correo a ana@example.com que diga "Estoy de vacaciones"', "Estoy de vacaciones."),
        ("Mande um e-mail para ana@example.com pedindo que envie a fatura", "Peço que envie a fatura."),
        ("Envie um e-mail para ana@example.com: a reunião é amanhã", "A reunião é amanhã."),
        (
            "Send an email to ana@example.com asking her to send the invoice",
            "I kindly ask you to send the invoice.",
        ),
        ("Send an email to ana@example.com telling her I will be late", "I will be late."),
    ],
)
async def test_a_letter_gets_its_words_however_they_are_given(talk, wish, says):
    answer = await to_qahelper(talk("letter-7"), wish)
    assert answer["metadata"]["agents"] == ["email_agent"], "what it says is no request of its own"
    assert answer["metadata"]["question"]["kind"] == "confirmation"
    assert says in [line.strip() for line in answer["text"].splitlines()]
