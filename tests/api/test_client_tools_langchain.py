"""LangChain's ChatOpenAI with tools bound to it, pointed at `/v1`."""

import pytest
from langchain_core.messages import HumanMessage, ToolMessage
from langchain_core.tools import tool
from langchain_openai import ChatOpenAI

from tests.api.client_tools import MODEL, QUESTION
from tests.api.client_tools import model as model
from tests.api.conftest import reach, turns_end

pytestmark = pytest.mark.usefixtures("demo_servers")


@tool
def get_weather(city: str, day: str = "hoje") -> str:
    """The weather of a city."""
    return f"{day} fazem 21 graus em {city}"


@pytest.fixture
async def llm(transactional_db, settings, key):
    """A chat model of LangChain's, whose HTTP client reaches the application in this process."""
    settings.DEMO = False
    plain = key("chat")["Authorization"].removeprefix("Bearer ")
    async with reach("203.0.113.9") as web:
        yield ChatOpenAI(
            model=MODEL, base_url="http://localhost/v1", api_key=plain, http_async_client=web, max_retries=0
        ).bind_tools([get_weather])
    await turns_end()


async def test_a_tool_loop_of_langchain(llm, model):
    model.calls("get_weather", {"day": "hoje", "city": "Lisboa"}).says("21 graus.").says("De nada.")
    said = [HumanMessage(QUESTION)]
    first = await llm.ainvoke(said)
    (call,) = first.tool_calls
    assert (call["name"], call["args"]) == ("get_weather", {"day": "hoje", "city": "Lisboa"})
    said += [first, ToolMessage(get_weather.invoke(call["args"]), tool_call_id=call["id"])]
    second = await llm.ainvoke(said)
    assert (second.content, second.tool_calls) == ("21 graus.", [])
    await llm.ainvoke([*said, second, HumanMessage("obrigado pela fatura")])
    assert "hoje fazem 21 graus em Lisboa" in str(model.requests[-1]["messages"])


async def test_a_streamed_tool_loop_of_langchain(llm, model):
    model.calls("get_weather", {"city": "Lisboa"}, text="Vou ver.").says("21 graus.")
    first = None
    async for piece in llm.astream([HumanMessage(QUESTION)]):
        first = piece if first is None else first + piece
    assert first.content == "Vou ver."
    (call,) = first.tool_calls
    found = ToolMessage("21", tool_call_id=call["id"])
    second = await llm.ainvoke([HumanMessage(QUESTION), first, found])
    assert second.content == "21 graus."
