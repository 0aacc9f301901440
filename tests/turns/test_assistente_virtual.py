"""The demo's coordinator (seed 001): a technical problem, a refund in the middle, thanks that end it."""

import re

import pytest

pytestmark = pytest.mark.django_db(transaction=True)
ANNOUNCED = re.compile(r"transfer|encaminh|especialista|coordenador|[{}]", re.IGNORECASE)


async def to_techsolutions(said, text, **more):
    answer = await said(text, agent_id="assistente_virtual", **more)
    assert not ANNOUNCED.search(answer["text"]), "users notice nothing of who works"
    return answer


def sub_conversation(answer) -> tuple[str, str]:
    found = answer["metadata"]["sub_conversation"]
    return found["specialist"], found["status"]


async def test_the_dialogue_of_the_seed(talk):
    said = talk("ts-1")
    answer = await to_techsolutions(said, "Olá, preciso de ajuda com um problema técnico.")
    assert answer["metadata"]["mode"] == "coordinator"
    assert answer["metadata"]["agents"] == ["coordinator", "especialista_tecnico"]
    assert sub_conversation(answer) == ("especialista_tecnico", "active")
    assert "qual é o aparelho" in answer["text"]

    answer = await to_techsolutions(said, "Meu roteador não conecta")
    assert answer["metadata"]["agents"] == ["especialista_tecnico"]
    assert "30 segundos" in answer["text"]

    answer = await to_techsolutions(said, "E como peço um reembolso?")
    assert answer["metadata"]["agents"] == ["especialista_tecnico", "coordinator", "especialista_financeiro"]
    assert sub_conversation(answer) == ("especialista_financeiro", "active")
    assert "7 dias" in answer["text"] and "30 dias" in answer["text"]

    answer = await to_techsolutions(said, "Qual o status do reembolso RMB-1001?")
    assert "349,90" in answer["text"] and "aprovado" in answer["text"]

    answer = await to_techsolutions(said, "Obrigado, era só isso")
    assert sub_conversation(answer) == ("especialista_financeiro", "completed")

    answer = await to_techsolutions(said, "Qual é o horário de atendimento?")
    assert answer["metadata"]["agents"] == ["coordinator"]
    assert "8h às 18h" in answer["text"]
    assert answer["metadata"]["sub_conversation"] is None


@pytest.mark.parametrize(
    ("text", "agent", "says"),
    [
        ("Mi portátil no enciende", "especialista_tecnico", "15 segundos"),
        ("I want my money back", "especialista_financeiro", "7 days"),
        ("Como está o meu chamado CH-501?", "especialista_tecnico", "com o técnico"),
        ("Quero ver a fatura TS-2003", "especialista_financeiro", "2.599,00"),
    ],
)
async def test_whoever_knows_it_answers_in_the_language_of_the_question(talk, text, agent, says):
    answer = await to_techsolutions(talk("ts-2"), text)
    assert answer["metadata"]["agents"][-1] == agent
    assert says in answer["text"]


async def test_a_number_that_is_missing_is_asked_for_within_the_sub_conversation(talk):
    said = talk("ts-3")
    answer = await to_techsolutions(said, "Quero ver a minha fatura")
    assert answer["metadata"]["question"]["kind"] == "slot"
    answer = await to_techsolutions(said, "TS-2002")
    assert answer["metadata"]["agents"] == ["especialista_financeiro"]
    assert "129,00" in answer["text"]


async def test_outside_the_rollout_one_agent_answers_all_of_it(talk):
    for text, says in (
        ("Como peço um reembolso?", "7 dias"),
        ("Qual é o horário de atendimento?", "8h às 18h"),
    ):
        answer = await to_techsolutions(talk("ts-4"), text, mode="single")
        assert answer["metadata"]["agents"] == ["atendente_techsolutions"]
        assert says in answer["text"]


async def test_what_is_none_of_theirs_ends_it_and_the_coordinator_answers_at_once(talk):
    said = talk("ts-3")
    asked = await to_techsolutions(said, "Preciso de ajuda com um problema técnico")
    answer = await to_techsolutions(said, "Tem alguma promoção?")
    assert answer["metadata"]["agents"] == ["especialista_tecnico", "coordinator"]
    assert sub_conversation(answer) == ("especialista_tecnico", "out_of_scope")
    assert (
        "Sobre “Tem alguma promoção”, não consigo ajudar aqui." in answer["text"]
        and asked["text"] not in answer["text"]
    )
    answer = await to_techsolutions(said, "Meu notebook não liga")
    assert "15 segundos" in answer["text"]


async def test_an_open_value_is_still_taken_after_something_else_was_asked(talk):
    said = talk("ts-4")
    asked = await to_techsolutions(said, "Qual o status do chamado?")
    assert asked["metadata"]["question"]["fields"] == ["ticket_number"]
    answer = await to_techsolutions(said, "Tem alguma promoção?")
    assert sub_conversation(answer) == ("especialista_tecnico", "out_of_scope")
    answer = await to_techsolutions(said, "CH-501")
    assert "com o técnico" in answer["text"]


@pytest.mark.parametrize("text", ["ok", "entendi", "👍", "só um momento"])
async def test_a_sign_of_having_heard_neither_ends_nor_repeats_anything(talk, text):
    said = talk("ts-5")
    told = await to_techsolutions(said, "Como peço um reembolso?")
    answer = await to_techsolutions(said, text)
    assert sub_conversation(answer) == ("especialista_financeiro", "active")
    assert answer["text"] == "Certo. Sigo por aqui se precisar de mais alguma coisa." != told["text"]


async def test_a_question_about_the_same_matter_stays(talk):
    said = talk("ts-6")
    await to_techsolutions(said, "Como peço um reembolso?")
    answer = await to_techsolutions(said, "Qual o prazo?")
    assert sub_conversation(answer) == ("especialista_financeiro", "active") and "7 dias" in answer["text"]


async def test_a_long_tale_goes_on_with_whoever_asked_for_it(talk):
    said = talk("ts-7")
    await to_techsolutions(said, "Preciso de ajuda com um problema técnico")
    answer = await to_techsolutions(
        said, "ontem à noite ele estava ótimo e hoje de manhã ficou travando o tempo todo"
    )
    assert sub_conversation(answer) == ("especialista_tecnico", "active") and "10 GB" in answer["text"]


async def test_a_value_goes_on_with_whoever_looks_up_by_it(talk):
    said = talk("ts-8")
    await to_techsolutions(said, "Quero meu dinheiro de volta")
    answer = await to_techsolutions(said, "RMB-1001")
    assert answer["metadata"]["agents"] == ["especialista_financeiro"] and "349,90" in answer["text"]


async def test_a_greeting_or_an_outburst_disturbs_nobody_who_was_called_in(talk):
    said = talk("ts-9")
    await to_techsolutions(said, "Como está o chamado?")
    for text, answered in (("oi", "Olá!"), ("Vocês são péssimos!", "Sinto muito")):
        answer = await to_techsolutions(said, text)
        assert answer["text"].startswith(answered)
        assert sub_conversation(answer) == ("especialista_tecnico", "active")
    answer = await to_techsolutions(said, "CH-501")
    assert answer["metadata"]["agents"] == ["especialista_tecnico"] and "com o técnico" in answer["text"]


async def test_steps_that_did_not_help_lead_to_a_person(talk):
    said = talk("ts-10")
    await to_techsolutions(said, "Minha internet caiu")
    answer = await to_techsolutions(said, "fiz isso e não adiantou")
    assert "0800 555 0199" in answer["text"] and "chamado técnico" in answer["text"]
    answer = await to_techsolutions(said, "quero falar com um atendente")
    assert answer["metadata"]["agents"] == [] and "falar com uma pessoa" in answer["text"]


@pytest.mark.parametrize(
    ("text", "agent"),
    [
        ("Meu sistema está fora do ar desde ontem", "especialista_tecnico"),
        ("CH-501", "especialista_tecnico"),
        ("me cobraram duas vezes", "especialista_financeiro"),
    ],
)
async def test_whom_the_examples_name_is_called_in_without_a_keyword(talk, text, agent):
    answer = await to_techsolutions(talk("ts-9"), text)
    assert answer["metadata"]["agents"] == ["coordinator", agent]


async def test_a_specialist_goes_on_with_what_the_examples_know_to_be_its_matter(talk):
    said = talk("ts-9")
    await to_techsolutions(said, "Quero ver a fatura TS-2001")
    answer = await to_techsolutions(said, "me cobraram duas vezes")
    assert answer["metadata"]["agents"] == ["especialista_financeiro"]
    assert sub_conversation(answer) == ("especialista_financeiro", "active")


@pytest.mark.parametrize(
    ("begins", "text", "first", "says"),
    [
        ("Quero ver a fatura TS-2003", "a fatura TS-2001 e o chamado CH-502", "especialista_financeiro",
         ("TS-2001", "CH-502")),
        ("Como está o meu chamado CH-501?", "e o chamado CH-502? também quero ver a fatura TS-2002",
         "especialista_tecnico", ("CH-502", "129,00")),
    ],
    ids=["joined by and", "two sentences"],
)  # fmt: skip
async def test_a_second_matter_within_a_sub_conversation_is_served_in_the_same_turn(
    talk, begins, text, first, says
):
    said = talk("ts-10")
    await to_techsolutions(said, begins)
    answer = await to_techsolutions(said, text)
    assert answer["metadata"]["agents"] == [first, "coordinator"]
    assert all(each in answer["text"] for each in says), answer["text"]
    assert sub_conversation(answer) == (first, "needs_handoff")


async def test_a_second_matter_of_the_coordinators_own_is_served_in_the_same_turn(talk):
    said = talk("ts-11")
    await to_techsolutions(said, "Quero ver a fatura TS-2003")
    answer = await to_techsolutions(said, "a fatura TS-2001 e o horário de atendimento")
    assert "TS-2001" in answer["text"] and "8h às 18h" in answer["text"]


async def test_what_a_question_put_off_is_served_once_it_is_answered(talk):
    said = talk("ts-12")
    await to_techsolutions(said, "Como peço um reembolso?")
    asked = await to_techsolutions(said, "a minha fatura e o chamado CH-502")
    assert asked["metadata"]["question"]["fields"] == ["ts_invoice_number"]
    answer = await to_techsolutions(said, "TS-2002")
    assert "129,00" in answer["text"] and "CH-502" in answer["text"]


async def test_after_an_outburst_a_short_question_is_still_of_the_matter_before_it(talk):
    said = talk("ts-13")
    await to_techsolutions(said, "Como peço um reembolso?")
    await to_techsolutions(said, "que raiva!")
    answer = await to_techsolutions(said, "Qual o prazo?")
    assert sub_conversation(answer) == ("especialista_financeiro", "active") and "7 dias" in answer["text"]
