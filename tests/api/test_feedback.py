"""Thumbs up and down: one a turn and writer, changed, taken back, masked, and gone with the words."""

import pytest

from conversations.models import Conversation, Feedback, Turn
from conversations.visits import visit
from tenancy.models import Tenant
from tests.parts.phrases import try_each


async def answered(web, session="thumbs"):
    """A turn with an answer: (turn_id, conversation_key)."""
    metadata = (await web.say("oi", session)).json()["metadata"]
    return metadata["turn_id"], metadata["conversation_key"]


def door(turn_id):
    return f"/api/chat/turns/{turn_id}/feedback"


async def stored():
    return await visit(lambda: list(Feedback.unscoped.order_by("pk")))


async def of_history(web, key):
    messages = (await web.get(f"/api/chat/conversations/{key}")).json()["messages"]
    return [one["feedback"] for one in messages if one["role"] == "assistant"]


async def test_a_thumb_is_given_and_comes_back_with_the_history(web):
    turn, key = await answered(web)
    assert await of_history(web, key) == [None]
    sent = await web.put(door(turn), json={"value": "unhelpful", "comment": "  Era outra fatura. "})
    assert (sent.status_code, sent.json()["value"], sent.json()["comment"]) == (
        200, "unhelpful", "Era outra fatura.",
    )  # fmt: skip
    assert await of_history(web, key) == [sent.json()]
    assert (await web.get(f"/api/turns/{turn}")).json()["feedback"] == sent.json()
    assert (await web.get(f"/sessions/{key}/messages")).json()["messages"][-1]["feedback"] == sent.json()


async def test_another_thumb_replaces_the_first_and_its_comment(web):
    turn, _key = await answered(web)
    await web.put(door(turn), json={"value": "unhelpful", "comment": "não"})
    await web.put(door(turn), json={"value": "helpful"})
    (row,) = await stored()
    assert (row.value, row.comment, row.updated_at > row.created_at) == ("helpful", "", True)


async def test_it_can_be_taken_back_once(web):
    turn, key = await answered(web)
    await web.put(door(turn), json={"value": "helpful"})
    assert (await web.delete(door(turn))).json() == {"removed": True}
    assert (await web.delete(door(turn))).json() == {"removed": False}
    assert await of_history(web, key) == [None]


async def test_two_writers_of_one_turn_keep_a_thumb_each(web, key):
    staff = key("chat", "sessions", "context:trusted")
    said = {"message": "oi", "user_id": "u1"}
    turn = (await web.post("/api/chat/message", json=said, headers=staff)).json()["metadata"]["turn_id"]
    for writer, value in (("u1", "helpful"), ("u2", "unhelpful")):
        thought = {"value": value, "user_id": writer}
        assert (await web.put(door(turn), json=thought, headers=staff)).status_code == 200
    assert {row.user_id: row.value for row in await stored()} == {"u1": "helpful", "u2": "unhelpful"}


async def test_a_comment_is_masked_as_messages_are(web):
    turn, _key = await answered(web)
    comment = "O CPF 529.982.247-25 não é meu, escreva a ana@example.com"
    told = (await web.put(door(turn), json={"value": "unhelpful", "comment": comment})).json()
    (row,) = await stored()
    assert row.comment == told["comment"]
    assert "529.982" not in row.comment and "ana@" not in row.comment


async def test_a_comment_is_masked_in_the_language_of_the_company_while_nobody_knows_another(web):
    turn, _key = await answered(web)

    def forget_the_language():
        Conversation.unscoped.update(state={})
        Tenant.objects.filter(pk="tenant_a").update(default_language="es")

    await visit(forget_the_language)
    said = {"value": "unhelpful", "comment": "Llamadme al 612345678"}
    assert "612345678" not in (await web.put(door(turn), json=said)).json()["comment"]


@try_each(
    ("body", "pointer"),
    [
        ({}, "/value"),
        ({"value": "so-so"}, "/value"),
        ({"value": 1}, "/value"),
        ({"value": "helpful", "comment": "a" * 2001}, "/comment"),
        ({"value": "helpful", "comment": 5}, "/comment"),
    ],
    ids=["nothing", "another value", "a number", "a long comment", "a number for a comment"],
)
async def test_what_is_no_thumb_is_refused_with_a_pointer(web, body, pointer):
    turn, _key = await answered(web)
    refused = await web.put(door(turn), json=body)
    assert (refused.status_code, refused.headers["content-type"]) == (422, "application/problem+json")
    assert [flaw["pointer"] for flaw in refused.json()["errors"]] == [pointer]
    assert await stored() == []


@try_each("method", ["PUT", "DELETE"])
async def test_an_unknown_turn_is_not_found(web, method):
    refused = await web.request(
        method, door("nothing"), **({"json": {"value": "helpful"}} if method == "PUT" else {})
    )
    assert (refused.status_code, refused.json()["code"]) == (404, "turn_not_found")


async def test_a_turn_in_the_making_cannot_be_judged_yet(web):
    turn, _key = await answered(web)
    await visit(lambda: Turn.unscoped.filter(pk=turn).update(status="queued"))
    refused = await web.put(door(turn), json={"value": "helpful"})
    assert (refused.status_code, refused.json()["code"]) == (409, "turn_running")
    await visit(lambda: Turn.unscoped.filter(pk=turn).update(status="answered"))


@pytest.mark.parametrize("way", ["conversation", "history"])
async def test_erasing_takes_the_words_and_leaves_the_count(web, way):
    turn, key = await answered(web)
    await web.put(door(turn), json={"value": "unhelpful", "comment": "palavras"})
    gone = f"/api/chat/conversations/{key}" if way == "conversation" else f"/sessions/{key}/messages"
    assert (await web.delete(gone)).status_code == 200
    (row,) = await stored()
    assert (row.value, row.comment) == ("unhelpful", "")
    again = await web.put(door(turn), json={"value": "unhelpful", "comment": "palavras"})
    assert again.status_code == 404


async def test_the_door_is_in_the_schema(web):
    schema = (await web.get("/api/schema/?format=json")).json()
    put = schema["paths"]["/api/chat/turns/{turn_id}/feedback"]["put"]
    assert {"200", "401", "404", "409", "422"} <= put["responses"].keys()
