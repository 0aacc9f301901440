"""Authored rows as a release keeps them: each under its name, and whatever it leads to by name, too.

    POLICIES = RowTable(
        "policies", StatePolicy, ("description", "terminal", "enabled"),
        one=("specialist",), many={"profiles": "profiles"},
    )

    compile_rows(POLICIES, tenant)           # {"WAITING": {"description": "", ..., "specialist": "support"}}
    restore_rows(POLICIES, tenant, content)  # the rows say what `content["policies"]` says
    prune_rows(POLICIES, tenant, content)    # those that it does not know are gone

A section of a release is a list of these, and of what is no plain row. What the rows say is told by
`describe_rows`, under the labels of their pages.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from copy import deepcopy
from itertools import chain
from typing import Any, TypeVar

from django.core.exceptions import FieldDoesNotExist
from django.db.models import Field, ForeignObjectRel, Model
from django.utils.text import capfirst
from django.utils.translation import gettext as _

from releases.sections import AuthoredObject, Json, RowTable
from tenancy.models import Tenant
from tenancy.tenant_rows import TenantModel

M = TypeVar("M", bound=TenantModel)
S = TypeVar("S")
# What a field's value is to people: a text, or texts that are compared one by one; None: not shown.
Reader = Callable[[Any], str | Sequence[str] | None]


def compile_rows(
    part: RowTable, tenant: Tenant, also: Sequence[str] = (), **computed: Any
) -> dict[str, dict[str, Json]]:
    """What the rows say now: one query, and one for each list.

    `also` are fields that the part does not keep as they are, `computed` what the database makes of a row.
    """
    rows, own = part.model.objects.of(tenant), part.model.named_by
    one = {name: _paths(part.model, name) for name in part.one}
    found: dict[str, dict[str, Json]] = {}
    for row in rows.values(*own, *part.fields, *chain(*one.values()), *also, **computed):
        found[_join(row[key] for key in own)] = {
            **{name: row[name] for name in (*part.fields, *also, *computed)},
            **{name: _join(row[path] for path in paths) for name, paths in one.items()},
            **{kept: [] for kept in part.many},
        }
    for kept, relation in part.many.items() if found else ():
        paths = _paths(part.model, relation)
        pairs = rows.filter(**{f"{relation}__isnull": False}).order_by().values_list(*own, *paths)
        for name, other in sorted((_join(row[: len(own)]), _join(row[len(own) :])) for row in pairs):
            if name in found:  # else it is newer than the first query
                found[name][kept].append(other)
    return found


def compile_children(
    model: type[TenantModel],
    tenant: Tenant,
    owner: str,
    fields: Sequence[str],
    owners: Collection[str],
    order: Sequence[str] = ("pk",),
) -> dict[str, list[dict[str, Json]]]:
    """Rows that belong to others, by their owner's name: one query, none where there are no owners."""
    found: dict[str, list[dict[str, Json]]] = {name: [] for name in owners}
    if not owners:
        return found
    rows, (path,) = model.objects.of(tenant), _paths(model, owner)
    for row in rows.order_by(*order).values(path, *fields):
        found.setdefault(row[path], []).append({name: row[name] for name in fields})
    return found


def make_row(part: RowTable) -> dict[str, Json]:
    """A new row's content: what its model says when nothing is said."""
    meta: Any = part.model._meta
    values = {name: meta.get_field(name).get_default() for name in part.fields}
    plain = {name: getattr(value, "value", value) for name, value in values.items()}
    return {
        **plain,
        **dict.fromkeys(part.one, ""),
        **{kept: [] for kept in part.many},
        **deepcopy(dict(part.beside)),
    }


def restore_rows(part: RowTable, tenant: Tenant, content: Mapping[str, Json]) -> dict[str, Any]:
    """Creates and changes rows until they say what the content says of them, and returns these by name.

    What they lead to is there already, or is one of them; a name of nobody leads nowhere.
    """
    listed: Mapping[str, Mapping[str, Json]] = content.get(part.name, {})
    among = [name for name in part.one if _end_of(part.model, name) is part.model]
    ends = {name: _find_keys(part.model, name, tenant) for name in part.one if name not in among}
    rows = {
        name: put(
            part.model,
            tenant,
            name_as_fields(part.model, name),
            {
                **values_of(part.model, each, part.fields),
                **{f"{end}_id": keys.get(each.get(end, "")) for end, keys in ends.items()},
            },
        )
        for name, each in listed.items()
    }
    for end in among:
        keys = _find_keys(part.model, end, tenant)
        for name, row in rows.items():
            change(row, {f"{end}_id": keys.get(listed[name].get(end, ""))})
    for kept, relation in part.many.items():
        keys = _find_keys(part.model, relation, tenant)
        for name, row in rows.items():
            getattr(row, relation).set([keys[each] for each in listed[name].get(kept, ()) if each in keys])
    return rows


def read_spec(spec: type[S], each: Mapping[str, Json], **own: Any) -> S:
    """The frozen words of a kept row: the fields that both call the same, lists as tuples, and its `own`.

    What a release of before does not have keeps the default of `spec`.
    """
    fields: Any = spec
    found = {name: each[name] for name in fields.__dataclass_fields__ if name in each}
    return spec(
        **{name: tuple(value) if isinstance(value, list) else value for name, value in found.items()} | own
    )


def prune_rows(part: RowTable, tenant: Tenant, content: Mapping[str, Json]) -> None:
    """Removes the rows that the content does not know, each with its line of history."""
    for row in find_surplus(part, tenant, content):
        row.delete()


def find_surplus(part: RowTable, tenant: Tenant, content: Mapping[str, Json]) -> list[Any]:
    """The rows that the content does not know."""
    known = content.get(part.name, {})
    return [row for row in part.model.objects.of(tenant) if name_of(row) not in known]


def name_of(row: TenantModel) -> str:
    """How a release calls a row: `MSK:input`."""
    return _join(getattr(row, key) for key in row.named_by)


def title_of(model: type[TenantModel], name: str) -> str:
    """How people read the name of a row, what is chosen from a list in their language: `MSK · input`."""
    first, *others = zip(model.named_by, name.split(":", len(model.named_by) - 1), strict=False)
    return " · ".join((first[1], *(label_of(model, key, part) or part for key, part in others)))


def name_as_fields(model: type[TenantModel], name: str) -> dict[str, str]:
    """The fields that a name is made of: `{"code": "MSK", "phase": "input"}`."""
    return dict(zip(model.named_by, name.split(":", len(model.named_by) - 1), strict=True))


def put(model: type[M], tenant: Tenant, key: Mapping[str, Any], values: Mapping[str, Any]) -> M:
    """The row named by `key` with these values; created, saved when it differs, else left alone.

    >>> put(Slot, tenant, {"name": "order_id"}, {"pattern": "P\\d{3,}"})

    Fields not named keep their value (secrets, addresses), and each save leaves its line of history.
    """
    row = model.objects.of(tenant).filter(**key).first()
    if row is None:
        row = model(tenant=tenant, **key, **values)
        row.save()
        return row
    change(row, values)
    return row


def change(row: TenantModel, values: Mapping[str, Any]) -> None:
    """Gives a row these values, and saves it where it had others."""
    changed = {name: value for name, value in values.items() if getattr(row, name) != value}
    for name, value in changed.items():
        setattr(row, name, value)
    if changed:
        row.save()


def values_of(model: type[TenantModel], kept: Mapping[str, Any], names: Iterable[str]) -> dict[str, Any]:
    """The values of these fields as a release kept them; the default of a field that is younger than it."""
    fields: dict[str, Any] = {name: model._meta.get_field(name) for name in names}
    return {name: kept[name] if name in kept else field.get_default() for name, field in fields.items()}


def _end_of(model: type[TenantModel], relation: str) -> type[TenantModel]:
    end: type[TenantModel] = model._meta.get_field(relation).related_model  # type: ignore[assignment]
    return end


def _paths(model: type[TenantModel], relation: str) -> tuple[str, ...]:
    return tuple(f"{relation}__{key}" for key in _end_of(model, relation).named_by)


def _find_keys(model: type[TenantModel], relation: str, tenant: Tenant) -> dict[str, Any]:
    """The keys of the rows that a relation may lead to, by their names."""
    end = _end_of(model, relation)
    rows = end.objects.of(tenant).values_list("pk", *end.named_by)
    return {_join(names): key for key, *names in rows}


def _join(names: Iterable[Any]) -> str:
    return ":".join(str(each) for each in names if each is not None)


def describe_rows(
    parts: Iterable[RowTable],
    content: Mapping[str, Json],
    readers: Mapping[str, Reader] | None = None,
    labels: Mapping[str, str] | None = None,
) -> Iterator[AuthoredObject]:
    """Every row with its fields, as people compare them."""
    for part in parts:
        for name, each in content.get(part.name, {}).items():
            fields = describe_fields(part.model, each, readers, labels)
            own = ((part.name, name),)
            yield AuthoredObject(kind_of(part.model), title_of(part.model, name), dict(fields), own)


def describe_fields(
    model: type[TenantModel],
    values: Mapping[str, Json],
    readers: Mapping[str, Reader] | None = None,
    labels: Mapping[str, str] | None = None,
) -> Iterator[tuple[str, str | Sequence[str]]]:
    """Fields under the labels of their page, without empty ones.

    `readers` and `labels` of fields of which the model does not say enough, by name.
    """
    for name, kept in values.items():
        label = (labels or {}).get(name) or call_field(model, name)
        value = readers[name](kept) if readers and name in readers else kept
        if isinstance(value, Mapping):  # a text by language, or a word and its replacement
            yield from (
                (f"{label} ({key})", str(each)) for key, each in value.items() if each not in ("", None)
            )
        elif isinstance(value, list):
            if value:
                yield label, [str(each) for each in value]
        elif value not in ("", None):
            yield label, label_of(model, name, value) or _say(value)


def kind_of(model: type[TenantModel]) -> str:
    """What people call a row of this model: "Tool server"."""
    return str(capfirst(str(model._meta.verbose_name)))


def call_field(model: type[Model], name: str) -> str:
    """What people call a field, or the rows that belong to one: "documents" of a collection."""
    try:
        field = model._meta.get_field(name)
    except FieldDoesNotExist:
        return name
    if isinstance(field, ForeignObjectRel):
        return str(field.related_model._meta.verbose_name_plural)
    return str(getattr(field, "verbose_name", name))


def label_of(model: type[Model], name: str, value: Json) -> str:
    """What a page calls a value that is chosen from a list; empty when it is not.

    >>> label_of(Guardrail, "action", "sanitize")
    'mask it'
    """
    field = _fields(model).get(name)
    choices = dict(field.flatchoices) if field is not None and isinstance(value, str) and value else {}
    return str(choices.get(value, ""))


def _fields(model: type[Model]) -> dict[str, Any]:
    return {each.name: each for each in model._meta.get_fields() if isinstance(each, Field)}


def _say(value: Json) -> str:
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    return str(value)
