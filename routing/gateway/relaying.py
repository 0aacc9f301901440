"""The events of a session, told again from the backend that it is with.

The path of events of the backend's row.

    async for frame in relayed(lambda: visit(lambda: place(principal, "web-1")), last=""):

The backend's events keep their ids, so that `Last-Event-ID` is the backend's too. Between them stand our own:
`waiting` while the backend does not know the session yet, `backend.selected` once it tells.
"""

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass

import orjson
from django.conf import settings

from conversations import ownership
from conversations.errors import ConversationNotFound
from conversations.models import conversation_key
from releases import freshness
from routing.errors import BackendFailed, BackendRefused, BackendsFailed
from routing.gateway import wire
from routing.gateway.backends import BackendTable
from routing.gateway.journey import SWITCHED_OFF
from routing.gateway.models import GatewayDecision, GatewaySession
from routing.gateway.opening import read_session
from routing.gateway.specs import BackendAddress
from routing.gateway.wire import Frame
from routing.texts import text
from routing.turns.audience import CUSTOMER, Audience
from tenancy.models import Tenant
from tenancy.principal import Principal

LOOK_EVERY = 0.5  # seconds between looks at a backend that does not know the session yet


@dataclass(frozen=True, slots=True)
class SessionBackend:
    """Where a session is.

    `there` is what the backend calls it; `known`: it said so, else that is what ours would.
    """

    session_id: str
    backend: str
    shown: str
    address: BackendAddress
    there: str
    known: bool
    query: dict[str, str]  # whose it is, for a backend of this platform
    language: str
    audience: Audience = CUSTOMER

    def describe(self) -> bytes:
        """What a stream says of the backend."""
        about = {"backend_id": self.backend, "name": self.shown, "global_session_id": self.session_id}
        return orjson.dumps(about)


def place(principal: Principal, name: str) -> SessionBackend:
    """Where the session of the caller is now.

    :raises ConversationNotFound: unknown or another's; or nobody has it.
    """
    tenant = Tenant.objects.get(pk=principal.tenant_id)
    named = read_session(name, tenant.pk)
    session = GatewaySession.objects.of(tenant).filter(session_id=named).first()
    if session is None or not ownership.owns(principal, session):
        raise ConversationNotFound(name)
    pinned = freshness.current(tenant)
    specs = BackendTable.of(pinned.release).specs
    backend = session.active_backend or _find_last(session)
    if backend not in specs:
        raise ConversationNotFound(name)
    address = pinned.operational["gateway"].get(backend) or BackendAddress()
    if pinned.operational["rollout"].off("backend", backend):
        address = BackendAddress(problem=SWITCHED_OFF)
    known = session.backend_sessions.get(backend)
    profile = specs[backend].default_agent_id or tenant.default_agent_id
    query = {"tenant_id": tenant.pk, **({"user_id": session.user_id} if session.user_id else {})}
    return SessionBackend(
        named,
        backend,
        specs[backend].shown,
        address,
        known or conversation_key(tenant.pk, profile, named),
        known is not None,
        query,
        session.language or tenant.default_language,
        Audience.of(principal),
    )


def _find_last(session: GatewaySession) -> str:
    """Who had its last message, where it is with nobody any more."""
    last = GatewayDecision.objects.of(session.tenant_id).filter(session=session).order_by("-seq").first()
    return (last.answered_by or last.backend) if last is not None else ""


async def relay(look: Callable[[], Awaitable[SessionBackend]], last: str) -> AsyncIterator[Frame]:
    """The events of the backend that the session is with, until that one ends them."""
    until, waits = time.monotonic() + settings.BACKEND_TIMEOUT_SECONDS, False
    while True:
        found = await look()
        try:
            source = wire.open_events(
                found.address, found.there, settings.BACKEND_TIMEOUT_SECONDS, query=found.query, last=last
            )
            async with source as frames:
                for visible in _filter_seen(found, Frame("backend.selected", found.describe())):
                    yield visible
                async for frame in frames:
                    for visible in _filter_seen(found, frame):
                        yield visible
            return
        except BackendRefused as error:
            if error.status != 404 or found.known or time.monotonic() > until:
                raise
        except BackendFailed as error:
            sentence = text("backend_still_away", found.language, who=found.shown)
            raise BackendsFailed(sentence, [found.backend], retry_after=5) from error
        if not waits:
            for visible in _filter_seen(found, Frame("waiting", found.describe())):
                yield visible
        waits = True
        await asyncio.sleep(LOOK_EVERY)


def _filter_seen(place: SessionBackend, frame: Frame) -> list[Frame]:
    """What the caller may see of a frame: it, or nothing."""
    visible = frame.filter_for(place.audience)
    return [visible] if visible is not None else []
