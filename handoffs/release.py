"""Takes the mark of a person off a conversation: the agents answer that matter again."""

from django.db import transaction

from conversations import state
from conversations.models import Conversation, Turn
from delivery import listeners
from delivery.models import Delivery
from handoffs import record, telling, to_person
from handoffs.errors import NobodyAwaited
from tenancy.company_lock import hold


def release(conversation: Conversation, by: str, note: str = "") -> None:
    """Somebody of the company, or its system, has taken care of it. `by` is who, `note` what came of it.

    :raises NobodyAwaited: the conversation waits for no person.
    """
    with transaction.atomic():
        tenant = conversation.tenant_id
        hold(tenant)
        conversation.refresh_from_db(from_queryset=Conversation.objects.of(tenant).select_for_update())
        kept = state.read(conversation.state)
        awaited = kept.person
        if awaited is None or conversation.person_since is None:
            raise NobodyAwaited
        passed = to_person.give_back(awaited, by, note)
        turn = Turn.objects.of(tenant).filter(conversation=conversation).order_by("-number").first()
        assert turn is not None  # the one that asked
        record.write(conversation, turn.pk, [passed.handoff])
        conversation.state = {**conversation.state, "person": None}
        conversation.person_since = None
        conversation.save(update_fields=["state", "person_since"])
        _tell(conversation, turn.pk, passed)


def _tell(conversation: Conversation, turn_id: str, passed: to_person.PassedToPerson) -> None:
    event = telling.EVENTS[passed.handoff.kind]
    payload = telling.describe(telling.about(conversation, turn_id), passed.handoff)
    channels = listeners.listeners_of(listeners.load(conversation.tenant_id), conversation.agent_id)
    Delivery.unscoped.bulk_create(
        Delivery(
            tenant_id=conversation.tenant_id, channel_id=each["channel"], turn_id=turn_id, event=event,
            payload=payload, target=listeners.target_of(each, conversation.pk),
        )
        for each in channels
        if event in each["events"]
    )  # fmt: skip
