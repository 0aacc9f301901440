"""What people say around a wish, in three languages: what is not wanted, whom to tell, courtesies, lists and follow-ups."""

from typing import Any

import pytest

from routing.planning.hearing import heard
from tests.planning.test_demo_sentences import CATALOGUE


def _heard(text: str) -> tuple[str, dict[str, Any]]:
    intent = heard(text, CATALOGUE).intent
    return intent.goal, dict(intent.entities)


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("preço da PETR4, mas não me avise no telegram", "PETR4"),
        ("preço da PETR4 sem avisar no telegram", "PETR4"),
        ("preço da PETR4 sem me avisar", "PETR4"),
        ("preço da PETR4, no telegram não", "PETR4"),
        ("não quero que mande no telegram, só o preço da VALE3", "VALE3"),
        ("precio de Santander y no me avises por telegram", "Santander"),
        ("precio de Santander sin avisarme por telegram", "Santander"),
        ("no me mandes nada por telegram, solo el precio de Santander", "Santander"),
        ("price of apple, but don't notify me on telegram", "apple"),
        ("price of apple without notifying me on telegram", "apple"),
        ("no need to notify me, price of apple", "apple"),
    ],
)
def test_a_notice_that_is_forbidden_is_not_wished_and_leaves_no_name(text: str, named: str) -> None:
    assert _heard(text) == ("GET_QUOTE", {"symbol_text": named})


@pytest.mark.parametrize(
    ("text", "entities"),
    [
        (
            "preço da PETR4 no Brasil e me avise no telegram",
            {"symbol_text": "PETR4", "market_text": "Brasil"},
        ),
        ("preço da PETR4 e não esqueça de me avisar no telegram", {"symbol_text": "PETR4"}),
        ("precio de Santander y no olvides mandarlo por telegram", {"symbol_text": "Santander"}),
        ("price of apple and don't forget to notify me", {"symbol_text": "apple"}),
    ],
)
def test_a_notice_that_must_not_be_forgotten_is_wished(text: str, entities: dict[str, Any]) -> None:
    assert _heard(text) == ("GET_QUOTE", {**entities, "notify": True})


@pytest.mark.parametrize("text", ["não me avise no telegram", "no me avises por telegram", "don't notify me"])
def test_a_notice_that_is_only_forbidden_is_no_goal(text: str) -> None:
    assert _heard(text)[0] == "CHAT"


@pytest.mark.parametrize(
    ("text", "message", "to"),
    [
        ("mande uma mensagem no telegram para @equipe: reunião às 10", "reunião às 10", "@equipe"),
        ("para @estranho: mande uma mensagem no telegram dizendo que cheguei", "cheguei", "@estranho"),
        ("mande uma mensagem no telegram para a equipe: reunião às 10", "reunião às 10", "equipe"),
        ("envia 'reunião às 10' para @equipe no telegram", "reunião às 10", "@equipe"),
        ("avise no telegram que o almoço está pronto", "o almoço está pronto", ""),
        ("mande cheguei bem no telegram", "cheguei bem", ""),
        ('envía "reunión a las 10" a @equipe por telegram', "reunión a las 10", "@equipe"),
        ("manda por telegram que llego tarde a @equipe", "llego tarde", "@equipe"),
        ("manda un mensaje por telegram: llego tarde", "llego tarde", ""),
        ("send to telegram that lunch is ready", "lunch is ready", ""),
        ("send a message on telegram to @equipe saying that lunch is ready", "lunch is ready", "@equipe"),
        ("send to telegram lunch is ready", "lunch is ready", ""),
        ("mande uma mensagem no telegram", "", ""),
        ("manda no telegram", "", ""),
        ("send it to telegram", "", ""),
        ("send a telegram message to the team", "", "team"),
    ],
)
def test_a_message_is_read_with_whom_it_is_for(text: str, message: str, to: str) -> None:
    said = {"message_text": message, "chat_id_text": to}
    assert _heard(text) == ("SEND_MESSAGE", {name: each for name, each in said.items() if each})


@pytest.mark.parametrize(
    ("text", "named", "to"),
    [
        ("envie preço da PETR4 para @equipe no telegram", {"symbol_text": "PETR4"}, "@equipe"),
        ("envie o preço da PETR4 para a equipe no telegram", {"symbol_text": "PETR4"}, "equipe"),
        ("preço de PETR4 e VALE3 e mande no telegram para @equipe", {"symbols_text": ["PETR4", "VALE3"]}, "@equipe"),
        ("precio de Santander y avísame por telegram a @equipe", {"symbol_text": "Santander"}, "@equipe"),
        ("price of Apple and notify me, to @equipe", {"symbol_text": "Apple"}, "@equipe"),
    ],
)  # fmt: skip
def test_a_notice_is_for_whom_the_message_names(text: str, named: dict[str, Any], to: str) -> None:
    assert _heard(text) == ("GET_QUOTE", {**named, "notify": True, "notify_to": to})
