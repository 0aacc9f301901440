"""Whether a manifest can be used: its form by the published JSON Schema, then what no schema can say.

found = validate(manifest, Neighbours(domains={"notifier"}))
[fault.sentence for fault in found if fault.severity == "error"]
"""

import json
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from django.contrib.staticfiles import finders

from outbound.sentences import Sentence as _
from releases.sections import Json
from routing.planning.errors import ManifestFlaw
from routing.planning.manifests.consistency import Neighbours, escape, faults
from routing.planning.manifests.manifest import content_of

if TYPE_CHECKING:
    from jsonschema import Draft202012Validator
    from jsonschema.exceptions import ValidationError

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
