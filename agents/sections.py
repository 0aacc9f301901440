"""The release's section "agents": specialists, tools, servers, models, values, policies, rails, judges."""

from collections.abc import Mapping
from typing import Any

from agents import authored, checks, wording
from agents.specs import (
    AgentsSection,
    JudgeSpec,
    LLMSpec,
    ParameterSpec,
    PromptPolicySpec,
    RailSpec,
    ServerSpec,
    SlotSpec,
    SpecialistSpec,
    ToolSpec,
)
from releases import sections
from releases.sections import Json


def load(content: Json) -> AgentsSection:
    """The frozen words of a released section. Rails and judges that are switched off are left out."""

    def part(name: str) -> Mapping[str, Any]:
        found: Mapping[str, Any] = content.get(name, {})
        return found

    return AgentsSection(
        specialists={name: _specialist(name, each) for name, each in part("specialists").items()},
        tools={name: _tool(name, each) for name, each in part("tools").items()},
        servers={
            name: ServerSpec(name, each["transport"], each["enabled"])
            for name, each in part("servers").items()
        },
        llms={name: LLMSpec(name=name, **each) for name, each in part("llms").items()},
        points=dict(part("points")),
        slots={name: SlotSpec(name=name, **each) for name, each in part("slots").items()},
        policies={name: _policy(name, each) for name, each in part("policies").items()},
        rails={key: _rail(key, each) for key, each in part("rails").items() if each["enabled"]},
        judges={
            name: JudgeSpec(name, threshold=each["threshold"], fail_closed=each["fail_closed"])
            for name, each in part("judges").items()
            if each["enabled"]
        },
    )


def _specialist(name: str, each: Mapping[str, Any]) -> SpecialistSpec:
    lists = {"targets": tuple(each["targets"]), "tools": tuple(each["tools"])}
    return SpecialistSpec(name=name, **{**each, **lists})


def _tool(name: str, each: Mapping[str, Any]) -> ToolSpec:
    parameters = tuple(ParameterSpec(**parameter) for parameter in each["parameters"])
    return ToolSpec(name=name, **{**each, "parameters": parameters})


def _policy(name: str, each: Mapping[str, Any]) -> PromptPolicySpec:
    return PromptPolicySpec(name=name, **{**each, "forbidden_phrases": tuple(each["forbidden_phrases"])})


def _rail(key: str, each: Mapping[str, Any]) -> RailSpec:
    code, phase = key.split(":", 1)
    return RailSpec(code, "input" if phase == "input" else "output", each["action"], polite=each["polite"])


sections.register(
    sections.Section(
        "agents",
        authored.compile_draft,
        load,
        authored.restore,
        checks.check,
        wording.objects,
        prune=authored.prune,
        rows=authored.ROWS,
    )
)
