"""REVPREC tells a claim from an offer, a question, a denial, and from what a tool told."""

from dataclasses import replace
from pathlib import Path

from agents.guardrails.base import About
from agents.guardrails.revprec import Revprec
from agents.specs import ToolSpec
from conversations.turn import ToolResult
from language.language_data import parse_file
from tests.parts.phrases import try_each

NOBODY = parse_file(Path(__file__).with_name("done_by_nobody.yaml"))
TOOLS = {"look": ToolSpec("look", "s"), "act": ToolSpec("act", "s", read_only=False)}


def check(text, *results):
    return Revprec().check(text, About("pt", tool_results=results, tools=TOOLS)).allowed


@try_each(
    "text",
    [
        "Abri a troca do seu pedido P100.",
        "Sua troca foi aberta.",
        "Já cancelamos o serviço.",
        "O reembolso será processado em 5 dias.",
        "Vou enviar um e-mail com os detalhes.",
        "Enviei o e-mail para você.",
        "Não se preocupe, já abri a troca.",
        "Pronto! Sua consulta foi agendada para segunda.",
        "Posso confirmar que a devolução foi registrada.",
        "Acabei de solicitar a devolução.",
        "Estou providenciando o estorno.",
        "Fiz o reembolso.",
        "Hemos abierto el caso de cambio.",
        "Envié el correo.",
        "Su cita fue reservada.",
        "Voy a procesar el reembolso.",
        "Ya cancelamos su servicio.",
        "I've opened an exchange for you.",
        "Your refund has been processed.",
        "I will send you an email.",
        "I just booked your appointment.",
        "We're processing your refund.",
        "Your appointment is booked.",
        "Done! Your return was registered.",
        "You will receive a refund within 5 days.",
    ],
)
def test_a_claimed_or_promised_action_is_held_back(text):
    assert not check(text)


@try_each(
    "text",
    [
        "Posso abrir a troca, se você quiser.",
        "Se quiser abrimos a troca hoje.",
        "Quer que eu abra a troca?",
        "Abri a troca?",
        "Não abri nenhuma troca ainda.",
        "A troca ainda não foi aberta.",
        "Sua fatura foi emitida em 01/02/2026.",
        "Seu pedido foi enviado em 10/01/2026 pela transportadora.",
        "Seu pedido P100 está em transporte.",
        "Abrimos de segunda a sexta, das 8h às 18h.",
        "Para abrir uma troca, preciso do número do pedido.",
        "Encontrei sua fatura INV001, de R$ 120,00.",
        "Envie o número do pedido, por favor.",
        "Você receberá o pedido em 3 dias.",
        "No he abierto ningún caso.",
        "Puedo enviar un correo si quiere.",
        "Envíe el número del pedido.",
        "¿Quiere que abra un cambio?",
        "El pedido fue entregado el lunes.",
        "I can open an exchange if you like.",
        "I haven't sent any email.",
        "Your order was shipped on Monday.",
        "Would you like me to book an appointment?",
        "Your refund has not been processed.",
        "If you confirm, I will open the return.",
        "The invoice is due on 10/02.",
        "Your invoice was issued on January 2.",
        "Verifiquei seu plano: ele está ativo.",
        "Para continuar, preciso saber o número do pedido (por exemplo, P100). Pode me informar?",
        "O valor foi alterado por causa do roaming.",
        "O prazo de troca é de 7 dias.",
    ],
)
def test_offers_questions_denials_and_facts_may_stand(text):
    assert check(text)


@try_each("text", NOBODY["claims"])
def test_what_is_told_as_done_is_a_claim_whoever_did_it(text):
    assert not check(
        text, ToolResult("look", "s", True, {"order": "P100", "cancellation_until": "2026-10-03"})
    )


@try_each("told", [tuple(each) for each in NOBODY["honest"]])
def test_what_a_reading_tool_said_may_be_told_in_any_words(told):
    text, result = told
    assert check(text, ToolResult("look", "s", True, result))


def test_after_a_tool_acted_it_may_be_said():
    assert check("Abri a troca.", ToolResult("act", "s", True, {"protocolo": "T1"}))


@try_each(
    "result",
    [
        ToolResult("act", "s", False, error="boom"),
        ToolResult("look", "s", True, {"status": "aberto"}),
        ToolResult("unknown", "s", True, {}),
    ],
    ids=["failed", "only read", "unknown tool"],
)
def test_a_failed_or_reading_tool_is_no_ground_for_a_claim(result):
    assert not check("Abri a troca.", result)


def test_a_reading_tool_may_tell_what_was_done_before():
    told = ToolResult("look", "s", True, {"reembolso": {"status": "processado", "data": "2026-01-10"}})
    assert check("Seu reembolso foi processado em 10/01/2026.", told)
    assert not check("Seu reembolso foi processado em 10/01/2026.")


def test_a_sentence_that_a_tool_said_whole_may_be_shown():
    """A draft that somebody is to agree to ("I have sent the report") claims nothing of ours."""
    draft = ToolResult("look", "s", True, {"body": "Olá,\n\nEnviei o e-mail para você.\n\nAté logo"})
    assert check("Este é o rascunho:\n\nEnviei o e-mail para você.\n\nPosso enviar?", draft)
    assert not check("Enviei o e-mail para você e para Ana.", draft)
    assert not check("Este é o rascunho:\n\nEnviei o e-mail para você.")


FREEZING = {
    **TOOLS,
    "freeze_it": ToolSpec(
        "freeze_it", "s", read_only=False, confirm_text={"pt": "Posso trancar?", "es": "¿Congelo?"}
    ),
}


@try_each("text", NOBODY["any_verb"])
def test_an_act_is_claimed_with_any_verb(text):
    assert not Revprec().check(text, About("en", tools=FREEZING)).allowed


@try_each("text", NOBODY["no_act"])
def test_looking_saying_and_how_things_are_claim_no_act(text):
    assert Revprec().check(text, About("en", tools=FREEZING)).allowed


def test_an_act_of_an_earlier_turn_may_be_told_in_its_words_and_others():
    done = About("en", tools=FREEZING, earlier_results=(ToolResult("freeze_it", "s", True, {"id": "F1"}),))
    assert Revprec().check("I have frozen your membership.", done).allowed
    assert Revprec().check("I have paused your membership.", done).allowed
    others = {**FREEZING, "move_it": ToolSpec("move_it", "s", read_only=False)}
    assert not Revprec().check("I have moved your visit.", replace(done, tools=others)).allowed


def test_an_earlier_result_bears_out_only_what_names_the_same_thing():
    before = ToolResult("look", "s", True, {"order": "P100", "status": "cancelado"})
    about = About("pt", earlier_results=(before,), tools=TOOLS)
    assert Revprec().check("O pedido P100 foi cancelado.", about).allowed
    assert not Revprec().check("O pedido P200 foi cancelado.", about).allowed
    assert not Revprec().check("Sua assinatura foi cancelada.", about).allowed
