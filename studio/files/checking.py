"""Whether the rows of a plan may stand as they would.

Every model's own rules, told at the line of the file.
"""

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from django.core.exceptions import ValidationError
from django.db.models import Field, ForeignKey

from agents.models import SpecialistPrompt, ToolParameter
from egress import places
from releases.authored_rows import name_as_fields
from routing.models import Example, Keyword
from studio.files.destinations import DESTINATIONS
from studio.files.errors import Fault
from studio.files.plan import Plan, list_tables
from tenancy.tenant_rows import TenantModel


def check(plan: Plan) -> list[Fault]:
    """Every rule that a row of the plan breaks, once."""
    found: dict[Fault, None] = {}
    outside = plan.outside
    moved = ((kind.section, kind.part, name) for kind, name in outside.list_moved())
    brought = (
        (each.section, part, name) for part, each in DESTINATIONS.items() for name in outside.brought[part]
    )
    for section, part, name in dict.fromkeys((*plan.list_changed(), *moved, *brought)):
        place = plan.where.get((section, part, name), ("", 0))
        for words in _of_row(plan, section, part, name):
            found[Fault(*place, words)] = None
    return list(found)


def _of_row(plan: Plan, section: str, part: str, name: str) -> Iterator[str]:
    model = list_tables()[section, part].model
    entry = plan.rows(section, part)[name]
    values = {**entry, **name_as_fields(model, name)}
    if part == "intents" and entry["specialist"]:
        values["specialist_id"] = 0  # its `clean` asks whether there is one
    if part == "domains":
        values["server_id"] = 0 if entry["server"] else None
    if part in DESTINATIONS:
        values |= plan.outside.places[part].get(name, {}) | plan.outside.brought[part].get(name, {})
    place = places.of(model) if not plan.outside.addresses else None
    yield from _rules(model, values, name, place.fields if place is not None else ())
    if part == "tools":
        for each in entry["parameters"]:
            yield from _rules(ToolParameter, each, f"{name}.{each['name']}")
    if part == "specialists" and entry["prompt_version"] and entry["prompt_version"] > 0:
        yield from _rules(SpecialistPrompt, {**entry, "number": entry["prompt_version"]}, name)
    if part == "intents":
        for text in entry["keywords"]:
            yield from _rules(Keyword, {"text": text}, f"{name}, {text[:40]}")
        for language, text in entry["examples"]:
            yield from _rules(Example, {"text": text, "language": language}, f"{name}, {text[:40]}")


def _rules(
    model: type[TenantModel], values: Mapping[str, Any], name: str, theirs: Collection[str] = ()
) -> Iterator[str]:
    """What a model's `full_clean` says about a row with these values; what it points to is checked by name.

    Of fields that are somebody else's to write nothing is said.
    """
    fields = {each.name: each for each in model._meta.get_fields() if isinstance(each, Field)}
    own = {
        key: value for key, value in values.items() if key.endswith("_id") or (
            key in fields and not isinstance(fields[key], ForeignKey) and not fields[key].many_to_many
        )
    }  # fmt: skip
    row = model(**own)
    points = [key for key, each in fields.items() if isinstance(each, ForeignKey) or key not in own]
    try:
        row.full_clean(exclude=points, validate_unique=False, validate_constraints=False)
    except ValidationError as error:
        problems = {key: words for key, words in error.message_dict.items() if key not in theirs}
        for key, words in problems.items():
            label = str(fields[key].verbose_name) if key in fields else ""
            yield f"'{name}', {label}: {' '.join(words)}" if label else f"'{name}': {' '.join(words)}"
