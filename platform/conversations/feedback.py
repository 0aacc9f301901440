"""What writers think of answers: given, changed, taken back, and read with the history.

>>> give(principal, turn_id, "unhelpful", "It was about another invoice.")
{'value': 'unhelpful', 'comment': 'It was about another invoice.', ...}
"""

from collections.abc import Callable, Iterable
from typing import Any

from django.utils import timezone

from conversations import ownership
from conversations.errors import TurnNotFound, TurnRunning
from conversations.models import Conversation, Feedback, Message, Turn
from tenancy.principal import Principal

Mask = Callable[[str, Conversation], str]


def give(
    principal: Principal,
    turn_id: str,
    value: str,
    comment: str = "",
    mask: Mask = lambda text, _conversation: text,
) -> dict[str, Any]:
    """Stores what the caller thinks of an answer; what they thought before is replaced.

    `mask` makes the comment fit to be stored, knowing the conversation.
    :raises TurnNotFound: unknown, another's, or erased. :raises TurnRunning: it is being answered.
    """
    turn, writer = _find_answered(principal, turn_id), _name_writer(principal)
    row, _new = Feedback.objects.of(principal.tenant_id).update_or_create(
        tenant_id=principal.tenant_id,
        turn=turn,
        user_id=writer["user_id"],
        owner=writer["owner"],
        defaults={
            "value": value,
            "comment": mask(comment.strip(), turn.conversation)[: Feedback.COMMENT],
            "updated_at": timezone.now(),
        },
    )
    return describe(row)


def take_back(principal: Principal, turn_id: str) -> bool:
    """Removes it; False where there was none. :raises TurnNotFound: unknown, another's, or erased."""
    turn = _find_answered(principal, turn_id)
    deleted, _by_model = (
        Feedback.objects.of(principal.tenant_id).filter(turn=turn, **_name_writer(principal)).delete()
    )
    return deleted > 0


def feedback_by_turn(principal: Principal, turn_ids: Iterable[str]) -> dict[str, dict[str, Any]]:
    """The caller's own feedback by turn."""
    rows = Feedback.objects.of(principal.tenant_id).filter(turn__in=list(turn_ids), **_name_writer(principal))
    return {row.turn_id: describe(row) for row in rows}


def describe(row: Feedback) -> dict[str, Any]:
    """As JSON."""
    return {
        "value": row.value,
        "comment": row.comment,
        "created_at": row.created_at.isoformat(),
        "updated_at": row.updated_at.isoformat(),
    }


# --- whose, and of what ---------------------------------------------------------------------------
def _name_writer(principal: Principal) -> dict[str, str]:
    if principal.user_id:
        return {"user_id": principal.user_id, "owner": ""}
    return {"user_id": "", "owner": principal.credential}


def _find_answered(principal: Principal, turn_id: str) -> Turn:
    """A turn of the caller whose answer is still there. Locks its conversation, as erasing it does."""
    of = principal.tenant_id
    turn = Turn.objects.of(of).filter(pk=turn_id).first()
    if turn is None or not ownership.mine(principal).filter(pk=turn.conversation_id).exists():
        raise TurnNotFound(turn_id)
    if turn.status in Turn.OPEN:
        raise TurnRunning
    turn.conversation = Conversation.objects.of(of).select_for_update().get(pk=turn.conversation_id)
    kept = Message.objects.of(of).filter(turn=turn, seq__gt=turn.conversation.history_from)
    if turn.conversation.ended_at is not None or not kept.exists():
        raise TurnNotFound(turn_id)
    return turn
