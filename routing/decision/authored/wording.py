"""What a diff of two releases says about this room, in the words of the Studio's pages."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django.core.exceptions import FieldDoesNotExist
from django.utils.translation import gettext as _

from agents.wording import label_of
from language.spoken_languages import LANGUAGES
from releases.sections import AuthoredObject, Json
from routing.decision.authored.business_keys import BusinessKey
from routing.decision.authored.intent_tool import IntentTool
from routing.decision.authored.models import AgentProfile, Intent
from routing.decision.authored.routing_case import RoutingCase
from routing.decision.authored.state_policy import StatePolicy
from tenancy.tenant_rows import TenantModel

KINDS: Mapping[str, type[TenantModel]] = {
    "profiles": AgentProfile,
    "intents": Intent,
    "policies": StatePolicy,
    "cases": RoutingCase,
    "business_keys": BusinessKey,
}


def objects(content: Json) -> Iterator[AuthoredObject]:
    """Every authored thing of the section with its fields under their labels."""
    for part, model in KINDS.items():
        words = str(model._meta.verbose_name)
        for name, each in content.get(part, {}).items():
            yield AuthoredObject(f"{words[:1].upper()}{words[1:]}", name, dict(_lines(model, each)))


def _lines(model: type[TenantModel], each: Mapping[str, Json]) -> Iterator[tuple[str, str | Sequence[str]]]:
    for name, value in each.items():
        label = _label(model, name)
        if name == "misled":  # it follows from the keywords, whose changes are shown
            continue
        if name == "intent":
            yield label, value or _("nobody")
        elif name == "tools":
            yield label, [_tool(tool, use) for tool, use in value]
        elif name == "examples":
            yield label, [f"{text} ({language})" for language, text in value]
        elif isinstance(value, Mapping):  # a text by language
            for language, text in value.items():
                if text:
                    yield f"{label} ({language})", str(text)
        elif name == "languages":
            if value:
                yield label, [dict(LANGUAGES).get(code, code) for code in value]
        elif isinstance(value, list):
            if value:
                yield (
                    label,
                    [str(item).replace(":", " · ") if name == "rails" else str(item) for item in value],
                )
        elif value not in ("", None):
            yield label, label_of(model, name, value) or _value(value)


def _label(model: type[TenantModel], name: str) -> str:
    """The field's label on its page; lists of other rows have their own."""
    labels = {
        "keywords": _("keywords"),
        "examples": _("examples"),
        "tools": _("tools"),
        "rails": _("guardrails"),
    }
    if name in labels:
        return labels[name]
    try:
        field: Any = model._meta.get_field(name)
    except FieldDoesNotExist:
        return name
    return str(field.verbose_name)


def _tool(tool: str, use: str) -> str:
    """ "consultar_fatura: call at once"."""
    uses = dict(IntentTool.Uses.choices)
    return f"{tool}: {uses.get(use, use)}"


def _value(value: Json) -> str:
    if value is True:
        return _("yes")
    if value is False:
        return _("no")
    return str(value)
