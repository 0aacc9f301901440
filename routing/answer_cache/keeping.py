"""Keeps answers, in the visit that closes their turn, and throws them away."""

from collections.abc import Iterable
from datetime import timedelta

from django.conf import settings
from django.db.models import F
from django.utils import timezone

from agents.knowledge import citations as passages
from agents.knowledge.models import Document
from conversations.models import Conversation, new_id
from conversations.turn import TurnContext
from routing.answer_cache.models import CachedAnswer
from routing.answer_cache.standing_alone import may_be_kept

AT_ONCE = 500  # rows that one look removes


def close(context: TurnContext, conversation: Conversation, citations: list[dict[str, object]]) -> None:
    """Counts the answer that the turn gave again, or keeps the one that it made.

    Nothing is asked of the database where the turn did not look for one.
    """
    lookup, served = context.work.lookup, context.outcome.served
    if served is not None:
        rows = CachedAnswer.objects.of(context.request.tenant_id).filter(pk=served.id)
        rows.update(served=F("served") + 1)
    elif lookup is not None and may_be_kept(context) and _can_be_found(context):
        _keep(context, conversation, citations)


def _keep(context: TurnContext, conversation: Conversation, citations: list[dict[str, object]]) -> None:
    request, lookup, usage = context.request, context.work.lookup, context.work.usage
    assert lookup is not None
    now = timezone.now()
    row = CachedAnswer(
        pk=new_id(),
        tenant_id=request.tenant_id,
        agent_id=request.agent_id,
        intent=lookup.intent,
        agent=lookup.agent,
        language=request.utterance.language,
        release=request.release,
        question=lookup.question,
        answer=context.outcome.answer,
        citations=citations,
        tokens=usage.prompt_tokens + usage.completion_tokens,
        key=lookup.key,
        wording=lookup.wording,
        embedder=lookup.embedder,
        vector=lookup.vector,
        conversation=conversation,
        turn=request.turn_id,
        created_at=now,
        expires_at=now + timedelta(seconds=lookup.seconds),
    )
    # One that is no longer good, or that another turn keeps at this moment, makes room.
    CachedAnswer.objects.of(request.tenant_id).filter(key=lookup.key).delete()
    CachedAnswer.unscoped.bulk_create([row], ignore_conflicts=True)
    _make_room(request.tenant_id)


def _make_room(tenant: str) -> None:
    rows = CachedAnswer.objects.of(tenant)
    over = rows.count() - settings.ANSWER_CACHE_ROWS
    if over > 0:
        oldest = list(rows.order_by("expires_at").values_list("pk", flat=True)[:over])
        rows.filter(pk__in=oldest).delete()


def tidy() -> int:
    """Removes what is no longer good, a batch at a time; how many."""
    old = CachedAnswer.unscoped.filter(expires_at__lt=timezone.now()).values_list("pk", flat=True)
    return CachedAnswer.unscoped.filter(pk__in=list(old[:AT_ONCE])).delete()[0]


def throw_all_away(tenant: str) -> None:
    """A document is in no release any more: any kept answer may be drawn from it, cited or not."""
    CachedAnswer.objects.of(tenant).delete()


def _can_be_found(context: TurnContext) -> bool:
    """Whether all that the turn read can still be found.

    Whoever takes one of these documents away waits for this visit, and throws the answer away then.
    """
    read = {
        each["document"]
        for result in context.work.tool_results
        for each in passages.passages_of(result.result)
        if each.get("document")
    }
    if not read:
        return True
    rows = Document.objects.of(context.request.tenant_id).filter(pk__in=read, added_in__isnull=False)
    there = rows.exclude(removed_in=F("added_in")).order_by("pk").select_for_update()
    return len(there.values_list("pk", flat=True)) == len(read)


def throw_away(tenant: str, ids: Iterable[str]) -> int:
    """Throws these answers of a company away; how many. The next who asks gets a new one."""
    return CachedAnswer.objects.of(tenant).filter(pk__in=list(ids)).delete()[0]


def erase(conversation: Conversation) -> None:
    """What was made in a conversation goes with its words."""
    CachedAnswer.objects.of(conversation.tenant_id).filter(conversation=conversation).delete()


def erase_turns(turns: list[str]) -> None:
    """The same for turns whose texts a company keeps no longer."""
    CachedAnswer.unscoped.filter(turn__in=turns).delete()
