"""What the tests of the client's own tools share.

A client, a model with a script, tools and their results.
"""

import openai
import pytest

from tests.api.conftest import reach, turns_end

MODEL = "telecom_contas"
QUESTION = "Minha fatura INV001 veio alta por causa do calor em Lisboa?"


def tool(name, description="", **properties):
    schema = {"type": "object", "properties": properties, "required": list(properties)}
    return {"type": "function", "function": {"name": name, "description": description, "parameters": schema}}


WEATHER = tool("get_weather", "The weather of a city.", city={"type": "string"})
NEWS = tool("get_news", "The news of a city.", city={"type": "string"})


def user(text):
    return {"role": "user", "content": text}


def result(call, content):
    return {"role": "tool", "tool_call_id": call if isinstance(call, str) else call.id, "content": content}


def calls_of(answer):
    """The message with the calls, as a client sends it again."""
    return [answer.choices[0].message.model_dump(exclude_none=True)]


def key_of(answer):
    return answer.model_extra["switchboard"]["conversation_key"]


@pytest.fixture
async def client(transactional_db, demo_servers, settings, key):
    """The client of a program whose word about the user counts."""
    settings.DEMO = False
    async with reach("203.0.113.9") as web:
        yield asking(web, key("chat", "context:trusted"))
    await turns_end()


@pytest.fixture
def model(fake_openai, settings):
    settings.MODEL, settings.OPENAI_BASE_URL = "test-model", fake_openai.base_url
    settings.PIECE_SECONDS = 0
    return fake_openai


def asking(web, credentials):
    plain = credentials["Authorization"].removeprefix("Bearer ")
    return openai.AsyncOpenAI(base_url="http://localhost/v1", api_key=plain, http_client=web, max_retries=0)


async def say(client, *messages, **more):
    return await client.chat.completions.create(model=MODEL, messages=list(messages), **more)


def system_prompts(asked):
    return "\n".join(each["content"] for each in asked["messages"] if each["role"] == "system")
