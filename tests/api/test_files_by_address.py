"""Files of a message that are named by an address: fetched within the outgoing walls, or told as unread."""

import ssl

import pytest

from conversations.models import Message, Turn
from conversations.visits import visit
from outbound import connect, policy
from routing.texts import text
from tests.api.client_tools import client as client
from tests.api.client_tools import model as model
from tests.api.client_tools import say
from tests.api.test_files import PICTURE_OF_TURN, PNG, asks, content_of, picture
from tests.api.test_files import reading as reading
from tests.fakes.website import Website
from tests.outbound.test_tls import certificate as certificate


@pytest.fixture
async def shop(certificate, monkeypatch):
    """https://shop.example on this machine, whose certificate is trusted."""
    resolve = connect.resolve

    async def here(host, port, timeout):
        return await resolve("127.0.0.1" if host.endswith(".example") else host, port, timeout)

    trusting = ssl.create_default_context(cafile=str(certificate))
    monkeypatch.setattr(policy, "_tls", lambda: trusting)
    monkeypatch.setattr(connect, "resolve", here)
    await policy.close()
    with Website(str(certificate)) as site:
        site.put("/bill.png", PNG, content_type="text/plain")
        yield site
    await policy.close()


def at(site, path, host="shop.example"):
    return picture(f"https://{host}:{site.port}{path}?signed=secret")


async def test_a_picture_is_fetched_and_its_address_not_kept(client, reading, shop):
    reading.says("A conta.")
    await say(client, asks(at(shop, "/bill.png")))
    assert content_of(reading.requests[0])[1:] == [PICTURE_OF_TURN]
    kept = await visit(lambda: Message.unscoped.get(role="user").metadata["attachments"])
    assert (kept[0]["name"], kept[0]["media_type"], kept[0]["size"]) == ("bill.png", "image/png", len(PNG))
    turn = await visit(lambda: Turn.unscoped.get())
    assert "signed=secret" not in f"{turn.request}{turn.result}"


async def test_what_cannot_be_had_is_said_to_the_user(client, reading, shop, settings):
    settings.MESSAGE_FILE_BYTES = len(PNG)
    shop.put("/elsewhere.png", b"", status=302, location="/bill.png")
    shop.put("/page.png", "<html>")
    shop.put("/large.png", PNG + b"a")
    shop.put("/events.png", PNG + b"a", content_type="text/event-stream")
    for path, host in (
        ("/elsewhere.png", "shop.example"),
        ("/page.png", "shop.example"),
        ("/large.png", "shop.example"),
        ("/events.png", "shop.example"),  # only tool servers and backends send events without an end
        ("/missing.png", "shop.example"),
        ("/bill.png", "bank.example"),  # whose certificate this is not
    ):
        reading.says("Não vi.")
        answer = await say(client, asks(at(shop, path, host)), user=path[1:4] + host)
        told = text("files_unread", "pt", names=path[1:])
        assert answer.choices[0].message.content == f"Não vi.\n\n{told}"
    assert "base64" not in str(reading.requests)


async def test_a_host_that_an_operator_allowed_by_name_is_not_an_end_users(client, reading, shop, settings):
    settings.OUTBOUND_ALLOW_LOOPBACK = False
    settings.OUTBOUND_ALLOWED_HOSTS = ["127.0.0.1", "shop.example"]
    reading.says("Não vi.")
    await say(client, asks(at(shop, "/bill.png")))
    assert "cannot read: bill.png" in content_of(reading.requests[0])
    assert shop.asked == []


async def test_nothing_is_fetched_for_nobody(client, model, shop, settings):
    settings.OUTBOUND_ALLOW_LOOPBACK = True
    await say(client, asks(at(shop, "/bill.png")))
    assert shop.asked == []
