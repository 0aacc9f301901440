"""Streams of `/v1/responses`, and answers that are not whole, through the official `openai` client."""

import asyncio

import openai
import pytest

from conversations.models import Turn
from conversations.visits import visit
from tests.api import client_tools
from tests.api.client_tools import MODEL

client, model = client_tools.client, client_tools.model
INVOICE = "Minha fatura INV001 veio alta"
BEGIN = [
    "response.created",
    "response.in_progress",
    "response.output_item.added",
    "response.content_part.added",
]
DONE = ["response.output_text.done", "response.content_part.done", "response.output_item.done"]
DELTA = "response.output_text.delta"


async def say(client, said=INVOICE, **more):
    return await client.responses.create(model=MODEL, input=said, **more)


async def stream(client, said=INVOICE, **more):
    return [each async for each in await say(client, said, stream=True, **more)]


def said_in(events):
    return "".join(each.delta for each in events if each.type == DELTA)


def names(events):
    return [each.type for each in events if each.type != DELTA]


async def test_a_stream_says_the_same(client):
    whole = await say(client, user="ana")
    events = await stream(client, user="eva", metadata={"invoice": "1"})
    assert names(events) == [*BEGIN, *DONE, "response.completed"]
    assert [each.sequence_number for each in events] == list(range(len(events)))
    assert said_in(events) == whole.output_text
    last = events[-1].response
    assert (last.output_text, last.status) == (whole.output_text, "completed")
    assert {each.response.id for each in (events[0], events[1], events[-1])} == {last.id}
    assert events[0].response.status == "in_progress"
    assert last.metadata == {"invoice": "1"}
    assert last.model_extra["switchboard"]["active_agent"] == "Faturas"
    (text,) = [each for each in events if each.type == "response.output_text.done"]
    assert (text.text, text.item_id) == (last.output_text, last.output[0].id)
    assert (await client.responses.retrieve(last.id)).output == last.output


async def test_the_streaming_helper_of_the_client(client):
    first = await say(client, "oi")
    async with client.responses.stream(model=MODEL, input=INVOICE, previous_response_id=first.id) as told:
        kinds = [each.type async for each in told]
        final = await told.get_final_response()
    assert kinds[-1] == "response.completed" and DELTA in kinds
    assert final.output_text and final.previous_response_id == first.id


@pytest.mark.parametrize("streamed", [False, True], ids=["json", "stream"])
async def test_the_same_key_is_the_same_answer(client, streamed):
    async def ask():
        made = await say(client, stream=streamed, extra_headers={"Idempotency-Key": "once"})
        last = [each async for each in made][-1].response if streamed else made
        return last.id, last.output_text

    assert await ask() == await ask()
    assert await visit(lambda: Turn.unscoped.count()) == 1


@pytest.mark.parametrize("streamed", [False, True], ids=["whole", "streamed"])
async def test_a_failure_before_the_first_token_has_its_status(client, model, settings, streamed):
    settings.MODEL_DEADLINE = 1
    model.fails(429, times=4)
    with pytest.raises(openai.APIStatusError) as failed:
        await say(client, stream=streamed)
    assert (failed.value.status_code, failed.value.code) == (503, "model_busy")
    assert "Desculpe" in failed.value.body["message"]


async def test_a_failure_after_the_first_token_is_a_response_that_failed(client, model):
    model.cuts("Sua fatura INV001 está aberta. Ela vence no dia 10")
    events = await stream(client)
    assert names(events) == [*BEGIN, *DONE, "response.failed"]
    last = events[-1].response
    assert (last.status, last.error.code, last.output[0].status) == ("failed", "server_error", "incomplete")
    assert last.output_text == said_in(events)
    assert last.output_text.startswith("Sua fatura INV001 está aberta.")
    assert last.model_extra["switchboard"]["stopped"] == "interrupted"


@pytest.mark.parametrize(
    ("finish", "reason"), [("length", "max_output_tokens"), ("content_filter", "content_filter")]
)
async def test_an_answer_that_is_not_whole_says_why(client, model, finish, reason):
    model.says("Sua fatura é longa", finish=finish).says("Sua fatura é longa", finish=finish)
    answer = await say(client, user="ana")
    assert (answer.status, answer.incomplete_details.reason) == ("incomplete", reason)
    events = await stream(client, user="eva")
    assert names(events)[-1] == "response.incomplete"
    assert events[-1].response.incomplete_details.reason == reason


async def test_a_message_that_a_check_stopped(client):
    answer = await say(client, "fatura " * 3_000)
    assert (answer.status, answer.incomplete_details.reason) == ("incomplete", "content_filter")
    assert answer.output_text


async def test_a_response_that_is_made_can_be_read_and_one_that_is_stopped_says_so(client, slow_model):
    async def read_and_stop():
        async with asyncio.timeout(20):
            running = Turn.unscoped.filter(status="running")
            while not (turns := await visit(lambda: list(running.all()))):  # noqa: ASYNC110
                await asyncio.sleep(0.05)
        made = await client.responses.retrieve(f"resp_{turns[0].pk}")
        await asyncio.sleep(1)
        await client.post(f"http://localhost/api/turns/{turns[0].pk}/stop", body={}, cast_to=object)
        return made

    events, made = await asyncio.gather(stream(client), read_and_stop())
    assert (made.status, made.output, made.usage) == ("in_progress", [], None)
    last = events[-1]
    assert (last.type, last.response.status) == ("response.incomplete", "cancelled")
    assert last.response.output_text == said_in(events)
    assert (await client.responses.retrieve(last.response.id)).status == "cancelled"


async def test_words_that_were_taken_back_are_not_in_the_events_that_end_it():
    from conversations.turn import TurnEvent
    from routing.api.openai_responses import EventStream, ResponseDocument

    bodies = [
        ("accepted", {"turn_id": "t1"}),
        ("text", {"text": "Vou ver isso."}),
        ("text.reset", {"text": ""}),
        ("text", {"text": "Está paga."}),
        ("answer", {"text": "Está paga.", "metadata": {"turn_id": "t1", "status": "answered"}}),
    ]

    async def events():
        for n, (name, data) in enumerate(bodies):
            yield TurnEvent(name, data, n, 1)

    lines = [each.decode() async for each in EventStream(ResponseDocument(MODEL, {})).lines(events())]
    deltas = [each for each in lines if each.startswith(f"event: {DELTA}\n")]
    assert '"delta":"Vou ver isso."' in deltas[0] and '"delta":"\\n\\nEstá paga."' in deltas[1]
    assert all("Vou ver" not in each for each in lines[lines.index(deltas[-1]) + 1 :])
