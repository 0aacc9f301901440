"""An authorization server and servers of tools that want its tokens: the MCP SDK's own sides of OAuth.

Whoever comes to `/authorize` is signed in at once. It verifies PKCE and the clients' secrets, binds tokens to
the resource they were asked for, gives each refresh token once, and counts what it was asked.
"""

import asyncio
import secrets
import time
from collections import Counter
from types import TracebackType
from typing import Any

from mcp.server.auth.handlers.token import TokenHandler
from mcp.server.auth.middleware.client_auth import AuthenticationError, ClientAuthenticator
from mcp.server.auth.provider import (
    AccessToken,
    AuthorizationCode,
    AuthorizationParams,
    OAuthAuthorizationServerProvider,
    ProviderTokenVerifier,
    RefreshToken,
    TokenError,
    construct_redirect_uri,
)
from mcp.server.auth.routes import create_auth_routes
from mcp.server.auth.settings import AuthSettings, ClientRegistrationOptions, RevocationOptions
from mcp.server.mcpserver import MCPServer
from mcp.shared.auth import OAuthClientInformationFull, OAuthToken
from mcp_types import ToolAnnotations
from pydantic import AnyHttpUrl, AnyUrl
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from tests.agents.tools.older import Running

READS = ToolAnnotations(read_only_hint=True)
ROBOT = ("robot-1", "robot-secret-0123456789")  # a client that its people registered by hand
SCOPES = ["tools"]


class Authorization(OAuthAuthorizationServerProvider[AuthorizationCode, RefreshToken, AccessToken]):
    """The authorization server; `life` is how long its tokens last, `slow` how long renewing takes."""

    def __init__(self) -> None:
        self.clients: dict[str, OAuthClientInformationFull] = {}
        self.codes: dict[str, AuthorizationCode] = {}
        self.tokens: dict[str, AccessToken] = {}
        self.refreshes: dict[str, RefreshToken] = {}
        self.asked: Counter[str] = Counter()
        self.life, self.slow = 3600, 0.0
        self.issuer = ""
        self.answers_as = ""  # the issuer that it says it is, when it sends somebody back
        self.clients[ROBOT[0]] = OAuthClientInformationFull(
            client_id=ROBOT[0], client_secret=ROBOT[1], token_endpoint_auth_method="client_secret_basic",
            redirect_uris=[AnyUrl("http://testserver/admin/sign-in/")], scope="tools",
        )  # fmt: skip

    def app(self) -> Starlette:
        url = AnyHttpUrl(self.issuer)
        routes = create_auth_routes(
            self, url, None, ClientRegistrationOptions(enabled=True, valid_scopes=SCOPES),
            RevocationOptions(enabled=True),
        )  # fmt: skip
        return Starlette(routes=[Route("/token", self.token, methods=["POST"]), *routes])

    async def token(self, request: Request) -> Response:
        form = dict(await request.form())
        self.asked[str(form["grant_type"])] += 1
        authenticator = ClientAuthenticator(self)
        if form["grant_type"] != "client_credentials":
            return await TokenHandler(self, authenticator).handle(request)
        try:
            client = await authenticator.authenticate_request(request)
        except AuthenticationError:
            return JSONResponse({"error": "invalid_client"}, 401)
        token = self.give(client.client_id, str(form.get("scope", "")).split(), str(form["resource"]))
        return JSONResponse(token.model_dump(exclude_none=True, exclude={"refresh_token"}))

    def give(self, client: str, scopes: list[str], resource: str | None) -> OAuthToken:
        access, refresh = f"access-{secrets.token_urlsafe(24)}", f"refresh-{secrets.token_urlsafe(24)}"
        end = int(time.time()) + self.life
        about: dict[str, Any] = {"client_id": client, "scopes": scopes, "resource": resource}
        self.tokens[access] = AccessToken(token=access, expires_at=end, **about)
        self.refreshes[refresh] = RefreshToken(token=refresh, **about)
        return OAuthToken(
            access_token=access, refresh_token=refresh, expires_in=self.life, scope=" ".join(scopes)
        )

    async def get_client(self, client_id: str) -> OAuthClientInformationFull | None:
        return self.clients.get(client_id)

    async def register_client(self, client_info: OAuthClientInformationFull) -> None:
        self.asked["register"] += 1
        self.clients[client_info.client_id] = client_info

    async def authorize(self, client: OAuthClientInformationFull, params: AuthorizationParams) -> str:
        code = secrets.token_urlsafe(24)
        self.codes[code] = AuthorizationCode(
            code=code, client_id=client.client_id, expires_at=time.time() + 60, scopes=params.scopes or [],
            code_challenge=params.code_challenge, redirect_uri=params.redirect_uri, resource=params.resource,
            redirect_uri_provided_explicitly=params.redirect_uri_provided_explicitly,
        )  # fmt: skip
        back = str(params.redirect_uri)
        return construct_redirect_uri(back, code=code, state=params.state, iss=self.answers_as or self.issuer)

    async def load_authorization_code(self, client: Any, authorization_code: str) -> AuthorizationCode | None:
        return self.codes.get(authorization_code)

    async def exchange_authorization_code(self, client: Any, authorization_code: Any) -> OAuthToken:
        del self.codes[authorization_code.code]
        return self.give(client.client_id, authorization_code.scopes, authorization_code.resource)

    async def load_refresh_token(self, client: Any, refresh_token: str) -> RefreshToken | None:
        return self.refreshes.get(refresh_token)

    async def exchange_refresh_token(self, client: Any, refresh_token: Any, scopes: list[str]) -> OAuthToken:
        await asyncio.sleep(self.slow)
        if self.refreshes.pop(refresh_token.token, None) is None:
            raise TokenError("invalid_grant", "used twice")
        return self.give(client.client_id, scopes, refresh_token.resource)

    async def load_access_token(self, token: str) -> AccessToken | None:
        found = self.tokens.get(token)
        return found if found and (found.expires_at or 0) > time.time() else None

    async def revoke_token(self, token: Any) -> None:
        self.asked["revoke"] += 1
        self.tokens.pop(token.token, None)
        self.refreshes.pop(token.token, None)


class Late:
    """An application that is made once its port is known."""

    def __init__(self) -> None:
        self.app: Any = None

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        await self.app(scope, receive, send)


class Guarded:
    """The authorization server and a server of tools behind it, by transport; a context manager."""

    def __init__(self) -> None:
        self.authorization = Authorization()
        self.calls: Counter[str] = Counter()
        apps = {name: Late() for name in ("authorization", "streamable_http", "sse", "http")}
        self.running = {name: Running(app) for name, app in apps.items()}
        self.authorization.issuer = self.running["authorization"].url + "/"
        apps["authorization"].app = self.authorization.app()
        apps["streamable_http"].app = self._server("streamable_http").streamable_http_app(
            json_response=True, stateless_http=True, host="127.0.0.1"
        )
        apps["sse"].app = self._server("sse").sse_app(host="127.0.0.1")
        apps["http"].app = self._plain()

    def url(self, transport: str = "streamable_http") -> str:
        return self.running[transport].url + {"sse": "/sse", "http": "/tools"}.get(transport, "/mcp")

    def _server(self, transport: str) -> MCPServer[Any]:
        auth = AuthSettings(
            issuer_url=AnyHttpUrl(self.authorization.issuer), required_scopes=SCOPES,
            resource_server_url=AnyHttpUrl(self.url(transport)), validate_token_resource=True,
        )  # fmt: skip
        verifier = ProviderTokenVerifier(self.authorization)
        server: MCPServer[Any] = MCPServer("guarded", auth=auth, token_verifier=verifier, log_level="ERROR")

        @server.tool(annotations=READS)
        def echo(n: int) -> dict[str, int]:
            self.calls["echo"] += 1
            return {"n": n}

        return server

    def _plain(self) -> Starlette:
        """Plain HTTP, with what RFC 9728 wants of any server."""

        async def ask(request: Request) -> Response:
            token = request.headers.get("authorization", "").removeprefix("Bearer ")
            if await self.authorization.load_access_token(token) is None:
                return Response(status_code=401, headers={"www-authenticate": "Bearer"})
            if request.url.path.endswith("/list"):
                return JSONResponse({"tools": [{"name": "echo"}]})
            self.calls["echo"] += 1
            return JSONResponse({"ok": True, "result": (await request.json())["arguments"]})

        about = {"resource": self.url("http"), "authorization_servers": [self.authorization.issuer]}

        async def metadata(_request: Request) -> Response:
            return JSONResponse(about)

        return Starlette(
            routes=[
                Route("/.well-known/oauth-protected-resource", metadata),
                Route("/tools/tools/list", ask),
                Route("/tools/tools/call", ask, methods=["POST"]),
            ]
        )

    def __enter__(self) -> "Guarded":
        for each in self.running.values():
            each.__enter__()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for each in self.running.values():
            each.stop()
