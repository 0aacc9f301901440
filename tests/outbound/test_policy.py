import gzip

import httpx2
import pytest
from langchain_openai import ChatOpenAI

from outbound import connect, policy
from outbound.errors import AddressRefused, NotSent, TooLarge, UnaskedEncoding
from tests.parts.phrases import try_each

from .conftest import plain


def answers(monkeypatch, *addresses):
    """The next names resolve to these addresses, one after the other; the last one stays."""
    left = list(addresses)

    async def resolve(host, port, timeout):
        return [left.pop(0) if len(left) > 1 else left[0]]

    monkeypatch.setattr(connect, "resolve", resolve)


async def test_a_name_is_judged_by_the_address_it_resolves_to(server, monkeypatch):
    answers(monkeypatch, "10.1.2.3")
    with pytest.raises(AddressRefused, match="private"):
        await policy.client("http").get("http://harmless.example/")


async def test_the_connection_goes_to_the_judged_address_and_keeps_the_host(server, monkeypatch):
    answers(monkeypatch, "127.0.0.1", "10.0.0.1")
    answer = await policy.client("http").get(server.url("shop.example"))
    assert answer.text == "ok"
    assert f"host: shop.example:{server.port}" in server.heads[0].lower()
    assert (await policy.client("http").get(server.url("shop.example"))).text == "ok"
    assert server.connections == 1
    with pytest.raises(AddressRefused):
        await policy.client("http").get(server.url("other.example"))


async def test_loopback_is_refused_unless_settings_or_the_host_allow_it(server, settings):
    settings.OUTBOUND_ALLOW_LOOPBACK = False
    with pytest.raises(AddressRefused):
        await policy.client("http").get(server.url())
    settings.OUTBOUND_ALLOWED_HOSTS = ["127.0.0.1"]
    assert (await policy.client("http").get(server.url())).status_code == 200


async def test_a_redirect_is_not_followed(server):
    server.answer = lambda head: plain("", "location: http://169.254.169.254/", status="302 Found")
    assert (await policy.client("http").get(server.url())).status_code == 302
    assert len(server.heads) == 1


async def test_other_schemes_are_refused(server):
    with pytest.raises((AddressRefused, httpx2.UnsupportedProtocol)):
        await policy.client("http").get("ftp://example.com/")
    with pytest.raises(AddressRefused):
        await policy.transport().handle_async_request(httpx2.Request("GET", "file:///etc/passwd"))


async def test_an_answer_past_the_cap_is_cut_off(server):
    server.answer = lambda head: plain("x" * 5000)
    client = policy.client("http")
    with pytest.raises(TooLarge):
        await client.post(server.url(), extensions={"answer_bytes": 4999})
    assert len((await client.post(server.url(), extensions={"answer_bytes": 5000})).content) == 5000


async def test_an_answer_compressed_unasked_is_refused(server):
    server.answer = lambda head: plain(gzip.compress(b"0" * 10_000), "content-encoding: gzip")
    with pytest.raises(UnaskedEncoding):
        await policy.client("http").get(server.url())
    assert "accept-encoding: identity" in server.heads[0].lower()


async def test_a_cookie_of_one_answer_is_never_sent_again(server):
    server.answer = lambda head: plain("ok", "set-cookie: who=tenant_a; Path=/")
    client = policy.client("http")
    await client.get(server.url())
    await client.get(server.url())
    assert "cookie" not in server.heads[1].lower()


async def test_a_client_with_headers_shares_the_pool_and_may_be_closed(server):
    async with policy.client("mcp", headers={"authorization": "Bearer t"}) as own:
        await own.get(server.url())
    await policy.client("mcp").get(server.url())
    assert "authorization: bearer t" in server.heads[0].lower()
    assert "authorization" not in server.heads[1].lower()
    assert server.connections == 1


async def test_a_proxy_of_the_environment_is_not_used(server, monkeypatch):
    monkeypatch.setenv("HTTP_PROXY", "http://127.0.0.1:9")
    monkeypatch.setenv("ALL_PROXY", "http://127.0.0.1:9")
    assert (await policy.client("http").get(server.url())).status_code == 200


async def test_a_name_without_address_is_unreachable(server):
    with pytest.raises(httpx2.ConnectError, match=r"nowhere\.invalid"):
        await policy.client("http").get("http://nowhere.invalid/")


async def test_a_chat_model_calls_through_the_policy(server):
    body = '{"id":"1","object":"chat.completion","created":1,"model":"m","choices":[{"index":0,'
    body += '"finish_reason":"stop","message":{"role":"assistant","content":"bom dia"}}]}'
    server.answer = lambda head: plain(body, "content-type: application/json")
    model = ChatOpenAI(
        model="m", api_key="k", base_url=server.url(path="/v1"), http_async_client=policy.client("llm")
    )
    assert (await model.ainvoke("oi")).content == "bom dia"
    assert server.heads[0].startswith("POST /v1/chat/completions")


async def test_a_chat_model_cannot_be_pointed_inside(server):
    model = ChatOpenAI(
        model="m", api_key="k", base_url="http://169.254.169.254/v1", max_retries=0,
        http_async_client=policy.client("llm"),
    )  # fmt: skip
    with pytest.raises(AddressRefused):
        await model.ainvoke("oi")


@try_each(
    ("url", "headers", "words"),
    [
        ("http://0177.0.0.1:8812/", {}, "cannot be read"),
        ("http://[::1", {}, "cannot be read"),
        ("http://127.0.0.1:8812/", {"authorization": "Bearer abc\u2019d"}, "may not stand in a header"),
    ],
    ids=["octal", "half an address", "a typographic sign"],
)
async def test_a_request_that_cannot_be_written_is_told_in_a_sentence(url, headers, words):
    with pytest.raises(NotSent, match=words):
        await policy.client("http").get(url, headers=headers)


async def test_a_port_that_is_none_is_nobody_there(settings):
    settings.OUTBOUND_ALLOW_LOOPBACK = True
    with pytest.raises(httpx2.ConnectError):
        await policy.client("http").get("http://127.0.0.1:99999/")
