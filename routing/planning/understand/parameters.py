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
from routing.planning.specs import ALL, CapabilitySpec, EntitySpec, ExecutionIntent, GoalSpec, IntentOutput
from routing.planning.understand.catalogue import Catalogue, part, pre_flow
from routing.planning.understand.entities import TEXT, array_params


def resolve_capabilities(intent: IntentOutput, catalogue: Catalogue) -> tuple[ExecutionIntent, ...]:
    """The capabilities that serve the goal, each with the entities as parameters.

    None for an unknown goal.
    """
    goal = catalogue.goal(intent.primary_domain, intent.goal)
    if goal is None:
        return ()
    names = _capabilities(goal, intent.entities)
    return tuple(
        ExecutionIntent(
            goal.domain, name, intent.confidence, _parameters(name, goal, intent.entities, catalogue),
            intent.original_query,
        )
        for name in names
        if catalogue.capability(goal.domain, name) is not None
    )  # fmt: skip


def _capabilities(goal: GoalSpec, entities: Mapping[str, Any]) -> list[str]:
    """The names, once each, in the order in which the values name them."""
    for entity in goal.entities.values():
        if entity.capability_map:
            found = _map(entity, entities.get(entity.name), goal)
            if found:
                return found
    return list(goal.capabilities[:1])


def _map(entity: EntitySpec, said: Any, goal: GoalSpec) -> list[str]:
    values = said if isinstance(said, list | tuple) else [said if said not in (None, "") else entity.default]
    folded = {key.casefold(): names for key, names in entity.capability_map.items()}
    found: dict[str, None] = {}
    for value in values:
        for name in folded.get(str(value).casefold(), ()):
            found.update(dict.fromkeys(goal.capabilities if name == ALL else (name,)))
    return list(found)


def _parameters(
    name: str, goal: GoalSpec, entities: Mapping[str, Any], catalogue: Catalogue
) -> dict[str, Any]:
    """The entities as the capability takes them.

    A value that only chose the capability is no parameter of it.
    """
    capability = catalogue.capability(goal.domain, name)
    known = properties(capability.schema) if capability is not None else {}
    choosing = {each.name for each in goal.entities.values() if each.capability_map}
    return {key: value for key, value in entities.items() if key not in choosing or key in known}


def properties(schema: Mapping[str, Any]) -> Mapping[str, Any]:
    """The parameters that a JSON Schema names."""
    found = schema.get("properties")
    return found if isinstance(found, Mapping) else {}


NOWHERE = frozenset({"notify", "notify_to"})  # read by plans, meant for no domain that does not name it


def fit(given: Mapping[str, Any], capability: CapabilitySpec) -> dict[str, Any]:
    """What is known, normalised; still with the user's words beside (`*_text`) for whoever resolves them."""
    values = {name: each for name, each in given.items() if each not in (None, "", [])}
    specs = specs_of(capability)
    resolvers = {str(rule["param"]) for rule in pre_flow(capability)}
    for name, spec in specs.items():
        said = values.get(name, values.get(name + TEXT) if _takes_text(name, capability) else None)
        if said is None:
            continue
        value = find_known_value(said, spec)
        if value is not None:
            values[name] = value
        elif (name not in values and name not in resolvers) or name in values:
            values[name] = _change_case(said, spec)
    known = properties(capability.schema)
    for name in known:  # a domain that asks for a name takes it as the user said it
        if (
            name not in values
            and name not in resolvers
            and name + TEXT in values
            and name + TEXT not in known
        ):
            values[name] = values[name + TEXT]
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
    named = capability.schema.get("required")
    found = [name for name in (named if isinstance(named, list) else ()) if isinstance(name, str)]
    found += [name for name, spec in specs_of(capability).items() if spec.get("required") is True]
    return list(dict.fromkeys(found))


def select_sent(values: Mapping[str, Any], capability: CapabilitySpec) -> dict[str, Any]:
    """What goes to the domain.

    The parameters of its schema (all, where it names none), never one with `_` before it.
    """
    known = properties(capability.schema)
    return {
        name: value
        for name, value in values.items()
        if not name.startswith("_") and (name in known if known else name not in NOWHERE)
    }


def specs_of(capability: CapabilitySpec) -> dict[str, Mapping[str, Any]]:
    return {
        name: spec for name, spec in part(capability, "parameter_specs").items() if isinstance(spec, Mapping)
    }


def label(name: str, capability: CapabilitySpec | None, language: str) -> str:
    """How people are asked for a parameter.

    Its label or description, that of the one of which it is several, else its name in plain words.
    """
    for known in _names_of(name, capability):
        spec = specs_of(capability).get(known, {}) if capability is not None else {}
        schema = properties(capability.schema).get(known) if capability is not None else None
        for source in (
            spec.get("label"),
            spec.get("description"),
            schema.get("description") if isinstance(schema, Mapping) else None,
        ):
            said = in_language(source, language)
            if said:
                return said
    return in_words(name.removesuffix(TEXT))


def in_words(name: str) -> str:
    """A name of a manifest as people read it.

    >>> in_words("LOW_RISK"), in_words("chat_id"), in_words("US")
    ('low risk', 'chat id', 'US')
    """
    said = name.replace("_", " ").strip()
    return said.lower() if said != name and said.isupper() else said


def _names_of(name: str, capability: CapabilitySpec | None) -> list[str]:
    """The parameter, without the mark of a user's words, and the one of which it holds several."""
    base = name.removesuffix(TEXT)
    rules = array_params(part(capability, "decomposition")) if capability is not None else []
    return [base, *(str(rule["single_param_name"]) for rule in rules if rule["param_name"] in (base, name))]


def in_language(text: Any, language: str) -> str:
    """A text of a manifest: one for all languages, or one for each."""
    if isinstance(text, Mapping):
        text = text.get(language) or text.get("en") or next(iter(text.values()), "")
    return text if isinstance(text, str) else ""


def _takes_text(name: str, capability: CapabilitySpec) -> bool:
    return name + TEXT not in properties(capability.schema)


def find_known_value(said: Any, spec: Mapping[str, Any]) -> Any:
    """The value that an alias or an enum has for what was said; of a list all of them, or None."""
    if isinstance(said, list | tuple):
        found = [find_known_value(each, spec) for each in said]
        return found if all(each is not None for each in found) else None
    if not isinstance(said, str):
        return said if said in _list(spec.get("enum")) else None
    aliases = spec.get("aliases")
    for alias, value in aliases.items() if isinstance(aliases, Mapping) else ():
        if words(str(alias)) == words(said):
            return value
    return next(
        (value for value in _list(spec.get("enum")) if str(value).casefold() == said.casefold()), None
    )


def _list(value: Any) -> Iterable[Any]:
    return value if isinstance(value, list | tuple) else ()


def _change_case(said: Any, spec: Mapping[str, Any]) -> Any:
    if isinstance(said, list | tuple):
        return [_change_case(each, spec) for each in said]
    case = part_of(spec, "normalization").get("case")
    if isinstance(said, str) and case in ("upper", "lower"):
        return said.upper() if case == "upper" else said.lower()
    return said


def _infer(spec: Mapping[str, Any], values: Mapping[str, Any]) -> Any:
    """What follows from how another value ends.

    {".SA": "BR"}, said of whichever parameter holds such a value.
    """
    endings = part_of(spec, "infer_from_symbol_suffix")
    texts = [each for name, each in values.items() if isinstance(each, str) and not name.endswith(TEXT)]
    for ending, value in sorted(endings.items(), key=lambda item: -len(item[0])):
        if ending and any(text.upper().endswith(ending.upper()) for text in texts):
            return value
    return None


def part_of(spec: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    found = spec.get(name)
    return found if isinstance(found, Mapping) else {}
