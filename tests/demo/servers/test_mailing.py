"""E-mail by Django's backend.

One recipient, no forged headers, and a truthful word about what became of it.
"""

from django.core import mail

from demo.servers import mailing
from demo.servers.letters import draft, points
from tests.parts.phrases import try_each


def test_an_email_goes_to_the_one_who_was_named_and_to_nobody_else() -> None:
    sent = mailing.send("ana@example.com", "Reunión", "Es mañana.").as_json()
    assert sent == {
        "from": "qahelper@nuvia.example", "reply_to": "soporte@nuvia.example", "to": "ana@example.com",
        "subject": "Reunión", "body": "Es mañana.", "status": "success", "message": "The e-mail was sent.",
    }  # fmt: skip
    (message,) = mail.outbox
    assert (message.recipients(), message.subject, message.body) == (
        ["ana@example.com"],
        "Reunión",
        "Es mañana.",
    )
    assert (message.from_email, message.reply_to) == ("qahelper@nuvia.example", ["soporte@nuvia.example"])


@try_each(
    ("to", "subject", "body"),
    [
        ("ana@example.com\nBcc: all@example.com", "a", "b"),
        ("ana@example.com", "a\r\nBcc: all@example.com", "b"),
        ("ana@example.com, bia@example.com", "a", "b"), ("ana@example.com;bia@example.com", "a", "b"),
        ("Ana <ana@example.com>", "a", "b"), ("ana", "a", "b"), ("", "a", "b"), ("ana@example.com", "", "b"),
        ("ana@example.com", "a", " "), ("ana@example.com", "a" * 151, "b"),
        ("ana@example.com", "a", "b" * 20_001),
    ],
)  # fmt: skip
def test_what_is_no_proper_email_is_not_sent(to: str, subject: str, body: str) -> None:
    sent = mailing.send(to, subject, body)
    assert sent.status == "error" and sent.message
    assert set(mailing.PROBLEMS[sent.problem]) == {"es", "pt", "en"}
    assert mail.outbox == []


def test_only_domains_that_are_allowed_get_any(monkeypatch) -> None:
    monkeypatch.setenv("QAHELPER_RECIPIENT_DOMAINS", "nuvia.example, example.com")
    assert mailing.send("ana@example.com", "a", "b").status == "success"
    assert mailing.send("ana@other.example", "a", "b").status == "error"
    assert len(mail.outbox) == 1


def test_a_server_that_cannot_be_reached_is_an_error_and_no_crash(settings) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", 9
    sent = mailing.send("ana@example.com", "a", "b")
    assert (sent.status, sent.problem) == ("error", "server")
    assert all(sent.as_json()[name] for name in ("to", "message")) and "problem" not in sent.as_json()


@try_each(
    ("wish", "subject", "says"),
    [
        ((
            "Envía un correo a ana@example.com diciendo que la "
            "reunión es mañana"
        ), "La reunión es mañana", "La reunión es mañana."),
        ((
            "Quero enviar um e-mail para bia@example.com dizendo que o "
            "relatório está pronto"
        ), "O relatório está pronto", "O relatório está pronto."),
        ("I want to send an e-mail to joe@example.com saying that I am late", "I am late", "I am late."),
        ("Redacta un email sobre los nuevos precios", "Los nuevos precios",
            "Le escribo sobre los nuevos precios."),
        ("Escribe un correo con el texto: “Llego a las 10”", "Llego a las 10", "Llego a las 10."),
        ((
            "Quiero enviar un correo\nAsunto: Vacaciones\nTexto: Estaré "
            "fuera en enero."
        ), "Vacaciones", "Estaré fuera en enero."),
        ((
            "Necesito información sobre horarios y también quiero "
            "enviar un email"
        ), "Consulta", "Le escribo para ponerme en contacto con usted."),
    ],
)  # fmt: skip
def test_a_draft_says_what_was_asked_for_in_the_language_it_was_asked_in(
    wish: str, subject: str, says: str
) -> None:
    made = draft(wish)
    assert made.subject == subject
    assert made.body.split("\n\n")[1] == says
    assert "@" not in made.body


def test_a_subject_is_one_short_line() -> None:
    made = draft("Envía un correo diciendo que " + "una cosa\nmuy larga " * 20)
    assert "\n" not in made.subject and len(made.subject) <= 71


def test_an_email_that_was_pasted_is_summed_up_without_its_head() -> None:
    subject, said = points(
        "De: Juan\nPara: Eva\nAsunto: Reunión\n\nLa reunión del lunes pasa al martes a las 10. Un abrazo. "
        "Confirmen la reunión, por favor. Ayer llovió mucho."
    )
    assert subject == "Reunión"
    assert said[0].startswith("La reunión del lunes") and not any("Juan" in each for each in said)
