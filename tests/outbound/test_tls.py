"""TLS through the policy: the certificate must name the host that was asked for, whatever its address."""

import asyncio
import ssl

import httpx2
import pytest

from outbound import connect, policy
from tests.parts.certificate import write_certificate

from .conftest import plain


@pytest.fixture(scope="module")
def certificate(tmp_path_factory):
    return write_certificate(tmp_path_factory.mktemp("tls") / "shop.pem", "shop.example")


@pytest.fixture
async def shop(certificate, monkeypatch):
    """A TLS server on this machine to which every name resolves; yields its port."""

    async def serve(reader, writer):
        await reader.readuntil(b"\r\n\r\n")
        writer.write(plain("ok"))
        await writer.drain()
        writer.close()

    async def here(host, port, timeout):
        return ["127.0.0.1"]

    own = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    own.load_cert_chain(certificate)
    trusting = ssl.create_default_context(cafile=str(certificate))
    monkeypatch.setattr(policy, "_tls", lambda: trusting)
    monkeypatch.setattr(connect, "resolve", here)
    listening = await asyncio.start_server(serve, "127.0.0.1", 0, ssl=own)
    yield listening.sockets[0].getsockname()[1]
    await policy.close()
    listening.close()


async def test_the_certificate_is_checked_against_the_host(shop):
    assert (await policy.client("http").get(f"https://shop.example:{shop}/")).text == "ok"


async def test_another_host_at_the_same_address_is_not_believed(shop):
    with pytest.raises(httpx2.ConnectError, match="Hostname mismatch"):
        await policy.client("http").get(f"https://bank.example:{shop}/")
