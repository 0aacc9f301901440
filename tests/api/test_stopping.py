"""A process that ends tells those who wait where their answer will be; one that is not ready says so."""

import asyncio

import pytest

from routing.turns import life, registry
from tests.api.conftest import Web
from tests.api.events import parse

SENT = {"agent_id": "telecom_contas", "tenant_id": "tenant_a", "payload": {"text": "Minha fatura veio alta"}}


@pytest.fixture
async def ends(web: Web, slow_model):
    """Ends this process's waiting once a turn runs, as a stop does when the time of its turns is over."""
    for _ in range(3):  # a turn that is over at once may be over before it is seen
        slow_model.says("Uma palavra. " * 200, between=0.05)

    async def end() -> None:
        async with asyncio.timeout(20):
            while not registry.list_running_turns():  # noqa: ASYNC110
                await asyncio.sleep(0.01)
        await registry.drain(0)

    yield end
    registry.accept()


@pytest.mark.parametrize(
    ("address", "body"),
    [
        pytest.param("/gateway/message", SENT, id="gateway"),
        pytest.param("/api/chat/message", {"message": "Minha fatura veio alta", "user_id": "u1"}, id="chat"),
        pytest.param("/api/chat/multi-agent/message", {"message": "Minha fatura veio alta"}, id="team"),
        pytest.param(
            "/channels/web/message", {"text": "Minha fatura veio alta", "user_id": "u1"}, id="channel"
        ),
    ],
)
async def test_who_waits_is_told_where_the_answer_will_be(web, ends, address, body):
    answer, _ = await asyncio.gather(web.post(address, json=body), ends())
    assert answer.status_code == 202
    assert answer.headers["Location"] == answer.json()["turn"] == f"/api/turns/{answer.json()['turn_id']}"


async def test_an_openai_client_is_told_that_the_turn_goes_on(web, ends):
    asked = {"model": "telecom_contas", "messages": [{"role": "user", "content": "Minha fatura veio alta"}]}
    answer, _ = await asyncio.gather(web.post("/v1/chat/completions", json=asked), ends())
    assert (answer.status_code, answer.json()["error"]["code"]) == (504, "timeout")
    registry.accept()
    said = {"model": "telecom_contas", "input": "Minha fatura veio alta"}
    response, _ = await asyncio.gather(web.post("/v1/responses", json=said), ends())
    assert (response.status_code, response.json()["error"]["code"]) == (504, "timeout")
    registry.accept()
    streamed, _ = await asyncio.gather(
        web.post("/v1/chat/completions", json={**asked, "stream": True, "user": "u2"}), ends()
    )
    assert "went_away" in streamed.text and "[DONE]" not in streamed.text


async def test_a_stream_ends_so_that_its_client_comes_back_for_the_rest(web, ends):
    streamed, _ = await asyncio.gather(web.post("/gateway/message/sse", json=SENT), ends())
    names = [name for _, name, _ in parse(streamed.text)]
    assert names[0] == "accepted" and not {"answer", "error", "done"} & set(names)


async def test_a_refusal_while_it_stops_is_no_error_in_the_log(web, caplog):
    registry.accept(False)
    try:
        refused = [await web.post("/gateway/message", json=SENT), await web.get("/readyz")]
    finally:
        registry.accept()
    assert [each.status_code for each in refused] == [503, 503]
    assert [each for each in caplog.records if each.levelname in ("WARNING", "ERROR")] == []


async def test_a_process_is_not_ready_before_it_has_read_what_it_needs(web):
    assert (await web.get("/readyz")).json()["checks"]["loaded"] == "loading"
    await life.begin()
    try:
        async with asyncio.timeout(60):
            while (ready := await web.get("/readyz")).status_code != 200:  # noqa: ASYNC110
                await asyncio.sleep(0.05)
        assert set(ready.json()["checks"].values()) == {"ok"}
    finally:
        await life.finish()
        registry.accept()


async def test_a_process_is_not_ready_while_the_disk_is_full(web, settings):
    settings.DISK_FREE_BYTES = 2**62
    ready = await web.get("/readyz")
    assert (ready.status_code, ready.json()["checks"]["disk"]) == (503, "disk full")
