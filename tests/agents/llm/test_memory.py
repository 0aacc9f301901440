"""What people say of themselves and of the conversation, in three languages."""

from langchain_core.messages import AIMessage, HumanMessage, ToolMessage

from agents.llm.offline.memory import asks_first, asks_name, name_in, recall, remember
from tests.parts.phrases import try_each


@try_each(
    ("text", "name"),
    [
        ("Olá, meu nome é João da Silva.", "João da Silva"),
        ("oi, me chamo ana souza e quero ajuda", "Ana Souza"),
        ("Hola, me llamo María José, ¿qué tal?", "María José"),
        ("mi nombre es pedro pero tengo prisa", "Pedro"),
        ("Hi, I'm Ada Lovelace", "Ada Lovelace"),
        ("my name's grace hopper and I need help", "Grace Hopper"),
        ("I'm not happy", ""),
        ("I am waiting for my parcel", ""),
        ("o nome do produto é X", ""),
        ("Qual foi meu nome informado no começo?", ""),
    ],
)
def test_a_name_is_taken_up_only_when_it_is_given(text, name):
    assert name_in(text) == name


@try_each(
    "text",
    [
        "Qual foi meu nome informado no começo?", "qual é o meu nome?", "você lembra do meu nome?",
        "como me chamo?",
        "¿Cuál es mi nombre?", "¿cómo me llamo?", "¿recuerda mi nombre?",
        "What was my name?", "what's my name again", "do you remember my name?",
    ],
)  # fmt: skip
def test_the_question_for_the_name_is_known(text):
    assert asks_name(text)


@try_each("text", ["me chamo Ana", "qual o nome do plano?", "¿cuál es el nombre?", "what is the name?"])
def test_other_names_are_not_asked_for(text):
    assert not asks_name(text)


def test_the_last_name_given_counts_and_the_first_message_is_quoted():
    memory = remember(
        [HumanMessage("me chamo Ana"), AIMessage("Oi"), HumanMessage("pode me chamar de Aninha"),
         AIMessage("Ok"),
         HumanMessage("qual meu nome?")]
    )  # fmt: skip
    assert "Aninha" in recall("qual meu nome?", memory, "pt")
    assert asks_first("qual foi minha primeira mensagem?")
    assert "me chamo Ana" in recall("qual foi minha primeira mensagem?", memory, "pt")


def test_only_what_follows_the_last_message_belongs_to_this_turn():
    old = {"id": "c0", "name": "old", "args": {}}
    new = {"id": "c1", "name": "new", "args": {"a": 1}}
    memory = remember(
        [
            HumanMessage("one"), AIMessage("", tool_calls=[old]),
            ToolMessage('{"x": 1}', tool_call_id="c0", name="old"),
            AIMessage("two"), HumanMessage("three"), AIMessage("", tool_calls=[new]),
            ToolMessage("it broke", tool_call_id="c1", status="error"),
        ]
    )  # fmt: skip
    assert [result.tool_name for result in memory.earlier] == ["old"]
    assert [(result.tool_name, result.ok, result.error) for result in memory.results] == [
        ("new", False, "it broke")
    ]
    assert memory.called == {"new"}
    assert memory.said_by_us == ("two",)
