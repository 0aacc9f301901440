"""What guardrails came to: by check, specialist, release and day. Reads the record, writes nothing."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.db.models import Count
from django.db.models.functions import TruncDate
from django.utils.translation import gettext_lazy as _

from agents.models import Guardrail
from analytics import turns
from analytics.period import Period
from conversations import rail_results
from conversations.rail_results import RESULTS
from tenancy.models import Tenant

WORDS: Mapping[str, Any] = {
    "handed_over": _("to a person"),
    "refused": _("refused"),
    "retried": _("asked again"),
    "masked": _("masked"),
    "late": _("no answer"),
    "observed": _("noted"),
    "allowed": _("nothing found"),
}


@dataclass(frozen=True, slots=True)
class RailCount:
    """Turns by what a check came to in them; `day` and `release` are empty in sums of a period."""

    code: str
    phase: str
    agent: str
    turns: Mapping[str, int]
    day: date | None = None
    release: int | None = None

    @property
    def hits(self) -> int:
        """Turns in which it found something, or had no word."""
        return sum(n for result, n in self.turns.items() if result != "allowed")

    @property
    def phase_in_words(self) -> str:
        return str(dict(Guardrail.Phases.choices).get(self.phase, self.phase))

    @property
    def shown(self) -> list[tuple[str, str, int]]:
        """What it came to, in words, but for nothing: what a list of conversations is asked for, words,
        turns.
        """
        return [
            (self.name_of(result), str(WORDS[result]), n)
            for result in RESULTS
            if result != "allowed" and (n := self.turns.get(result, 0))
        ]

    def name_of(self, result: str) -> str:
        return ":".join((self.phase, self.code, result, self.agent))

    def to_json(self) -> dict[str, Any]:
        return {
            "day": self.day.isoformat() if self.day else None,
            "release": self.release,
            "guardrail": self.code,
            "phase": self.phase,
            "agent": self.agent,
            **{result: self.turns.get(result, 0) for result in RESULTS},
        }


def describe(wanted: str) -> str:
    """What a list of conversations was asked for, in words: "PINJ: refused"."""
    _phase, code, result, agent = (*wanted.split(":", 3), "", "", "", "")[:4]
    words = ": ".join(filter(None, (code, str(WORDS.get(result, "")))))
    return f"{words} ({agent})" if agent else words


def count_rails(tenant: Tenant | str, period: Period, agent_id: str | None = None) -> tuple[RailCount, ...]:
    """Every day, release, check and specialist of the period. One query: turns with the same results are one
    row of it.
    """
    rows = (
        turns.select_turns(tenant, period, agent_id).exclude(rails="").annotate(day=TruncDate("created_at"))
    )
    found = rows.values_list("day", "release", "rails").annotate(n=Count("pk"))
    counts: dict[tuple[Any, ...], Counter[str]] = {}
    for day, release, text, n in found:
        for phase, code, result, agent in rail_results.read(text):
            counts.setdefault((day, release, code, phase, agent), Counter())[result] += n
    return tuple(
        RailCount(code, phase, agent, counts[key], day, release)
        for key in sorted(counts, key=lambda key: tuple(map(str, key)))
        for day, release, code, phase, agent in (key,)
    )


def sum_up(counts: Iterable[RailCount]) -> list[RailCount]:
    """One for each check and specialist, the most hits first; without those that found nothing."""
    sums: dict[tuple[str, str, str], Counter[str]] = {}
    for each in counts:
        sums.setdefault((each.code, each.phase, each.agent), Counter()).update(each.turns)
    made = [RailCount(code, phase, agent, found) for (code, phase, agent), found in sums.items()]
    hit = [each for each in made if each.hits]
    return sorted(hit, key=lambda each: (-each.hits, each.code, each.phase, each.agent))
