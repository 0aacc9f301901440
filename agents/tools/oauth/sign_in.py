"""A sign-in at a tool server, from the button to the row that is kept, and its end.

attempt = await begin(server, back="https://chat.example.com/admin/sign-in/")   # send the person to .address
answer = await finish(attempt, {"code": ..., "state": ..., "iss": ...})         # they came back with this
row = keep(server, answer, person)

`connect` is both for a client of its own, without a person. Nothing here reads or writes rows but `keep` and
`forget`, which run in the caller's transaction.
"""

import base64
import hashlib
import secrets
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode, urlsplit

import httpx2
from mcp.client.auth import OAuthFlowError, PKCEParameters
from mcp.client.auth.oauth2 import check_registration_usable
from mcp.client.auth.utils import (
    create_client_registration_request,
    handle_registration_response,
    validate_authorization_response_iss,
)
from mcp.shared.auth import (
    DEFAULT_GRANT_TYPES,
    OAuthClientInformationFull,
    OAuthClientMetadata,
    OAuthMetadata,
    OAuthToken,
)
from pydantic import AnyUrl, BaseModel, Field

from agents.errors import ServerFailed
from agents.mcp_server import MCPServer, ServerSignIn, describe
from agents.tools.oauth.discovery import ANSWER_BYTES, Found, discover
from agents.tools.oauth.token_requests import CODE, Client, ask, choose_auth, revoke
from agents.tools.oauth.tokens import times_of
from outbound import policy
from outbound.cleaning import clean_words
from outbound.errors import OutboundError
from outbound.redaction import learn
from outbound.sentences import Sentence as _
from outbound.sentences import sentence_of
from tenancy.operational import touch

CLIENT_NAME = "Switchboard"
SECONDS = 20.0  # for all requests of one step together
LONGEST = 500  # characters of a client's id and of scopes


class Answer(BaseModel):
    """What an authorization server gave, for `keep`."""

    made_for: dict[str, str]
    issuer: str
    resource: str
    revocation_endpoint: str = ""
    client: Client
    token: OAuthToken = Field(repr=False)


class SignInAttempt(BaseModel):
    """A sign-in that a person is away for; kept encrypted in their session, and used once."""

    server: int
    name: str
    made_for: dict[str, str]
    metadata: OAuthMetadata
    resource: str
    scopes: str
    client: Client
    back: str
    state: str = Field(repr=False)
    verifier: str = Field(repr=False)

    @property
    def issuer(self) -> str:
        return str(self.metadata.issuer)

    @property
    def address(self) -> str:
        """Where the person signs in."""
        asked = {
            "response_type": "code",
            "client_id": self.client.id,
            "redirect_uri": self.back,
            "state": self.state,
            "code_challenge": challenge_of(self.verifier),
            "code_challenge_method": "S256",
            "resource": self.resource,
        }
        if self.scopes:
            asked["scope"] = self.scopes
        if "offline_access" in self.scopes.split():
            asked["prompt"] = "consent"  # OpenID Connect Core, 11
        endpoint = str(self.metadata.authorization_endpoint)
        return f"{endpoint}{'&' if urlsplit(endpoint).query else '?'}{urlencode(asked)}"


def challenge_of(verifier: str) -> str:
    """The challenge to a PKCE verifier (RFC 7636, S256)."""
    digest = hashlib.sha256(verifier.encode()).digest()
    return base64.urlsafe_b64encode(digest).decode().rstrip("=")


async def begin(server: MCPServer, back: str) -> SignInAttempt:
    """Finds out where one signs in and registers there where nobody did. Raises ServerFailed."""
    made_for = describe(server)
    found = await discover(server.name, made_for["url"], server.oauth_scopes, DEFAULT_GRANT_TYPES)
    if "S256" not in (found.metadata.code_challenge_methods_supported or ()):
        raise ServerFailed(server.name, _("%s does not support PKCE (S256).") % found.issuer)
    return SignInAttempt(
        server=server.pk,
        name=server.name,
        made_for=made_for,
        metadata=found.metadata,
        resource=found.resource,
        scopes=found.scopes,
        client=await _client(server, found, back),
        back=back,
        state=secrets.token_urlsafe(32),
        verifier=PKCEParameters.generate().code_verifier,
    )


async def finish(attempt: SignInAttempt, given: Mapping[str, str]) -> Answer:
    """Takes what the person came back with. Raises ServerFailed."""
    name = attempt.name
    if not secrets.compare_digest(given.get("state", "").encode(), attempt.state.encode()):
        raise ServerFailed(name, _("This answer belongs to another sign-in. Begin again."))
    try:
        validate_authorization_response_iss(given.get("iss"), attempt.metadata)
    except OAuthFlowError as error:
        words = _("The answer was not %(issuer)s's: nobody was signed in.")
        raise ServerFailed(name, words % {"issuer": attempt.issuer}) from error
    if not given.get("code"):
        code = given.get("error", "")
        about = {"server": name, "why": code if CODE.fullmatch(code) else "-"}
        raise ServerFailed(name, _("The sign-in at %(server)s was refused (%(why)s).") % about)
    form = {
        "grant_type": "authorization_code",
        "code": given["code"],
        "redirect_uri": attempt.back,
        "code_verifier": attempt.verifier,
        "resource": attempt.resource,
    }
    token = await ask(name, attempt.client, form)
    if token.scope is None:  # RFC 6749, 5.1: what was asked for
        token.scope = attempt.scopes
    return _answer(attempt.made_for, attempt.metadata, attempt.resource, attempt.client, token)


async def connect(server: MCPServer) -> Answer:
    """Signs this installation itself in (RFC 6749, 4.4). Raises ServerFailed."""
    made_for = describe(server)
    found = await discover(server.name, made_for["url"], server.oauth_scopes, ["client_credentials"])
    client = _own_client(server, found.metadata)
    form = {"grant_type": "client_credentials", "resource": found.resource}
    token = await ask(server.name, client, form | ({"scope": found.scopes} if found.scopes else {}))
    if token.scope is None:
        token.scope = found.scopes
    token.refresh_token = None  # the client asks again
    return _answer(made_for, found.metadata, found.resource, client, token)


def keep(server: MCPServer, answer: Answer, person: Any) -> ServerSignIn:
    """The sign-in as the server's only one. Raises ServerFailed where its page says something else by now."""
    if answer.made_for != describe(server):
        raise ServerFailed(server.name, _("The server's page was changed meanwhile: sign in again."))
    for old in ServerSignIn.objects.of(server.tenant_id).filter(server=server):
        old.delete()
    expires_at, renew_at = times_of(answer.token)
    row = ServerSignIn(
        tenant_id=server.tenant_id, server=server, made_for=answer.made_for, issuer=answer.issuer,
        token_endpoint=answer.client.token_endpoint, revocation_endpoint=answer.revocation_endpoint,
        resource=answer.resource, client_id=answer.client.id, client_auth=answer.client.auth,
        client_secret="" if server.oauth_client_id else answer.client.secret,
        access_token=answer.token.access_token, refresh_token=answer.token.refresh_token or "",
        scopes=clean_words(answer.token.scope or "", LONGEST), expires_at=expires_at, renew_at=renew_at,
        by=person,
    )  # fmt: skip
    row.save(force_insert=True)
    touch(server.tenant_id)
    return row


def forget(row: ServerSignIn) -> None:
    """Nothing is opened by it from now on."""
    row.delete()
    touch(row.tenant_id)


async def revoke_tokens(row: ServerSignIn, secret: str) -> bool:
    """Has the authorization server forget them; whether it did. `secret` is the client's."""
    client = Client(row.token_endpoint, row.client_id, secret, row.client_auth)
    tokens = {"refresh_token": row.refresh_token, "access_token": row.access_token}
    return bool(row.revocation_endpoint) and await revoke(row.revocation_endpoint, client, tokens)


def _answer(
    made_for: dict[str, str], metadata: OAuthMetadata, resource: str, client: Client, token: OAuthToken
) -> Answer:
    return Answer(
        made_for=made_for,
        issuer=str(metadata.issuer),
        resource=resource,
        revocation_endpoint=str(metadata.revocation_endpoint or ""),
        client=client,
        token=token,
    )


async def _client(server: MCPServer, found: Found, back: str) -> Client:
    """The client that the server's page names, or a new one (RFC 7591)."""
    if server.oauth_client_id:
        return _own_client(server, found.metadata)
    if found.metadata.registration_endpoint is None:
        words = _("%s registers nobody by itself: write the client id that its people give you.")
        raise ServerFailed(server.name, words % found.issuer)
    local = urlsplit(back).scheme == "http"
    about = OAuthClientMetadata(
        redirect_uris=[AnyUrl(back)],
        client_name=CLIENT_NAME,
        scope=found.scopes or None,
        application_type="native" if local else "web",
    )
    request = create_client_registration_request(found.metadata, about, found.issuer)
    try:
        response = await policy.client("http").post(
            str(request.url),
            content=request.content,
            headers={"content-type": "application/json"},
            extensions={"answer_bytes": ANSWER_BYTES},
        )
        made = await handle_registration_response(response)
        check_registration_usable(made)
    except (OAuthFlowError, httpx2.HTTPError, OutboundError) as error:
        why = "" if isinstance(error, OAuthFlowError) else sentence_of(error)
        words = _("%(issuer)s did not register this installation. %(why)s")
        raise ServerFailed(server.name, words % {"issuer": found.issuer, "why": why}) from error
    return _read_registration(server, found, made)


def _read_registration(server: MCPServer, found: Found, made: OAuthClientInformationFull) -> Client:
    if len(made.client_id) > LONGEST:
        words = _("%s gave a client id that is too long.")
        raise ServerFailed(server.name, words % found.issuer)
    secret = made.client_secret or ""
    learn(secret)
    auth = made.token_endpoint_auth_method or choose_auth(found.metadata, secret)
    return Client(str(found.metadata.token_endpoint), made.client_id, secret, auth)


def _own_client(server: MCPServer, metadata: OAuthMetadata) -> Client:
    secret = str(server.oauth_client_secret)
    auth = choose_auth(metadata, secret)
    return Client(str(metadata.token_endpoint), server.oauth_client_id, secret, auth)
