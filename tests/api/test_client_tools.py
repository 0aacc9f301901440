"""`/v1/chat/completions` passes calls of the client's own tools back, and goes on with their results."""

import json

import pytest
from asgiref.sync import sync_to_async

from tests.api.client_tools import (
    NEWS,
    QUESTION,
    WEATHER,
    calls_of,
    key_of,
    result,
    say,
    system_prompts,
    user,
)
from tests.api.client_tools import client as client
from tests.api.client_tools import model as model
from tests.routing.unsure import between

LISBON = {"city": "Lisboa"}


def offered(asked):
    return [each["function"]["name"] for each in asked["tools"]]


async def test_a_call_is_passed_back_and_its_result_is_answered(client, model):
    model.calls("get_weather", LISBON).says("Em Lisboa fazem 21 graus.")
    first = await say(client, user(QUESTION), tools=[WEATHER])
    choice = first.choices[0]
    assert (choice.finish_reason, choice.message.content) == ("tool_calls", None)
    (call,) = choice.message.tool_calls
    assert (call.type, call.function.name) == ("function", "get_weather")
    assert json.loads(call.function.arguments) == LISBON
    assert len(call.id) <= 40
    second = await say(client, user(QUESTION), *calls_of(first), result(call, "21 graus"), tools=[WEATHER])
    assert second.choices[0].finish_reason == "stop"
    assert second.choices[0].message.content == "Em Lisboa fazem 21 graus."
    assert key_of(second) == key_of(first)


async def test_a_stream_passes_it_back_in_one_chunk_a_call(client, model):
    model.calls_all(("get_weather", LISBON), ("get_news", LISBON), text="Vou ver.").says(
        "Sol, e nada de novo."
    )
    chunks = [each async for each in await say(client, user(QUESTION), tools=[WEATHER, NEWS], stream=True)]
    assert "".join(each.choices[0].delta.content or "" for each in chunks) == "Vou ver."
    parts = [part for each in chunks for part in each.choices[0].delta.tool_calls or ()]
    assert [(part.index, part.function.name) for part in parts] == [(0, "get_weather"), (1, "get_news")]
    assert chunks[-1].choices[0].finish_reason == "tool_calls"
    told = {"role": "assistant", "content": "Vou ver.", "tool_calls": [
        {"id": part.id, "type": "function", "function": part.function.model_dump()} for part in parts
    ]}  # fmt: skip
    found = [result(part.id, "sol") for part in parts]
    again = [
        each
        async for each in await say(client, user(QUESTION), told, *found, tools=[WEATHER, NEWS], stream=True)
    ]
    assert "".join(each.choices[0].delta.content or "" for each in again) == "Sol, e nada de novo."
    assert again[-1].choices[0].finish_reason == "stop"


async def test_the_model_reads_its_own_call_and_the_results_behind_the_message(client, model):
    model.calls_all(("get_weather", LISBON), ("get_news", LISBON), text="Vou ver.").says("Pronto.")
    first = await say(client, user(QUESTION), tools=[WEATHER, NEWS])
    assert first.choices[0].message.content == "Vou ver."
    one, two = first.choices[0].message.tool_calls
    found = [result(two, "nada de novo"), result(one, "21 graus")]
    await say(client, user(QUESTION), *calls_of(first), *found, tools=[WEATHER, NEWS])
    asked, again = model.requests
    assert {"get_weather", "get_news"} <= set(offered(asked))
    before = [each for each in asked["messages"] if each["role"] != "system"]
    after = [each for each in again["messages"] if each["role"] != "system"]
    assert after[: len(before)] == before  # nothing was routed, looked up or said anew
    spoken, *results = after[len(before) :]
    assert [call["function"]["name"] for call in spoken["tool_calls"]] == ["get_weather", "get_news"]
    assert spoken["content"] == "Vou ver."
    ids = [call["id"] for call in spoken["tool_calls"]]
    assert [(each["tool_call_id"], each["content"]) for each in results] == [
        (ids[0], "21 graus"),
        (ids[1], "nada de novo"),
    ]


async def test_it_may_call_again_until_it_answers(client, model):
    model.calls("get_weather", LISBON).calls("get_news", LISBON).says("Sol, e nada de novo.")
    said = [user(QUESTION)]
    for content in ("21 graus", "nada"):
        answer = await say(client, *said, tools=[WEATHER, NEWS])
        (call,) = answer.choices[0].message.tool_calls
        said += [*calls_of(answer), result(call, content)]
    answer = await say(client, *said, tools=[WEATHER, NEWS])
    assert answer.choices[0].message.content == "Sol, e nada de novo."
    told = [each["content"] for each in model.requests[-1]["messages"] if each["role"] == "tool"]
    assert told[-2:] == ["21 graus", "nada"]


async def test_our_own_tools_are_called_first_and_what_they_found_is_kept(client, model):
    model.calls_all(("get_weather", LISBON), ("consultar_fatura", {"invoice_id": "INV001"})).says("Pronto.")
    about = {"metadata": {"msisdn": "5511999999999"}}
    first = await say(client, user(QUESTION), tools=[WEATHER], **about)
    (call,) = first.choices[0].message.tool_calls
    assert call.function.name == "get_weather"
    await say(client, user(QUESTION), *calls_of(first), result(call, "21 graus"), tools=[WEATHER], **about)
    again = [each for each in model.requests[-1]["messages"] if each["role"] in ("assistant", "tool")]
    called = {made["id"]: made["function"]["name"] for each in again for made in each.get("tool_calls", ())}
    found = {called[each["tool_call_id"]]: each["content"] for each in again if each["role"] == "tool"}
    assert found["get_weather"] == "21 graus"
    assert json.loads(found["consultar_fatura"])["ok"] is True


async def test_one_call_at_a_time_where_the_client_wants_it(client, model):
    model.calls_all(("get_weather", LISBON), ("get_news", LISBON)).says("Pronto.")
    first = await say(client, user(QUESTION), tools=[WEATHER, NEWS], parallel_tool_calls=False)
    (call,) = first.choices[0].message.tool_calls
    assert call.function.name == "get_weather"
    await say(client, user(QUESTION), *calls_of(first), result(call, "21 graus"), tools=[WEATHER, NEWS])
    told = [each["content"] for each in model.requests[-1]["messages"] if each["role"] == "tool"]
    assert "one of these calls at a time" in told[-2] and told[-1] == "21 graus"


async def test_arguments_that_cannot_be_read_are_sent_again_by_the_model(client, model):
    model.calls("get_weather", '{"city": ').calls("get_weather", LISBON)
    answer = await say(client, user(QUESTION), tools=[WEATHER])
    (call,) = answer.choices[0].message.tool_calls
    assert json.loads(call.function.arguments) == LISBON
    assert "not valid JSON" in str(model.requests[1]["messages"])


async def test_a_handoff_beside_a_call_waits_for_its_result(client, model):
    target = {"target_agent": "orders_agent", "reason": "pedido", "context_summary": "Quer o pedido."}
    model.calls_all(("request_handoff", target), ("get_weather", LISBON)).says("Pronto.")
    first = await say(client, user(QUESTION), tools=[WEATHER])
    (call,) = first.choices[0].message.tool_calls
    await say(client, user(QUESTION), *calls_of(first), result(call, "21 graus"), tools=[WEATHER])
    told = [each["content"] for each in model.requests[-1]["messages"] if each["role"] == "tool"]
    assert told[-2].startswith("Not yet: first the results") and told[-1] == "21 graus"


@pytest.mark.parametrize("named", [False, True], ids=["unnamed", "named"])
async def test_the_conversation_goes_on_behind_the_loop(client, model, named):
    more = {"tools": [WEATHER], "extra_body": {"chat_id": "c1"} if named else {}}
    model.calls("get_weather", LISBON).says("21 graus em Lisboa.").says("De nada.")
    first = await say(client, user(QUESTION), **more)
    (call,) = first.choices[0].message.tool_calls
    said = [user(QUESTION), *calls_of(first), result(call, "21 graus")]
    second = await say(client, *said, **more)
    said.append({"role": "assistant", "content": second.choices[0].message.content})
    third = await say(client, *said, user("E a fatura INV001?"), **more)
    assert key_of(first) == key_of(second) == key_of(third)
    assert 'get_weather {"city":"Lisboa"}: 21 graus' in str(model.requests[-1]["messages"])


@pytest.mark.parametrize("named", [False, True], ids=["unnamed", "named"])
async def test_a_message_instead_of_results_is_answered_and_the_calls_lapse(client, model, named):
    more = {"tools": [WEATHER], "extra_body": {"chat_id": "c1"} if named else {}}
    model.calls("get_weather", LISBON).says("Está bem.")
    first = await say(client, user(QUESTION), **more)
    said = [user(QUESTION), *calls_of(first)]
    second = await say(client, *said, user("Deixa, só quero a fatura INV001"), **more)
    assert second.choices[0].message.content == "Está bem."
    assert key_of(second) == key_of(first)
    with pytest.raises(Exception, match="No call waits"):
        late = result(first.choices[0].message.tool_calls[0], "21 graus")
        await say(client, *said, late, **more)


@pytest.mark.parametrize(
    ("choice", "sent"),
    [
        ("none", None),
        ("auto", None),
        ("required", "required"),
        ({"type": "function", "function": {"name": "get_news"}}, "get_news"),
    ],
    ids=["none", "auto", "required", "named"],
)
async def test_the_client_chooses_what_is_called(client, model, choice, sent):
    model.says("Faz sol.")
    await say(client, user(QUESTION), tools=[WEATHER, NEWS], tool_choice=choice)
    (asked,) = model.requests
    names = set(offered(asked)) & {"get_weather", "get_news"}
    assert names == {"none": set(), "get_news": {"get_news"}}.get(sent or choice, {"get_weather", "get_news"})
    if sent == "get_news":
        assert asked["tool_choice"] == choice
    elif sent:
        assert (asked["tool_choice"], offered(asked)) == ("required", ["get_weather", "get_news"])
    else:
        assert "tool_choice" not in asked


async def test_a_message_of_several_parts_is_for_one_specialist_where_it_brings_tools(client, model):
    both = user("Minha fatura INV001 veio alta e onde está meu pedido P100?")
    apart = await say(client, both)
    assert len({asked["messages"][0]["content"] for asked in model.requests}) == 2
    model.requests.clear()
    await say(client, both, tools=[WEATHER])
    assert len(model.requests) == 1
    assert apart.choices[0].message.content


async def test_a_tool_without_arguments_may_have_an_empty_schema(client, model):
    model.calls("get_time", {})
    bare = {"type": "function", "function": {"name": "get_time", "parameters": {}}}
    answer = await say(client, user(QUESTION), tools=[bare])
    assert answer.choices[0].message.tool_calls[0].function.arguments == "{}"


async def test_without_a_model_they_are_never_called(client):
    answer = await say(client, user(QUESTION), tools=[WEATHER])
    assert answer.choices[0].finish_reason == "stop"
    assert answer.choices[0].message.content


async def test_the_tools_of_a_request_are_no_part_of_a_prompt(client, model):
    model.says("Pronto.")
    await say(client, user(QUESTION), tools=[WEATHER])
    assert "get_weather" not in system_prompts(model.requests[0])


@pytest.mark.parametrize("said", ["Está aberta. Ok.\n", "Está aberta. Ok. ", "\nOk.", "  Ok. \n\n"])
async def test_blanks_around_an_answer_do_not_send_it_twice(client, model, said):
    model.says(said)
    chunks = [each async for each in await say(client, user(QUESTION), stream=True)]
    told = "".join(each.choices[0].delta.content or "" for each in chunks if each.choices)
    assert told.strip() == said.strip()


@pytest.mark.parametrize("choice", ["required", {"type": "function", "function": {"name": "get_weather"}}])
async def test_a_forced_call_is_made_where_nobody_knows_what_is_meant(client, model, choice):
    unclear, _names = await sync_to_async(between)("telecom_contas")
    model.calls("get_weather", LISBON)
    answer = await say(client, user(unclear), tools=[WEATHER], tool_choice=choice)
    assert answer.choices[0].finish_reason == "tool_calls"
    assert answer.choices[0].message.tool_calls[0].function.name == "get_weather"
    asked = await say(client, user(unclear), tools=[WEATHER])
    assert "?" in asked.choices[0].message.content
    assert len(model.requests) == 1
