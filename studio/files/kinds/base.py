"""What a kind of file is, and how most of its keys are read and written."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from django.utils.translation import gettext as _

from agents.no_effect import NO_EFFECT
from studio.files.part import Part, Reader
from studio.files.plan import Plan
from tenancy.scoped import TenantModel

Written = tuple[str, Mapping[str, Any]]  # a path and what stands in the file


class Kind(Protocol):
    """One kind of file.

    `name` is how such a file is called; `named_by` the key of a profile in `agents.yaml` that may name one under
    another path. `read` brings one file into the plan; `write` says every file of the kind that a draft makes.
    """

    name: str
    named_by: str

    def read(self, root: Part, plan: Plan) -> None: ...

    def write(self, plan: Plan) -> Iterator[Written]: ...


@dataclass(frozen=True, slots=True)
class Key:
    """A key of a file and the field of a draft's row that it is; `to` where the field is named otherwise."""

    name: str
    reader: Reader[Any]
    to: str = ""


def take(part: Part, entry: dict[str, Any], keys: Iterable[Key]) -> None:
    """Reads the keys that are there; what is not said stays as it is."""
    for key in keys:
        if key.name in part:
            entry[key.to or key.name] = part.take(key.name, key.reader)


def said(entry: Mapping[str, Any], keys: Iterable[Key]) -> dict[str, Any]:
    """The keys as a file says them."""
    return {key.name: entry[key.to or key.name] for key in keys}


def known(part: Part, key: str, name: str, rows: Mapping[str, Any], what: str) -> str:
    """A name that must be one of these rows'; raises Fault."""
    if name not in rows:
        words = _("There is no %(what)s '%(name)s', neither here nor in the files.")
        raise part.fault(key, words % {"what": what, "name": name[:64]})
    return name


def unused(part: Part, key: str, name: str, model: type[TenantModel], value: object) -> None:
    """Tells of a value that is kept as it is, and changes nothing yet."""
    field, without_effect = NO_EFFECT[model]
    if value == without_effect:
        label = str(model._meta.get_field(field).verbose_name)  # type: ignore[union-attr]
        told = _("'%(name)s', %(field)s: kept, no effect yet.") % {"name": name[:64], "field": label}
        part.plan.note("kept", part.file, part.line_of(key), told)


def folder_of(path: str) -> str:
    """The agent_id of a file of one profile: `agents/telecom_contas/guardrails.yaml`; empty for the company's.

    >>> folder_of("config/agents/telecom_contas/judges.yaml")
    'telecom_contas'
    """
    parts = path.split("/")
    return parts[-2] if len(parts) >= 3 and parts[-3] == "agents" else ""
