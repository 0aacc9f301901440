"""What cannot be taken of a client's own tools is refused with its place, before anything is stored."""

import openai
import pytest

from conversations.models import Turn
from conversations.visits import visit
from tests.api.client_tools import MODEL, QUESTION, WEATHER, asking, calls_of, result, say, tool, user
from tests.api.client_tools import client as client
from tests.api.client_tools import model as model
from tests.api.conftest import reach
from tests.parts.phrases import try_each

LISBON = {"city": "Lisboa"}


def function(**members):
    return {"type": "function", "function": {"name": "get_weather", **members}}


TAKEN = "There is a tool"
BAD = {
    "no list": ({"tools": "get_weather"}, "tools", "list of tools"),
    "no function": ({"tools": [{"type": "web_search"}]}, "tools.0", "Expected {"),
    "a name with a space": (
        {"tools": [WEATHER, tool("get news")]},
        "tools.1.function.name",
        "letters, digits",
    ),
    "no name": ({"tools": [function(name=None)]}, "tools.0.function.name", "quotes"),
    "a long name": ({"tools": [tool("n" * 65)]}, "tools.0.function.name", "at most 64"),
    "twice": ({"tools": [WEATHER, WEATHER]}, "tools.1.function.name", "in this list already"),
    "many": ({"tools": [tool(f"t{n}") for n in range(65)]}, "tools", "At most 64"),
    "a long description": ({"tools": [tool("t", "d" * 8001)]}, "tools.0.function.description", "8000"),
    "no object": (
        {"tools": [function(parameters={"type": "string"})]},
        "tools.0.function.parameters",
        "Schema",
    ),
    "a large schema": (
        {"tools": [tool("t", **{f"p{n}": {"type": "string"} for n in range(1000)})]},
        "tools.0.function.parameters",
        "16384 bytes",
    ),
    "a signal's name": ({"tools": [tool("request_handoff")]}, "tools.0.function.name", "itself"),
    "a published name": ({"tools": [tool("consultar_fatura")]}, "tools.0.function.name", TAKEN),
    "in other letters": ({"tools": [tool("Consultar_Fatura")]}, "tools.0.function.name", TAKEN),
    "a word of the choice": ({"tools": [tool("auto")]}, "tools.0.function.name", "tool_choice"),
    "an unknown choice": (
        {"tools": [WEATHER], "tool_choice": "sometimes"},
        "tool_choice",
        "auto, none, required",
    ),
    "a choice of nothing": ({"tool_choice": "required"}, "tool_choice", "send tools"),
    "an unknown tool": (
        {"tools": [WEATHER], "tool_choice": {"type": "function", "function": {"name": "get_news"}}},
        "tool_choice.function.name",
        "no tool 'get_news'",
    ),
    "no truth": ({"tools": [WEATHER], "parallel_tool_calls": "yes"}, "parallel_tool_calls", "true or false"),
    "the old form": ({"extra_body": {"functions": [{"name": "f"}]}}, "functions", "send tools instead"),
    "the old choice": ({"extra_body": {"function_call": {"name": "f"}}}, "function_call", "tool_choice"),
}


@try_each("bad", BAD)
async def test_tools_that_cannot_be_taken_are_refused_with_their_place(client, bad):
    more, param, words = BAD[bad]
    with pytest.raises(openai.BadRequestError) as refused:
        await say(client, user(QUESTION), **more)
    assert refused.value.body["param"] == param
    assert words in refused.value.body["message"]
    assert await visit(lambda: Turn.unscoped.count()) == 0


async def _passed_back(client, model, **more):
    """The list of messages up to calls of two tools, and the calls."""
    model.calls_all(("get_weather", LISBON), ("get_weather", {"city": "Porto"}))
    first = await say(client, user(QUESTION), tools=[WEATHER], **more)
    return [user(QUESTION), *calls_of(first)], first.choices[0].message.tool_calls


NOT_WANTED = {
    "one missing": (lambda one, two: [result(one, "21")], "is missing"),
    "unknown": (lambda one, two: [result(one, "21"), result(two, "19"), result("call_x", "1")], "call_x"),
    "twice": (lambda one, two: [result(one, "21"), result(one, "22")], "already"),
    "too long": (lambda one, two: [result(one, "2" * 65_537), result(two, "19")], "65536 characters"),
    "no id": (lambda one, two: [result("", "21")], "by its id"),
}


@pytest.mark.parametrize("named", [False, True], ids=["unnamed", "named"])
@pytest.mark.parametrize("bad", NOT_WANTED)
async def test_results_that_nobody_waits_for_are_refused_and_the_calls_stay_open(client, model, bad, named):
    more = {"extra_body": {"chat_id": "c1"}} if named else {}
    said, (one, two) = await _passed_back(client, model, **more)
    make, words = NOT_WANTED[bad]
    with pytest.raises(openai.BadRequestError, match=words):
        await say(client, *said, *make(one, two), tools=[WEATHER], **more)
    model.says("21 e 19 graus.")
    whole = [result(one, "21"), result(two, "19")]
    answer = await say(client, *said, *whole, tools=[WEATHER], **more)
    assert answer.choices[0].message.content == "21 e 19 graus."
    with pytest.raises(openai.BadRequestError, match="No call waits"):
        await say(client, *said, result(one, "22"), result(two, "19"), tools=[WEATHER], **more)


async def test_another_key_cannot_answer_the_calls(client, model, key):
    said, (one, two) = await _passed_back(client, model)
    async with reach("203.0.113.9") as web:
        other = asking(web, key("chat"))
        with pytest.raises(openai.BadRequestError, match="No call waits"):
            await say(other, *said, result(one, "21"), result(two, "19"), tools=[WEATHER])


async def test_another_key_cannot_answer_the_calls_of_a_named_conversation(client, model, key):
    more = {"extra_body": {"chat_id": "c1"}}
    said, (one, two) = await _passed_back(client, model, **more)
    async with reach("203.0.113.9") as web:
        other = asking(web, key("chat"))
        with pytest.raises(openai.NotFoundError):
            await say(other, *said, result(one, "21"), result(two, "19"), tools=[WEATHER], **more)


async def test_results_of_calls_made_elsewhere_are_refused(client):
    made = {"id": "call_abc", "type": "function", "function": {"name": "get_weather", "arguments": "{}"}}
    asked = {"role": "assistant", "content": None, "tool_calls": [made]}
    with pytest.raises(openai.BadRequestError, match="No call waits"):
        await say(client, user(QUESTION), asked, result("call_abc", "21"), tools=[WEATHER])
    assert await visit(lambda: Turn.unscoped.count()) == 0


@try_each("calls", ["x", [1], [{"id": "a"}], [{"id": 1, "function": {"name": "a", "arguments": "{}"}}]])
async def test_calls_that_are_not_as_they_came_are_refused(client, calls):
    asked = {"role": "assistant", "content": "", "tool_calls": calls}
    with pytest.raises(openai.BadRequestError, match=r"as (it|they) came"):
        await say(client, user(QUESTION), asked, result("a", "21"))


@pytest.mark.parametrize("mode", ["supervisor", "supervised", "coordinator"])
async def test_where_no_tools_of_a_caller_are_called_a_forced_call_is_refused(client, model, settings, mode):
    settings.ROUTING_MODE = mode
    with pytest.raises(openai.BadRequestError, match=mode):
        await say(client, user(QUESTION), tools=[WEATHER], tool_choice="required")
    model.says("Pronto.")
    await client.chat.completions.create(model=MODEL, messages=[user(QUESTION)], tools=[WEATHER])
    assert all("get_weather" not in str(asked.get("tools")) for asked in model.requests)


async def test_arguments_that_are_nested_too_deep_are_read_as_they_stand(client, model):
    model.says("Certo.")
    deep = "[" * 300 + "]" * 300
    made = {"id": "c1", "type": "function", "function": {"name": "get_weather", "arguments": deep}}
    told = [{"role": "assistant", "content": None, "tool_calls": [made]}, result("c1", "sol")]
    answer = await say(client, user(QUESTION), *told, user("e hoje?"), tools=[WEATHER])
    assert answer.choices[0].finish_reason == "stop"
