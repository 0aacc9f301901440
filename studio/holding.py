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
    """How answers of a profile leave, and because of which checks and judges."""

    profile: str
    how: str
    because: tuple[str, ...]


def holding_of(company: Tenant) -> list[Holding]:
    """One a profile in use, as the draft has it. Three queries."""
    rows = AgentProfile.objects.of(company).filter(enabled=True).order_by("agent_id")
    return [_holding(row) for row in rows.prefetch_related("guardrails", "judges")]


def _holding(profile: AgentProfile) -> Holding:
    rows = [
        each for each in profile.guardrails.all() if each.enabled and each.phase == Guardrail.Phases.OUTPUT
    ]
    specs = [RailSpec(each.code, "output", each.action, confirms=each.confirms) for each in rows]
    judges = [
        JudgeSpec(each.name, fail_closed=each.fail_closed) for each in profile.judges.all() if each.enabled
    ]
    held = list_holding(always.on_answers(specs, profile.mode == "coordinator"), judges)
    how = str(WORDS[held[0][1] if held else "piece"])
    return Holding(profile.name or profile.agent_id, how, tuple(_title(name) for name, _sees in held))


def _title(name: str) -> str:
    title = str(getattr(RAILS.get(name), "title", ""))
    return f"{title} ({name})" if title else name
