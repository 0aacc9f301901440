"""Replies of somebody who cannot answer a plan's question.

The options are told, with what distinguishes them.
"""

import pytest

from conversations.turn import Question
from routing.planning.dialogue import asking, questions
from routing.planning.dialogue.replies import find_not_knowing, is_at_a_loss
from routing.planning.specs import ExecutionPlan, ExecutionStep, IntentOutput
from tests.planning.test_values import SHARED, asked

pytestmark = pytest.mark.django_db(transaction=True)
NORDEA = ("qual o preço da Nordea?", "¿cuál es el precio de Nordea?", "what is the price of Nordea?")
OPTIONS = ("Estas são as opções:", "Estas son las opciones:", "These are the options:")
LEAVE = ("deixa", "déjalo", "never mind")


@pytest.mark.parametrize(
    ("language", "reply"),
    [
        (0, "não sei"),
        (0, "NAO SEI"),
        (0, "qual a diferença?"),
        (0, "qual é a diferença entre Estocolmo e Helsinque?"),
        (0, "não entendi"),
        (0, "qual delas é melhor?"),
        (0, "qual você recomenda?"),
        (1, "no sé"),
        (1, "no se cuál"),
        (1, "¿cuál es la diferencia?"),
        (1, "¿en qué se diferencian?"),
        (1, "¿cuál me recomienda?"),
        (2, "I don't know"),
        (2, "not sure which one"),
        (2, "what's the difference?"),
        (2, "how do they differ?"),
        (2, "which of them do you recommend?"),
    ],
)
async def test_who_does_not_know_is_told_what_distinguishes_the_candidates(talk, language, reply) -> None:
    begun = talk("h1")
    await begun(NORDEA[language], agent_id="finance")
    told = await begun(reply, agent_id="finance")
    lines = told["text"].splitlines()
    assert lines[0] == OPTIONS[language] and f"“{LEAVE[language]}”" in lines[-1]
    names = [("bolsa", "moeda"), ("bolsa", "moneda"), ("exchange", "currency")][language]
    for line, exchange, currency in zip(
        lines[1:3], ("Nasdaq Stockholm", "Nasdaq Helsinki"), ("SEK", "EUR"), strict=True
    ):
        assert f"{names[0]}: {exchange}" in line and f"{names[1]}: {currency}" in line
        assert line.count("Nordea") == 1
    assert len(told["metadata"]["question"]["options"]) == 2
    answer = await begun("2", agent_id="finance")
    assert "(NDA-FI.HE)" in answer["text"] and answer["metadata"]["question"] is None


@pytest.mark.parametrize(("language", "reply"), enumerate(LEAVE))
async def test_the_word_that_leaves_a_question_leaves_it(talk, language, reply) -> None:
    begun = talk("h2")
    await begun(NORDEA[language], agent_id="finance")
    answer = await begun(reply, agent_id="finance")
    assert answer["metadata"]["question"] is None


async def test_whoever_asks_about_a_question_has_not_left_it(talk) -> None:
    begun = talk("h3")
    await begun(NORDEA[0], agent_id="finance")
    for _turn in range(4):
        await begun("qual a diferença?", agent_id="finance")
    assert "112,5" in (await begun("a de Estocolmo", agent_id="finance"))["text"]


@pytest.mark.parametrize(
    ("asks", "reply", "told"),
    [
        ("qual a cotação?", "não sei", ["ação ou código", "por exemplo: “qual o preço", "“deixa”"]),
        ("¿cuál es la cotización?", "no sé", ["acción o código", "por ejemplo", "“déjalo”"]),
        ("what is the price?", "I don't know", ["stock or ticker", "for example", "“never mind”"]),
    ],
)
async def test_who_does_not_know_a_name_is_told_how_one_looks(talk, asks, reply, told) -> None:
    begun = talk("h4")
    await begun(asks, agent_id="finance")
    answer = await begun(reply, agent_id="finance")
    assert all(word in answer["text"] for word in told), answer["text"]
    assert "38" in (await begun("Petrobras", agent_id="finance"))["text"]


@pytest.mark.parametrize(
    ("asks", "reply", "told"),
    [
        ("ações", "não sei", "por exemplo"),
        ("acciones", "¿cuál es la diferencia?", "por ejemplo"),
        ("stock market", "I have no idea", "for example"),
    ],
)
async def test_who_does_not_know_the_goal_is_told_a_message_for_each(talk, asks, reply, told) -> None:
    begun = talk("h5")
    question = (await begun(asks, agent_id="finance"))["metadata"]["question"]
    answer = await begun(reply, agent_id="finance")
    assert answer["text"].count(told) == len(question["options"]) > 1


@pytest.mark.parametrize(
    ("text", "lost"),
    [
        ("não sei", True),
        ("no tengo ni idea", True),
        ("I forgot", True),
        ("quais?", True),
        ("a de Estocolmo", False),
        ("acho que a de Estocolmo", False),
        ("Petrobras", False),
        ("qual é a capital da França?", False),
        ("não sei " * 100, False),
        ("não sei o código", True),
        ("no sé cuál elegir", True),
        ("I don't know what to choose", True),
        ("no se trata de Nordea, es Ericsson", False),
    ],
)
def test_only_who_says_nothing_else_is_at_a_loss(text, lost) -> None:
    empty = find_not_knowing(text)
    assert is_at_a_loss(text, (), empty, bool(empty)) is lost


@pytest.mark.parametrize(
    "reply", ["não sei, a de Estocolmo", "acho que a de Estocolmo", "maybe the Estocolmo one"]
)
def test_a_hesitating_reply_that_names_a_candidate_picks_it(reply) -> None:
    question = asked([{"symbol": "A", "city": "Estocolmo"}, {"symbol": "B", "city": "Helsinque"}], "pt")
    wait = asking.read_open(question, 1)
    assert wait is not None and asking.read_answer(reply, question, wait, SHARED).value == "A"


def test_what_all_candidates_share_and_what_is_no_words_is_left_out() -> None:
    rows = [
        {"symbol": "A", "open": True, "price": 1e3, "type": "share", "_id": 1, "tags": ["x"], "name": "One"},
        {"symbol": "B", "open": False, "price": 2.5, "type": "share", "_id": 2, "tags": ["y"], "name": "Two"},
    ]
    question = asked(rows, "en")
    wait = asking.read_open(question, 1)
    assert wait is not None
    assert questions.help_user(question, wait, SHARED, "en").splitlines()[1:3] == [
        "1. A - One · open: yes · price: 1000",
        "2. B - Two · open: no · price: 2.5",
    ]


def waits(domain: str, capability: str, param: str) -> tuple[Question, asking.OpenQuestion]:
    """A question for a parameter that nobody named."""
    plan = ExecutionPlan((ExecutionStep(1, domain, capability, {}),))
    return Question("clarification", "?", "finance"), asking.OpenQuestion(
        "missing", IntentOutput(domain, "X"), plan, 1, param
    )


@pytest.mark.parametrize(
    ("reply", "value"),
    [
        ("não sei o código, é a Petrobras", "Petrobras"),
        ("não tenho certeza, acho que Petrobras", "Petrobras"),
        ("sem ideia, mas pode ser Vale", "Vale"),
        ("no sé el código, es Petrobras", "Petrobras"),
        ("no estoy seguro, creo que Ericsson", "Ericsson"),
        ("not sure, Petrobras I think", "Petrobras"),
        ("I forgot to say: Petrobras", "Petrobras"),
        ("I don't know the ticker, it's Petrobras", "Petrobras"),
    ],
)
def test_who_does_not_know_and_names_something_answers(reply, value) -> None:
    question, wait = waits("finance", "get_stock_price", "symbol")
    assert asking.read_answer(reply, question, wait, SHARED) == asking.QuestionAnswer("value", value)


@pytest.mark.parametrize(
    "reply",
    [
        "Não sei se chego hoje, comecem sem mim",
        "no sé si llego hoy, empiecen sin mí",
        "not sure I'll make it, start without me",
    ],
)
def test_words_that_are_handed_on_may_begin_by_not_knowing(reply) -> None:
    question, wait = waits("notifier", "send_telegram_message", "message")
    assert asking.read_answer(reply, question, wait, SHARED) == asking.QuestionAnswer("value", reply)
    assert asking.read_answer("não sei", question, wait, SHARED) == asking.QuestionAnswer("help")
