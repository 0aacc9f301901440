"""Where seed 000's fields may stand, and what is refused before anybody is asked."""

import json

import pytest
from django.test import RequestFactory
from rest_framework.exceptions import ValidationError

from routing.api import body, gateway_request, problems
from routing.api.problems import Refused
from tests.parts.phrases import try_each


def parsed(sent, **headers):
    request = RequestFactory().post("/gateway/message", json.dumps(sent), "application/json", **headers)
    return gateway_request.read(request, body.read(request), "gateway")


def refused(sent, **headers):
    """(status, pointers) of the problem that a body becomes."""
    request = RequestFactory().post("/gateway/message", json.dumps(sent), "application/json", **headers)
    with pytest.raises((Refused, ValidationError)) as caught:
        gateway_request.read(request, body.read(request), "gateway")
    answer = problems.answer(caught.value, request)
    return answer.status_code, [flaw["pointer"] for flaw in json.loads(answer.content)["errors"]]


@try_each("name", ["text", "message", "content", "transcript", "input", "user_text"])
@try_each("place", ["top", "payload"])
def test_the_message_may_have_any_of_its_names_in_either_place(name, place):
    sent = {name: "Olá"} if place == "top" else {"payload": {name: "Olá"}}
    assert parsed(sent).text == "Olá"


def test_fields_without_a_meaning_of_their_own_join_the_context():
    request = parsed(
        {"order_id": "P1", "payload": {"text": "oi", "invoice_id": "INV001", "context": {"order_id": "P100"}}}
    )
    assert request.context == {"invoice_id": "INV001", "order_id": "P100"}


def test_business_keys_join_the_context_and_win():
    sent = {
        "payload": {"text": "oi", "context": {"customer_key": "A"}, "business_context": {"customer_key": "B"}}
    }
    assert parsed(sent).context == {"customer_key": "B"}


@try_each("place", ["top", "payload", "context", "payload.context"])
def test_names_are_found_wherever_they_stand(place):
    names = {"tenant_id": "tenant_a", "agent_id": "retail_orders", "user_id": "u1", "message_id": "m1"}
    sent = {
        "top": {"text": "oi", **names},
        "payload": {"payload": {"text": "oi", **names}},
        "context": {"text": "oi", "context": names},
        "payload.context": {"payload": {"text": "oi", "context": names}},
    }[place]
    request = parsed(sent)
    assert (request.tenant_id, request.agent_id, request.user_id, request.message_id) == tuple(names.values())
    assert request.credentials.tenant == "tenant_a"
    assert request.context == {}


@try_each("name", ["tenant_id", "agent_id", "user_id", "session_id"])
def test_places_that_disagree_are_refused_with_both_pointers(name):
    sent = {name: "one", "payload": {"text": "oi", "context": {name: "two"}}}
    assert refused(sent) == (422, [f"/{name}", f"/payload/context/{name}"])


def test_the_same_name_said_twice_alike_is_no_disagreement():
    assert parsed({"user_id": "u1", "payload": {"text": "oi", "user_id": "u1"}}).user_id == "u1"


@try_each(
    ("sent", "pointer"),
    [
        ({"text": 5}, "/text"),
        ({"text": True}, "/text"),
        ({"text": ["oi"]}, "/text"),
        ({"payload": {"text": {"a": 1}}}, "/payload/text"),
        ({"payload": "oi"}, "/payload"),
        ({"payload": ["oi"]}, "/payload"),
        ({"text": "oi", "context": "x"}, "/context"),
        ({"payload": {"text": "oi", "context": [1]}}, "/payload/context"),
        ({"payload": {"text": "oi", "business_context": 1}}, "/payload/business_context"),
        ({"text": "oi", "context": {"business_context": "C1"}}, "/context/business_context"),
        (
            {"payload": {"text": "oi", "context": {"business_context": [1]}}},
            "/payload/context/business_context",
        ),
        ({"text": "oi", "tenant_id": "Tenant A"}, "/tenant_id"),
        ({"text": "oi", "agent_id": "a/b"}, "/agent_id"),
        ({"text": "oi", "user_id": 7}, "/user_id"),
        ({"text": "oi", "context": {"user_id": 7}}, "/context/user_id"),
        ({"text": "oi", "session_id": ""}, "/session_id"),
        ({"text": "oi", "session_id": "a/b"}, "/session_id"),
        ({"text": "oi", "session_id": "a\nb"}, "/session_id"),
        ({"text": "oi", "session_id": "x" * 129}, "/session_id"),
        ({"text": "oi", "session_id": 12}, "/session_id"),
        ({"text": "oi", "channel": "w/eb"}, "/channel"),
        ({"text": "oi", "mode": 3}, "/mode"),
        ({"text": "nul \x00 inside"}, "/text"),
        ({"payload": {"text": "oi", "context": {"k": ["a", "b\x00"]}}}, "/payload/context/k/1"),
        ({}, "/text"),
        ({"text": " \n "}, "/text"),
        ({"payload": None}, "/text"),
    ],
    ids=lambda value: json.dumps(value)[:40] if isinstance(value, dict) else "",
)
def test_what_is_wrong_is_a_422_that_points_at_it(sent, pointer):
    assert refused(sent) == (422, [pointer])


def test_a_whole_conversation_key_is_a_session_id():
    key = "tenant_a:telecom_contas:" + "x" * 128
    assert parsed({"text": "oi", "session_id": key}).session_id == key


def test_a_message_beyond_the_limit_is_413(settings):
    settings.MESSAGE_CHARACTERS = 10
    assert parsed({"text": "x" * 10}).text == "x" * 10
    assert refused({"text": "x" * 11}) == (413, [])


@try_each("key", ["", "x" * 201, "a\tb", "ç"])
def test_an_idempotency_key_that_cannot_be_stored_is_400(key):
    assert refused({"text": "oi"}, headers={"Idempotency-Key": key})[0] == 400


def test_the_digest_is_of_the_body_and_not_of_its_spelling():
    one = parsed({"text": "oi", "channel": "web"}, headers={"Idempotency-Key": "k"})
    other = parsed({"channel": "web", "text": "oi"}, headers={"Idempotency-Key": "k"})
    assert one.body_digest == other.body_digest
    assert one.idempotency_key == "k"
    assert parsed({"text": "oi!", "channel": "web"}).body_digest != one.body_digest
