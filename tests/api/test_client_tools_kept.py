"""What is kept of calls of a client's own tools.

In the record, in the conversation's state, and in its talk.
"""

import asyncio

import openai
import pytest

from agents.specialists.prompt import PLAIN, RULES
from conversations.models import Conversation, Message, Step, Turn
from conversations.visits import visit
from tests.api.client_tools import NEWS, QUESTION, WEATHER, calls_of, key_of, result, say, tool, user
from tests.api.client_tools import client as client
from tests.api.client_tools import model as model
from tests.parts import world

LISBON = {"city": "Lisboa"}
CPF = "529.982.247-25"


async def row_of(answer):
    return await visit(lambda: Conversation.unscoped.get(key=key_of(answer)))


async def turns_of(answer):
    rows = Turn.unscoped.filter(conversation__key=key_of(answer)).order_by("number")
    return await visit(lambda: list(rows))


async def test_the_record_says_what_was_passed_on_and_that_it_is_waited_for(client, model):
    model.calls("get_weather", LISBON)
    first = await say(client, user(QUESTION), tools=[WEATHER])
    (call,) = first.choices[0].message.tool_calls
    (turn,) = await turns_of(first)
    assert (turn.status, turn.outcome, turn.answer) == ("answered", "client_tools", "")
    (step,) = await visit(lambda: list(Step.unscoped.filter(turn=turn, outcome="passed_on")))
    assert (step.kind, step.node, step.agent) == ("tool", "tool", turn.agent)
    assert (step.detail["tool"], step.detail["call"]) == ("get_weather", call.id)
    state = (await row_of(first)).state["calls"]
    assert (state["agent"], [each["id"] for each in state["calls"]]) == (turn.agent, [call.id])


async def test_results_are_told_in_the_talk_and_the_same_specialist_went_on(client, model):
    model.calls("get_weather", LISBON).says("21 graus.")
    first = await say(client, user(QUESTION), tools=[WEATHER])
    (call,) = first.choices[0].message.tool_calls
    second = await say(client, user(QUESTION), *calls_of(first), result(call, "21 graus"), tools=[WEATHER])
    one, two = await turns_of(second)
    assert (two.agent, two.intent, two.method) == (one.agent, one.intent, "state")
    assert (two.received, two.outcome) == ("", "")
    row = await row_of(second)
    assert row.state["calls"] is None
    said = await visit(lambda: list(Message.unscoped.filter(conversation=row).order_by("seq")))
    assert [(each.role, each.text) for each in said] == [
        ("user", QUESTION),
        ("user", 'get_weather {"city":"Lisboa"}: 21 graus'),
        ("agent", "21 graus."),
    ]
    assert [each["ok"] for each in two.result["mcp_results"]] == [True]


async def test_personal_numbers_in_a_result_are_masked_before_anybody_reads_them(client, model):
    model.calls("get_weather", LISBON).says("Pronto.")
    first = await say(client, user(QUESTION), tools=[WEATHER])
    (call,) = first.choices[0].message.tool_calls
    found = result(call, f"CPF {CPF}, 21 graus")
    second = await say(client, user(QUESTION), *calls_of(first), found, tools=[WEATHER])
    assert "21 graus" in str(model.requests[-1])
    assert CPF not in str(model.requests[-1])
    turns = await visit(lambda: list(Turn.unscoped.values()))
    texts = await visit(lambda: list(Message.unscoped.values_list("text", flat=True)))
    assert CPF not in str((turns, texts, (await row_of(second)).state))


async def test_what_a_clients_tool_did_may_be_said(client, model):
    """No tool of ours did it; the caller's may have."""
    book = tool("book_table", city={"type": "string"})
    model.calls("book_table", LISBON).says("Reservei a mesa 4711 em Lisboa para você.")
    first = await say(client, user(QUESTION), tools=[book])
    (call,) = first.choices[0].message.tool_calls
    second = await say(client, user(QUESTION), *calls_of(first), result(call, "mesa 4711"), tools=[book])
    assert second.choices[0].message.content == "Reservei a mesa 4711 em Lisboa para você."


async def test_open_calls_are_known_to_a_process_that_has_just_begun(client, model):
    model.calls("get_weather", LISBON).says("21 graus.")
    first = await say(client, user(QUESTION), tools=[WEATHER])
    (call,) = first.choices[0].message.tool_calls
    world.forget()
    second = await say(client, user(QUESTION), *calls_of(first), result(call, "21"), tools=[WEATHER])
    assert second.choices[0].message.content == "21 graus."


async def test_a_turn_that_failed_leaves_the_calls_open(client, model, settings):
    settings.MODEL_DEADLINE = 1
    model.calls("get_weather", LISBON).fails(500, times=4)
    first = await say(client, user(QUESTION), tools=[WEATHER])
    (call,) = first.choices[0].message.tool_calls
    whole = [user(QUESTION), *calls_of(first), result(call, "21")]
    with pytest.raises(openai.APIStatusError):
        await say(client, *whole, tools=[WEATHER])
    model.says("21 graus.")
    second = await say(client, *whole, tools=[WEATHER])
    assert (second.choices[0].message.content, key_of(second)) == ("21 graus.", key_of(first))


async def test_calls_lapse_like_questions(client, model, settings):
    settings.STATE_SECONDS = 0.05
    model.calls("get_weather", LISBON)
    first = await say(client, user(QUESTION), tools=[WEATHER])
    (call,) = first.choices[0].message.tool_calls
    await asyncio.sleep(0.1)
    with pytest.raises(openai.BadRequestError, match="No call waits"):
        await say(client, user(QUESTION), *calls_of(first), result(call, "21"), tools=[WEATHER])


async def test_results_do_not_wait_behind_another_message(client, model):
    named = {"extra_body": {"chat_id": "c1"}}
    model.calls("get_weather", LISBON)
    first = await say(client, user(QUESTION), tools=[WEATHER], **named)
    (call,) = first.choices[0].message.tool_calls
    go = model.holds("Está bem.")
    asked = asyncio.create_task(say(client, user("só a fatura INV001"), **named))
    await model.asked(2)
    late = [user(QUESTION), *calls_of(first), result(call, "21")]
    with pytest.raises(openai.BadRequestError, match="answered already"):
        await say(client, *late, tools=[WEATHER], **named)
    go.set()
    assert (await asked).choices[0].message.content == "Está bem."


async def test_the_same_results_again_are_the_same_request(client, model):
    """A client that lost the answer sends them again, streamed or not: one turn, also while it runs."""
    model.calls("get_weather", LISBON)
    first = await say(client, user(QUESTION), tools=[WEATHER])
    (call,) = first.choices[0].message.tool_calls
    whole = [user(QUESTION), *calls_of(first), result(call, "21")]
    go = model.holds("21 graus.")
    asked = asyncio.create_task(say(client, *whole, tools=[WEATHER]))
    await model.asked(2)
    with pytest.raises(openai.ConflictError) as refused:
        await say(client, *whole, tools=[WEATHER])
    assert refused.value.response.headers["Retry-After"]
    followed = asyncio.create_task(say(client, *whole, tools=[WEATHER], stream=True))
    await asyncio.sleep(0.3)
    go.set()
    second, third = await asked, await say(client, *whole, tools=[WEATHER])
    heard = "".join([each.choices[0].delta.content or "" async for each in await followed])
    assert heard == second.choices[0].message.content == third.choices[0].message.content == "21 graus."
    assert (len(model.requests), len(await turns_of(second))) == (2, 2)


async def test_what_the_user_is_asked_first_comes_before_the_call(client, model):
    """A change of ours wants a yes; the model may call the client's tool again after it."""
    shop = {"metadata": {"customer_id": "C001"}, "extra_body": {"chat_id": "c1"}}
    order = {"order_id": "P100", "reason": "veio quebrado"}
    model.calls_all(("get_weather", LISBON), ("solicitar_devolucao", order))
    wish = user("quero devolver o pedido P100, veio quebrado")
    answer = await client.chat.completions.create(
        model="retail_orders", messages=[wish], tools=[WEATHER], **shop
    )
    choice = answer.choices[0]
    assert (choice.finish_reason, choice.message.tool_calls) == ("stop", None)
    state = (await row_of(answer)).state
    assert (state["question"]["kind"], state["calls"]) == ("confirmation", None)


async def test_calls_and_results_of_elsewhere_are_the_history_of_a_new_conversation(client, model):
    model.says("Pronto.")
    made = {
        "id": "call_1",
        "type": "function",
        "function": {"name": "get_weather", "arguments": '{"city": "Porto"}'},
    }
    asked = {"role": "assistant", "content": None, "tool_calls": [made]}
    earlier = [user("Como está o tempo?"), asked, result("call_1", f"19 graus, CPF {CPF}")]
    told = {"role": "assistant", "content": "19 graus no Porto."}
    answer = await say(client, *earlier, told, user("E a minha fatura INV001?"), tools=[WEATHER])
    before = (await row_of(answer)).options["before"]
    assert [each["role"] for each in before] == ["user", "user", "agent"]
    assert before[1]["text"].startswith('get_weather {"city":"Porto"}: 19 graus')
    assert CPF not in str(model.requests) and "19 graus" in str(model.requests[-1]["messages"])


async def test_the_single_agent_calls_them_too(client, model, settings):
    settings.ROUTING_MODE = "single"
    model.calls("get_weather", LISBON).says("21 graus.")
    first = await say(client, user(QUESTION), tools=[WEATHER, NEWS])
    (call,) = first.choices[0].message.tool_calls
    second = await say(client, user(QUESTION), *calls_of(first), result(call, "21"), tools=[WEATHER, NEWS])
    assert second.choices[0].message.content == "21 graus."
    assert [turn.method for turn in await turns_of(second)] == ["single", "state"]


async def test_the_same_key_is_the_same_call(client, model):
    model.calls("get_weather", LISBON)
    once = {"tools": [WEATHER], "extra_headers": {"Idempotency-Key": "once"}}
    first, again = [await say(client, user(QUESTION), **once) for _ in range(2)]
    assert first.choices[0].message.tool_calls == again.choices[0].message.tool_calls
    assert len(model.requests) == 1


async def test_what_a_model_thought_goes_back_to_it_with_the_results(client, model):
    made = {
        "index": 0,
        "id": "c1",
        "type": "function",
        "function": {"name": "get_weather", "arguments": "{}"},
    }
    pieces = [{"reasoning_content": "Where is it warm?"}, {"tool_calls": [made]}]
    chunks = [{"choices": [{"index": 0, "delta": piece}]} for piece in pieces]
    model.streams(*chunks, {"choices": [{"index": 0, "delta": {}, "finish_reason": "tool_calls"}]}).says(
        "21 graus."
    )
    first = await say(client, user(QUESTION), tools=[WEATHER])
    (call,) = first.choices[0].message.tool_calls
    assert "Where is it warm?" not in first.model_dump_json()
    await say(client, user(QUESTION), *calls_of(first), result(call, "21"), tools=[WEATHER])
    spoken, told = model.requests[-1]["messages"][-2:]
    assert (spoken["reasoning_content"], told["tool_call_id"]) == ("Where is it warm?", "c1")


async def test_of_a_long_loop_the_last_steps_are_kept(client, model):
    said, long = [user(QUESTION)], "x" * 40_000
    for n in range(16):
        model.calls("get_weather", {"city": f"Lisboa {n}"})
        answer = await say(client, *said, tools=[WEATHER])
        said += [*calls_of(answer), result(answer.choices[0].message.tool_calls[0], long)]
        said = [user(QUESTION), *said[-2:]]  # the list may not grow past what a request may have
    state = (await row_of(answer)).state["calls"]
    assert len(str(state["messages"])) < 220_000
    assert state["messages"][-1]["calls"][0]["args"] == {"city": "Lisboa 15"}
    assert state["messages"][0]["role"] == "assistant"


async def test_a_prompt_is_not_passed_back_in_arguments(client, model):
    rules = RULES.format(language="Portuguese", form=PLAIN)
    model.calls("get_weather", {"city": rules}).says("Isso eu não faço.")
    answer = await say(client, user(QUESTION), tools=[WEATHER])
    assert answer.choices[0].finish_reason == "stop"
    assert answer.choices[0].message.content == "Isso eu não faço."
