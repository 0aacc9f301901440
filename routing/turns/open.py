"""Open: the first visit of a turn. Afterwards the message is safe, whatever happens to this process."""

import uuid
from dataclasses import dataclass, replace
from typing import Any

from django.conf import settings
from django.core.exceptions import ValidationError

from agents import turn_file
from agents.tools import sessions
from budgets import spending
from conversations import idempotency, order, ownership, wakes
from conversations.as_json import to_json
from conversations.errors import ConversationNotFound, TurnNotFound
from conversations.models import Conversation, Message, Turn, conversation_key, new_id, session_id
from conversations.stored_request import StoredRequest
from conversations.turn import Budget
from releases import freshness
from releases.freshness import PinnedRelease
from rollout.evaluate import Evaluation
from routing.decision.profile_runtime import ProfileRuntime
from routing.decision.specs import ProfileSpec
from routing.errors import BadSession, Overloaded, UnknownProfile
from routing.turns import client_tools, imported_history
from routing.turns.audience import CUSTOMER, Audience
from routing.turns.mode import ChosenMode, admit, choose
from routing.turns.prepare import PreparedTurn, build_context, evaluate_flag, find_payer
from routing.turns.request import ChatRequest, keep_options
from tenancy.authenticate import admit_with_tenant
from tenancy.models import Tenant
from tenancy.principal import Principal
from tenancy.statements import find, send

LINE_SHARE = (
    0.5  # of a turn's time that it may stand before its tools: the rest is for the calls and the model
)


@dataclass(frozen=True, slots=True)
class OpenedTurn:
    """What open did: a turn that runs (`prepared`), waits (`queued`), or was answered before (`response`).

    `joined`: the message belongs to a turn that waited already; `rests_until` (epoch seconds): the turn
    begins when its writer pauses.
    """

    turn_id: str
    number: int
    conversation_id: str
    conversation_key: str
    session_id: str
    prepared: PreparedTurn | None = None
    queued: bool = False
    response: dict[str, Any] | None = None
    joined: bool = False
    rests_until: float = 0.0
    audience: Audience = CUSTOMER

    @classmethod
    def of(cls, turn: Turn, conversation: Conversation, **more: Any) -> "OpenedTurn":
        """What open did of the turn with this row; `more` are further fields."""
        queued, until = turn.status == Turn.Statuses.QUEUED, turn.lease_until
        rests_until = until.timestamp() if queued and until is not None else 0.0
        return cls(
            turn.pk, turn.number, conversation.pk, conversation.key, conversation.session_id,
            queued=queued, rests_until=rests_until, **more,
        )  # fmt: skip


def open_turn(request: ChatRequest, turn_id: str, message_id: str = "") -> OpenedTurn:
    """Admits a message as the turn of this id, or into one that waits, or raises one of the errors of
    tenancy, releases, conversations and routing.

    One transaction and a constant number of queries, whatever was authored or said before.
    """
    caller, tenant = admit_with_tenant(request.credentials)
    principal = caller.acting_for(request.user_id)
    principal.require("chat")
    pinned = _pin(request, principal, tenant)
    admit(request.mode, request.force_multi, principal)
    conversation = _find_named(request, principal)
    agent_id = choose_profile(request, conversation, tenant, pinned)
    door, key, digest = _read_key(request)
    repeated = idempotency.find(tenant.pk, _name_credential(principal), door, key, digest) if key else None
    if repeated is not None and repeated.response is not None and not _may_be_tried_again(repeated.turn):
        before = repeated.turn
        return OpenedTurn.of(
            before, before.conversation, response=repeated.response, audience=Audience.of(principal)
        )
    if repeated is not None and request.guessed:
        conversation = repeated.turn.conversation  # what failed is tried again where it failed
    conversation = enter(request, principal, agent_id, conversation)
    pinned, chosen, stored = settle(request, conversation, principal, tenant, pinned)
    if not stored.brings_results:
        _admit_calls(pinned, conversation.agent_id)
    # What came of a caller's tools is taken also where a limit is spent: they have been called.
    payer, budgets = find_payer(stored, conversation), pinned.operational["budgets"]
    budget = spending.admit(tenant.pk, budgets, payer, refuses=not stored.brings_results)
    stored = replace(stored, keyed=bool(key), reservation=budget.reservation)
    turn = make_turn(turn_id, request, conversation, pinned, chosen.mode, stored)
    mark = idempotency.mark(_name_credential(principal), door, key) if key else ""
    message = _make_message(conversation, turn, repeated, mark, message_id)
    turn = _place(pinned, conversation, turn, message, mark, budget)
    if repeated is not None:
        repeated.row.turn = turn
        repeated.row.save(update_fields=["turn"])
    elif key:
        send(idempotency.keep(turn, _name_credential(principal), door, key, digest))
    if stored.brings_results:
        client_tools.let_through(turn)
    if request.files and turn.pk == turn_id:
        turn_file.keep(turn, request.files)
    joined, audience = turn.pk != turn_id, Audience.of(principal)
    opened = OpenedTurn.of(turn, conversation, joined=joined, audience=audience)
    if opened.queued:
        return opened
    context = build_context(conversation, turn, message.pk, pinned, chosen, stored.flag, budget)
    return replace(opened, prepared=PreparedTurn(context, pinned))


def _admit_calls(pinned: PinnedRelease, agent_id: str) -> None:
    """Refuses what would stand for so long before its tools that it could not be answered in time.

    :raises Overloaded: by the pace at which the servers of the profile's tools are served now.
    """
    servers = pinned.operational["agents"].servers
    named = ProfileRuntime.of(pinned.release, agent_id).tool_servers
    late = sessions.seconds_in_line(servers[name] for name in named if name in servers)
    if late > (most := settings.TURN_DEADLINE * LINE_SHARE):
        raise Overloaded(late - most)


def settle(
    request: ChatRequest,
    conversation: Conversation,
    principal: Principal,
    tenant: Tenant,
    pinned: PinnedRelease,
) -> tuple[PinnedRelease, ChosenMode, StoredRequest]:
    """Under which release and in which mode the conversation answers a message, and what the turn's row keeps
    of it. `pinned` is what is live, or what the request names; a session that was begun with another stays
    with that.
    """
    keep_options(conversation, request, principal)
    if request.release is None and (number := conversation.options.get("release")) is not None:
        pinned = freshness.pin(tenant.pk, int(number), tenant.operational_version)
    agent_id = choose_profile(request, conversation, tenant, pinned)
    request = replace(request, context={**(conversation.options.get("context") or {}), **request.context})
    if request.before and conversation._state.adding:
        conversation.options |= imported_history.make_options(request.before, pinned, agent_id)
    flag = evaluate_flag(pinned, agent_id, principal.user_id or conversation.key)
    chosen = choose(request.mode, request.force_multi, flag, pinned.release["routing"].profiles[agent_id])
    client_tools.admit(request.client_tools, conversation, chosen.mode, pinned)
    return pinned, chosen, _make_stored(request, principal, chosen, flag)


def make_turn(
    turn_id: str,
    request: ChatRequest,
    conversation: Conversation,
    pinned: PinnedRelease,
    mode: str,
    stored: StoredRequest,
) -> Turn:
    """The turn's row, not stored yet."""
    return Turn(
        pk=turn_id,
        tenant_id=conversation.tenant_id,
        conversation=conversation,
        received=client_tools.write_received(request),
        release=pinned.release.number,
        mode=mode,
        process=wakes.process_name(),
        request=stored.as_json(),
    )


def choose_profile(
    request: ChatRequest, conversation: Conversation | None, tenant: Tenant, pinned: PinnedRelease
) -> str:
    """The profile that answers: the request's, else its conversation's, else the tenant's."""
    agent_id = request.agent_id or (conversation.agent_id if conversation else tenant.default_agent_id)
    profiles = pinned.release["routing"].profiles
    if agent_id not in profiles:
        raise UnknownProfile(agent_id, profiles)
    if conversation is not None and conversation.agent_id != agent_id:
        raise ConversationNotFound(str(request.conversation_id))
    return agent_id


def _read_key(request: ChatRequest) -> tuple[str, str, str]:
    """By what a repeated request is known: the door, the key and the digest of what came; no key: by nothing.
    Results of a caller's tools are their own key."""
    if request.idempotency_key:
        return request.door, request.idempotency_key, request.body_digest
    if not request.message_id and request.client_tools.results:
        digest = idempotency.digest(client_tools.write_received(request))
        return "results", digest, digest
    return f"message:{request.channel}", request.message_id or "", request.body_digest


def find_begun(turn_id: str, request: ChatRequest) -> OpenedTurn:
    """The turn that an earlier request with the same Idempotency-Key began, for who repeats it.

    :raises TurnNotFound: it was deleted meanwhile.
    """
    turn = Turn.unscoped.select_related("conversation").filter(pk=turn_id).first()
    if turn is None:
        raise TurnNotFound(turn_id)
    return OpenedTurn.of(turn, turn.conversation, joined=True, audience=choose_audience(request))


def choose_audience(request: ChatRequest) -> Audience:
    """For whom the turn of a request is told."""
    return Audience.of(admit_with_tenant(request.credentials)[0].acting_for(request.user_id))


def _place(
    pinned: PinnedRelease, conversation: Conversation, turn: Turn, message: Message, mark: str, budget: Budget
) -> Turn:
    """The turn that will answer the message, stored: its own, or one that waits and whose writer goes on."""
    profile: ProfileSpec = pinned.release["routing"].profiles[conversation.agent_id]
    alone = profile.quick_messages == "queue" or StoredRequest.from_json(turn.request).brings_results
    rest = settings.DEBOUNCE_SECONDS if profile.quick_messages == "debounce" and not alone else 0.0
    if not (alone or conversation._state.adding):
        waiting = order.join(conversation, turn, message, mark, rest)
        if waiting is not None:
            return waiting
    order.enter(conversation, turn, message, rest, spending.count_turn(conversation.tenant_id, budget))
    return turn


def _name_credential(principal: Principal) -> str:
    return f"{principal.credential}:{principal.user_id or ''}"[:80]


def _pin(request: ChatRequest, principal: Principal, tenant: Tenant) -> PinnedRelease:
    """What is live, or the release that the request names. Raises Forbidden, UnknownRelease."""
    if request.release is None:
        return freshness.current(tenant)
    principal.require("publish")  # who could make it live for everybody may ask it
    return freshness.pin(tenant.pk, request.release, tenant.operational_version)


def _find_named(request: ChatRequest, principal: Principal) -> Conversation | None:
    """The conversation that the request continues; one that is named must exist."""
    if request.conversation_id is None:
        return None
    found = ownership.require(principal, request.conversation_id, writing=True)
    if found.ended_at is not None:
        raise ConversationNotFound(request.conversation_id)
    return found


def enter(
    request: ChatRequest, principal: Principal, agent_id: str, named: Conversation | None
) -> Conversation:
    """The conversation, locked until the end of this visit; one not stored yet when its session is new.

    Two first messages of one session at the same moment: the slower one's insert is refused by the key, and
    its whole visit is made again.
    :raises ConversationNotFound: the session is somebody else's.
    """
    prefix = conversation_key(principal.tenant_id, agent_id)
    session = named.session_id if named else (request.session_id or uuid.uuid4().hex)
    goes_on = (
        imported_history.find_going_on(request, principal, prefix) if request.guessed and not named else None
    )
    anew = f"{session}.{uuid.uuid4().hex[:12]}"
    if request.guessed and not named:
        session = goes_on.session if goes_on else anew
    if session.startswith(prefix):
        session = session.removeprefix(prefix)  # a conversation_key is taken as it is, never prefixed twice
    try:
        session_id(session)
    except ValidationError:
        raise BadSession from None
    if not session.isprintable():
        raise BadSession

    def look(key: str) -> Conversation | None:
        return find(Conversation, {"tenant": principal.tenant_id, "key": key}, lock=True)

    if named:
        key, found = named.key, look(named.key)
    else:
        session, found = ownership.settle_session(
            principal, request.channel, session, lambda name: look(prefix + name)
        )
        key = prefix + session
    if found is not None and goes_on is not None and found.turn_count != goes_on.number:
        session, key, found = anew, prefix + anew, None  # somebody else went on with it in this moment
    if found is None:
        return Conversation(
            tenant_id=principal.tenant_id,
            key=key,
            agent_id=agent_id,
            session_id=session,
            user_id=principal.user_id or "",
            owner=principal.credential,
            channel=request.channel,
        )
    if named is None and not ownership.owns(principal, found, writing=True):
        raise ConversationNotFound(key)
    return found


def _make_stored(
    request: ChatRequest, principal: Principal, chosen: ChosenMode, flag: Evaluation | None
) -> StoredRequest:
    """What the turn's row keeps of the request."""
    history = request.before if request.client_tools.results else (*request.before, ("user", request.text))
    return StoredRequest(
        door=request.door,
        channel=request.channel,
        context=request.context,
        proven=request.list_proven(principal),
        trusted=principal.trusted,
        user_id=principal.user_id,
        message_id=request.message_id,
        requested_mode=request.mode,
        release=request.release,
        force_multi=request.force_multi,
        mode_source=chosen.source,
        flag=to_json(flag) or {},
        takers=request.takers if principal.trusted else (),
        deliver=request.deliver,
        markup=request.markup,
        heard=imported_history.digest_history(history) if request.guessed else "",
        traceparent=request.traceparent,
        client_tools=request.client_tools,
        brings_results=bool(request.client_tools.results),
        files=len(request.files),
        key=principal.key,
    )


def _make_message(
    conversation: Conversation,
    turn: Turn,
    repeated: idempotency.Repeated | None,
    mark: str,
    message_id: str,
) -> Message:
    """The user's message: a new one, or the stored one of the failed turn that is tried again."""
    if repeated is not None:
        stored = order.find_own_message(repeated.turn, mark)
        if stored is not None:
            stored.turn = turn
            return stored
    return Message(
        pk=message_id or new_id(),
        tenant_id=conversation.tenant_id,
        conversation=conversation,
        turn=turn,
        seq=conversation.seq + 1,
        role=Message.Roles.USER,
    )


def _may_be_tried_again(turn: Turn) -> bool:
    """Whether it failed and nothing was done in it, nor perhaps done (docs/adr/0010)."""
    acted = any(effect["ok"] is not False for effect in turn.side_effects)
    return turn.status == Turn.Statuses.FAILED and not acted
