"""The first visit of a message at the gateway: who writes, which session, which backend by the rules.

One transaction. Unless a model is to be asked, the decision is stored in it too, before anything is sent.

A message that comes again with its own id.

Other words are refused, and so is one that is still on its way.

A backend of ours holds a message to one turn by its id. One that is not ours may act as often as it is asked.
"""

import uuid
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta

from django.conf import settings
from django.utils import timezone

from agents.resources import Resources
from budgets import spending
from budgets.spending import Payer
from conversations import alive, idempotency, ownership
from conversations.as_json import to_json
from conversations.budget import Budget
from conversations.errors import ConversationNotFound, KeyInUse, KeyReused
from releases import freshness
from routing.decision.specs import ProfileSpec
from routing.errors import NoBackends, UnknownBackend
from routing.gateway import supervisor
from routing.gateway.backends import BackendTable
from routing.gateway.decide import BackendDecision, Rules, decide
from routing.gateway.models import GatewayDecision, GatewaySession
from routing.gateway.operational import Addresses
from routing.gateway.specs import GlobalRouteDecision
from routing.turns.mode import admit
from routing.turns.request import ChatRequest
from tenancy.authenticate import admit_with_tenant
from tenancy.principal import Principal
from tenancy.statements import Statement, find, insert, insert_counted, send, skip_flush, update

# Times the time a backend has: as long a message counts as on its way, if nobody says what became of it
OURS = 2


def check_repeat(earlier: GatewayDecision, digest: str) -> None:
    """Raises KeyReused for another body, unless the first was refused.

    KeyInUse while the first is on its way.
    """
    if earlier.digest not in ("", digest) and earlier.status != GatewayDecision.Statuses.REFUSED:
        raise KeyReused
    lasts = timedelta(seconds=OURS * settings.BACKEND_TIMEOUT_SECONDS)
    if _on_its_way(earlier) and timezone.now() < earlier.at + lasts and not alive.is_dead(earlier.process):
        raise KeyInUse("")


def take_repeat(earlier: GatewayDecision, digest: str) -> None:
    """The message is on its way again, unless somebody has it already.

    KeyInUse: another request did so just now.
    """
    if earlier.answered_by and earlier.status != GatewayDecision.Statuses.REFUSED:
        return
    known = {"id": earlier.pk, "status": earlier.status, "at": earlier.at}
    changes = {
        "status": GatewayDecision.Statuses.SENT,
        "at": timezone.now(),
        "digest": digest,
        "answered_by": "",
        "process": alive.name_shown(),
    }
    if not send(update(GatewayDecision, known, changes)):
        raise KeyInUse("")


def _on_its_way(earlier: GatewayDecision) -> bool:
    """Whether nobody is known to have it: who has left a stream may come back to it."""
    return earlier.status == GatewayDecision.Statuses.SENT and not earlier.answered_by


REASON = 400  # letters
REFUSED = GatewayDecision.Statuses.REFUSED


@dataclass(frozen=True, slots=True)
class PassedMessage:
    """One message on its way through the gateway, as it was when it came in.

    `active` is the backend that the session was with; `seq` the message's number in it (0: not stored yet);
    `again` whether it was sent before: then it goes where it went, and the session stays as it is. `begins`:
    who had it first then, where that is not whom it was meant for; `answered` whether somebody has taken it.
    """

    request: ChatRequest
    principal: Principal
    backends: BackendTable
    addresses: Addresses
    resources: Resources
    budget: Budget  # what a model that is asked counts for
    profile: ProfileSpec | None  # the company's default one: what a model may read is its business
    decided: BackendDecision
    session_id: str
    language: str
    active: str = ""
    forced: bool = False
    key: str = ""
    session: int = 0
    seq: int = 0
    again: bool = False
    retried: bool = False  # sent again because nobody had answered
    begins: str = ""
    answered: bool = False
    there: Mapping[str, str] = field(default_factory=dict)  # backend -> what the session is called there

    @property
    def tenant(self) -> str:
        return self.principal.tenant_id

    @property
    def decision(self) -> GlobalRouteDecision:
        return self.decided.decision


def look(request: ChatRequest, forced: str = "", *, scope: str = "chat") -> PassedMessage:
    """The message with its decision by the rules; stores nothing. Raises what the doors refuse."""
    return _look(request, forced, scope)[0]


def open_passage(request: ChatRequest, forced: str = "") -> PassedMessage:
    """The same, stored at once where the rules are sure."""
    passage, session = _look(request, forced, "chat", lock=True)
    return passage if passage.again or passage.decided.unsure else _store(passage, session)


def keep(passage: PassedMessage) -> PassedMessage:
    """Stores a decision that a model has made meanwhile, unless the same message was stored, too."""
    earlier = find(GatewayDecision, {"tenant": passage.tenant, "key": passage.key}) if passage.key else None
    if earlier is not None:
        check_repeat(earlier, passage.request.body_digest)
        raise KeyInUse("")
    session = find(GatewaySession, {"tenant": passage.tenant, "session_id": passage.session_id}, lock=True)
    return _store(passage, session)


def _look(
    request: ChatRequest, forced: str, scope: str, lock: bool = False
) -> tuple[PassedMessage, GatewaySession | None]:
    caller, tenant = admit_with_tenant(request.credentials)
    principal = caller.acting_for(request.user_id)
    principal.require(scope)
    pinned = freshness.current(tenant)
    backends = BackendTable.of(pinned.release)
    if not backends.specs:
        raise NoBackends
    if forced and forced not in backends.specs:
        raise UnknownBackend(forced, backends.specs)
    admit(request.mode, request.force_multi, principal)
    key = _name_key(request, principal)
    earlier = find(GatewayDecision, {"tenant": tenant.pk, "key": key}) if key else None
    named, session = _find_session(request, principal, earlier, lock)
    if earlier is not None and lock:
        check_repeat(earlier, request.body_digest)
        take_repeat(earlier, request.body_digest)
    active = _find_active(session, backends, timezone.now())
    decided = decide(request.text, backends, Rules.now(), active, forced)
    # Who is sure asks no model, and nothing is read of what one may cost.
    prices, payer = pinned.operational["budgets"], Payer(principal.key, principal.user_id or "", named)
    budget = spending.admit_aside(tenant.pk, prices, payer) if decided.unsure else Budget()
    resources = Resources.of(pinned, budget)
    if decided.unsure and not supervisor.may_help(backends, resources):
        decided = BackendDecision(decided.decision)
    passage = PassedMessage(
        request,
        principal,
        backends,
        pinned.operational["gateway"],
        resources,
        budget,
        pinned.release["routing"].profiles.get(tenant.default_agent_id),
        decided,
        named or uuid.uuid4().hex,
        (session.language if session else "") or tenant.default_language,
        active,
        bool(forced),
        key,
        session=session.pk if session else 0,
        there=dict(session.backend_sessions) if session else {},
    )
    return (_repeat(passage, earlier) if earlier is not None else passage), session


def _find_session(
    request: ChatRequest, principal: Principal, earlier: GatewayDecision | None, lock: bool
) -> tuple[str, GatewaySession | None]:
    """The session that is named, else that of the same message before; its name, and its row if it has one.

    :raises ConversationNotFound: it is somebody else's.
    """
    named = read_session(request.session_id or "", principal.tenant_id)
    if not named and earlier is not None:
        named = earlier.session.session_id

    def look(name: str) -> GatewaySession | None:
        own = {"tenant": principal.tenant_id, "session_id": name}
        return find(GatewaySession, own, lock=lock) if name else None

    named, session = ownership.settle_session(principal, request.channel, named, look)
    if session is not None and not ownership.owns(principal, session, writing=True):
        raise ConversationNotFound(named)
    return named, session


def _repeat(passage: PassedMessage, earlier: GatewayDecision) -> PassedMessage:
    """The message with what was decided of it before, and not what the session has come to since."""
    decided = passage.decided
    if earlier.backend in passage.backends.specs:
        first = replace(
            decided.decision, backend_id=earlier.backend, confidence=earlier.confidence,
            reason=earlier.reason, used_llm=earlier.used_llm,
            metadata={"method": earlier.method, "sent_again": True},
        )  # fmt: skip
        decided = BackendDecision(first)
    return replace(
        passage,
        decided=decided,
        again=True,
        retried=earlier.status == GatewayDecision.Statuses.FAILED,
        begins=_find_first(earlier, passage.backends),
        answered=bool(earlier.answered_by) and earlier.status != REFUSED,
        seq=earlier.seq,
    )


def read_session(given: str, tenant: str) -> str:
    """The session that a caller means; a conversation_key of the company stands for its session.

    >>> read_session("tenant_a:telecom_contas:web-1", "tenant_a"), read_session("web-1", "tenant_a")
    ('web-1', 'web-1')
    """
    company, _colon, rest = given.partition(":")
    profile, colon, session = rest.partition(":")
    return session if company == tenant and colon and profile and session else given


def _name_key(request: ChatRequest, principal: Principal) -> str:
    """A short name of the message's own id among those of its caller, channel and session.

    Empty without one.
    """
    given = request.idempotency_key or request.message_id
    if not given:
        return ""
    door = "key" if request.idempotency_key else f"message:{request.channel}"
    who = f"{principal.tenant_id}:{principal.credential}:{principal.user_id or ''}:{request.session_id or ''}"
    return idempotency.mark(who, door, given)


def _find_first(earlier: GatewayDecision, backends: BackendTable) -> str:
    """Who has a message first that is sent again.

    Whoever answered it, or the first of those who handed it over, for they have it as their own turn. Nobody
    answered: who had it and was silent. Empty: whom it was meant for.
    """
    had_it = [each["backend"] for each in earlier.failures if each.get("had_it")]
    first = earlier.handovers[0]["from"] if earlier.handovers else earlier.answered_by
    first = first or (had_it[-1] if had_it else "")
    return first if first in backends.specs else ""


def _find_active(session: GatewaySession | None, backends: BackendTable, now: datetime) -> str:
    """The backend that the session is with, unless its last message was too long ago."""
    if session is None or session.active_backend not in backends.specs:
        return ""
    lapses = session.last_at + timedelta(seconds=settings.GLOBAL_SESSION_TTL_SECONDS)
    return session.active_backend if now <= lapses else ""


def _store(passage: PassedMessage, session: GatewaySession | None) -> PassedMessage:
    """The session with its backend, and the decision.

    A session that is new twice at a moment is an IntegrityError.
    """
    decision, now = passage.decision, timezone.now()
    if session is None:
        session = GatewaySession(
            tenant_id=passage.tenant,
            session_id=passage.session_id,
            user_id=passage.principal.user_id or "",
            owner=passage.principal.credential,
            channel=passage.request.channel,
        )
    active = "" if decision.method == "closing" else decision.backend_id
    session.seq, session.last_at, session.active_backend = session.seq + 1, now, active
    if session.pk is None:
        insert_counted(session)
        changed: tuple[Statement, ...] = ()
    else:
        values = {"seq": session.seq, "last_at": now, "active_backend": active}
        changed = (update(GatewaySession, {"id": session.pk}, values),)
    row = GatewayDecision(
        tenant_id=passage.tenant, session=session, seq=session.seq, key=passage.key or None,
        digest=passage.request.body_digest,
        backend=decision.backend_id, mode=decision.mode, method=decision.method,
        confidence=decision.confidence,
        reason=decision.reason[:REASON], candidates=to_json(decision.candidates), used_llm=decision.used_llm,
        at=now, process=alive.name_shown(),
    )  # fmt: skip
    send(*skip_flush(), *changed, insert(row))
    return replace(passage, session=session.pk, seq=session.seq)
