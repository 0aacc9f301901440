"""TLS through the policy: the certificate must name the host that was asked for, whatever its address."""

import asyncio
import datetime
import ssl

import httpx2
import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec

from outbound import connect, policy

from .conftest import plain


@pytest.fixture(scope="module")
def certificate(tmp_path_factory):
    """A file with a key and a certificate for shop.example that signs itself."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "shop.example")])
    now = datetime.datetime.now(datetime.UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName("shop.example")]), critical=False)
        .sign(key, hashes.SHA256())
    )
    private = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    path = tmp_path_factory.mktemp("tls") / "shop.pem"
    path.write_bytes(private + made.public_bytes(serialization.Encoding.PEM))
    return path


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
