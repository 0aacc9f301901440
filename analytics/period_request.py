"""What a page of figures is asked for: a period, what to compare it with, perhaps one profile."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Any, cast
from urllib.parse import urlencode

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from analytics.errors import BadPeriod
from analytics.period import COMPARED, PRESETS, USUAL, Period
from routing.models import AgentProfile
from tenancy.models import Tenant

COMPARISONS: Mapping[str, Any] = {
    "previous": gettext_lazy("the period before"),
    "year": gettext_lazy("a year earlier"),
    "none": gettext_lazy("nothing"),
}


@dataclass(frozen=True, slots=True)
class PeriodRequest:
    """`days` is the chosen preset, None for days of one's own.

    `errors` by field, `typed` what was typed there.
    """

    period: Period
    days: int | None
    compare: str
    agent_id: str
    profiles: tuple[str, ...]
    errors: Mapping[str, str] = field(default_factory=dict)
    typed: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def of(cls, company: Tenant, query: Mapping[str, Any]) -> "PeriodRequest":
        """Reads a query; what is wrong with it becomes a sentence beside its field."""
        profiles = tuple(
            AgentProfile.objects.of(company).order_by("agent_id").values_list("agent_id", flat=True)
        )
        compare = query.get("compare") if query.get("compare") in COMPARED else COMPARED[0]
        agent_id = query.get("agent_id") if query.get("agent_id") in profiles else ""
        typed = {name: str(query.get(name) or "").strip()[:32] for name in ("from", "to")}
        errors: dict[str, str] = {}
        preset = _preset(query.get("days"))
        period, days = Period.last(preset), cast("int | None", preset)
        if any(typed.values()):
            try:
                period, days = Period.between(_day("from", typed["from"]), _day("to", typed["to"])), None
            except BadPeriod as error:
                errors[error.field] = str(error)
        return cls(period, days, str(compare), str(agent_id), profiles, errors, typed)

    @property
    def before(self) -> Period | None:
        """The period to compare with."""
        return self.period.before(self.compare)

    def query(self, **changed: str) -> dict[str, str]:
        """What a link carries to ask for the same again."""
        pairs = (
            {"days": str(self.days)} if self.days else {"from": self.typed["from"], "to": self.typed["to"]}
        )
        pairs |= {"agent_id": self.agent_id}
        pairs |= {"compare": self.compare if self.compare != COMPARED[0] else ""}
        return {name: text for name, text in (pairs | changed).items() if text}

    def presets(self) -> list[tuple[int, str, bool]]:
        """Each preset with the query that chooses it, and whether it is chosen."""
        others = {name: text for name, text in self.query().items() if name not in ("days", "from", "to")}
        return [(days, urlencode({"days": days, **others}), days == self.days) for days in PRESETS]

    def comparisons(self) -> list[tuple[str, str, bool]]:
        """What one may compare with, in words."""
        return [(name, str(words), name == self.compare) for name, words in COMPARISONS.items()]


def _preset(text: Any) -> int:
    return int(text) if text in {str(days) for days in PRESETS} else USUAL


def _day(name: str, text: str) -> date | None:
    if not text:
        return None
    try:
        return datetime.strptime(text, "%Y-%m-%d").date()
    except ValueError:
        raise BadPeriod(name, _("Write a day like this: 2026-11-21.")) from None
