"""The token of a server's sign-in on each request to it.

httpx2.AsyncClient(transport=over(policy.transport("mcp"), server))
"""

import httpx2

from agents.errors import ServerFailed
from agents.resources import ServerAddress, SignIn
from agents.tools.oauth import tokens
from outbound.sentences import Sentence as _


def over(inner: httpx2.AsyncBaseTransport, server: ServerAddress) -> httpx2.AsyncBaseTransport:
    """The same transport, with the server's token on what it sends where the server wants one."""
    return inner if server.sign_in is None else Bearer(inner, server)


class Bearer(httpx2.AsyncBaseTransport):
    """A request that is refused (401, it was not carried out) is sent once more with a renewed token.

    Raises SignInNeeded and ServerFailed, beside what the transport below it raises: the request was not sent.
    """

    def __init__(self, inner: httpx2.AsyncBaseTransport, server: ServerAddress) -> None:
        self._inner = inner
        self._server = server

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        held = await tokens.current(self._server)
        response = await self._send(request, held)
        if _wants_more(response):
            await response.aclose()
            words = _("%s wants more scopes than its sign-in has: write them on its page and sign in again.")
            raise ServerFailed(self._server.name, words % self._server.name)
        if response.status_code != 401:
            return response
        await response.aclose()
        held = await tokens.renew(self._server, held)
        response = await self._send(request, held)
        if response.status_code == 401:
            await response.aclose()
            await tokens.refuse(self._server, held)
        return response

    async def _send(self, request: httpx2.Request, held: SignIn) -> httpx2.Response:
        request.headers["authorization"] = f"Bearer {held.token}"
        return await self._inner.handle_async_request(request)

    async def aclose(self) -> None:
        await self._inner.aclose()


def _wants_more(response: httpx2.Response) -> bool:
    """Whether a token is good and not enough (RFC 6750, 3.1)."""
    return response.status_code == 403 and "insufficient_scope" in response.headers.get(
        "www-authenticate", ""
    )
