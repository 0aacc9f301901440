"""Backends that are away: the next one answers, the user is told, and what keeps failing is left alone."""

import asyncio
import threading
from functools import partial

import pytest
from django.utils.translation import override

from rollout import control
from routing.gateway.models import Backend, GatewayDecision
from routing.turns import registry
from tenancy.models import Tenant
from tests.gateway.conftest import place
from tests.gateway.test_streams import events
from tests.parts.visiting import visit_now

BOTH = "Minha fatura e meu pedido"  # contas, then suporte


def rows(read):
    return asyncio.to_thread(visit_now, read)


async def test_the_next_candidate_answers_and_the_user_is_told(web, backends):
    backends["suporte"].stop()
    answer = (await web.say("Onde está meu pedido, quando é a entrega, e a fatura?", session="t-1")).json()
    assert answer["text"] == "Suporte não está respondendo agora; quem atende é Contas.\n\ncontas aqui."
    assert answer["metadata"]["selected_backend"] == "contas"
    assert answer["metadata"]["failed_backends"] == ["suporte"]
    follows = (await web.say("e então?", session="t-1")).json()
    assert follows["text"] == "contas aqui."


async def test_the_default_answers_where_nobody_else_is_pointed_to(web, backends):
    backends["ofertas"].stop()
    answer = (await web.say("I want to change my plan, which offer is there?", session="t-2")).json()
    assert answer["text"].startswith("Ofertas is not answering just now; Contas is with you.")


async def test_where_nobody_answers_it_is_a_502_that_names_the_backend(web, backends):
    for stand in backends.values():
        stand.stop()
    answer = await web.say("Minha fatura veio alta", session="t-3")
    assert answer.status_code == 502 and answer.headers["Retry-After"]
    problem = answer.json()
    assert problem["code"] == "backends_failed" and problem["backend_id"] == "contas"
    assert "Contas não está respondendo agora" in problem["detail"]
    decision = await rows(lambda: GatewayDecision.objects.of("tenant_a").latest("id"))
    assert decision.status == "failed" and decision.failures[0]["backend"] == "contas"
    for reader, words in (("en", "It cannot be reached."), ("pt-br", "Não pode ser alcançado.")):
        assert await rows(partial(last_error, "contas", reader)) == words


def last_error(backend: str, reader: str) -> str:
    with override(reader):
        return Backend.objects.of("tenant_a").get(name=backend).last_error


async def test_a_backend_that_the_request_names_has_no_substitute(web, backends):
    backends["suporte"].stop()
    body = {"backend_id": "suporte", "payload": {"text": BOTH}}
    answer = await web.post("/gateway/message", json=body)
    assert answer.status_code == 502 and answer.json()["backend_id"] == "suporte"
    assert not backends["contas"].seen


async def test_what_failed_three_times_is_left_alone(web, backends):
    backends["suporte"].answers = lambda body: (503, {"detail": "full"})
    for n in range(5):
        answer = await web.say("Onde está meu pedido?", session=f"t-4-{n}")
        assert answer.json()["metadata"]["selected_backend"] == "contas"
    assert len(backends["suporte"].seen) == 3


async def test_an_address_that_changed_is_another_chance(web, backends):
    there = backends["suporte"].url
    await rows(lambda: place({"suporte": "http://127.0.0.1:9"}))
    for n in range(4):
        await web.say("Onde está meu pedido?", session=f"t-5-{n}")
    await rows(lambda: place({"suporte": there}))
    answer = (await web.say("Onde está meu pedido?", session="t-5")).json()
    assert answer["text"] == "suporte aqui."


async def test_a_switch_acts_at_once(web, backends):
    tenant = await rows(lambda: Tenant.objects.get(pk="tenant_a"))
    await rows(lambda: control.set_switch(tenant, "backend", "suporte", off=True, author="test"))
    answer = (await web.say("Onde está meu pedido?", session="t-6")).json()
    assert answer["metadata"]["selected_backend"] == "contas" and not backends["suporte"].seen
    await rows(lambda: control.set_switch(tenant, "backend", "suporte", off=False, author="test"))
    answer = (await web.say("Onde está meu pedido?", session="t-6b")).json()
    assert answer["text"] == "suporte aqui."


async def test_who_has_the_message_and_is_well_keeps_it(web, backends, settings):
    """It may have acted on it: nobody else gets it."""
    settings.BACKEND_TIMEOUT_SECONDS = 0.3
    backends["suporte"].delay = 1.5
    answer = await web.say("Onde está meu pedido?", session="t-7")
    assert answer.status_code == 502 and not backends["contas"].seen


async def test_who_has_the_message_and_is_ill_is_away(web, backends, settings):
    settings.BACKEND_TIMEOUT_SECONDS = 0.3
    backends["suporte"].delay, backends["suporte"].well = 1.5, False
    answer = (await web.say("Onde está meu pedido?", session="t-8")).json()
    assert answer["metadata"]["selected_backend"] == "contas"


@pytest.mark.parametrize("status", [500, 502, 504])
async def test_who_failed_over_the_message_keeps_it_while_it_is_well(status, web, backends):
    """It may have acted before it failed."""
    backends["suporte"].answers = lambda body: (status, {"detail": "broken"})
    answer = await web.say("Onde está meu pedido?", session="t-12")
    assert answer.status_code == 502 and not backends["contas"].seen
    backends["suporte"].well = False
    answer = (await web.say("Onde está meu pedido?", session="t-12")).json()
    assert answer["metadata"]["selected_backend"] == "contas"


async def test_an_answer_that_is_too_long_was_an_answer(web, backends):
    backends["suporte"].answers = lambda body: {"text": "x" * 5_000_000}
    answer = await web.say("Onde está meu pedido?", session="t-13")
    assert answer.status_code == 502 and not backends["contas"].seen


@pytest.mark.parametrize("levels", [60, 260, 1000])
@pytest.mark.parametrize("streamed", [False, True], ids=["at once", "a stream"])
async def test_an_answer_that_nests_too_deeply_to_be_passed_on_is_none(streamed, levels, web, backends):
    deep: list = []
    for _ in range(levels):
        deep = [deep]
    backends["contas"].answers = lambda body: {"text": "x", "metadata": {"a": deep}}
    if streamed:
        _answer, told = await events(web, "Minha fatura", "t-14")
        assert told[-1][1] == "error" and told[-1][2]["code"] == "backends_failed"
    else:
        answer = await web.say("Minha fatura", session="t-14")
        assert answer.status_code == 502 and answer.json()["code"] == "backends_failed"
    decision = await rows(lambda: GatewayDecision.objects.of("tenant_a").latest("id"))
    assert decision.status == "failed" and decision.answered_by == ""


async def test_a_refusal_that_nests_too_deeply_is_no_refusal(web, backends):
    deep = b"[" * 900 + b"]" * 900
    backends["contas"].answers = lambda body: (422, b'{"code": "no", "detail": %s}' % deep)
    answer = await web.say("Minha fatura", session="t-15")
    assert answer.status_code == 502


async def test_a_connection_that_broke_is_tried_once_more_with_the_same_message(web, backends):
    backends["contas"].breaks = 1
    answer = (await web.say("Minha fatura", session="t-9")).json()
    assert answer["text"] == "contas aqui."
    first, second = backends["contas"].seen
    assert first == second and first["payload"]["message_id"]


@pytest.mark.parametrize("status", [400, 404, 409, 413, 422, 429])
async def test_what_a_backend_refuses_about_the_message_is_passed_on(status, web, backends):
    said = {
        "code": "no",
        "title": "No",
        "detail": "Not like that.",
        "errors": [{"pointer": "/x", "detail": "y"}],
    }
    backends["contas"].answers = lambda body: (status, said)
    answer = await web.say("Minha fatura", session="t-10")
    assert answer.status_code == status
    problem = answer.json()
    assert problem["code"] == "no" and problem["detail"] == "Not like that."
    assert problem["errors"] == [{"pointer": "/x", "detail": "y"}]
    for _ in range(4):
        await web.say("Minha fatura", session="t-10")
    assert len(backends["contas"].seen) == 5  # it is there: nothing is left alone


@pytest.mark.parametrize(
    "said", [b"<html>", b"[]", b'{"metadata": {}}', b'{"text": 7}', b'{"text": "a", "metadata": 1}'],
    ids=["page", "list", "no text", "number", "odd metadata"],
)  # fmt: skip
async def test_an_answer_that_is_none_counts_as_none(said, web, backends):
    backends["ofertas"].answers = lambda body: (200, said)
    answer = (await web.say("quero trocar meu plano", session="t-11")).json()
    expected = "ofertas" if b'"a"' in said else "contas"
    assert answer["metadata"]["selected_backend"] == expected


async def test_what_no_database_can_hold_is_left_out_of_the_record(web, backends):
    backends["suporte"].answers = lambda body: (503, {"detail": "full\x00!"})
    said = {"text": "a\x00b", "session_id": "there\x00", "metadata": {"language": "pt\x00"}}
    backends["contas"].answers = lambda body: said
    answer = await web.say("Onde está meu pedido?", session="t-14")
    assert answer.status_code == 200 and answer.json()["metadata"]["selected_backend"] == "contas"
    decision = await rows(
        lambda: GatewayDecision.objects.of("tenant_a").select_related("session").latest("id")
    )
    assert decision.status == "answered" and decision.failures[0]["why"].endswith("full!")
    assert decision.session.backend_sessions == {"contas": "there"} and decision.session.language == "pt"
    row = await rows(lambda: Backend.objects.of("tenant_a").get(name="suporte"))
    assert row.last_error.endswith("full!")


@pytest.mark.parametrize("metadata", ["a text", ["a list"], 7], ids=str)
async def test_metadata_in_the_context_that_is_none_goes_nowhere(metadata, web, backends):
    body = {"payload": {"text": "Minha fatura", "session_id": "t-16", "context": {"metadata": metadata}}}
    answer = await web.post("/gateway/message", json=body)
    assert answer.status_code == 200
    assert backends["contas"].seen[0]["payload"]["metadata"] == {"global_session_id": "t-16"}


async def test_a_gateway_is_no_backend(web, backends):
    answer = await web.post(
        "/gateway/message", json={"text": "Minha fatura"}, headers={"X-Switchboard-Gateway": "1"}
    )
    assert answer.status_code == 508 and answer.json()["code"] == "gateway_loop"


async def test_an_error_of_a_message_from_a_backend_that_is_well_leaves_nobody_alone(web, backends):
    contas = backends["contas"]
    contas.answers = lambda body: (500, {"detail": "this one is too much"})
    for number in range(4):
        answer = await web.say("Minha fatura", session=f"t-well-{number}")
        assert answer.status_code == 502
    assert len(contas.seen) == 4
    contas.answers = None
    assert (await web.say("Minha fatura", session="t-well-5")).json()["text"] == "contas aqui."
    contas.answers, contas.well = (lambda body: (500, {"detail": "no"})), False
    for number in range(4):
        await web.say("Minha fatura", session=f"t-ill-{number}")
    assert len(contas.seen) == 8  # three more: then it is left alone


async def test_who_waits_when_the_gateway_itself_ends_is_told_so(web, backends):
    heard, go_on = threading.Event(), threading.Event()

    def answers(_body):
        heard.set()
        go_on.wait(10)
        return 200, {"text": "contas aqui."}

    backends["contas"].answers = answers

    async def end() -> None:
        await asyncio.to_thread(heard.wait, 10)
        await registry.drain(0)

    try:
        answer, _ = await asyncio.gather(web.say("Minha fatura veio alta", session="t-ends"), end())
    finally:
        registry.accept()
        go_on.set()
    told = answer.json()
    assert (answer.status_code, told["status"], answer.headers["Retry-After"]) == (202, "running", "2")
    assert answer.headers["Location"] == told["events"] == "/gateway/events/t-ends"
    assert (told["session_id"], told["metadata"]["selected_backend"]) == ("t-ends", "contas")


async def test_a_gateway_takes_on_no_more_than_it_can_pass_on_in_time(web, backends, settings):
    settings.TURNS_AT_ONCE = 1
    go_on = threading.Event()

    def answers(_body):
        go_on.wait(10)
        return 200, {"text": "contas aqui."}

    backends["contas"].answers = answers
    waiting = asyncio.create_task(web.say("Minha fatura veio alta", session="t-first"))
    try:
        async with asyncio.timeout(10):
            while not backends["contas"].seen:  # noqa: ASYNC110
                await asyncio.sleep(0.01)
        refused = await web.say("Minha fatura veio alta", session="t-second")
        streamed = await web.post(
            "/gateway/message/sse", json={"text": "Minha fatura veio alta", "session_id": "t-third"}
        )
    finally:
        go_on.set()
    for each in (refused, streamed):
        told = (each.status_code, each.json()["code"], each.headers["Retry-After"])
        assert told == (503, "overloaded", "5")
    assert (await waiting).status_code == 200 and len(backends["contas"].seen) == 1
    assert (await web.say("Minha fatura veio alta", session="t-second")).status_code == 200
