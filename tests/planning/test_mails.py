"""Messages that are mails: their headers, quotations and signatures name nothing."""

import pytest

from language import mail

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.parametrize(
    ("message", "told", "untold"),
    [
        (
            "Assunto: cotação\n\nBom dia,\n\npreciso do preço da VALE3 e da PETR4.",
            ["VALE3.SA", "PETR4.SA"],
            "Assunto",
        ),
        (
            "Asunto: cotización\n\nBuenos días,\n\nnecesito el precio de Apple.\n\nSaludos,\nAna",
            ["AAPL"],
            "Ana",
        ),
        ("Subject: price\n\nHello, what is the price of Apple?", ["AAPL"], "Subject"),
        ("Re: preço\n\n> qual o preço da VALE3?\n\nE da PETR4?", ["PETR4.SA"], "VALE3"),
        (
            "From: Ana <ana@x.org>\nTo: bot@y.org\nSubject: Nordea\n\nprice of Apple please",
            ["AAPL"],
            "Nordea",
        ),
        ("From: Ana\r\nSubject: price of Apple\r\n\r\nThanks", ["AAPL"], "Subject"),
        ("Asunto: Apple\n\n¿cuál es el precio?", ["AAPL"], "Asunto"),
        (
            "De: Ana\nPara: bot\nAssunto: histórico\n\nhistórico da VALE3 no último mês",
            ["VALE3.SA"],
            "Não encontrei",
        ),
    ],
)
async def test_what_stands_around_a_mail_names_nothing(talk, message, told, untold) -> None:
    answer = await talk("m1")(message, agent_id="finance")
    assert all(each in answer["text"] for each in told), answer["text"]
    assert untold not in answer["text"] and answer["metadata"]["question"] is None


@pytest.mark.parametrize(
    ("asks", "reply"),
    [
        ("preço da Nordea", "a segunda\n\nEm ter., 3 de mai. de 2026 às 10:00, Bot escreveu:\n> Qual delas?"),
        ("precio de Nordea", "2\n\n--\nAna"),
        (
            "price of Nordea",
            "Hello,\n\nthe second one\n\nOn Tue, 3 May 2026 at 10:00, Bot wrote:\n> Which one?",
        ),
    ],
)
async def test_a_reply_by_mail_answers_what_was_asked(talk, asks, reply) -> None:
    begun = talk("m2")
    await begun(asks, agent_id="finance")
    assert "NDA-FI.HE" in (await begun(reply, agent_id="finance"))["text"]


@pytest.mark.parametrize(
    "text", ["preço da PETR4", "preço da PETR4\ne da VALE3", "Assunto: cotação", "> oi\n"]
)
def test_what_is_no_mail_has_nothing_around_it(text) -> None:
    assert mail.around(text) == ([], [])


def test_where_the_lines_around_a_mail_stand() -> None:
    text = "De: Ana\nAssunto: preço\n\nOlá,\n\nda Vale\n\n--\nAna"
    left, subjects = mail.around(text)
    assert [text[start:end] for start, end in left] == ["De: Ana", "Assunto: ", "Olá,", "--", "Ana"]
    assert [text[start:end] for start, end in subjects] == ["preço"]
