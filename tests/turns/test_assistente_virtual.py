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
