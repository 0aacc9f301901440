"""How long answers take: the median and the slowest twentieth, counted by the database."""

from dataclasses import dataclass
from typing import Any, cast

from django.db.models import Count, F, Func, IntegerField, Q, QuerySet, Window
from django.db.models.functions import RowNumber

from analytics.numbers import format_seconds
from conversations.models import Turn


class Milliseconds(Func):
    """`Milliseconds("finished_at", "started_at")`: whole milliseconds between two moments.

    Django's own subtraction is a function in Python on SQLite: 1.6 s for 100 000 turns against 0.1 s.
    """

    arity = 2
    output_field = IntegerField()

    def as_sqlite(self, compiler: Any, connection: Any, **context: Any) -> Any:
        return self.as_sql(
            compiler, connection,
            template="CAST(ROUND((julianday(%(expressions)s)) * 86400000) AS INTEGER)",
            arg_joiner=") - julianday(",
            **context,
        )  # fmt: skip

    def as_postgresql(self, compiler: Any, connection: Any, **context: Any) -> Any:
        return self.as_sql(
            compiler, connection,
            template="CAST(ROUND(EXTRACT(EPOCH FROM (%(expressions)s)) * 1000) AS INTEGER)",
            arg_joiner=" - ",
            **context,
        )  # fmt: skip


@dataclass(frozen=True, slots=True)
class Latency:
    """Milliseconds from the start of an answered turn to its end; None where none was answered.

    Both are times that really happened: the nearest rank, nothing in between.
    """

    median: int | None = None
    p95: int | None = None

    @property
    def in_words(self) -> tuple[str, str]:
        return format_seconds(self.median), format_seconds(self.p95)


def filter_answered(turns: QuerySet[Turn], least: int | None = None) -> QuerySet[Turn]:
    """The turns that count, with their `ms`; only those that took `least` or more."""
    rows: Any = turns.filter(
        status=Turn.Statuses.ANSWERED, started_at__isnull=False, finished_at__isnull=False
    ).annotate(ms=Milliseconds("finished_at", "started_at"))
    return cast("QuerySet[Turn]", rows if least is None else rows.filter(ms__gte=least))


def measure_all(turns: QuerySet[Turn]) -> Latency:
    """Of all these turns. One query."""
    return _by(turns, None).get("", Latency())


def measure_by_agent(turns: QuerySet[Turn]) -> dict[str, Latency]:
    """Of each specialist. One query."""
    return _by(turns, "agent")


def _by(turns: QuerySet[Turn], name: str | None) -> dict[str, Latency]:
    among = [F(name)] if name else None
    ranked: Any = filter_answered(turns).order_by().annotate(
        rank=Window(RowNumber(), partition_by=among, order_by=F("ms").asc()),
        among=Window(Count("*"), partition_by=among),
    )  # fmt: skip
    # Whole numbers, rounded up: 50 of 100 is the 50th, 95 of 21 the 20th.
    rows = ranked.filter(
        Q(rank=(F("among") * 50 + 99) / 100) | Q(rank=(F("among") * 95 + 99) / 100)
    ).values_list(*([name] if name else []), "rank", "ms")
    found: dict[str, list[int]] = {}
    for *group, _rank, ms in sorted(rows):
        found.setdefault(group[0] if group else "", []).append(ms)
    return {group: Latency(times[0], times[-1]) for group, times in found.items()}
