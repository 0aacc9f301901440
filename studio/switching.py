"""A kill switch by its name: only what the company has, as drafted or as live, can be switched off.

    switch(company, "tool", "look_up", off=True, reason="wrong amounts", author=request.user)

In a hurry a misspelt name would look like success: nothing of it stops.
"""

from collections.abc import Iterable
from contextlib import suppress

from agents.guardrails.catalogue import RAILS
from agents.judges.catalogue import JUDGES
from agents.models import Judge, LLMProfile, MCPServer, MCPTool, Specialist
from releases import freshness
from releases.errors import ReleaseError
from rollout import control
from rollout.errors import UnknownSwitchName
from rollout.evaluate import EVERY, MULTI_AGENT
from rollout.models import KillSwitch
from routing.decision import plugin_tiers
from routing.decision.llm import METHOD
from routing.models import Backend, Capability, Domain, Intent
from tenancy.models import Tenant

# The authored rows of a kind, and where the live release holds those that the draft no longer has.
ROWS = {
    "tool": (MCPTool, Capability),
    "server": (MCPServer,),
    "model": (LLMProfile,),
    "intent": (Intent,),
    "specialist": (Specialist,),
    "backend": (Backend,),
    "domain": (Domain,),
    "judge": (Judge,),
}
LIVE = {
    "tool": ("agents", "tools"),
    "server": ("agents", "servers"),
    "model": ("agents", "llms"),
    "intent": ("routing", "intents"),
    "specialist": ("agents", "specialists"),
    "judge": ("agents", "judges"),
}


def switch(company: Tenant, kind: str, name: str, *, off: bool, reason: str, author: object) -> bool:
    """As `control.set_switch`. Raises UnknownSwitchKind, UnknownSwitchName."""
    if kind in KillSwitch.Kinds.values and name != EVERY:
        there = KillSwitch.objects.of(company).filter(kind=kind, name=name).exists()
        if not there and name not in (known := list_names(company, kind)):
            raise UnknownSwitchName(kind, name, sorted(known))
    return control.set_switch(company, kind, name, off=off, reason=reason, author=author)


def list_names(company: Tenant, kind: str) -> set[str]:
    """What of a kind can be switched off by its name."""
    fixed: dict[str, Iterable[str]] = {
        "tier": (METHOD, *plugin_tiers.titles()),
        "input_rail": RAILS,
        "output_rail": RAILS,
        "judge": JUDGES,
        "flag": (MULTI_AGENT,),
    }
    names = set(fixed.get(kind, ()))
    for model in ROWS.get(kind, ()):
        names.update(model.objects.of(company).values_list("name", flat=True))
    if kind in LIVE:
        section, held = LIVE[kind]
        with suppress(ReleaseError):  # nothing is live
            names.update(getattr(freshness.current(company).release[section], held))
    return names
