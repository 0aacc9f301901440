"""What is remembered of a user from one conversation to the next: the newest fact of each key, a few dozen a
user.

facts = read("tenant_a", "u1")
keep("tenant_a", "u1", [Fact("name", "Ana", 0.95, "stated", turn_id)])
forget("tenant_a", "u1", ["name"])
"""

import time
from collections.abc import Iterable
from datetime import UTC, datetime
from typing import cast

from conversations.models import UserFact
from conversations.turn_parts import Fact, Source

MOST = 60  # facts of a user: an older one makes place


def read(tenant: str, user_id: str) -> tuple[Fact, ...]:
    """What is remembered of a user, the newest first: one query."""
    rows = UserFact.objects.of(tenant).filter(user_id=user_id).order_by("-learned_at", "key")
    found = rows.values_list("key", "value", "confidence", "source", "turn", "learned_at")[:MOST]
    return tuple(
        Fact(key, value, sure, cast(Source, source), turn, at.timestamp())
        for key, value, sure, source, turn, at in found
    )


def time_of(fact: Fact) -> str:
    """When a fact was learnt, as programs read it (ISO 8601, UTC)."""
    return datetime.fromtimestamp(fact.at, UTC).isoformat(timespec="seconds")


def keep(tenant: str, user_id: str, facts: Iterable[Fact]) -> None:
    """Keeps facts: a newer one of a key replaces the one before it, and a turn that is done again keeps
    nothing twice.

    What somebody else learnt later than this stays.
    """
    newest = {each.key: each for each in facts}
    if not newest:
        return
    now = time.time()
    rows = UserFact.objects.of(tenant).filter(user_id=user_id)
    later = rows.filter(key__in=newest).select_for_update()
    known = {row.key: row.learned_at.timestamp() for row in later}
    UserFact.unscoped.bulk_create(
        [
            UserFact(
                tenant_id=tenant,
                user_id=user_id,
                key=each.key,
                value=each.value,
                confidence=each.confidence,
                source=each.source,
                turn=each.turn,
                learned_at=datetime.fromtimestamp(each.at or now, UTC),
            )
            for each in newest.values()
            if known.get(each.key, 0.0) <= (each.at or now)
        ],
        update_conflicts=True,
        unique_fields=["tenant", "user_id", "key"],
        update_fields=["value", "confidence", "source", "turn", "learned_at"],
    )
    too_old = rows.order_by("-learned_at").values_list("pk", flat=True)[MOST : MOST * 2]
    if len(known) < len(newest) and (gone := list(too_old)):
        UserFact.objects.of(tenant).filter(pk__in=gone).delete()


def forget(tenant: str, user_id: str, keys: Iterable[str] | None = None) -> int:
    """Erases facts of a user, or all of them; how many there were."""
    rows = UserFact.objects.of(tenant).filter(user_id=user_id)
    erased, _each = (rows if keys is None else rows.filter(key__in=list(keys))).delete()
    return erased
