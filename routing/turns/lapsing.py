"""What masks stand for ends with the question that needed it, also where nobody comes back to it.

A conversation says until when it keeps that (`masked_until`); the sweeper empties those whose time is over,
with the question, and what the last answer showed as the user wrote it.
"""

import time
from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from agents.specialists import masked_values
from conversations import state
from conversations.models import Conversation, Turn
from conversations.turn import ConversationState
from routing.turns.team.open_parts import without_lapsed

AT_ONCE = 100  # conversations that one look empties


def until(kept: ConversationState, now: datetime) -> datetime | None:
    """Until when a conversation keeps what masks stand for; None where it keeps nothing."""
    return now + timedelta(seconds=settings.STATE_SECONDS) if kept.masked else None


def clear() -> int:
    """Empties what is over; how many conversations that were."""
    over = Conversation.unscoped.filter(masked_until__lt=timezone.now()).order_by("masked_until")
    keys = list(over.values_list("pk", flat=True)[:AT_ONCE])
    return sum(map(_clear, keys))


def _clear(key: str) -> bool:
    with transaction.atomic():
        rows = Conversation.unscoped.select_for_update()
        row = rows.filter(pk=key, masked_until__lt=timezone.now()).first()
        if row is None:  # a turn ended meanwhile
            return False
        kept = state.read(row.state)
        left = state.write(replace(without_lapsed(kept, time.time()), masked={}))
        row.state, row.masked_until = masked_values.hide_state(kept.masked, left), None
        row.save(update_fields=["state", "masked_until"])
        _hide_last(row, kept.masked)
    return True


def _hide_last(row: Conversation, masks: Mapping[str, str]) -> None:
    ended = Turn.objects.of(row.tenant_id).filter(conversation=row, finished_at__isnull=False)
    if masks and (last := ended.order_by("-number").first()) is not None:
        hidden = masked_values.hide_answer(masks, {"text": last.answer, "metadata": last.result or {}})
        last.answer, last.result = hidden["text"], hidden["metadata"]
        last.save(update_fields=["answer", "result"])
