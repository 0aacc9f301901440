"""Connects to the address that was judged, and to no other."""

import asyncio
import socket
import ssl
import time
from collections.abc import Iterable
from typing import Any

import httpcore2
import httpx2

from outbound.addresses import host_allowed, refusal
from outbound.errors import AddressRefused
from outbound.sentences import Sentence as _

CONNECTIONS = 1000  # at once, for one kind of call: 200 turns may wait for a slow model at the same time
RESOLVE_SECONDS = 5.0
NEXT_AFTER = 2.0  # seconds before the next of several addresses is tried


class CheckedBackend(httpcore2.AsyncNetworkBackend):
    """Resolves the name itself, refuses what the rules refuse, and hands on a numeric address.

    It stands below the pool, so a connection that is used again has been judged when it was opened, and
    is still found by its host name: two hosts on one address never share a connection. `by_name`: hosts that
    an operator allowed by name are called whatever their address.
    """

    def __init__(self, by_name: bool = True) -> None:
        self._by_name = by_name
        self._inner = httpcore2.AnyIOBackend()

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[Any] | None = None,
    ) -> httpcore2.AsyncNetworkStream:
        end = time.monotonic() + (RESOLVE_SECONDS if timeout is None else timeout)
        addresses = await resolve(host, port, end - time.monotonic())
        if not (self._by_name and host_allowed(host)):
            for address in addresses:
                if why := refusal(address):
                    raise AddressRefused(f"{host}:{port}", why)
        for address in addresses[:-1]:
            try:
                return await self._inner.connect_tcp(
                    address, port, min(NEXT_AFTER, _seconds_left(end)), local_address, socket_options
                )
            except (httpcore2.ConnectError, httpcore2.ConnectTimeout):
                continue
        return await self._inner.connect_tcp(
            addresses[-1], port, _seconds_left(end), local_address, socket_options
        )

    async def connect_unix_socket(
        self, path: str, timeout: float | None = None, socket_options: Iterable[Any] | None = None
    ) -> httpcore2.AsyncNetworkStream:
        raise AddressRefused(path, _("only http and https are spoken"))

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(seconds)


async def resolve(host: str, port: int, timeout: float) -> list[str]:
    """The numeric addresses of a host, without repeats, in the system's order."""
    try:
        async with asyncio.timeout(timeout):
            found = await asyncio.get_running_loop().getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except TimeoutError as error:
        raise httpcore2.ConnectTimeout(f"no answer about the name {host}") from error
    except (OSError, UnicodeError) as error:
        raise httpcore2.ConnectError(f"no address for the name {host}") from error
    return list(dict.fromkeys(str(entry[4][0]) for entry in found))


def pool(tls: ssl.SSLContext, backend: httpcore2.AsyncNetworkBackend) -> httpx2.AsyncBaseTransport:
    """httpx2's transport over a pool with our way of connecting, which its own constructor cannot take."""
    transport = httpx2.AsyncHTTPTransport(verify=tls, trust_env=False)
    transport._pool = httpcore2.AsyncConnectionPool(
        ssl_context=tls,
        max_connections=CONNECTIONS,
        max_keepalive_connections=100,
        keepalive_expiry=30,
        network_backend=backend,
    )
    return transport


def _seconds_left(end: float) -> float:
    return max(0.05, end - time.monotonic())
