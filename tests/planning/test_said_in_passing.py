"""What people say around a wish, in three languages.

What is not wanted, whom to tell, courtesies, lists and follow-ups.
"""

from typing import Any

from routing.planning.understand.hearing import read_goal
from tests.parts.phrases import try_each
from tests.planning.test_demo_sentences import CATALOGUE


def _heard(text: str) -> tuple[str, dict[str, Any]]:
    intent = read_goal(text, CATALOGUE).intent
    return intent.goal, dict(intent.entities)


@try_each(
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
        ("price of apple, no telegram please", "apple"),
        ("price of apple without notifying me on telegram", "apple"),
        ("no need to notify me, price of apple", "apple"),
    ],
)
def test_a_notice_that_is_forbidden_is_not_wished_and_leaves_no_name(text: str, named: str) -> None:
    assert _heard(text) == ("GET_QUOTE", {"symbol_text": named})


@try_each(
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


@try_each("text", ["não me avise no telegram", "no me avises por telegram", "don't notify me"])
def test_a_notice_that_is_only_forbidden_is_no_goal(text: str) -> None:
    assert _heard(text)[0] == "CHAT"


@try_each(
    ("text", "message", "to"),
    [
        ("mande uma mensagem no telegram para @equipe: reunião às 10", "reunião às 10", "@equipe"),
        ("para @estranho: mande uma mensagem no telegram dizendo que cheguei", "cheguei", "@estranho"),
        ("mande uma mensagem no telegram para a equipe: reunião às 10", "reunião às 10", "equipe"),
        ("envia 'reunião às 10' para @equipe no telegram", "reunião às 10", "@equipe"),
        ("avise no telegram que o almoço está pronto", "o almoço está pronto", ""),
        ("mande cheguei bem no telegram", "", ""),
        ('envía "reunión a las 10" a @equipe por telegram', "reunión a las 10", "@equipe"),
        ("manda por telegram que llego tarde a @equipe", "llego tarde", "@equipe"),
        ("manda un mensaje por telegram: llego tarde", "llego tarde", ""),
        ("send to telegram that lunch is ready", "lunch is ready", ""),
        ("send a message on telegram to @equipe saying that lunch is ready", "lunch is ready", "@equipe"),
        ("send to telegram lunch is ready", "", ""),
        ("mande uma mensagem no telegram", "", ""),
        ("manda no telegram", "", ""),
        ("send it to telegram", "", ""),
        ("send a telegram message to the team", "", ""),
    ],
)
def test_a_message_is_read_with_whom_it_is_for(text: str, message: str, to: str) -> None:
    said = {"message_text": message, "chat_id_text": to}
    assert _heard(text) == ("SEND_MESSAGE", {name: each for name, each in said.items() if each})


@try_each(
    ("text", "named", "to"),
    [
        ("envie preço da PETR4 para @equipe no telegram", {"symbol_text": "PETR4"}, "@equipe"),
        ("envie o preço da PETR4 para a equipe no telegram", {"symbol_text": "PETR4"}, "equipe"),
        ("preço de PETR4 e VALE3 e mande no telegram para @equipe", {"symbols_text": ["PETR4", "VALE3"]},
            "@equipe"),
        ("precio de Santander y avísame por telegram a @equipe", {"symbol_text": "Santander"}, "@equipe"),
        ("price of Apple and notify me, to @equipe", {"symbol_text": "Apple"}, "@equipe"),
    ],
)  # fmt: skip
def test_a_notice_is_for_whom_the_message_names(text: str, named: dict[str, Any], to: str) -> None:
    assert _heard(text) == ("GET_QUOTE", {**named, "notify": True, "notify_to": to})


@try_each(
    ("text", "entities"),
    [
        ((
            "Estimados: me gustaría conocer la cotización de "
            "Petrobras. Saludos, Ana"
        ), {"symbol_text": "Petrobras"}),
        ((
            "Hola equipo, buenos días. ¿Me pueden decir el precio de "
            "Santander? Gracias, Luis"
        ), {"symbol_text": "Santander"}),
        (
            "Hi team, could you please tell me the current price of Petrobras and Vale? Best regards, John",
            {"symbols_text": ["Petrobras", "Vale"]},
        ),
        ("Dear all, what is the price of Apple? Kind regards, Mary Smith", {"symbol_text": "Apple"}),
        (
            "Prezados, bom dia. Gostaria de saber a cotação das ações da Petrobras e da Vale, por gentileza. "
            "Atenciosamente, João da Silva",
            {"symbols_text": ["Petrobras", "Vale"]},
        ),
        ("Boa tarde, sou a Ana. Qual o preço da Vale? Obrigada", {"symbol_text": "Vale"}),
        ("Petrobras e Vale. Qual o preço no Brasil?",
            {"symbols_text": ["Petrobras", "Vale"], "market_text": "Brasil"}),
        ("price of Amazon.com Inc. please", {"symbol_text": "Amazon.com Inc"}),
    ],
)  # fmt: skip
def test_a_letter_names_what_stands_beside_its_matter(text: str, entities: dict[str, Any]) -> None:
    assert _heard(text) == ("GET_QUOTE", entities)


@try_each(
    ("text", "goal", "names"),
    [
        ("cotacao de petr4 vale3 e itub4", "GET_QUOTE", ["petr4", "vale3", "itub4"]),
        ("compare petr4 vs vale3", "COMPARE_STOCKS", ["petr4", "vale3"]),
        ("comparar petr4 com vale3", "COMPARE_STOCKS", ["petr4", "vale3"]),
        ("compara Santander con Telefónica", "COMPARE_STOCKS", ["Santander", "Telefónica"]),
        ("compare apple with microsoft", "COMPARE_STOCKS", ["apple", "microsoft"]),
    ],
)
def test_a_list_needs_no_and(text: str, goal: str, names: list[str]) -> None:
    assert _heard(text) == (goal, {"symbols_text": names})


@try_each(
    ("text", "goal", "entities"),
    [
        ("quanto tá valendo a ação da vale", "GET_QUOTE", {"symbol_text": "vale"}),
        ("quiero conocer el precio actual de Santander", "GET_QUOTE", {"symbol_text": "Santander"}),
        ("the latest price of Apple", "GET_QUOTE", {"symbol_text": "Apple"}),
        (
            "ações que pagam mais dividendos no Brasil",
            "SCREEN_STOCKS",
            {"criterion": "DIVIDENDS", "market_text": "Brasil"},
        ),
        (
            "acciones interesantes con dividendos en España",
            "SCREEN_STOCKS",
            {"criterion": "DIVIDENDS", "market_text": "España"},
        ),
        ("nice dividend stocks in Sweden", "SCREEN_STOCKS",
            {"criterion": "DIVIDENDS", "market_text": "Sweden"}),
    ],
)  # fmt: skip
def test_words_between_are_no_names(text: str, goal: str, entities: dict[str, Any]) -> None:
    assert _heard(text) == (goal, entities)


@try_each(
    ("text", "entities"),
    [
        ("quais ações subiram mais", {"direction": "GAINERS"}),
        ("melhores do dia", {"direction": "GAINERS"}),
        ("piores do dia no Brasil", {"direction": "LOSERS", "market_text": "Brasil"}),
        ("las acciones que mas suben en Brasil", {"direction": "GAINERS", "market_text": "Brasil"}),
        ("las que mas bajan en finlandia", {"direction": "LOSERS", "market_text": "finlandia"}),
        ("what stocks fell the most today", {"direction": "LOSERS"}),
        ("which stocks went up today?", {"direction": "GAINERS"}),
        ("which shares rose in Sweden", {"direction": "GAINERS", "market_text": "Sweden"}),
    ],
)
def test_a_value_beside_its_domain_is_the_goal(text: str, entities: dict[str, Any]) -> None:
    intent = read_goal(text, CATALOGUE).intent
    assert (intent.goal, dict(intent.entities), intent.confidence) == ("TOP_MOVERS", entities, 0.95)
