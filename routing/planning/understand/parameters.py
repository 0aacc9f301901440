"""From a goal to its capabilities, and their parameters as they want them, without a model.

The goal's `capability_map` says which capabilities: no value, the schema's default; no default, the first.
Values match in any case; `_all` is every capability. Aliases, case, defaults and what follows from another
value come from the manifest's `parameter_specs` and the capability's JSON Schema.

>>> movers = IntentOutput("finance", "TOP_MOVERS", {"direction": "gainers"})
>>> [each.capability for each in resolve_capabilities(movers, catalogue)]
['get_top_gainers']
"""

from collections.abc import Iterable, Mapping
from typing import Any

from language.normalise import words
from routing.planning.specs import (
    ALL,
    TEXT,
    CapabilitySpec,
    EntitySpec,
    ExecutionIntent,
    GoalSpec,
    IntentOutput,
    read_list,
    read_mapping,
    texts_of,
)
from routing.planning.understand.catalogue import Catalogue

NOWHERE = frozenset({"notify", "notify_to"})  # read by plans, meant for no domain that does not name it


def resolve_capabilities(intent: IntentOutput, catalogue: Catalogue) -> tuple[ExecutionIntent, ...]:
    """The capabilities that serve the goal, each with the entities as parameters; none for an unknown goal.

    A value that only chose the capability is no parameter of it.
    """
    goal = catalogue.goal(intent.primary_domain, intent.goal)
    if goal is None:
        return ()
    own = {each.name: each for each in catalogue.serving(goal)}
    choosing = {each.name for each in goal.entities.values() if each.capability_map}
    return tuple(
        ExecutionIntent(
            goal.domain, name, intent.confidence,
            {
                key: value
                for key, value in intent.entities.items()
                if key not in choosing or key in own[name].properties
            },
            intent.original_query,
        )
        for name in _capabilities(goal, intent.entities)
        if name in own
    )  # fmt: skip


def resolve_all(wanted: Iterable[IntentOutput], catalogue: Catalogue) -> list[ExecutionIntent]:
    """The capabilities that serve all of these."""
    return [each for intent in wanted for each in resolve_capabilities(intent, catalogue)]


def _capabilities(goal: GoalSpec, entities: Mapping[str, Any]) -> list[str]:
    """The names, once each, in the order in which the values name them."""
    mapped = (each for each in goal.entities.values() if each.capability_map)
    found = (_map(each, entities.get(each.name), goal) for each in mapped)
    return next(filter(None, found), list(goal.capabilities[:1]))


def _map(entity: EntitySpec, given: Any, goal: GoalSpec) -> list[str]:
    values = (
        given if isinstance(given, list | tuple) else [given if given not in (None, "") else entity.default]
    )
    folded = {key.casefold(): names for key, names in entity.capability_map.items()}
    found = (name for value in values for name in folded.get(str(value).casefold(), ()))
    return list(
        dict.fromkeys(each for name in found for each in (goal.capabilities if name == ALL else (name,)))
    )


def fit(given: Mapping[str, Any], capability: CapabilitySpec) -> dict[str, Any]:
    """What is known, normalised; still with the user's words beside (`*_text`) for whoever resolves them."""
    values = {name: each for name, each in given.items() if each not in (None, "", [])}
    specs, known = capability.specs, capability.properties
    resolvers = {str(rule["param"]) for rule in capability.pre_flow}
    for name, spec in specs.items():
        text = values.get(name + TEXT) if name + TEXT not in known else None
        entered = values.get(name, text)
        if entered is None:
            continue
        value = find_known_value(entered, spec)
        if value is not None:
            values[name] = value
        elif name in values or name not in resolvers:
            values[name] = _change_case(entered, spec)
    for name in known:  # a domain that asks for a name takes it as the user said it
        text = name + TEXT
        if name not in values and name not in resolvers and text in values and text not in known:
            values[name] = values[text]
    for name, spec in specs.items():
        if name not in values:
            inferred = _infer(spec, values)
            if inferred is not None:
                values[name] = inferred
            elif spec.get("default") is not None and name not in resolvers:
                values[name] = spec["default"]
    return values


def missing(values: Mapping[str, Any], capability: CapabilitySpec) -> list[str]:
    """Required parameters without a value."""
    return [name for name in list_required(capability) if values.get(name) in (None, "", [])]


def list_required(capability: CapabilitySpec) -> list[str]:
    """What the schema or the specs require."""
    specs = (name for name, spec in capability.specs.items() if spec.get("required") is True)
    return list(dict.fromkeys([*texts_of(capability.schema.get("required")), *specs]))


def select_sent(values: Mapping[str, Any], capability: CapabilitySpec) -> dict[str, Any]:
    """What goes to the domain.

    The parameters of its schema (all, where it names none), never one with `_` before it.
    """
    known = capability.properties
    return {
        name: value
        for name, value in values.items()
        if not name.startswith("_") and (name in known if known else name not in NOWHERE)
    }


def label(name: str, capability: CapabilitySpec, language: str) -> str:
    """How people are asked for a parameter.

    Its label or description, that of the one of which it is several, else its name in plain words.
    """
    base = name.removesuffix(TEXT)
    rules = (rule for rule in capability.array_params if rule["param_name"] in (base, name))
    for known in (base, *(str(rule["single_param_name"]) for rule in rules)):
        spec, schema = capability.describe_parameter(known)
        for source in (spec.get("label"), spec.get("description"), schema.get("description")):
            if words_for_it := in_language(source, language):
                return words_for_it
    return in_words(base)


def in_words(name: str) -> str:
    """A name of a manifest as people read it.

    >>> in_words("LOW_RISK"), in_words("chat_id"), in_words("US")
    ('low risk', 'chat id', 'US')
    """
    spaced = name.replace("_", " ").strip()
    return spaced.lower() if spaced != name and spaced.isupper() else spaced


def in_language(text: Any, language: str) -> str:
    """A text of a manifest: one for all languages, or one for each."""
    if isinstance(text, Mapping):
        text = text.get(language) or text.get("en") or next(iter(text.values()), "")
    return text if isinstance(text, str) else ""


def find_known_value(entered: Any, spec: Mapping[str, Any]) -> Any:
    """The value that an alias or an enum has for what was entered; of a list all of them, or None."""
    if isinstance(entered, list | tuple):
        found = [find_known_value(each, spec) for each in entered]
        return found if all(each is not None for each in found) else None
    enum = read_list(spec, "enum")
    if not isinstance(entered, str):
        return entered if entered in enum else None
    for alias, value in read_mapping(spec, "aliases").items():
        if words(str(alias)) == words(entered):
            return value
    return next((value for value in enum if str(value).casefold() == entered.casefold()), None)


def _change_case(entered: Any, spec: Mapping[str, Any]) -> Any:
    if isinstance(entered, list | tuple):
        return [_change_case(each, spec) for each in entered]
    case = read_mapping(spec, "normalization").get("case")
    if isinstance(entered, str) and case in ("upper", "lower"):
        return entered.upper() if case == "upper" else entered.lower()
    return entered


def _infer(spec: Mapping[str, Any], values: Mapping[str, Any]) -> Any:
    """What follows from how another value ends.

    {".SA": "BR"}, said of whichever parameter holds such a value.
    """
    endings = read_mapping(spec, "infer_from_symbol_suffix")
    texts = [each for name, each in values.items() if isinstance(each, str) and not name.endswith(TEXT)]
    for ending, value in sorted(endings.items(), key=lambda item: -len(item[0])):
        if ending and any(text.upper().endswith(ending.upper()) for text in texts):
            return value
    return None
