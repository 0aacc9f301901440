"""A turn that already has its row: promoted from the queue, found after a crash, or committed unseen."""

from dataclasses import replace

from budgets import spending
from conversations.as_json import to_json
from conversations.models import Conversation, Message, Turn
from conversations.stored_request import StoredRequest
from releases import freshness
from routing.turns.choose import choose
from routing.turns.open import OpenedTurn, rests_until
from routing.turns.prepare import PreparedTurn, context_of, flag_of, payer_of
from tenancy.models import Tenant


def load(
    turn_id: str,
    attempt: int | None = None,
    status: str = Turn.Statuses.RUNNING,
    release: int | None = None,
) -> PreparedTurn | None:
    """A running turn, ready to run under what is live now, or the release that its request named.

    None when it is not (or no longer) to be run.

    With `status` queued: one that is stopped while it waits. `release`: under that one, for a branch of a
    turn that has begun.
    """
    turn = Turn.unscoped.select_related("conversation").filter(pk=turn_id, status=status).first()
    if turn is None or (attempt is not None and turn.attempt != attempt):
        return None
    conversation: Conversation = turn.conversation
    tenant = Tenant.objects.get(pk=turn.tenant_id)
    stored = StoredRequest.from_json(turn.request)
    number = release or stored.release or tenant.live_release
    pinned = freshness.pin(tenant.pk, number, tenant.operational_version)
    profile = pinned.release["routing"].profiles.get(conversation.agent_id)
    if profile is None:  # unpublished meanwhile: end on what it began with
        pinned = freshness.pin(tenant.pk, turn.release, tenant.operational_version)
        profile = pinned.release["routing"].profiles[conversation.agent_id]
    flag = flag_of(pinned, conversation.agent_id, conversation.user_id or conversation.key)
    chosen = choose(stored.requested_mode, stored.force_multi, flag, profile)
    messages = Message.unscoped.filter(turn=turn, role=Message.Roles.USER).order_by("seq")
    first = messages.values_list("pk", flat=True).first()
    payer = payer_of(stored, conversation)
    budget = spending.admit(tenant.pk, pinned.operational["budgets"], payer, False, stored.reservation)
    budget = replace(budget, reservation=stored.reservation)  # none is given back that was never made
    context = context_of(conversation, turn, first or "", pinned, chosen, to_json(flag) or {}, budget)
    return PreparedTurn(context, pinned)


def load_opened(turn_id: str, message_id: str = "") -> OpenedTurn | None:
    """What open had returned, for a visit whose COMMIT was answered by nobody.

    The message may have joined another turn: then that one is found by it.
    """
    turns = Turn.unscoped.select_related("conversation")
    turn = turns.filter(pk=turn_id).first() or turns.filter(messages=message_id).first()
    if turn is None:
        return None
    queued = turn.status == Turn.Statuses.QUEUED
    return OpenedTurn(
        turn.pk,
        turn.number,
        turn.conversation_id,
        turn.conversation.key,
        turn.conversation.session_id,
        prepared=None if queued or turn.pk != turn_id else load(turn_id),
        queued=queued,
        joined=turn.pk != turn_id,
        rests_until=rests_until(turn),
    )
