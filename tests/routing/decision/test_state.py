"""The state tier: replies, and what is none."""

from dataclasses import replace

import pytest

from conversations.turn import ConversationState, Option, Question
from tests.parts.phrases import try_each
from tests.routing.decision.world import ASKED_LOAN, NOW, RETURN_QUESTION, WAITING, ask


@try_each(
    ("text", "kind"),
    [
        ("sim", "yes"), ("pode sim, por favor", "yes"), ("sim, quero devolver", "unclear"),
        ("quero devolver", "unclear"),
        ("sí, adelante", "yes"), ("yes please go ahead", "yes"), ("pode registrar a devolução", "yes"),
        ("não", "no"), ("melhor não", "no"), ("não, obrigado", "no"), ("nope", "no"),
        ("não quero devolver", "no"),
        ("deixa pra lá", "cancel"), ("cancela", "cancel"), ("cancela a devolução", "cancel"),
        ("forget it", "cancel"),
        ("talvez", "unclear"), ("no sé", "unclear"), ("maybe", "unclear"),
        ("sim, mas qual o valor?", "question"), ("por quê?", "question"), ("quanto tempo demora", "question"),
        ("e a devolução do livro custa quanto?", "question"),
        ("bom dia, pode sim", "yes"), ("chegou todo amassado", "unclear"), ("a troca", "unclear"),
    ],
)  # fmt: skip
def test_reply_goes_to_the_agent_that_asked(text: str, kind: str) -> None:
    decided = ask(text, WAITING)
    decision = decided.decision
    assert decided.reply is not None and decided.reply.kind == kind
    assert (decision.agent, decision.method, decision.confidence) == ("returns", "state", 1.0)
    assert decision.intent == "state:WAITING_RETURN"
    assert decision.mcp_tools == ("take_back",)
    assert decision.next_state == (None if kind == "cancel" else "WAITING_RETURN")


@try_each(
    ("text", "intent"),
    [
        ("minha multa veio alta", "fine"), ("onde está meu empréstimo?", "loan"), ("oi", "greeting"),
        ("não, quero ver minha multa", "fine"), ("não quero devolver, quero saber da multa", "fine"),
        ("quanto é a multa?", "fine"), ("sim, e a multa?", "fine"),
    ],
)  # fmt: skip
def test_new_topic_goes_to_its_own_specialist(text: str, intent: str) -> None:
    decided = ask(text, WAITING)
    assert (decided.decision.intent, decided.decision.method) == (intent, "keyword")
    assert decided.reply is None
    assert decided.withdrawn or decided.verdicts[0].saw["question"] == "state"


def test_state_without_a_question_stands_for_one() -> None:
    state = ConversationState(workflow_state="WAITING_RETURN", state_since=NOW - 1)
    decided = ask("sim", state)
    assert decided.decision.agent == "returns" and decided.decision.mcp_tools == ("take_back",)
    assert decided.reply is not None and decided.reply.question.state == "WAITING_RETURN"


@try_each(
    "text",
    ["mudando de assunto, quanto devo pagar?", "ahora cambiando de tema: ¿cuánto les debo?",
        "changing the subject, what do I owe?"],
)  # fmt: skip
def test_a_question_that_announces_another_topic_is_none_about_the_open_one(text: str) -> None:
    assert ask(text, WAITING).reply is None or ask(text, WAITING).reply.kind == "unclear"
    assert ask(text.split(maxsplit=3)[-1], WAITING).reply.kind == "question"


@pytest.mark.parametrize("state", ["WAITING_GONE", "NO_POLICY"])
def test_state_nobody_answers_for_is_no_question(state: str) -> None:
    assert ask("sim", ConversationState(workflow_state=state)).decision.method == "fallback"


def test_question_lapses() -> None:
    assert ask("sim", WAITING, NOW + 3500).decision.method == "state"
    assert ask("sim", WAITING, NOW + 3700).decision.method == "fallback"


def test_terminal_state_is_not_kept() -> None:
    state = ConversationState(workflow_state="FINISHED", state_since=NOW)
    assert ask("sim", state).decision.next_state is None


def test_asker_who_left_the_team_gets_no_reply() -> None:
    state = ConversationState(question=replace(RETURN_QUESTION, kind="confirmation", agent="closed"))
    assert ask("sim", state).decision.method == "fallback"


@try_each(
    ("text", "value"),
    [("L100", "L100"), ("é o l200", "L200"), ("o empréstimo é o L300, por favor", "L300"),
     ("sim, L400", "L400"),
     ("o número da multa? não: o do empréstimo é L500", None)],
)  # fmt: skip
def test_value_that_was_asked_for_goes_on_where_it_stood(text: str, value: str | None) -> None:
    decided = ask(text, ASKED_LOAN)
    if value is None:
        assert decided.reply is None or decided.reply.kind != "yes"
        return
    assert decided.reply is not None and decided.reply.kind == "value"
    assert decided.reply.values == {"loan_id": value}
    decision = decided.decision
    assert (decision.agent, decision.intent, decision.method) == ("loans", "loan", "state")
    assert decision.mcp_tools == ("read_loan", "renew")


def test_value_in_a_new_topic_is_no_reply() -> None:
    decided = ask("quero devolver o L100", ASKED_LOAN)
    assert (decided.decision.intent, decided.reply) == ("returns", None)


@try_each(("text", "kind"), [("sim", "unclear"), ("não sei", "unclear"), ("cancela", "cancel")])
def test_a_yes_names_no_value(text: str, kind: str) -> None:
    reply = ask(text, ASKED_LOAN).reply
    assert reply is not None and reply.kind == kind


@pytest.mark.parametrize("text", ["tudo bem, muito obrigado", "genial, gracias por todo"])
def test_thanks_name_no_value_and_are_not_asked_for_one_again(text: str) -> None:
    assert ask(text, ASKED_LOAN).verdicts[0].saw["reply"] is None


def test_a_value_with_thanks_is_a_value() -> None:
    reply = ask("L100, obrigado", ASKED_LOAN).reply
    assert reply is not None and reply.values == {"loan_id": "L100"}


def test_field_without_a_pattern_takes_the_words() -> None:
    question = Question(
        "slot", "Por que quer devolver?", "returns", "returns", fields=("reason",), asked_at=NOW
    )
    reply = ask("veio com páginas rasgadas", ConversationState(question=question)).reply
    assert reply is not None and reply.values == {"reason": "veio com páginas rasgadas"}


@try_each(
    ("text", "value"), [("Renovar", "renew"), ("a segunda", "back"), ("2", "back"), ("devolver", "back")]
)
def test_option_may_be_typed(text: str, value: str) -> None:
    options = (Option("Renovar o livro", "renew"), Option("Devolver", "back"))
    question = Question("clarification", "O que prefere?", "loans", "loan", options=options, asked_at=NOW)
    reply = ask(text, ConversationState(question=question)).reply
    assert reply is not None and (reply.kind, reply.values["option"]) == ("value", value)


def test_option_that_says_yes_is_a_yes() -> None:
    options = (Option("Sim, pode abrir", "sim"), Option("Agora não", "não"))
    question = replace(RETURN_QUESTION, options=options)
    replies = [ask(text, replace(WAITING, question=question)).reply for text in ("sim", "Agora não", "1")]
    assert [reply.kind for reply in replies if reply] == ["yes", "no", "unclear"]


def test_a_yes_with_a_question_mark_is_no_yes() -> None:
    options = (Option("Sim", "sim"), Option("Não", "não"))
    question = replace(RETURN_QUESTION, options=options)
    for text in ("Sim?", "sim ??"):
        reply = ask(text, replace(WAITING, question=question)).reply
        assert reply is None or reply.kind != "yes", text


def test_a_number_is_a_yes_where_the_question_shows_it() -> None:
    options = (Option("Sim, pode abrir", "sim"), Option("Agora não", "não"))
    numbered = f"{RETURN_QUESTION.text}\n1. Sim, pode abrir\n2. Agora não"
    question = replace(RETURN_QUESTION, text=numbered, options=options)
    replies = [ask(text, replace(WAITING, question=question)).reply for text in ("1", "2")]
    assert [reply.kind for reply in replies if reply] == ["yes", "no"]


def test_a_number_of_a_list_in_the_draft_that_is_shown_is_no_yes() -> None:
    options = (Option("Sim, pode enviar", "sim"), Option("Agora não", "não"))
    question = replace(RETURN_QUESTION, text="1. Leite\n2. Ovos\n\nPosso enviar?", options=options)
    replies = [ask(text, replace(WAITING, question=question)).reply for text in ("1", "2")]
    assert all(reply is None or reply.kind == "unclear" for reply in replies)


def test_yes_to_a_question_whether_to_cancel_is_not_a_cancel() -> None:
    question = Question("confirmation", "Posso cancelar o empréstimo?", "loans", "loan", asked_at=NOW)
    reply = ask("pode cancelar", ConversationState(question=question)).reply
    assert reply is not None and reply.kind == "yes"


def test_keyword_in_the_question_itself_opens_no_topic() -> None:
    """ "Posso registrar a devolução do livro?" - "o livro é azul": books belong to another intent."""
    assert ask("sim, o livro é azul", WAITING).decision.method == "state"


def test_words_of_the_question_behind_a_sign_of_several_letters_open_no_new_topic() -> None:
    asked = replace(ASKED_LOAN.question, intent="fine")  # the intent of the words is another's
    decided = ask("hmm… o empréstimo é L100", replace(ASKED_LOAN, question=asked))
    assert decided.reply is not None and decided.reply.values == {"loan_id": "L100"}


PROPOSED = Question(
    "confirmation", "Marco a devolução para 10/12/2026?", "returns", "returns", asked_at=NOW - 10,
    data={"tool": "take_back", "arguments": {"day": "2026-12-10"}},
)  # fmt: skip


@try_each(
    ("text", "kind"),
    [
        ("não, no dia 2026-12-14", "change"), ("mejor el 2026-12-12", "change"),
        ("sim, mas dia 12/12", "change"),
        ("pode ser 2026-12-14?", "change"), ("mejor el viernes", "change"),
        ("sim", "yes"), ("sí, dale", "yes"), ("não", "no"), ("talvez", "unclear"),
        ("não, obrigado", "no"), ("sim, quinta-feira", "yes"), ("yes, Thursday", "yes"),
        ("sí, el jueves", "yes"), ("yes, Friday", "change"), ("sexta-feira", "change"),
        ("quinta-feira", "unclear"), ("no, on Thursday", "no"),
    ],
)  # fmt: skip
def test_another_value_than_the_one_asked_about_takes_the_proposal_back(text: str, kind: str) -> None:
    decided = ask(text, ConversationState(question=PROPOSED, active_agent="returns", active_intent="returns"))
    assert decided.reply is not None and decided.reply.kind == kind
    assert decided.withdrawn is (kind == "change")
