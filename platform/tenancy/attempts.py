"""How often people may try to log in, counted in the database.

One count for all processes, whatever Redis does.

    wait = attempts.take([("login:203.0.113.5:ana", Rate.read("10/15m"))])   # seconds; 0: taken
    attempts.give_back([...])                                                # it turned out not to count

Names are stored hidden: no address and no account can be read from the table.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone

from tenancy.models import Attempt
from tenancy.rates import Rate, Wish, hide


def take(wishes: Sequence[Wish]) -> float:
    """Takes one of each, or, when one has none left, of none; the seconds until it would work (0: taken)."""
    now = timezone.now()
    wait, later = 0.0, []
    with transaction.atomic():
        for row, rate in _lock(wishes, now):
            row.earned_at = max(row.earned_at, now) + timedelta(seconds=rate.each)
            wait = max(wait, (row.earned_at - now).total_seconds() - rate.seconds)
            later.append(row)
        if wait > 0:
            return wait
        Attempt.objects.bulk_update(later, ["earned_at"])
    return 0.0


def give_back(wishes: Sequence[Wish]) -> None:
    """Undoes one taking of each."""
    with transaction.atomic():
        rows = []
        for row, rate in _lock(wishes, timezone.now()):
            row.earned_at -= timedelta(seconds=rate.each)
            rows.append(row)
        Attempt.objects.bulk_update(rows, ["earned_at"])


def tidy() -> int:
    """Forgets what was earned back an hour ago, which nobody counts at this moment.

    Every process may call it.
    """
    return Attempt.objects.filter(earned_at__lt=timezone.now() - timedelta(hours=1)).delete()[0]


def _lock(wishes: Sequence[Wish], now: datetime) -> list[tuple[Attempt, Rate]]:
    """The row of each wish that has a limit, made where it is new.

    Always in the same order, so nobody waits for ever.
    """
    rates = {hide(name): rate for name, rate in wishes if rate.count}
    if not rates:
        return []
    new = [Attempt(name=name, earned_at=now) for name in sorted(rates)]
    Attempt.objects.bulk_create(new, ignore_conflicts=True)
    rows = Attempt.objects.select_for_update().filter(name__in=rates).order_by("name")
    return [(row, rates[row.name]) for row in rows]
