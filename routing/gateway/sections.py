"""The release's section "gateway": backends and which of them is the default."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from django.utils.translation import gettext as _

from releases import sections
from releases.errors import Problem
from releases.sections import AuthoredObject, Content, Json
from routing.gateway import checks, release_section
from routing.gateway.models import Backend
from routing.gateway.specs import BackendSpec, GatewaySection


def load(content: Json) -> GatewaySection:
    """The frozen words of a released section.

    What is switched off stays in the release and is left out here.
    """
    backends: Mapping[str, Any] = content.get("backends", {})
    used = {name: _spec(name, each) for name, each in backends.items() if each["enabled"]}
    default = content.get("default", "")
    return GatewaySection(used, default if default in used else "")


def _spec(name: str, each: Mapping[str, Any]) -> BackendSpec:
    return BackendSpec(
        name, each["title"], each["description"], tuple(each["domains"]), tuple(each["keywords"]),
        tuple(each["examples"]), each["priority"], each["default_agent_id"], each["metadata"],
    )  # fmt: skip


def check(content: Content) -> Iterable[Problem]:
    """What is wrong with the backends of a draft."""
    return checks.check(content)


def objects(content: Json) -> Iterator[AuthoredObject]:
    """Every backend with its fields under their labels, for a diff."""
    words = str(Backend._meta.verbose_name)
    for name, each in content.get("backends", {}).items():
        values = {**each, "is_default": name == content.get("default")}
        yield AuthoredObject(f"{words[:1].upper()}{words[1:]}", name, dict(_lines(values)))


def _lines(values: Mapping[str, Json]) -> Iterator[tuple[str, str | list[str]]]:
    for name, value in values.items():
        label = str(Backend._meta.get_field(name).verbose_name)  # type: ignore[union-attr]
        if isinstance(value, bool):
            yield label, _("yes") if value else _("no")
        elif isinstance(value, list):
            if value:
                yield label, [str(each) for each in value]
        elif isinstance(value, Mapping):
            for key, inner in value.items():
                yield f"{label} ({key})", str(inner)
        elif value != "":
            yield label, str(value)


sections.register(
    sections.Section(
        "gateway",
        release_section.compile_draft,
        load,
        release_section.restore,
        check,
        objects,
        prune=release_section.prune,
        rows=release_section.ROWS,
    )
)
