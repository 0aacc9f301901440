"""The token that opens a tool server now: renewed before it ends, once for all processes.

held = await current(server)             # a SignIn; costs nothing while its token is good
held = await renew(server, held)         # the server did not take it

A turn reads a token with its addresses (`agents.operational`) and asks the database for no other while that
one is good. Who renews takes a short lease on the row first, asks the authorization server without holding
anything, and writes only over the version it began with; the others wait for the new one.
"""

import asyncio
import importlib
import logging
import time
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from django.conf import settings
from django.db.models import Q

from agents.errors import ServerFailed, SignInNeeded
from agents.mcp_server import MCPServer, ServerSignIn
from agents.operational import sign_in_of
from agents.resources import ServerAddress, SignIn
from conversations.errors import DatabaseAway
from conversations.visits import visit
from outbound.cleaning import clean_words
from outbound.sentences import Sentence as _
from outbound.sentences import sentence_of
from tenancy.operational import touch

if TYPE_CHECKING:
    from django.db.models import QuerySet
    from mcp.shared.auth import OAuthToken

log = logging.getLogger(__name__)

EARLY = 60.0  # seconds before its end at which a token is renewed beside the calls; a quarter of a short life
LATE = 2.0  # with less left a call waits for the new one
LEASE = 20.0  # in which who renews has an answer or is given up
LOOK = 0.1  # between two looks at a row that another process renews
PAUSE = 10.0  # before a renewal is tried again that failed while the old token was good
MOST = 1024  # sign-ins that a process keeps the newest token of

_newest: dict[str, SignIn] = {}
_renewing: "WeakKeyDictionary[asyncio.AbstractEventLoop, dict[str, asyncio.Task[SignIn]]]" = (
    WeakKeyDictionary()
)


async def current(server: ServerAddress) -> SignIn:
    """The token to use now. Raises SignInNeeded, or ServerFailed where it cannot be renewed at the moment."""
    held, now = _newest_of(server), time.time()
    if now < held.renew_at:
        return held
    task = _renew(server, held)
    if now < held.expires_at - LATE:
        return held
    return await asyncio.shield(task)


async def renew(server: ServerAddress, held: SignIn) -> SignIn:
    """A newer token than `held`: another process may have it already."""
    newest = _newest_of(server)
    return newest if newest.version > held.version else await asyncio.shield(_renew(server, held))


async def refuse(server: ServerAddress, held: SignIn) -> None:
    """Notes that the server does not take a token that is new; always raises SignInNeeded."""
    await _mark(server, held, _("%s does not accept the token of its sign-in.") % server.name)


def times_of(token: "OAuthToken") -> tuple[datetime | None, datetime | None]:
    """When a token that came now ends, and when it is renewed."""
    if token.expires_in is None:
        return None, None
    life = max(0, min(token.expires_in, 10 * 365 * 86_400))
    end = datetime.now(UTC) + timedelta(seconds=life)
    return end, end - timedelta(seconds=min(EARLY, life / 4))


def _newest_of(server: ServerAddress) -> SignIn:
    assert server.sign_in is not None
    kept = _newest.get(server.sign_in.row, server.sign_in)
    return kept if kept.version >= server.sign_in.version else server.sign_in


def _keep(held: SignIn) -> SignIn:
    if len(_newest) >= MOST:
        _newest.clear()
    _newest[held.row] = held
    return held


def _renew(server: ServerAddress, held: SignIn) -> "asyncio.Task[SignIn]":
    """One renewal of a row at a time on this loop, whoever waits for it."""
    under_way = _renewing.setdefault(asyncio.get_running_loop(), {})
    if held.row not in under_way:
        task = asyncio.create_task(_try(server, held))
        task.add_done_callback(partial(_end, under_way, held))
        under_way[held.row] = task
    return under_way[held.row]


def _end(under_way: "dict[str, asyncio.Task[SignIn]]", held: SignIn, task: "asyncio.Task[SignIn]") -> None:
    under_way.pop(held.row, None)
    if not task.cancelled() and (error := task.exception()) is not None:
        log.warning("The token of %s was not renewed: %s", held, error)
        if time.time() + PAUSE < held.expires_at:
            _keep(replace(held, renew_at=time.time() + PAUSE))


async def _try(server: ServerAddress, held: SignIn) -> SignIn:
    try:
        return await _renewal(server, held)
    except (DatabaseAway, TimeoutError) as error:
        words = _("The token of %(server)s could not be renewed: %(why)s")
        about = {"server": server.name, "why": sentence_of(error)}
        raise ServerFailed(server.name, words % about) from error


async def _renewal(server: ServerAddress, held: SignIn) -> SignIn:
    requests = await asyncio.to_thread(importlib.import_module, "agents.tools.oauth.token_requests")
    end = time.monotonic() + LEASE
    while True:
        row, mine = await visit(partial(_lease, held))
        if row is None or row.problem or not row.fits(row.server):
            raise SignInNeeded(server.name, row.problem if row else "")
        if row.version > held.version:
            return _keep(sign_in_of(row))
        if mine:
            break
        if time.monotonic() > end:
            raise ServerFailed(server.name, _("The token of %s is not renewed yet.") % server.name)
        await asyncio.sleep(LOOK)
    secret = row.server.oauth_client_secret or row.client_secret
    client = requests.Client(row.token_endpoint, row.client_id, secret, row.client_auth)
    try:
        async with asyncio.timeout(min(settings.TOOL_DEADLINE, LEASE - 5)):
            token = await requests.ask(server.name, client, _form(row))
    except requests.TokenRefused as error:
        await _mark(server, held, error.reason)
    except BaseException:
        await visit(partial(_release, held))
        raise
    written = await visit(partial(_write, held, token))
    if written is None:  # somebody signed in or out meanwhile
        raise SignInNeeded(server.name)
    return _keep(sign_in_of(written))


def _form(row: ServerSignIn) -> dict[str, str]:
    about = {"resource": row.resource}
    if row.server.oauth == MCPServer.Grants.CLIENT:
        return about | {"grant_type": "client_credentials", "scope": row.scopes}
    return about | {"grant_type": "refresh_token", "refresh_token": row.refresh_token}


def _rows(held: SignIn) -> "QuerySet[ServerSignIn]":
    return ServerSignIn.objects.of(held.tenant).filter(pk=held.row)


def _lease(held: SignIn) -> tuple[ServerSignIn | None, bool]:
    """The row, and whether it is this process that renews it now."""
    now = datetime.now(UTC)
    free = Q(renewing_until=None) | Q(renewing_until__lt=now)
    mine = _rows(held).filter(free, version=held.version, problem="")
    took = bool(mine.update(renewing_until=now + timedelta(seconds=LEASE)))
    return _rows(held).select_related("server").first(), took


def _release(held: SignIn) -> None:
    _rows(held).filter(version=held.version).update(renewing_until=None)


def _write(held: SignIn, token: "OAuthToken") -> ServerSignIn | None:
    expires_at, renew_at = times_of(token)
    new = {"access_token": token.access_token, "expires_at": expires_at, "renew_at": renew_at}
    if token.refresh_token:
        new["refresh_token"] = token.refresh_token
    if token.scope:
        new["scopes"] = clean_words(token.scope, 500)
    mine = _rows(held).filter(version=held.version)
    written = mine.update(**new, version=held.version + 1, renewing_until=None)
    return _rows(held).first() if written else None


async def _mark(server: ServerAddress, held: SignIn, why: str) -> None:
    """From now on the server needs signing in, for every process; raises SignInNeeded."""
    await visit(partial(_note_problem, held, why))
    raise SignInNeeded(server.name, why)


def _note_problem(held: SignIn, why: str) -> None:
    gone = {"access_token": "", "refresh_token": "", "renewing_until": None, "problem": why}
    if _rows(held).filter(version=held.version).update(**gone, version=held.version + 1):
        touch(held.tenant)
