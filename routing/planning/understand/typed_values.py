"""Values that a message gives by how they are written: codes by their pattern, numbers.

>>> read_typed("give back 640 of order HV2041", "order", capability)
[('HV2041', (21, 27))]
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from agents.specs import AgentsSection, SlotSpec
from language import quantities, slots
from language.function_words import is_small
from language.normalise import words
from language.wording import same_stem
from routing.planning.specs import TEXT, CapabilitySpec, DomainSpec, PlanningSection, read_mapping
from routing.planning.understand.names import Span

NEAR = 40  # letters beside a number in which its noun stands
NUMBERS = ("integer", "number")
Typed = list[tuple[Any, Span]]


def with_slots(section: PlanningSection, agents: AgentsSection) -> PlanningSection:
    """The domains of tool servers with what their company says of the tools' values: pattern and label."""
    return PlanningSection(
        {
            name: _domain_with_slots(each, agents) if each.kind == "mcp" else each
            for name, each in section.domains.items()
        }
    )


def _domain_with_slots(domain: DomainSpec, agents: AgentsSection) -> DomainSpec:
    known = {}
    for name, capability in domain.capabilities.items():
        tool = agents.tools.get(name)
        named = {each.name: agents.slots.get(each.known_as) for each in tool.parameters} if tool else {}
        own = {
            param: _describe(slot) | dict(capability.specs.get(param, {}))
            for param, slot in named.items()
            if slot
        }
        specs = {"parameter_specs": {**capability.part("parameter_specs"), **own}} if own else {}
        known[name] = replace(capability, metadata={**capability.metadata, **specs})
    return replace(domain, capabilities=known)


def _describe(slot: SlotSpec) -> dict[str, Any]:
    return {"pattern": slot.pattern, **({"label": dict(slot.label)} if slot.label else {})}


def find_form(param: str, capability: CapabilitySpec) -> str:
    """How a parameter is written: `code` by a pattern, `number`, or empty: in any way."""
    base = param.removesuffix(TEXT)
    spec, schema = capability.describe_parameter(base)
    kind = schema.get("type") or spec.get("type") or "string"
    if kind in NUMBERS:
        return "number"
    looked_up = any(rule["param"] == base for rule in capability.pre_flow)
    pattern = _pattern_of(spec, schema)
    return "code" if kind == "string" and not looked_up and slots.stands_out(pattern) else ""


def _pattern_of(*about: Mapping[str, Any]) -> str:
    found = next(filter(None, (each.get("pattern") for each in about)), "")
    return slots.strip_anchors(found) if isinstance(found, str) else ""


def read_typed(
    text: str, param: str, capability: CapabilitySpec, taken: Sequence[Span] = (), counted: bool = False
) -> Typed:
    """What a text gives for a parameter that has a form, and where.

    `taken` are the places of other values, `counted`: a number counts only beside a noun of the parameter.
    """
    spec, schema = capability.describe_parameter(param.removesuffix(TEXT))
    if find_form(param, capability) == "code":
        return list(slots.list_places(_pattern_of(spec, schema), text).items())
    whole = (schema.get("type") or spec.get("type")) == "integer"
    about = f"{param.removesuffix(TEXT).replace('_', ' ')} {_texts(spec, schema)}"
    named = [word for word in words(about) if not is_small(word)]
    found: Typed = []
    for each in quantities.find(text):
        inside = any(start < each.end and each.start < end for start, end in taken)
        is_whole = float(each.value).is_integer()
        if inside or (whole and not is_whole):
            continue
        noun = next(iter(words(text[each.end : each.end + NEAR])), "")
        before = next(reversed(words(text[max(0, each.start - NEAR) : each.start])), "")
        beside = [word for word in (noun, before) if any(same_stem(word, other) for other in named)]
        if beside or not counted:
            value = int(each.value) if is_whole else each.value
            end = each.end + (len(noun) + 1 if noun in beside else 0)
            found.append((value, (each.start, end)))
    return found


def _texts(*about: Mapping[str, Any]) -> str:
    said = [each.get(key) for each in about for key in ("title", "description")]
    labels = [label for each in about for label in read_mapping(each, "label").values()]
    return " ".join(text for text in (*said, *labels) if isinstance(text, str))
