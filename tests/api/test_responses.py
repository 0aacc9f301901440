"""`/v1/responses` through the official `openai` client, unchanged.

Whole answers and conversations that go on.
"""

import openai
import pytest

from conversations.models import Conversation, Turn
from conversations.visits import visit
from tests.api import client_tools
from tests.api.client_tools import MODEL, asking
from tests.api.conftest import reach
from tests.parts.phrases import try_each

client, model = client_tools.client, client_tools.model
INVOICE = "Minha fatura INV001 veio alta"
ORDERS = {"model": "retail_orders", "metadata": {"customer_id": "C001"}}


def user(text):
    return {"role": "user", "content": text}


async def say(client, said, **more):
    return await client.responses.create(**{"model": MODEL, "input": said, **more})


def key_of(answer):
    return answer.model_extra["switchboard"]["conversation_key"]


async def turn_of(answer):
    return await visit(lambda: Turn.unscoped.get(pk=answer.id.removeprefix("resp_")))


async def test_an_answer(client):
    sent = {"metadata": {"msisdn": "5511999999999"}, "instructions": "Seja breve.", "user": "ana"}
    steers = {"temperature": 0.2, "max_output_tokens": 9, "store": False, "parallel_tool_calls": False}
    answer = await say(client, INVOICE, tool_choice="auto", tools=[], **sent, **steers)
    assert (answer.object, answer.model, answer.status) == ("response", MODEL, "completed")
    assert (answer.error, answer.incomplete_details, answer.previous_response_id) == (None, None, None)
    (item,) = answer.output
    assert (item.type, item.role, item.status) == ("message", "assistant", "completed")
    (part,) = item.content
    assert (part.type, part.annotations, part.text) == ("output_text", [], answer.output_text)
    assert answer.output_text
    assert {name: getattr(answer, name) for name in sent} == sent
    used = answer.usage
    assert used.total_tokens == used.input_tokens + used.output_tokens
    assert (used.input_tokens_details.cached_tokens, used.output_tokens_details.reasoning_tokens) == (0, 0)
    assert answer.model_extra["switchboard"]["active_agent"] == "Faturas"
    assert answer.id == f"resp_{answer.model_extra['switchboard']['turn_id']}"


async def test_a_key_without_trust_says_it_too(transactional_db, demo_servers, settings, key):
    settings.DEMO = False
    async with reach("203.0.113.9") as web:
        plain = asking(web, key("chat"))
        first = await say(plain, "oi", user="ana")
        second = await say(plain, INVOICE, previous_response_id=first.id)
    row = await visit(lambda: Conversation.unscoped.get(key=key_of(second)))
    assert (row.user_id, row.turn_count) == ("", 2)
    await client_tools.turns_end()


# --- whose conversation ------------------------------------------------------------------------------
async def test_an_open_question_is_answered_in_the_response_that_goes_on(client):
    asked = await say(client, "Onde está meu pedido?", **ORDERS)
    assert asked.model_extra["switchboard"]["question"]["kind"] == "slot"
    answer = await say(client, "P100", previous_response_id=asked.id, **ORDERS)
    assert (key_of(answer), answer.previous_response_id) == (key_of(asked), asked.id)
    assert (await turn_of(answer)).method == "state"
    assert "P100" in answer.output_text


async def test_who_goes_on_need_not_say_again_who_the_user_is(client):
    first = await say(client, "oi", user="ana")
    second = await say(client, INVOICE, previous_response_id=first.id)
    assert key_of(second) == key_of(first)
    with pytest.raises(openai.NotFoundError):
        await say(client, INVOICE, previous_response_id=first.id, user="eva")


async def test_of_a_list_that_goes_on_with_a_response_all_is_new(client):
    first = await say(client, "oi")
    said = [user("Tenho uma pergunta."), user(INVOICE)]
    second = await say(client, said, previous_response_id=first.id)
    messages = await visit(lambda: [each.text for each in _messages(second)])
    assert "Tenho uma pergunta.\n\nMinha fatura INV001 veio alta" in messages


def _messages(answer):
    return Conversation.unscoped.get(key=key_of(answer)).messages.all()


@pytest.mark.parametrize("name", ["s1", {"id": "s1"}], ids=["text", "object"])
async def test_a_named_conversation_goes_on(client, name):
    first = await say(client, "oi", user="ana", conversation=name)
    again = await say(client, "bom dia", user="ana", conversation=name)
    assert key_of(first) == key_of(again) == f"tenant_a:{MODEL}:ana:s1"
    assert again.conversation.id == "s1"


async def test_a_list_with_what_was_answered_goes_on_with_its_conversation(client):
    said = [user("oi")]
    first = await say(client, said)
    said += [each.model_dump(exclude_none=True) for each in first.output]
    second = await say(client, [*said, {**user(INVOICE), "type": "message"}])
    assert key_of(second) == key_of(first)


async def test_what_was_said_elsewhere_is_the_history_of_a_new_conversation(client, model):
    model.says("Claro.")
    said = [
        {"role": "developer", "content": "Speak like a pirate."},
        {"role": "user", "content": [{"type": "input_text", "text": "Quero a segunda via"}]},
        {"role": "assistant", "content": [{"type": "output_text", "text": "Qual mês?", "annotations": []}]},
        user("fatura de março"),
    ]
    answer = await say(client, said, instructions="Be brief.")
    row = await visit(lambda: Conversation.unscoped.get(key=key_of(answer)))
    assert [each["text"] for each in row.options["before"]] == ["Quero a segunda via", "Qual mês?"]
    turn = await turn_of(answer)
    assert turn.request["context"]["system"] == "Be brief.\n\nSpeak like a pirate."
    (asked,) = model.requests
    assert "Qual mês?" in str(asked["messages"])
    assert "pirate" not in str(asked) and "Be brief." not in str(asked)


# --- reading it again ----------------------------------------------------------------------------------
async def test_a_response_is_read_again(client):
    answer = await say(client, INVOICE, user="ana")
    again = await client.responses.retrieve(answer.id)
    same = ("id", "model", "status", "output", "usage", "output_text")
    assert {name: getattr(again, name) for name in same} == {name: getattr(answer, name) for name in same}
    assert again.model_extra["switchboard"]["turn_id"] == answer.model_extra["switchboard"]["turn_id"]
    with pytest.raises(openai.APIStatusError) as refused:
        await client.responses.delete(answer.id)
    assert refused.value.status_code == 405
    with pytest.raises(openai.BadRequestError):
        await client.responses.retrieve(answer.id, stream=True)


async def test_another_keys_response_is_none(client, key):
    answer = await say(client, INVOICE)
    async with reach("203.0.113.9") as web:
        for other in (key("chat", "context:trusted"), key("chat"), key("chat", tenant="tenant_clinic")):
            foreign = asking(web, other)
            for name in (answer.id, answer.id.removeprefix("resp_"), "resp_none"):
                with pytest.raises(openai.NotFoundError) as refused:
                    await foreign.responses.retrieve(name)
                assert refused.value.code == "response_not_found"
                with pytest.raises(openai.NotFoundError) as refused:
                    await say(foreign, "oi", previous_response_id=name)
                assert refused.value.code == "previous_response_not_found"
                assert refused.value.param == "previous_response_id"
    assert await visit(lambda: Turn.unscoped.count()) == 1


async def test_a_failed_turn_is_read_as_such(client, model, settings):
    settings.MODEL_DEADLINE = 1
    model.fails(500, times=4)
    with pytest.raises(openai.InternalServerError):
        await say(client, INVOICE)
    turn = await visit(lambda: Turn.unscoped.get())
    read = await client.responses.retrieve(f"resp_{turn.pk}")
    assert (read.status, read.error.code, read.output) == ("failed", "server_error", [])
    assert read.error.message == turn.answer


# --- refusals ------------------------------------------------------------------------------------------
SOUND = {"role": "user", "content": [{"type": "input_audio", "input_audio": {"data": "UklGRg=="}}]}
CALL = {"type": "function_call_output", "call_id": "c1", "output": "21"}
FUNCTION = {"type": "function", "name": "get_weather", "parameters": {"type": "object"}}


@try_each(
    ("more", "param", "code"),
    [
        ({"tools": [FUNCTION]}, "tools", "unsupported_parameter"),
        ({"tool_choice": "required"}, "tool_choice", "unsupported_parameter"),
        ({"input": [user("oi"), CALL]}, "input.1", "unsupported_parameter"),
        ({"input": [SOUND]}, "input.0.content.0", "invalid_request"),
        ({"text": {"format": {"type": "json_object"}}}, "text.format", "unsupported_parameter"),
        ({"background": True}, "background", "unsupported_parameter"),
        ({"include": ["message.output_text.logprobs"]}, "include", "unsupported_parameter"),
        ({"prompt": {"id": "pmpt_1"}}, "prompt", "unsupported_parameter"),
        ({"input": 5}, "input", "invalid_request"),
        ({"input": ""}, "input", "invalid_request"),
        ({"input": []}, "input", "invalid_request"),
        ({"input": [{"role": "tool", "content": "x"}]}, "input.0.role", "invalid_request"),
        ({"input": [{"role": "assistant", "content": "x"}]}, "input", "invalid_request"),
        ({"conversation": {"name": "c"}}, "conversation", "invalid_request"),
        ({"conversation": "c", "previous_response_id": "resp_1"}, "previous_response_id", "invalid_request"),
        ({"input": "a" * 33_000}, "input", "context_length_exceeded"),
    ],
    ids=[
        "tools", "tool choice", "result", "sound", "format", "background", "include", "prompt", "number",
        "empty",
        "no messages", "role", "assistant last", "conversation", "two conversations", "long",
    ],
)  # fmt: skip
async def test_what_cannot_be_done_is_refused_with_its_name(client, more, param, code):
    with pytest.raises(openai.BadRequestError) as refused:
        await say(client, more.pop("input", "oi"), **more)
    assert (refused.value.param, refused.value.code) == (param, code)
    if param in ("tools", "tool_choice", "input.1"):
        assert "/v1/chat/completions" in refused.value.body["message"]
    assert await visit(lambda: Turn.unscoped.count()) == 0


async def test_an_unknown_model_and_one_that_does_not_go_on(client):
    with pytest.raises(openai.NotFoundError) as unknown:
        await say(client, "oi", model="gpt-4o")
    assert (unknown.value.code, unknown.value.param) == ("model_not_found", "model")
    first = await say(client, "oi")
    with pytest.raises(openai.BadRequestError) as refused:
        await say(client, "oi", model="retail_orders", previous_response_id=first.id)
    assert refused.value.param == "model"
