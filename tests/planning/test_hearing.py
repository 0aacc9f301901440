"""What a message wants and names, by the manifests' hints alone.

Two worlds, three languages, no word of either in the code.
"""

from routing.planning.understand.catalogue import Catalogue
from routing.planning.understand.hearing import read_goal
from routing.planning.understand.message import read_goals
from routing.planning.understand.names import read_groups
from tests.parts.cpu import seconds
from tests.parts.phrases import try_each
from tests.planning.worlds import LIBRARY, SHARES

shares, library = Catalogue.of(SHARES), Catalogue.of(LIBRARY)


@try_each(
    ("message", "goal", "entities"),
    [
        ("qual o preço da Nordea?", "GET_QUOTE", {"symbol_text": "Nordea"}),
        ("Qual o valor da Vale?", "GET_QUOTE", {"symbol_text": "Vale"}),
        ("maiores altas do Brasil", "TOP_MOVERS", {"direction": "GAINERS", "market_text": "Brasil"}),
        ("quais as maiores altas em Nova York hoje?", "TOP_MOVERS",
            {"direction": "GAINERS", "market_text": "Nova York"}),
        ("mayores bajadas de Suecia", "TOP_MOVERS", {"direction": "LOSERS", "market_text": "Suecia"}),
        ("top gainers and top losers in Sweden", "TOP_MOVERS",
            {"direction": ["GAINERS", "LOSERS"], "market_text": "Sweden"}),
        ("o que mais variaram no Brasil", "TOP_MOVERS", {"market_text": "Brasil"}),
        ("preço de PETR4 e VALE3 e me avise no telegram", "GET_QUOTE",
            {"symbols_text": ["PETR4", "VALE3"], "notify": True}),
        ("qual o valor da vale3 e abc", "GET_QUOTE", {"symbols_text": ["vale3", "abc"]}),
        ("preço da PETR4, da VALE3 e do Banco do Brasil", "GET_QUOTE",
            {"symbols_text": ["PETR4", "VALE3", "Banco do Brasil"]}),
        ("¿cuál es el precio de Nordea, por favor?", "GET_QUOTE", {"symbol_text": "Nordea"}),
        ("what is the price of Bank of America and NDA-SE.ST?", "GET_QUOTE",
            {"symbols_text": ["Bank of America", "NDA-SE.ST"]}),
        ("me diga a cotação da Ericsson na bolsa de Estocolmo", "GET_QUOTE", {"symbol_text": "Ericsson"}),
        ("manda no telegram o preço da PETR4", "GET_QUOTE", {"symbol_text": "PETR4", "notify": True}),
        ("preço", "GET_QUOTE", {}),
    ],
)  # fmt: skip
def test_a_goal_and_what_it_is_about_are_heard(message, goal, entities) -> None:
    found = read_goal(message, shares).intent
    assert (found.goal, found.entities) == (goal, entities)
    assert found.confidence >= 0.94


@try_each(
    ("message", "entities"),
    [
        ("onde está o livro Dom Casmurro?", {"title_text": "Dom Casmurro"}),
        (
            "tem o livro Grande Sertão na Vila Mariana?",
            {"title_text": "Grande Sertão", "branch_text": "Vila Mariana"},
        ),
        ("where is the book Moby Dick and the book Emma", {"titles_text": ["Moby Dick", "Emma"]}),
        ("¿dónde está el libro Ficciones?", {"title_text": "Ficciones"}),
    ],
)
def test_another_domain_is_heard_by_the_same_code(message, entities) -> None:
    found = read_goal(message, library).intent
    assert (found.goal, found.entities) == ("WHERE_IS", entities)


@try_each(
    ("message", "domain", "goal"),
    [
        ("tudo bem?", "general", "CHAT"),
        ("o que você faz?", "general", "LIST_CAPABILITIES"),
        ("¿Qué puedes hacer?", "general", "LIST_CAPABILITIES"),
        ("contato valorizado", "general", "CHAT"),
    ],
)
def test_what_no_goal_fits_is_general(message, domain, goal) -> None:
    found = read_goal(message, shares).intent
    assert (found.primary_domain, found.goal) == (domain, goal)


def test_a_domain_alone_is_not_certain() -> None:
    assert read_goal("quero saber de ações", shares).intent.confidence == 0.25


def test_an_example_says_it_as_a_whole() -> None:
    found = read_goal("Qual o preço da PETR4?", shares).intent
    assert (found.confidence, found.entities) == (0.97, {"symbol_text": "PETR4"})


@try_each(
    ("message", "goals"),
    [
        (
            "preço da PETR4 e as maiores altas do Brasil",
            [("GET_QUOTE", {"symbol_text": "PETR4"}),
                ("TOP_MOVERS", {"direction": "GAINERS", "market_text": "Brasil"})],
        ),
        (
            "top losers in Sweden and the price of Nordea, and notify me",
            [
                ("TOP_MOVERS", {"direction": "LOSERS", "market_text": "Sweden", "notify": True}),
                ("GET_QUOTE", {"symbol_text": "Nordea", "notify": True}),
            ],
        ),
        ("preço da PETR4 e VALE3", [("GET_QUOTE", {"symbols_text": ["PETR4", "VALE3"]})]),
        ("preço da PETR4 e o valor da VALE3", [("GET_QUOTE", {"symbols_text": ["PETR4", "VALE3"]})]),
        ("maiores altas e maiores baixas do Brasil",
            [("TOP_MOVERS", {"direction": ["GAINERS", "LOSERS"], "market_text": "Brasil"})]),
    ],
)  # fmt: skip
def test_several_goals_of_one_message_are_heard_each_with_its_own_words(message, goals) -> None:
    first, also = read_goals(message, shares)
    assert [(each.goal, each.entities) for each in (first.intent, *also)] == goals


@try_each("again", ["preço x ", "maiores altas, preço, ", "preço da PETR4 e "])
def test_the_longest_message_is_read_in_a_moment(again: str) -> None:
    """Every word was held against every hint of the message: seconds in which nobody else was answered."""
    assert seconds(lambda: read_goals((again * 16_000)[:16_000], shares)) < 1.0


def test_hints_that_touch_or_overlap_hide_the_words_inside_them() -> None:
    groups = read_groups("um dois tres quatro", [(0, 7), (3, 7), (8, 12)])
    assert [group.items for group in groups] == [["quatro"]]
