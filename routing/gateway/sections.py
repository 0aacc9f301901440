"""The release's section "gateway": backends and which of them is the default.

What a release keeps of backends, restores, and has checked before a publish. Addresses and tokens stay out.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from django.conf import settings
from django.utils.translation import gettext as _

from language.normalise import words
from releases import sections
from releases.authored_rows import (
    change,
    compile_rows,
    describe_rows,
    prune_rows,
    read_spec,
    restore_rows,
)
from releases.errors import Problem
from releases.sections import AuthoredObject, Content, Json, RowTable
from routing.gateway import supervisor
from routing.gateway.models import Backend
from routing.gateway.specs import BackendSpec, GatewaySection
from tenancy.models import Tenant


def check_installation(content: Content) -> Iterator[Problem]:
    """Keywords that are never found or shared, a backend that nothing leads to, whether one is the default,
    and whether there is a model where the installation has one decide.
    """
    section: Mapping[str, Any] = content.get("gateway", {})
    rows: Mapping[str, Any] = {
        name: each for name, each in section.get("backends", {}).items() if each["enabled"]
    }
    default = section.get("default", "")
    if rows and default not in rows:
        sentence = _(
            "None that is in use is the default: what matches no backend has nowhere to go. Choose one."
        )
        yield Problem("warning", _("Backends"), sentence)
    if (
        len(rows) > 1
        and settings.GLOBAL_ROUTING_MODE == "supervisor"
        and not supervisor.has_model(content.get("agents", {}))
    ):
        sentence = _(
            "A model is to choose among them (GLOBAL_ROUTING_MODE=supervisor), and there is none: the rules "
            "decide alone. Add a model for the supervisor's decisions, or set the mode to hybrid."
        )
        yield Problem("warning", _("Backends"), sentence)
    owners: dict[str, str] = {}
    for name, each in rows.items():
        where = _("Backend '%s'") % name
        texts = [*each["domains"], *each["keywords"]]
        if not texts and not each["examples"] and name != default:
            sentence = _("It has no keyword, domain or example: no message will find it. Add some.")
            yield Problem("warning", where, sentence)
        for text in texts:
            plain = " ".join(words(text))
            if not plain:
                sentence = _("The keyword '%s' has no letter and no digit, so it is never found. Remove it.")
                yield Problem("error", where, sentence % text)
                continue
            other = owners.setdefault(plain, name)
            if other != name and rows[other]["priority"] == each["priority"]:
                sentence = _(
                    "The keyword '%(keyword)s' also belongs to '%(other)s', with the same priority. "
                    "Give one of them a lower number."
                )
                yield Problem("warning", where, sentence % {"keyword": plain, "other": other})


TABLE = RowTable(
    "backends",
    Backend,
    ("title", "description", "domains", "keywords", "examples", "priority", "default_agent_id", "metadata",
     "enabled"),
)  # fmt: skip


def compile_draft(tenant: Tenant) -> Json:
    """What the tenant's rows say now: one query."""
    rows = compile_rows(TABLE, tenant, ("is_default",))
    default = [name for name, each in rows.items() if each.pop("is_default")]
    return {"backends": rows, "default": default[0] if default else ""}


def restore(tenant: Tenant, content: Json) -> None:
    """Creates and changes rows until they say what `content` says; surplus ones are left to `prune`."""
    default = content.get("default", "")
    for row in Backend.objects.of(tenant).filter(is_default=True).exclude(name=default):
        change(row, {"is_default": False})  # frees the place first
    restore_rows(TABLE, tenant, content)
    for row in Backend.objects.of(tenant).filter(name=default):
        change(row, {"is_default": True})


def prune(tenant: Tenant, content: Json) -> None:
    """Removes the rows that `content` does not know."""
    prune_rows(TABLE, tenant, content)


def load(content: Json) -> GatewaySection:
    """The frozen words of a released section.

    What is switched off stays in the release and is left out here.
    """
    backends: Mapping[str, Any] = content.get("backends", {})
    used = {
        name: read_spec(BackendSpec, each, name=name) for name, each in backends.items() if each["enabled"]
    }
    default = content.get("default", "")
    return GatewaySection(used, default if default in used else "")


def check(content: Content) -> Iterable[Problem]:
    """What is wrong with the backends of a draft."""
    return check_installation(content)


def describe_objects(content: Json) -> Iterator[AuthoredObject]:
    """Every backend with its fields under their labels, for a diff."""
    default, rows = content.get("default"), content.get("backends", {})
    told = {name: {**each, "is_default": name == default} for name, each in rows.items()}
    for each in describe_rows((TABLE,), {TABLE.name: told}):
        yield replace(each, places=(*each.places, ("default",))) if each.name == default else each


sections.register(
    sections.Section(
        "gateway",
        compile_draft,
        load,
        restore,
        check,
        describe_objects,
        prune=prune,
        rows=(Backend,),
        tables=(TABLE,),
    )
)
