"""Who signs people in for a tool server: RFC 9728 about the server, RFC 8414 about the authorization server.

found = await discover("telecom", "https://tools.example.com/mcp", scopes="", grants=["authorization_code"])
found.metadata.token_endpoint
"""

from collections.abc import Sequence
from dataclasses import dataclass
from urllib.parse import urlsplit

import httpx2
from mcp.client.auth.utils import (
    build_oauth_authorization_server_metadata_discovery_urls,
    build_protected_resource_metadata_discovery_urls,
    create_oauth_metadata_request,
    extract_resource_metadata_from_www_auth,
    extract_scope_from_www_auth,
    get_client_metadata_scopes,
    handle_auth_metadata_response,
    handle_protected_resource_response,
    issuers_match,
)
from mcp.shared.auth import OAuthMetadata, ProtectedResourceMetadata
from mcp.shared.auth_utils import check_resource_allowed, resource_url_from_server_url

from agents.errors import ServerFailed
from outbound import policy
from outbound.errors import OutboundError
from outbound.sentences import Sentence as _
from outbound.sentences import sentence_of

ANSWER_BYTES = 256 * 1024


@dataclass(frozen=True, slots=True)
class Found:
    """An authorization server, the resource that tokens are for (RFC 8707) and the scopes to ask for."""

    metadata: OAuthMetadata
    resource: str
    scopes: str

    @property
    def issuer(self) -> str:
        return str(self.metadata.issuer)


async def discover(name: str, url: str, scopes: str, grants: Sequence[str]) -> Found:
    """Finds the authorization server of the server at `url`. Raises ServerFailed, in words for an operator.

    `scopes`: what is asked for, by these `grants`; empty is what the server names.
    """
    try:
        challenge = await _challenge(url)
        resource = await _resource(name, url, challenge)
        metadata = await _metadata(name, url, resource)
    except (httpx2.HTTPError, OutboundError) as error:
        words = _("Nothing could be learnt about signing in at %(server)s: %(why)s")
        raise ServerFailed(name, words % {"server": name, "why": sentence_of(error)}) from error
    _check(name, url, metadata)
    wanted = extract_scope_from_www_auth(challenge)
    named = get_client_metadata_scopes(wanted, resource, metadata, list(grants))
    target = str(resource.resource) if resource else resource_url_from_server_url(url)
    return Found(metadata, target, scopes or named or "")


async def _challenge(url: str) -> httpx2.Response:
    """What the server says to somebody without a token: only its headers are of interest."""
    accept = {"accept": "application/json, text/event-stream"}
    async with policy.client("http").stream("GET", url, headers=accept) as response:
        return response


async def _get(url: str) -> httpx2.Response:
    request = create_oauth_metadata_request(url)
    headers = {name: value for name, value in request.headers.items() if name.startswith("mcp-")}
    return await policy.client("http").get(url, headers=headers, extensions={"answer_bytes": ANSWER_BYTES})


async def _resource(name: str, url: str, challenge: httpx2.Response) -> ProtectedResourceMetadata | None:
    """What the server says of itself; None of servers from before RFC 9728."""
    named = extract_resource_metadata_from_www_auth(challenge)
    for each in build_protected_resource_metadata_discovery_urls(named, url):
        found = await handle_protected_resource_response(await _get(each))
        if found is None:
            continue
        if not check_resource_allowed(resource_url_from_server_url(url), str(found.resource)):
            words = _("%(server)s says that its tokens are for another address: %(resource)s.")
            raise ServerFailed(name, words % {"server": name, "resource": str(found.resource)[:200]})
        return found
    return None


async def _metadata(name: str, url: str, resource: ProtectedResourceMetadata | None) -> OAuthMetadata:
    issuer = str(resource.authorization_servers[0]) if resource else None
    origin = "{0.scheme}://{0.netloc}".format(urlsplit(url))
    for each in build_oauth_authorization_server_metadata_discovery_urls(issuer, url):
        go_on, found = await handle_auth_metadata_response(await _get(each))
        if found is not None:
            if issuers_match(str(found.issuer), issuer or origin):
                return found
            words = _("%(issuer)s calls itself %(other)s: nobody signs in there.")
            about = {"issuer": issuer or origin, "other": str(found.issuer)[:200]}
            raise ServerFailed(name, words % about)
        if not go_on:
            break
    raise ServerFailed(name, _("%s does not say where one signs in (RFC 9728, RFC 8414).") % name)


def _check(name: str, url: str, metadata: OAuthMetadata) -> None:
    """Refuses who would have secrets of a server on https sent unencrypted."""
    endpoints = (
        metadata.authorization_endpoint,
        metadata.token_endpoint,
        metadata.registration_endpoint,
        metadata.revocation_endpoint,
    )
    if urlsplit(url).scheme == "https" and any(each and each.scheme != "https" for each in endpoints):
        raise ServerFailed(name, _("%s is not spoken to over https.") % str(metadata.issuer))
