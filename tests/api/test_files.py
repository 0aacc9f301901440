"""Pictures and PDF documents that come with a message: who reads them, what is refused, what is kept."""

import asyncio
import base64

import openai
import orjson
import pytest
from asgiref.sync import sync_to_async

from agents.turn_file import TurnFile
from conversations.models import Message, Turn
from conversations.visits import visit
from routing.api.body import Cap, parse
from routing.api.problems import Refused
from routing.texts import text
from tests.api.client_tools import MODEL, QUESTION, WEATHER, result, say
from tests.api.client_tools import client as client
from tests.api.client_tools import model as model
from tests.parts.phrases import try_each
from tests.routing.unsure import between

PNG = b"\x89PNG\r\n\x1a\n" + b"a picture of a bill" * 20
PDF = b"%PDF-1.7\n" + b"a contract" * 20


def data_url(content, media_type="image/png"):
    return f"data:{media_type};base64,{base64.b64encode(content).decode()}"


def picture(url=None):
    return {"type": "image_url", "image_url": {"url": url or data_url(PNG)}}


def picture_file(name):
    return {"url": data_url(PNG), "name": name}


def asks(*parts, text=QUESTION):
    return {"role": "user", "content": [{"type": "text", "text": text}, *parts]}


PICTURE_OF_TURN = {"type": "image_url", "image_url": {"url": data_url(PNG)}}


@pytest.fixture
def reading(model, settings):
    """A model that reads both kinds."""
    settings.MODEL_READS = ["pictures", "documents"]
    settings.OUTBOUND_ALLOW_LOOPBACK = True
    return model


def content_of(asked):
    return [each["content"] for each in asked["messages"] if each["role"] == "user"][-1]


# --- handed to a model that can ------------------------------------------------------------------------
async def test_a_picture_at_v1_reaches_the_model_and_is_not_kept(client, reading):
    reading.says("A conta é de março.")
    answer = await say(client, asks(picture()))
    assert answer.choices[0].message.content == "A conta é de março."
    (asked,) = reading.requests
    assert content_of(asked) == [{"type": "text", "text": QUESTION}, PICTURE_OF_TURN]
    turn = await visit(lambda: Turn.unscoped.get())
    message = await visit(lambda: Message.unscoped.get(turn=turn, role="user"))
    (kept,) = message.metadata["attachments"]
    assert (kept["name"], kept["media_type"], kept["size"]) == ("picture.png", "image/png", len(PNG))
    assert await visit(lambda: TurnFile.unscoped.count()) == 0
    assert base64.b64encode(PNG).decode()[:40] not in f"{turn.request}{turn.result}{message.metadata}"


async def test_documents_and_pictures_at_responses(client, reading):
    reading.says("São duas páginas.")
    parts = [
        {"type": "input_text", "text": QUESTION},
        {"type": "input_image", "image_url": data_url(PNG)},
        {"type": "input_file", "filename": "contract.pdf", "file_data": data_url(PDF, "application/pdf")},
    ]
    answer = await client.responses.create(model=MODEL, input=[{"role": "user", "content": parts}])
    assert answer.output_text == "São duas páginas."
    _words, shown, document = content_of(reading.requests[0])
    assert shown == PICTURE_OF_TURN
    assert document["file"]["filename"] == "contract.pdf"
    assert document["file"]["file_data"] == data_url(PDF, "application/pdf")


@pytest.mark.parametrize("path", ["/api/chat/message", "/gateway/message"])
async def test_attachments_at_our_own_endpoints(web, reading, path):
    reading.says("Vejo a conta.")
    files = [{"url": data_url(PNG), "name": "C:\\photos\\bill.png"}]
    sent = {"/api/chat/message": {"message": QUESTION}, "/gateway/message": {"payload": {"text": QUESTION}}}
    body = {"agent_id": MODEL, "attachments": files, **sent[path]}
    answer = (await web.post(path, json=body)).json()
    assert "Vejo a conta." in (answer.get("response") or answer["text"])
    assert PICTURE_OF_TURN in content_of(reading.requests[0])
    about = answer.get("metadata")
    read = (await web.get(f"/sessions/{about['conversation_key']}/messages")).json()
    (kept,) = read["messages"][0]["metadata"]["attachments"]
    assert (kept["name"], kept["media_type"], kept["size"]) == ("bill.png", "image/png", len(PNG))


async def test_a_picture_alone_is_a_message_of_its_name(client, reading):
    reading.says("Uma conta.")
    await say(client, {"role": "user", "content": [picture()]})
    assert await visit(lambda: Message.unscoped.get(role="user").text) == "picture"


@pytest.mark.parametrize("words", [{"text": ""}, {"message": " "}, {}], ids=["empty", "blank", "none"])
async def test_a_picture_alone_is_a_message_of_its_name_at_the_gateway_too(web, reading, words):
    reading.says("Uma conta.")
    body = {"agent_id": MODEL, "payload": {**words, "attachments": [{"url": data_url(PNG)}]}}
    answer = await web.post("/gateway/message", json=body)
    assert answer.status_code == 200, answer.text
    assert await visit(lambda: Message.unscoped.get(role="user").text) == "picture.png"
    nothing = await web.post("/gateway/message", json={"agent_id": MODEL, "payload": words})
    assert (nothing.status_code, "Write a message." in nothing.text) == (422, True)


@pytest.mark.parametrize("words", ["unclear", "none"])
async def test_a_picture_that_opens_a_conversation_is_seen_by_whoever_answers_for_want_of_others(
    web, reading, words
):
    """It was asked which of two matters is meant, and told that nobody saw it."""
    unclear, _names = await sync_to_async(between)(MODEL)
    reading.says("Uma conta.")
    words_sent, name = (unclear, "a.png") if words == "unclear" else ("", f"{unclear}.png")
    body = {"agent_id": MODEL, "payload": {"text": words_sent, "attachments": [picture_file(name)]}}
    answer = await web.post("/gateway/message", json=body)
    assert answer.status_code == 200, answer.text
    assert answer.json()["text"] == "Uma conta."
    assert PICTURE_OF_TURN in content_of(reading.requests[-1])


async def test_a_picture_without_words_that_nobody_sees_is_answered_by_that_alone(web):
    """What a file is called asks for nothing."""
    unclear, _names = await sync_to_async(between)(MODEL)
    for name in (f"{unclear}.png", "diente.png"):
        body = {"agent_id": MODEL, "payload": {"text": "", "attachments": [picture_file(name)]}}
        answer = await web.post("/gateway/message", json=body)
        told = answer.json()
        assert told["text"] == text("files_unread", "pt", names=name)
        assert told["metadata"]["question"] is None


@pytest.mark.parametrize("mode", ["router", "supervisor", "supervised"])
async def test_what_a_file_is_called_is_done_by_nobody(web, mode):
    """It was planned, and each part looked up what it named."""
    name = "Cadê meu pedido P100 e minha fatura veio alta.png"
    body = {"agent_id": MODEL, "mode": mode, "payload": {"text": "", "attachments": [picture_file(name)]}}
    answer = await web.post("/gateway/message", json=body)
    assert answer.status_code == 200, answer.text
    about = answer.json()["metadata"]
    assert (about["tool_calls"], about["pending"]) == ([], [])


async def test_only_the_last_message_brings_its_pictures(client, reading):
    reading.says("Sim.")
    other = picture(data_url(PNG + b"of before"))
    await say(client, asks(other, text="oi"), {"role": "assistant", "content": "Olá"}, asks(picture()))
    assert content_of(reading.requests[-1])[1:] == [PICTURE_OF_TURN]
    assert data_url(PNG + b"of before") not in str(reading.requests)


async def test_results_of_the_clients_tools_bring_the_picture_again(client, reading):
    reading.calls("get_weather", {"city": "Lisboa"})
    first = await say(client, asks(picture()), tools=[WEATHER])
    reading.says("Fez calor.")
    calls = first.choices[0].message
    brought = [asks(picture()), calls.model_dump(exclude_none=True), result(calls.tool_calls[0].id, "39 °C")]
    await say(client, *brought, tools=[WEATHER])
    assert all(PICTURE_OF_TURN in content_of(asked) for asked in reading.requests)


# --- told where nobody can ------------------------------------------------------------------------------
@pytest.mark.parametrize("reads", [[], ["documents"]], ids=["text alone", "documents alone"])
async def test_a_user_is_told_where_the_model_cannot(client, model, settings, reads):
    settings.MODEL_READS = reads
    model.says("Não sei o que é.")
    answer = await say(client, asks(picture()))
    told = text("files_unread", "pt", names="picture.png")
    assert answer.choices[0].message.content == f"Não sei o que é.\n\n{told}"
    (asked,) = model.requests
    assert "cannot read: picture.png" in content_of(asked)
    assert "base64" not in str(asked)


async def test_a_user_is_told_without_any_model_and_in_the_stream(client):
    whole = await say(client, asks(picture()), user="ana")
    told = text("files_unread", "pt", names="picture.png")
    assert whole.choices[0].message.content.endswith(f"\n\n{told}")
    chunks = [each async for each in await say(client, asks(picture()), user="eva", stream=True)]
    streamed = "".join(each.choices[0].delta.content or "" for each in chunks)
    assert streamed == whole.choices[0].message.content


async def test_a_name_is_masked_where_it_is_kept_and_told(client):
    named = {"filename": "529.982.247-25.pdf", "file_data": data_url(PDF, "application/pdf")}
    answer = await say(client, asks({"type": "file", "file": named}))
    kept = await visit(lambda: Message.unscoped.get(role="user").metadata["attachments"])
    assert "529.982" not in answer.choices[0].message.content
    assert "529.982" not in str(kept)
    assert [(each["masked"], each["read"]) for each in kept] == [(True, False)]


# --- refused --------------------------------------------------------------------------------------------
@try_each(
    "url",
    [
        "http://example.com/a.png", "file:///etc/passwd", "data:image/png;base64,AAAA", "data:image/png,abc",
        data_url(b"<svg xmlns='http://www.w3.org/2000/svg'/>", "image/svg+xml"), data_url(b"MZ\x90\x00"), "",
    ],
    ids=["http", "file", "no picture", "no Base64", "SVG", "a program", "nothing"],
)  # fmt: skip
async def test_what_is_no_picture_is_refused_with_its_place(client, url):
    with pytest.raises(openai.BadRequestError) as refused:
        await say(client, asks({"type": "image_url", "image_url": {"url": url}}))
    assert refused.value.param == "messages.0.content.1"
    assert await visit(lambda: Turn.unscoped.count()) == 0


async def test_too_many_and_too_large_files_are_refused(web, settings):
    settings.MESSAGE_FILES, settings.MESSAGE_FILE_BYTES = 2, 5000
    one = {"url": data_url(PNG)}
    large = {"url": data_url(PNG + b"a" * 4900)}
    larger = {"url": data_url(PNG + b"a" * 300_000)}
    for files, status, code in (
        ([one, one, one], 422, "invalid_request"),
        ([one, large], 413, "files_too_large"),
        ([larger], 413, "body_too_large"),
        ("a", 422, "invalid_request"),
        ([{"url": data_url(PNG), "name": 5}], 422, "invalid_request"),
    ):
        body = {"message": "oi", "agent_id": MODEL, "attachments": files}
        refused = await web.post("/api/chat/message", json=body)
        assert (refused.status_code, refused.json()["code"]) == (status, code)
    assert await visit(lambda: Turn.unscoped.count()) == 0


@pytest.mark.parametrize("begins", ["", "data:image/png;base64,"], ids=["text", "as if a file"])
async def test_room_for_files_is_no_room_for_anything_else(web, settings, begins):
    body = {"message": "oi", "agent_id": MODEL, "context": {"note": begins + "a" * settings.BODY_BYTES}}
    refused = await web.post("/api/chat/message", json=body)
    assert (refused.status_code, refused.json()["code"]) == (413, "body_too_large")


@pytest.mark.parametrize("name", ["attachments/0/x", "attachments~1"])
async def test_a_key_that_spells_a_way_to_a_file_is_no_file(web, name):
    body = {"payload": {"text": "oi", name: "data:" + "a" * 3_000_000}}
    refused = await web.post("/gateway/message", json=body)
    assert (refused.status_code, refused.json()["code"]) == (413, "body_too_large")
    assert refused.json()["detail"].startswith("Beside the files in it, a body may have 256.0 KB at most.")


async def test_files_larger_than_any_other_body_arrive(web, reading):
    reading.says("Grande.")
    large = PNG + b"a" * 6_000_000
    body = {"message": QUESTION, "agent_id": MODEL, "attachments": [{"url": data_url(large)}]}
    answer = await web.post("/api/chat/message", json=body)
    assert answer.status_code == 200
    assert content_of(reading.requests[0])[1]["image_url"]["url"] == data_url(large)


async def test_the_one_that_waits_brings_its_picture(web, reading):
    """The second message waits for the first; whoever takes it up finds its picture in its row."""
    waits = reading.holds("Primeira.")
    reading.says("Segunda.")
    body = {"message": QUESTION, "agent_id": MODEL, "session_id": "s1"}
    first = asyncio.create_task(web.post("/api/chat/message", json=body))
    while not reading.requests:  # noqa: ASYNC110
        await asyncio.sleep(0.01)
    later = {**body, "message": "e esta?", "attachments": [{"url": data_url(PNG)}]}
    second = asyncio.create_task(web.post("/api/chat/message", json=later))
    while not await visit(lambda: TurnFile.unscoped.count()):  # noqa: ASYNC110
        await asyncio.sleep(0.01)
    waits.set()
    await asyncio.gather(first, second)
    assert PICTURE_OF_TURN in content_of(reading.requests[-1])
    assert await visit(lambda: TurnFile.unscoped.count()) == 0


def test_a_body_of_a_million_nothings_is_refused_before_it_is_read():
    """What is no file has the room of any text: it is not even read as JSON where there is more of it."""
    for many in (b"[]," * 1_000_000, b'"data:,",' * 200_000, b'{"data:":0},' * 200_000):
        with pytest.raises(Refused) as refused:
            parse(b'{"message":"x","a":[' + many + b"no JSON]}", Cap.of(files=True))
        assert refused.value.code == "body_too_large"


def test_a_file_of_the_context_has_no_room_of_its_own(settings):
    large = {"url": data_url(PNG + bytes(settings.BODY_BYTES))}
    with pytest.raises(Refused) as refused:
        parse(orjson.dumps({"message": "x", "context": {"attachments": [large]}}), Cap.of(files=True))
    assert refused.value.code == "body_too_large"
    assert parse(orjson.dumps({"message": "x", "attachments": [large]}), Cap.of(files=True))


async def test_who_sends_files_in_a_context_is_told_where_they_belong(web):
    inside = {"context": {"attachments": [{"url": data_url(PNG)}]}}
    ways = {
        "/gateway/message": [{"message": "oi", **inside}, {"payload": {"text": "oi", **inside}}],
        "/api/chat/message": [{"message": "oi", **inside}],
    }
    for path, bodies in ways.items():
        for body in bodies:
            told = await web.post(path, json=body)
            assert told.status_code == 422
            assert told.json()["errors"][0]["pointer"] == "/context/attachments"


@pytest.mark.parametrize(
    ("reads", "taken"),
    [
        ([], None),
        (["pictures"], ["image/png", "image/jpeg", "image/gif", "image/webp"]),
        (["documents"], ["application/pdf"]),
    ],
    ids=["nothing", "pictures", "documents"],
)
async def test_the_catalogue_says_what_a_message_may_bring(web, model, settings, reads, taken):
    settings.MODEL_READS = reads
    listed = (await web.get("/agents")).json()["agents"]
    found = next(each for each in listed if each["agent_id"] == MODEL)["message_files"]
    if taken is None:
        assert found is None
    else:
        assert found == {"media_types": taken, "most_files": 4, "most_bytes": settings.MESSAGE_FILE_BYTES}
