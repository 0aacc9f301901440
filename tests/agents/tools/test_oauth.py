"""Servers of tools that want OAuth: signing in, renewing, and what happens when that is refused."""

import asyncio
from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from functools import partial
from urllib.parse import parse_qs, urlsplit

import httpx2
import pytest
from django.utils import timezone

from agents.errors import ServerFailed
from agents.mcp_server import MCPServer, ServerSignIn
from agents.operational import address_of
from agents.resources import ServerAddress
from agents.tools import sessions
from agents.tools.oauth import sign_in, tokens
from conversations.visits import visit
from tests.agents.tools.authorization import ROBOT, Authorization, Guarded
from tests.parts import rows

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("closing")]
BACK = "http://testserver/admin/sign-in/"


@pytest.fixture(scope="module")
def _guarded() -> Iterator[Guarded]:
    with Guarded() as guarded:
        yield guarded


@pytest.fixture
def guarded(_guarded: Guarded) -> Guarded:
    server = _guarded.authorization
    server.asked.clear()
    _guarded.calls.clear()
    server.life, server.slow, server.answers_as = 3600, 0.0, ""
    return _guarded


@pytest.fixture
def authorization(guarded: Guarded) -> Authorization:
    return guarded.authorization


async def add(guarded: Guarded, transport: str = "streamable_http", **given: str) -> MCPServer:
    about = {"name": "guarded", "transport": transport, "url": guarded.url(transport)}
    about |= {"oauth": "authorization_code", **given}
    return await visit(lambda: MCPServer.unscoped.create(tenant_id="tenant_a", **about))


async def go(attempt: sign_in.SignInAttempt) -> dict[str, str]:
    """Signs in there, as a browser does: what it comes back with."""
    async with httpx2.AsyncClient(trust_env=False) as browser:
        answer = await browser.get(attempt.address)
    assert answer.status_code == 302
    back = urlsplit(answer.headers["location"])
    return {name: values[0] for name, values in parse_qs(back.query).items()}


async def sign(server: MCPServer) -> ServerAddress:
    """A person signs in; the server as a turn gets it."""
    attempt = await sign_in.begin(server, BACK)
    answer = await sign_in.finish(attempt, await go(attempt))
    await visit(partial(sign_in.keep, server, answer, None))
    return await look(server)


async def look(server: MCPServer) -> ServerAddress:
    found = MCPServer.objects.of("tenant_a").select_related("sign_in")
    return await visit(lambda: address_of(found.get(pk=server.pk)))


async def change(**given: object) -> None:
    await visit(lambda: ServerSignIn.objects.of("tenant_a").update(**given))


async def kept() -> ServerSignIn:
    return await visit(lambda: ServerSignIn.objects.of("tenant_a").select_related("server").get())


async def expire() -> None:
    past = timezone.now() - timedelta(seconds=5)
    await change(expires_at=past, renew_at=past)


@pytest.mark.parametrize("transport", ["streamable_http", "sse", "http"])
async def test_a_person_signs_in_and_its_tools_are_listed_and_called(
    guarded: Guarded, transport: str
) -> None:
    server = await add(guarded, transport)
    refused = await sessions.call(await look(server), "echo", {"n": 1}, 5)
    assert (refused.ok, refused.down) == (False, True) and "needs signing in" in refused.error
    address = await sign(server)
    assert [tool.name for tool in await sessions.list_tools(address)] == ["echo"]
    assert (await sessions.call(address, "echo", {"n": 4}, 5)).value == {"n": 4}
    row = await kept()
    assert (row.issuer, row.resource, row.scopes) == (
        guarded.authorization.issuer, guarded.url(transport), "tools",
    )  # fmt: skip


async def test_the_other_side_verifies_the_proof_key_and_takes_a_code_once(
    guarded: Guarded,
) -> None:
    attempt = await sign_in.begin(await add(guarded), BACK)
    given = await go(attempt)
    with pytest.raises(ServerFailed, match="invalid_grant"):
        await sign_in.finish(attempt.model_copy(update={"verifier": "x" * 64}), given)
    await sign_in.finish(attempt, given)
    with pytest.raises(ServerFailed, match="invalid_grant"):
        await sign_in.finish(attempt, given)


@pytest.mark.parametrize(
    ("changed", "words"),
    [({"state": "other"}, "another sign-in"), ({"iss": "http://evil.example"}, "nobody was signed in")],
    ids=["state", "issuer"],
)
async def test_what_comes_back_from_elsewhere_is_refused(guarded: Guarded, changed, words: str) -> None:
    attempt = await sign_in.begin(await add(guarded), BACK)
    with pytest.raises(ServerFailed, match=words):
        await sign_in.finish(attempt, {**(await go(attempt)), **changed})
    assert guarded.authorization.asked["authorization_code"] == 0


async def test_a_client_of_its_own_needs_nobody_and_asks_again_when_its_token_ends(guarded: Guarded) -> None:
    server = await add(
        guarded, oauth="client_credentials", oauth_client_id=ROBOT[0], oauth_client_secret=ROBOT[1]
    )
    answer = await sign_in.connect(server)
    row = await visit(partial(sign_in.keep, server, answer, None))
    assert (row.refresh_token, row.client_secret) == ("", "")
    await expire()
    assert (await sessions.call(await look(server), "echo", {"n": 4}, 5)).ok
    assert guarded.authorization.asked["client_credentials"] == 2


async def test_a_token_that_is_good_costs_no_look_at_the_database(guarded: Guarded) -> None:
    address = await sign(await add(guarded))
    rows.executed.clear()
    assert (await sessions.call(address, "echo", {"n": 2}, 5)).ok
    assert not rows.executed


async def test_a_token_is_renewed_beside_a_call_before_it_ends(guarded: Guarded) -> None:
    server = await add(guarded)
    old = (await sign(server)).sign_in
    await change(renew_at=timezone.now())
    address = await look(server)
    guarded.authorization.slow = 0.3
    assert (await tokens.current(address)).token == old.token
    await asyncio.sleep(0.6)
    assert (await tokens.current(address)).token != old.token
    assert guarded.authorization.asked["refresh_token"] == 1


async def test_many_who_need_it_at_once_renew_once(guarded: Guarded) -> None:
    """In one process, and where another process has the lease: it takes over what that one wrote."""
    server = await add(guarded)
    await sign(server)
    await expire()
    address, guarded.authorization.slow = await look(server), 0.3
    results = [sessions.call(address, "echo", {"n": n}, 5) for n in range(5)]
    other = tokens._renewal(address, address.sign_in)  # as another process would: it knows of no task here
    *calls, elsewhere = await asyncio.gather(*results, other)
    assert [each.value for each in calls] == [{"n": n} for n in range(5)]
    assert guarded.authorization.asked["refresh_token"] == 1
    assert (elsewhere.version, (await kept()).version) == (2, 2)


async def test_a_token_that_the_server_refuses_is_renewed_once_and_the_call_made(
    guarded: Guarded, authorization: Authorization
) -> None:
    address = await sign(await add(guarded))
    assert (await sessions.call(address, "echo", {"n": 1}, 5)).ok
    authorization.tokens.clear()
    assert (await sessions.call(address, "echo", {"n": 2}, 5)).value == {"n": 2}
    assert authorization.asked["refresh_token"] == 1 and guarded.calls["echo"] == 2


async def test_a_refused_renewal_is_said_in_words_and_marks_the_server(
    guarded: Guarded, authorization: Authorization
) -> None:
    server = await add(guarded)
    address = await sign(server)
    authorization.tokens.clear()
    authorization.refreshes.clear()
    for each in (address, await look(server)):
        result = await sessions.call(each, "echo", {"n": 1}, 5)
        assert (result.ok, result.down) == (False, True)
        assert "needs signing in" in result.error and "invalid_grant" in result.error
    row = await kept()
    assert (row.access_token, row.refresh_token) == ("", "") and row.server.needs_sign_in
    assert authorization.asked["refresh_token"] == 1
    assert (await sessions.call(await sign(server), "echo", {"n": 2}, 5)).ok


async def test_a_token_without_a_scope_that_is_wanted_is_said(guarded: Guarded, authorization) -> None:
    address = await sign(await add(guarded))
    for token in authorization.tokens.values():
        token.scopes = []
    result = await sessions.call(address, "echo", {"n": 1}, 5)
    assert result.down and "more scopes" in result.error


async def test_an_authorization_server_that_is_away_is_no_refusal(guarded: Guarded) -> None:
    server = await add(guarded)
    await sign(server)
    await change(token_endpoint="http://127.0.0.1:9/token")
    await expire()
    result = await sessions.call(await look(server), "echo", {"n": 1}, 5)
    assert result.down and "nothing answered" in result.error
    row = await kept()
    assert (row.problem, row.renewing_until) == ("", None)


@pytest.mark.parametrize(
    "given", [{"url": "http://127.0.0.1:9/mcp"}, {"oauth_scopes": "tools admin"}], ids=["address", "scopes"]
)
async def test_a_sign_in_opens_nothing_but_what_it_was_made_for(guarded: Guarded, given) -> None:
    server = await add(guarded)
    await sign(server)
    await visit(lambda: MCPServer.objects.of("tenant_a").filter(pk=server.pk).update(**given))
    address = await look(server)
    assert address.sign_in is None and "needs signing in" in address.problem


async def test_neither_tokens_nor_errors_show_a_secret(guarded: Guarded, caplog) -> None:
    address = await sign(await add(guarded))
    row = await kept()
    said = f"{address} {replace(address, problem='x')} {await sign_in.begin(row.server, BACK)!r}"
    result = await sessions.call(address, "echo", {"n": row.access_token}, 5)
    for secret in (row.access_token, row.refresh_token, row.client_secret):
        assert secret and secret not in said + result.error + caplog.text


async def test_a_server_that_names_an_address_that_may_not_be_called_is_refused(
    guarded: Guarded, settings
) -> None:
    server = await add(guarded)
    settings.OUTBOUND_ALLOW_LOOPBACK = False
    with pytest.raises(ServerFailed, match="own address"):
        await sign_in.begin(server, BACK)
