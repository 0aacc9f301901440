"""The chat page of a gateway.

Who answers is named, trouble and handovers are told, and a talk goes on at its backend.
"""

import pytest
from playwright.sync_api import expect

from tests.gateway.conftest import backends
from tests.gateway.test_handovers import hands_to

__all__ = ["backends"]
BOX = "textarea[name=message]"
PATIENCE = 15_000  # ms: "try again" counts the seconds that the gateway named


@pytest.fixture
def chat(page, backends):
    page.goto("/")
    page.wait_for_selector(".start .choice")
    return page


def say(page, text):
    page.fill(BOX, text)
    page.keyboard.press("Enter")


def answered(page, number, text):
    answer = page.locator(".message.agent").nth(number)
    expect(answer).to_contain_text(text)
    expect(answer.locator(".quiet")).to_have_count(1)
    return answer


def test_each_answer_names_its_backend_and_the_talk_is_one_session(chat, backends):
    say(chat, "Minha fatura veio alta")
    first = answered(chat, 0, "contas aqui.")
    expect(first.get_by_role("button", name="Ajudou", exact=True)).to_have_count(
        0
    )  # its turn is no row of ours
    expect(first.locator("summary")).to_contain_text("Contas")
    say(chat, "e esse valor?")
    answered(chat, 1, "contas aqui.")
    say(chat, "Onde está meu pedido?")
    expect(answered(chat, 2, "suporte aqui.").locator("summary")).to_contain_text("Suporte")
    sessions = {body["payload"]["session_id"] for each in backends.values() for body in each.seen}
    assert len(sessions) == 1 and backends["contas"].said() == ["Minha fatura veio alta", "e esse valor?"]


def test_a_backend_that_is_away_is_told_with_who_answers_instead(chat, backends):
    backends["suporte"].stop()
    say(chat, "Onde está meu pedido?")
    answer = answered(chat, 0, "Suporte não está respondendo agora; quem atende é Contas.")
    expect(answer.locator("summary").first).to_contain_text("Contas")
    answer.locator("summary").first.click()
    expect(answer.locator(".explained")).to_contain_text("Suporte não está respondendo; quem atende é Contas")


def test_after_a_handover_the_second_backend_is_heard_and_the_first_withdrawn(chat, backends):
    backends["contas"].answers = hands_to("cobranca", "São R$ 120 em aberto.")
    backends["cobranca"].turn = 2  # on one database its turn is the next one of the same conversation
    backends["cobranca"].pause = 1.5
    say(chat, "Minha fatura veio alta")
    expect(chat.locator(".progress .steps")).to_contain_text("Contas passou para Cobrança")
    answer = answered(chat, 0, "cobranca aqui.")
    expect(answer).not_to_contain_text("120")
    answer.locator("summary").first.click()
    expect(answer.locator(".explained")).to_contain_text("Contas passou para Cobrança")


def test_when_nobody_answers_it_is_said_and_the_same_message_can_be_sent_again(chat, backends):
    ports = [int(each.url.rpartition(":")[2]) for each in backends.values()]
    for each in backends.values():
        each.stop()
    say(chat, "Onde está meu pedido?")
    expect(chat.locator(".problem")).to_contain_text("Suporte não está respondendo agora.")
    for each, port in zip(backends.values(), ports, strict=True):
        each.start(port)
    chat.locator(".retry").click(timeout=PATIENCE)
    answered(chat, 0, "suporte aqui.")


def test_after_a_reload_a_talk_that_is_kept_elsewhere_goes_on(chat, backends):
    say(chat, "Minha fatura veio alta")
    answered(chat, 0, "contas aqui.")
    chat.reload()
    expect(chat.locator(".notice")).to_contain_text("A conversa continua.")
    say(chat, "e esse valor?")
    answered(chat, 0, "contas aqui.")
    first, second = (body["payload"]["session_id"] for body in backends["contas"].seen)
    assert first == second


def test_what_cannot_be_stopped_from_here_says_so_and_is_answered(chat, backends):
    backends["contas"].pause = 2.5
    say(chat, "Minha fatura veio alta")
    expect(chat.locator(".message.agent .text")).to_contain_text("conta")
    chat.get_by_role("button", name="Parar").click()
    expect(chat.locator(".notice")).to_contain_text("não pode ser parada daqui")
    answered(chat, 0, "contas aqui.")
