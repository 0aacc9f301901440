"""When a company's people are there: hours a weekday in a time zone, and days on which nobody is.

>>> week = Hours({"mon": "09:00-12:00, 13:00-18:00"}, "America/Sao_Paulo")
>>> week.next_change(datetime(2026, 3, 2, 9, 30, tzinfo=find_zone("America/Sao_Paulo")))
Moment(there=True, at=datetime.datetime(2026, 3, 2, 12, 0, tzinfo=zoneinfo.ZoneInfo(key='America/Sao_Paulo')))
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date, datetime, time, timedelta
from typing import NamedTuple

from tenancy.days import find_zone

DAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
AHEAD = 60  # days in which somebody is looked for
_PERIOD = re.compile(r"(\d{1,2}):(\d{2})\s*-\s*(\d{1,2}):(\d{2})\Z")


class Moment(NamedTuple):
    """`there`: people are there until `at`; else they are there again from `at`. None: without an end."""

    there: bool
    at: datetime | None


def periods(text: str) -> list[tuple[time, time]]:
    """The periods of a day, in order.

    >>> periods("09:00-12:00, 13:00-24:00")[1]
    (datetime.time(13, 0), datetime.time(0, 0))

    :raises ValueError: what is written is none, or they overlap.
    """
    found: list[tuple[time, time]] = []
    ended = 0
    for part in filter(None, (each.strip() for each in text.split(","))):
        match = _PERIOD.match(part)
        if match is None:
            raise ValueError(part)
        start, end = (60 * int(match[n]) + int(match[n + 1]) for n in (1, 3))
        if not (int(match[2]) < 60 and int(match[4]) < 60 and ended <= start < end <= 24 * 60):
            raise ValueError(part)
        found.append((time(*divmod(start, 60)), time(*divmod(end % (24 * 60), 60))))
        ended = end
    return found


@dataclass(frozen=True, slots=True)
class Hours:
    """`week` maps a day of `DAYS` to its periods; empty: always.

    `closed` are dates (2026-12-25) on which nobody is there; `zone` is an IANA time zone.
    """

    week: Mapping[str, str] = field(default_factory=dict)
    zone: str = "UTC"
    closed: tuple[str, ...] = ()

    def next_change(self, now: datetime) -> Moment:
        """Whether people are there, and until or from when, in their own time zone."""
        if not any(self.week.values()) and not self.closed:
            return Moment(True, None)
        here = now.astimezone(find_zone(self.zone))
        there_until: datetime | None = None
        for start, end in self._periods(here.date()):
            if there_until is not None:
                if start > there_until:
                    break
                there_until = end  # it goes on over midnight
            elif start <= here < end:
                there_until = end
            elif start > here:
                return Moment(False, start)
        return Moment(there_until is not None, there_until)

    def _periods(self, first: date) -> Iterator[tuple[datetime, datetime]]:
        zone, closed = find_zone(self.zone), frozenset(self.closed)
        for n in range(-1, AHEAD):
            day = first + timedelta(days=n)
            if day.isoformat() in closed:
                continue
            written = self.week.get(DAYS[day.weekday()], "") if any(self.week.values()) else "00:00-24:00"
            for start, end in periods(written):
                last = day + timedelta(days=1) if end == time(0) else day
                yield datetime.combine(day, start, zone), datetime.combine(last, end, zone)
