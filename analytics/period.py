"""Which days are looked at, and with which they are compared."""

from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from typing import Self, TypeVar

from django.db.models import Model, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from analytics.errors import BadPeriod

PRESETS = (7, 30, 90)
USUAL = 30
LONGEST = 366
EARLIEST = 2000  # what it is compared with must be a date too
COMPARED = ("previous", "year", "none")
YEAR = timedelta(days=364)  # 52 weeks: a Monday is compared with a Monday

M = TypeVar("M", bound=Model)


@dataclass(frozen=True, slots=True)
class Period:
    """From `start` up to `end`, which is no longer part of it."""

    start: datetime
    end: datetime

    @classmethod
    def last(cls, days: int, until: datetime | None = None) -> Self:
        """The last days up to now (or `until`), to the second."""
        end = until or timezone.now()
        return cls(end - timedelta(days=days), end)

    @classmethod
    def between(cls, first: date | None, last: date | None) -> Self:
        """Whole days of the local calendar, both included; without `last` up to today.

        >>> Period.between(date(2026, 11, 1), date(2026, 11, 7)).days
        7

        :raises BadPeriod: the wrong way round, not yet come, too long, or without a beginning.
        """
        today = timezone.localdate()
        if first is None:
            raise BadPeriod("from", _("Say where it begins, for example %s.") % today.replace(day=1))
        if first.year < EARLIEST:
            raise BadPeriod("from", _("Write a day like this: 2026-11-21."))
        if first > today:
            raise BadPeriod("from", _("This day has not come yet; today is %s.") % today)
        last = today if last is None else last
        if last > today:
            raise BadPeriod("to", _("This day has not come yet; today is %s.") % today)
        if last < first:
            raise BadPeriod("to", _("It ends before it begins, on %s.") % first)
        if (last - first).days >= LONGEST:
            raise BadPeriod("from", _("At most %d days at once.") % LONGEST)
        return cls(begin_day(first), begin_day(last + timedelta(days=1)))

    @property
    def days(self) -> int:
        """Its length; a day on which clocks change is one day too."""
        return max(1, round((self.end - self.start) / timedelta(days=1)))

    @property
    def last_day(self) -> datetime:
        """A moment on its last day, to be shown."""
        return self.end - timedelta(microseconds=1)

    def within(self, moment: str) -> dict[str, datetime]:
        """The condition that a row's moment is of the period.

        >>> sorted(Period.last(7).within("created_at"))
        ['created_at__gte', 'created_at__lt']
        """
        return {f"{moment}__gte": self.start, f"{moment}__lt": self.end}

    def before(self, compare: str) -> "Period | None":
        """What it is compared with: the period before it, the same days of last year, or nothing."""
        if compare == "none":
            return None
        shift = YEAR if compare == "year" else self.end - self.start
        return Period(self.start - shift, self.end - shift)


def of_profile(rows: QuerySet[M], agent_id: str | None, conversation: str = "conversation") -> QuerySet[M]:
    """The rows of a profile's conversations, of all without one; in no order."""
    return (rows.filter(**{f"{conversation}__agent_id": agent_id}) if agent_id else rows).order_by()


def begin_day(day: date) -> datetime:
    """Midnight of a day here."""
    return timezone.make_aware(datetime.combine(day, time.min))
