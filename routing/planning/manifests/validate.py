"""Whether a manifest can be used: its form by the published JSON Schema, then what no schema can say.

    found = validate(manifest, Neighbours(domains={"notifier"}))
    [fault.sentence for fault in found if fault.severity == "error"]

Errors would fail while a plan is made; warnings are what its author should know.
"""

import json
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from django.contrib.staticfiles import finders

from outbound.sentences import Sentence as _
from releases.sections import Json
from routing.planning.errors import ManifestFlaw
from routing.planning.manifests.manifest import content_of, escape, names_of
from routing.planning.specs import ALL, BUILT_IN, read_mapping

if TYPE_CHECKING:
    from jsonschema import Draft202012Validator
    from jsonschema.exceptions import ValidationError


Rows = list[Mapping[str, Any]]


@dataclass(frozen=True, slots=True)
class Neighbours:
    """What the company's other domains offer: their names, and the roles their capabilities have."""

    domains: Collection[str] = field(default_factory=frozenset)
    roles: Collection[str] = field(default_factory=frozenset)


def find_neighbours(domains: Mapping[str, Mapping[str, Any]], apart: str) -> Neighbours:
    """What a draft's other domains offer to the one that is checked: what is switched off offers nothing."""
    others = {name: each for name, each in domains.items() if name != apart and each["enabled"]}
    offered = [item for each in others.values() for item in each["capabilities"] if item["enabled"]]
    return Neighbours({*others, BUILT_IN}, roles_of(offered))


def faults(content: Mapping[str, Any], neighbours: Neighbours) -> Iterator[ManifestFlaw]:
    """Everything that does not fit in one domain, in the order of its manifest."""
    capabilities: Rows = content["capabilities"]
    known = {each["name"]: each for each in capabilities}
    yield from _twice(content["goals"], "goals")
    for number, goal in enumerate(content["goals"]):
        yield from _goal(goal, f"/goals/{number}", known, neighbours)
    yield from _twice(capabilities, "capabilities")
    roles = {*neighbours.roles, *roles_of(capabilities)}
    for number, each in enumerate(capabilities):
        yield from _capability(each, f"/capabilities/{number}", known, roles)


def roles_of(capabilities: Rows) -> set[str]:
    """The roles in plans that capabilities have, such as notifier."""
    found = {read_mapping(each["metadata"], "composition").get("role") for each in capabilities}
    return {role for role in found if isinstance(role, str)}


def _twice(rows: Rows, part: str) -> Iterator[ManifestFlaw]:
    seen: set[str] = set()
    for number, each in enumerate(rows):
        if each["name"] in seen:
            sentence = _("'%s' stands there twice. Give one of them another name.") % each["name"]
            yield ManifestFlaw(f"/{part}/{number}", sentence)
        seen.add(each["name"])


def _goal(
    goal: Mapping[str, Any], pointer: str, known: Mapping[str, Any], neighbours: Neighbours
) -> Iterator[ManifestFlaw]:
    name = goal["name"]
    for number, each in enumerate(goal["capabilities"]):
        if each not in known:
            sentence = _("Goal '%(goal)s' names the capability '%(name)s', which the domain does not have.")
            yield ManifestFlaw(f"{pointer}/capabilities/{number}", sentence % {"goal": name, "name": each})
    for number, each in enumerate(goal["requires_domains"]):
        if each not in neighbours.domains:
            sentence = _("Goal '%(goal)s' needs the domain '%(name)s', which is not there or not in use.")
            yield ManifestFlaw(
                f"{pointer}/requires_domains/{number}", sentence % {"goal": name, "name": each}
            )
    if not goal["keywords"] and not goal["examples"]:
        sentence = _("Goal '%s' has neither keywords nor examples: without a model, no message finds it.")
        yield ManifestFlaw(f"{pointer}/hints", sentence % name, "warning")
    for entity, about in goal["entities"].items():
        yield from _entity(goal, entity, about, f"{pointer}/entities_schema/{escape(entity)}", known)


def _entity(
    goal: Mapping[str, Any], entity: str, about: Mapping[str, Any], pointer: str, known: Mapping[str, Any]
) -> Iterator[ManifestFlaw]:
    words = {"goal": goal["name"], "entity": entity}
    values = [str(value) for value in about.get("values", [])]
    plain = {value.casefold() for value in values}
    if about.get("type") == "enum" and not values:
        yield ManifestFlaw(
            pointer, _("Entity '%(entity)s' of goal '%(goal)s' is an enum without values.") % words
        )
    default = about.get("default")
    if values and isinstance(default, str) and default.casefold() not in plain:
        sentence = _(
            "The default of '%(entity)s' in goal '%(goal)s' is '%(value)s', which is none of its values."
        )
        yield ManifestFlaw(f"{pointer}/default", sentence % {**words, "value": default})
    mapped = about.get("capability_map", {})
    for value, names in mapped.items():
        where = f"{pointer}/capability_map/{escape(value)}"
        if value.casefold() not in plain:
            sentence = _("'%(entity)s' of goal '%(goal)s' maps '%(value)s', which is none of its values.")
            yield ManifestFlaw(where, sentence % {**words, "value": value})
        for name in names_of(names):
            if name == ALL:
                continue
            if name not in known:
                sentence = _(
                    "'%(entity)s' of goal '%(goal)s' maps '%(value)s' to '%(name)s', "
                    "which the domain does not have."
                )
                yield ManifestFlaw(where, sentence % {**words, "value": value, "name": name})
            elif name not in goal["capabilities"]:
                sentence = _(
                    "'%(entity)s' of goal '%(goal)s' maps '%(value)s' to '%(name)s', "
                    "which is not among the goal's capabilities."
                )
                yield ManifestFlaw(where, sentence % {**words, "value": value, "name": name}, "warning")
    if mapped:
        for value in sorted(plain - {each.casefold() for each in mapped}):
            sentence = _("'%(entity)s' of goal '%(goal)s' maps no capability to '%(value)s'.")
            yield ManifestFlaw(
                f"{pointer}/capability_map", sentence % {**words, "value": value.upper()}, "warning"
            )


def _capability(
    each: Mapping[str, Any], pointer: str, known: Mapping[str, Any], roles: Collection[str]
) -> Iterator[ManifestFlaw]:
    name, where = each["name"], f"{pointer}/metadata"
    parameters = {*each["schema"].get("properties", {}), *each["metadata"].get("parameter_specs", {})}
    for number, rule in enumerate(read_mapping(each["metadata"], "decomposition").get("array_params", [])):
        for key in ("param_name", "single_param_name"):
            if rule.get(key) not in parameters:
                sentence = _("Capability '%(name)s' splits '%(parameter)s', which is none of its parameters.")
                about = {"name": name, "parameter": rule.get(key)}
                yield ManifestFlaw(
                    f"{where}/decomposition/array_params/{number}/{key}", sentence % about, "warning"
                )
    for number, role in enumerate(read_mapping(each["metadata"], "composition").get("followup_roles", [])):
        if role not in roles:
            sentence = _("Capability '%(name)s' is followed by the role '%(role)s', which no domain has.")
            at = f"{where}/composition/followup_roles/{number}"
            yield ManifestFlaw(at, sentence % {"name": name, "role": role}, "warning")
    rules = read_mapping(each["metadata"], "composition")
    if rules.get("followup_roles") and not rules.get("param_map") and not rules.get("static_params"):
        sentence = _(
            "Capability '%s' is followed by others and gives them nothing: say in param_map where their "
            "parameters come from."
        )
        yield ManifestFlaw(f"{where}/composition/param_map", sentence % name, "warning")
    for number, step in enumerate(read_mapping(each["metadata"], "flow").get("pre", [])):
        at = f"{where}/flow/pre/{number}"
        wanted = [("search_capability", step.get("search_capability"))]
        for index, other in enumerate(step.get("search_fallback_capabilities", [])):
            wanted.append((f"search_fallback_capabilities/{index}", other))
        for key, other in wanted:
            if other is not None and other not in known:
                sentence = _(
                    "Capability '%(name)s' searches with '%(other)s', which the domain does not have."
                )
                yield ManifestFlaw(f"{at}/{key}", sentence % {"name": name, "other": other})
        if step.get("param") not in parameters:
            sentence = _("Capability '%(name)s' resolves '%(parameter)s', which is none of its parameters.")
            yield ManifestFlaw(
                f"{at}/param", sentence % {"name": name, "parameter": step.get("param")}, "warning"
            )


SCHEMA = "schemas/domain-manifest-1.json"  # served below STATIC_URL
MOST = 100  # faults that are told
SHOWN = 60  # letters of a value


def validate(manifest: Json, neighbours: Neighbours) -> list[ManifestFlaw]:
    """Everything that is wrong, errors and warnings; empty: it can be approved as it is."""
    form = sorted(_of_form(manifest), key=lambda fault: fault.severity)
    if any(fault.severity == "error" for fault in form):
        rest = _("What else may be wrong is looked at once this is mended.")  # it would trip over it
        return [*form[: MOST - 1], ManifestFlaw("", rest, "warning")]
    content = content_of(manifest)
    return [*form, *_of_schemas(content), *faults(content, neighbours)][:MOST]


def _of_form(manifest: Json) -> Iterator[ManifestFlaw]:
    from jsonschema.exceptions import relevance

    for error in _validator().iter_errors(manifest):
        if error.validator == "additionalProperties":
            yield from _unknown(error)
            continue
        inner = max(error.context, key=relevance) if error.context else error
        if error.validator == "anyOf" and inner.validator == "required":
            inner = error
        yield ManifestFlaw(_pointer(inner), _sentence(inner))


def _unknown(error: "ValidationError") -> Iterator[ManifestFlaw]:
    """Keys that the schema does not know: told, and left alone."""
    known = error.schema.get("properties", {}) if isinstance(error.schema, Mapping) else {}
    for key in error.instance if isinstance(error.instance, Mapping) else ():
        if key not in known:
            sentence = _("'%s' is no field of a manifest and has no effect.") % key[:SHOWN]
            yield ManifestFlaw(f"{_pointer(error)}/{escape(key)}", sentence, "warning")


def _of_schemas(content: Mapping[str, Any]) -> Iterator[ManifestFlaw]:
    """Capabilities whose parameters are no JSON Schema."""
    from jsonschema.exceptions import SchemaError

    for number, each in enumerate(content["capabilities"]):
        try:
            _validator().check_schema(each["schema"])
        except SchemaError as error:
            where = "".join(f"/{escape(str(part))}" for part in error.absolute_path)
            sentence = _("The parameters of '%(name)s' are no JSON Schema: %(why)s")
            words = {"name": each["name"], "why": error.message[:200]}
            yield ManifestFlaw(f"/capabilities/{number}/schema{where}", sentence % words)


def _pointer(error: "ValidationError") -> str:
    return "".join(f"/{escape(str(part))}" for part in error.absolute_path)


def _sentence(error: "ValidationError") -> str:
    """What is wrong and what was expected."""
    rule, value = error.validator_value, error.instance
    if error.validator == "required":
        missing = next((key for key in rule if key not in value), "")
        return _("The field '%s' is missing.") % missing
    if error.validator == "anyOf":
        wanted = [key for each in rule for key in each.get("required", ())]
        return _("One of these fields is missing: %s.") % ", ".join(wanted)
    words = {"value": _short(value), "wanted": ", ".join(rule) if isinstance(rule, list) else str(rule)}
    match error.validator:
        case "type":
            return _("%(value)s is not of the type %(wanted)s.") % words
        case "enum":
            return _("%(value)s is none of: %(wanted)s.") % words
        case "pattern":
            return _("%(value)s is not written as it must be: %(wanted)s.") % words
        case "maxLength" | "maxItems" | "maxProperties":
            return _("This is longer than %(wanted)s: %(value)s.") % words
        case "minLength" | "minItems":
            return _("This is empty, and must not be.")
    return str(error.message)[:200]


def _short(value: Json) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= SHOWN else text[: SHOWN - 1] + "…"


@lru_cache(maxsize=1)
def _validator() -> "Draft202012Validator":
    from jsonschema import Draft202012Validator

    return Draft202012Validator(schema())


@lru_cache(maxsize=1)
def schema() -> Mapping[str, Any]:
    """The published JSON Schema of manifests."""
    path = finders.find(SCHEMA)
    assert isinstance(path, str), f"static/{SCHEMA} is missing"
    with open(path, encoding="utf-8") as file:
        read: Mapping[str, Any] = json.load(file)
    return read
