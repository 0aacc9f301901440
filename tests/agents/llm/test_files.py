"""Files of a message as models get them, whichever way leads to one."""

import base64

from langchain_core.messages import HumanMessage, SystemMessage

from agents.llm.choose import FallbackChain
from agents.llm.files import MESSAGE
from agents.llm.openai_compatible import OpenAICompatible
from agents.llm.request import ModelRequest
from agents.specs import LLMSpec
from conversations.files import SentFile
from tests.agents.llm.test_settings import chat as chat
from tests.agents.llm.test_settings import own_loop as own_loop

PICTURE = SentFile.of(b"\x89PNG\r\n\x1a\n" + b"bill", "bill.png")
DOCUMENT = SentFile.of(b"%PDF-1.7 contract", "contract.pdf")
MESSAGES = (HumanMessage("before"), HumanMessage("what is this?", id=MESSAGE), HumanMessage("again"))


def base64_of(file):
    return base64.b64encode(file.content).decode()


async def read(model, *messages):
    asked = ModelRequest(messages or MESSAGES, deadline_seconds=5, files=(PICTURE, DOCUMENT))
    return [event async for event in model.stream(asked)]


async def test_the_users_message_has_the_files_on_every_way(chat, fake_openai):
    await read(chat(reads_pictures=True, reads_documents=True))
    before, asked, again = fake_openai.requests[0]["messages"]
    url = f"data:image/png;base64,{base64_of(PICTURE)}"
    data = f"data:application/pdf;base64,{base64_of(DOCUMENT)}"
    assert (before["content"], again["content"]) == ("before", "again")
    assert asked["content"] == [
        {"type": "text", "text": "what is this?"},
        {"type": "image_url", "image_url": {"url": url}},
        {"type": "file", "file": {"file_data": data, "filename": "contract.pdf"}},
    ]


async def test_a_model_is_told_of_what_it_cannot_read(chat, fake_openai):
    await read(chat(reads_pictures=True))
    words, picture = fake_openai.requests[0]["messages"][1]["content"]
    assert "cannot read: contract.pdf" in words["text"]
    assert picture["type"] == "image_url"
    await read(chat())
    assert "cannot read: bill.png" in fake_openai.requests[1]["messages"][1]["content"]


async def test_who_takes_over_gets_what_it_reads(fake_openai):
    fake_openai.fails(400).says("A contract.")
    first = OpenAICompatible(LLMSpec("a", model="m", reads_pictures=True), fake_openai.base_url, "k")
    second = OpenAICompatible(LLMSpec("b", model="m", reads_documents=True), fake_openai.base_url, "k")
    chain = FallbackChain([first, second])
    assert chain.reads == {"picture"}
    await read(chain, SystemMessage("You help."), MESSAGES[1])
    assert chain.reads == {"document"}
    kinds = [[part["type"] for part in asked["messages"][1]["content"]] for asked in fake_openai.requests]
    assert kinds == [["text", "image_url"], ["text", "file"]]


def test_a_file_is_what_its_first_bytes_say():
    assert SentFile.of(b"GIF89a...", "bill.pdf").media_type == "image/gif"
    assert SentFile.of(b"RIFF\x00\x00\x00\x00WEBPVP8 ", "").name == "picture.webp"
    assert SentFile.of(b"<svg/>", "bill.png") is None
    assert SentFile.of(b"\xff\xd8\xff", "../../\x07etc/pass\u202ewd").name == "passwd"
