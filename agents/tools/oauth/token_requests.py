"""Requests to an authorization server's token endpoint (RFC 6749), and to the one that revokes (RFC 7009).

token = await ask("telecom", client, {"grant_type": "refresh_token", "refresh_token": "...", ...})
"""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from urllib.parse import quote

import httpx2
from mcp.shared.auth import OAuthMetadata, OAuthToken
from pydantic import ValidationError

from agents.errors import ServerFailed
from outbound import policy
from outbound.cleaning import clean_words
from outbound.errors import OutboundError
from outbound.redaction import learn
from outbound.sentences import Sentence as _
from outbound.sentences import sentence_of

ANSWER_BYTES = 256 * 1024
CODE = re.compile(r"[a-z_]{1,64}")  # RFC 6749, 5.2
VALUE = re.compile(r"[\x21-\x7e]+")  # what a header may carry
REFUSALS = (400, 401, 403)


class TokenRefused(ServerFailed):
    """The authorization server gives no token for this: asking again changes nothing."""


@dataclass(frozen=True, slots=True)
class Client:
    """This installation, as an authorization server knows it; `auth` is how it proves itself."""

    token_endpoint: str
    id: str
    secret: str = field(default="", repr=False)
    auth: str = "none"


def choose_auth(metadata: OAuthMetadata, secret: str) -> str:
    """How a client with a secret proves itself; RFC 8414 names the default."""
    known = metadata.token_endpoint_auth_methods_supported or ["client_secret_basic"]
    return (
        "none"
        if not secret
        else "client_secret_basic"
        if "client_secret_basic" in known
        else "client_secret_post"
    )


async def ask(server: str, client: Client, data: Mapping[str, str]) -> OAuthToken:
    """Asks for a token.

    :raises TokenRefused: the answer is no.
    :raises ServerFailed: there was no answer of use; asking later may help.
    """
    about = {"server": server, "why": ""}
    try:
        response = await _post(client.token_endpoint, client, data)
    except (httpx2.HTTPError, OutboundError) as error:
        about["why"] = sentence_of(error)
        words = _("Where one signs in for %(server)s, nothing answered: %(why)s")
        raise ServerFailed(server, words % about) from error
    if response.status_code in REFUSALS:
        about["why"] = _code_of(response.content) or str(response.status_code)
        raise TokenRefused(server, _("The sign-in at %(server)s was refused (%(why)s).") % about)
    if response.status_code not in (200, 201):
        about["why"] = str(response.status_code)
        words = _("Where one signs in for %(server)s, the answer was HTTP status %(why)s.")
        raise ServerFailed(server, words % about)
    try:
        token = OAuthToken.model_validate_json(response.content)
    except ValidationError:  # told without its cause, which quotes the answer
        token = None
    if token is None or not VALUE.fullmatch(token.access_token):
        raise ServerFailed(server, _("Where one signs in for %(server)s, the answer was no token.") % about)
    for secret in (token.access_token, token.refresh_token):
        if secret:
            learn(secret)
    return token


async def revoke(endpoint: str, client: Client, tokens: Mapping[str, str]) -> bool:
    """Has tokens forgotten, by their kind (`refresh_token`); whether the other side took it."""
    try:
        answers = [
            await _post(endpoint, client, {"token": token, "token_type_hint": kind})
            for kind, token in tokens.items()
            if token
        ]
    except (httpx2.HTTPError, OutboundError):
        return False
    return all(each.status_code == 200 for each in answers)


async def _post(endpoint: str, client: Client, data: Mapping[str, str]) -> httpx2.Response:
    form = {**data, "client_id": client.id}
    auth = httpx2.Auth()  # none
    if client.auth == "client_secret_basic":
        auth = httpx2.BasicAuth(quote(client.id, safe=""), quote(client.secret, safe=""))
    elif client.auth == "client_secret_post":
        form["client_secret"] = client.secret
    return await policy.client("http").post(
        endpoint,
        data=form,
        headers={"accept": "application/json"},
        auth=auth,
        extensions={"answer_bytes": ANSWER_BYTES},
    )


def _code_of(body: bytes) -> str:
    """The error's code; its description may hold what was sent, and is left out."""
    try:
        said = json.loads(body)
    except ValueError:
        return ""
    code = clean_words(said.get("error"), 64) if isinstance(said, dict) else ""
    return code if CODE.fullmatch(code) else ""
