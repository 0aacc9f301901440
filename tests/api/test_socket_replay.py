"""What a socket tells of turns that were begun before it, and in which order."""

import pytest

from tests.api.sockets import greeted

INVOICE = {"msisdn": "5511999999999", "invoice_id": "INV001"}


def names(told):
    return [event["event"] for event in told]


async def test_who_comes_back_is_told_what_they_missed(web, slow_model):
    async with greeted("back") as line:
        line.send(text="Minha fatura veio alta", context=INVOICE)
        begun = await line.until("text")
        line.send(text="e o meu plano?", ref="second")  # waits in line meanwhile
        begun += await line.until("accepted", "second")
    assert "id" not in begun[-1]  # it would stand for the rest of turn 1
    seen = [event["id"] for event in begun if "id" in event]
    async with greeted("back", last_event_id=seen[-1]) as line:
        line.send("stop", turn_id=begun[0]["data"]["turn_id"])
        told = await line.until("done")
        told += await line.until("done")
    missed = [event["id"] for event in told if event["event"] != "stopped"]
    first = [int(id.split(".")[1]) for id in [*seen, *missed] if id.startswith("1.")]
    assert first == sorted(set(first))  # each once, in order
    assert {id.split(".")[0] for id in missed} == {"1", "2"}
    assert [event["event"] for event in told].count("done") == 2


@pytest.mark.parametrize("forgotten", [False, True], ids=["known", "forgotten"])
async def test_who_had_seen_the_end_of_a_turn_is_told_the_turns_after_it(web, slow_model, forgotten):
    from conversations.event_log import log

    async with greeted("ended") as line:
        line.send(text="Minha fatura veio alta", context=INVOICE)
        begun = await line.until("text")
        line.send(text="e o meu plano?")
        line.send("stop", turn_id=begun[0]["data"]["turn_id"])
        begun += await line.until("done")
    if forgotten:  # as a minute later
        log._rings.pop(begun[0]["data"]["turn_id"])
    async with greeted("ended", last_event_id=begun[-1]["id"]) as line:
        while (event := await line.next())["id"].startswith("1."):
            assert forgotten
            assert event["event"] in ("answer", "done")
        assert event["id"].startswith("2.")
        line.send("stop", turn_id=event["data"]["turn_id"])
        assert (await line.until("done"))[-1]["id"].startswith("2.")


async def test_who_comes_back_and_sends_again_is_told_each_event_once(web):
    message = {"text": "Minha fatura veio alta", "context": INVOICE, "idempotency_key": "back"}
    async with greeted("resent") as line:
        line.send(**message)
        begun = await line.until("done")
    ids = {event["id"]: event["event"] for event in begun}
    async with greeted("resent", last_event_id=begun[-3]["id"]) as line:
        line.send(**message)
        line.send("stop", turn_id=begun[0]["data"]["turn_id"], ref="end")
        told = await line.until("stopped")
        while "done" not in names(told) or "accepted" not in names(told):
            told.append(await line.next())
    seen = [event["id"] for event in told if "id" in event]
    assert all(ids[event["id"]] == event["event"] for event in told if "id" in event)
    assert len(seen) == len(set(seen))


async def test_a_later_turn_waits_until_those_before_it_have_been_told(web, slow_model):
    async with greeted("order") as line:
        line.send(text="Minha fatura veio alta", context=INVOICE)
        first = (await line.until("text"))[0]["data"]["turn_id"]
    async with greeted("order", last_event_id="1.1") as line:
        line.send(text="e o meu plano?", ref="second")
        told = await line.until("accepted", "second")
        line.send("stop", turn_id=told[-1]["data"]["turn_id"])  # ends at once, as it waits in line
        told += await line.until("stopped")
        line.send("stop", turn_id=first)
        while names(told).count("done") < 2:
            told.append(await line.next())
    turns = [event["id"].split(".")[0] for event in told if "id" in event]
    assert turns == sorted(turns)
    assert names(told).count("accepted") == 1  # the second one's; the first had been told


async def test_a_message_that_is_begun_during_a_replay_is_accepted_once(web, slow_model):
    async with greeted("twice") as line:
        line.send(text="Minha fatura veio alta", context=INVOICE)
        running = (await line.until("text"))[0]["data"]["turn_id"]
    async with greeted("twice", last_event_id="0.0") as line:
        for number in (2, 3):
            line.send(text=f"e o meu plano {number}?", ref=number)
        told = await line.until("accepted", ref=3)
        accepted = [event["data"]["turn_id"] for event in told if event["event"] == "accepted"]
        for turn in (running, *(each for each in accepted if each != running)):
            line.send("stop", turn_id=turn)
            told += await line.until("done")
    accepted = [event for event in told if event["event"] == "accepted"]
    assert len({event["data"]["turn_id"] for event in accepted}) == len(accepted) == 3


async def test_a_token_that_is_revoked_during_a_replay_ends_the_socket(stranger, key, slow_model):
    from conversations.visits import visit
    from tenancy import tokens

    given = await visit(lambda: tokens.issue("tenant_a", "ana", {}, ["chat"]))
    async with greeted("replayed", token=given) as line:
        line.send(text="Minha fatura veio alta", context=INVOICE)
        turns = [(await line.until("text"))[0]["data"]["turn_id"]]
        line.send(text="e o meu plano?", ref="second")
        turns.append((await line.until("accepted", "second"))[-1]["data"]["turn_id"])
    async with greeted("replayed", token=given, last_event_id="1.1") as line:
        await line.until("text")
        await visit(lambda: tokens.revoke_all("tenant_a"))
        for turn in reversed(turns):
            await conduct_stop(turn)
        told = await line.until("error")
        assert told[-1]["data"]["code"] == "unauthenticated"
        assert await line.next() is None
        assert line.code == 4401


async def test_a_token_that_is_revoked_hears_no_more_of_its_turn(stranger, key, slow_model, monkeypatch):
    from conversations.visits import visit
    from routing.api import watching
    from tenancy import tokens

    monkeypatch.setattr(watching, "LOOK_EVERY", 0.1)
    given = await visit(lambda: tokens.issue("tenant_a", "ana", {}, ["chat"]))
    async with greeted("overheard", token=given) as line:
        line.send(text="Minha fatura veio alta", context=INVOICE)
        turn = (await line.until("text"))[0]["data"]["turn_id"]
        await visit(lambda: tokens.revoke_all("tenant_a"))
        told = await line.until("error")
        assert told[-1]["data"]["code"] == "unauthenticated"
        assert await line.next() is None
        assert line.code == 4401
    await conduct_stop(turn)


async def conduct_stop(turn):
    """Stops a turn as the process does that is asked to by another."""
    from routing.turns import conduct, registry

    if not registry.stop(turn):
        await conduct.end_waiting(turn)
