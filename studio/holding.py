"""What holds the answers of each profile back while they are written, for the page of guardrails."""

from dataclasses import dataclass

from agents.guardrails import always
from agents.guardrails.catalogue import RAILS
from agents.guardrails.holding import WORDS, list_holding
from agents.models import Guardrail
from agents.specs import JudgeSpec, RailSpec
from routing.models import AgentProfile
from tenancy.models import Tenant


@dataclass(frozen=True, slots=True)
class Holding:
    """How answers of some profiles leave, and because of which checks and judges, by their titles."""

    how: str
    because: tuple[str, ...]
    profiles: tuple[str, ...]


def holding_of(company: Tenant) -> list[Holding]:
    """The profiles in use, those together whose answers leave alike; as the draft has them. Three queries."""
    rows = AgentProfile.objects.of(company).filter(enabled=True).order_by("agent_id")
    alike: dict[tuple[str, tuple[str, ...]], list[str]] = {}
    for row in rows.prefetch_related("guardrails", "judges"):
        alike.setdefault(_explain(row), []).append(row.name or row.agent_id)
    return [Holding(how, because, tuple(profiles)) for (how, because), profiles in alike.items()]


def _explain(profile: AgentProfile) -> tuple[str, tuple[str, ...]]:
    rows = [
        each for each in profile.guardrails.all() if each.enabled and each.phase == Guardrail.Phases.OUTPUT
    ]
    specs = [RailSpec(each.code, "output", each.action, confirms=each.confirms) for each in rows]
    judges = [
        JudgeSpec(each.name, fail_closed=each.fail_closed) for each in profile.judges.all() if each.enabled
    ]
    held = list_holding(always.on_answers(specs, profile.mode == "coordinator"), judges)
    titles = (str(getattr(RAILS.get(name), "title", "")) or name for name, _sees in held)
    return str(WORDS[held[0][1] if held else "piece"]), tuple(dict.fromkeys(titles))
