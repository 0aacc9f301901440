"""Models whose every change is logged, as each room says in `AppConfig.ready()`:

    watch("rollout.FlagOverride", people={"subject": "user"})     # a user id is stored as a reference
    watch("delivery.Channel", but=("heard_at", "sent_at"))   # what machines write is no change

The log hears of `save()`, `delete()` and of rows that are linked; rows that change in bulk are told by
`record` or `summarize` where that is done. What goes along with a deleted row (its own parts) is told by that
row.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from django.apps import apps
from django.db import models
from django.db.models import signals

from audit import values
from audit.actors import ActorKind
from audit.append import count, record
from tenancy.company_lock import hold
from tenancy.models import Tenant

BEFORE = "_audit_before"


@dataclass(frozen=True, slots=True)
class _Watched:
    but: frozenset[str]
    people: Mapping[str, ActorKind]
    hidden: frozenset[str]
    named: bool


_watched: dict[type[models.Model], _Watched] = {}


def watch(
    label: str,
    but: Collection[str] = (),
    people: Mapping[str, ActorKind] | None = None,
    hidden: Collection[str] = (),
) -> None:
    """From now on changes of this model's rows are logged, but for these fields.

    `people` are fields that name a person, with what they are; `hidden` hold words of end users: that they
    changed is told, not what they say. A row with either is told by its key alone.
    """
    model: type[models.Model] = apps.get_model(label)
    _watched[model] = _Watched(frozenset(but), dict(people or {}), frozenset(hidden), not (people or hidden))
    about: dict[str, Any] = {"sender": model, "dispatch_uid": f"audit.{label}"}
    signals.pre_save.connect(_before_save, **about)
    signals.pre_delete.connect(_before_delete, **about)
    signals.post_save.connect(_after_save, **about)
    signals.post_delete.connect(_after_delete, **about)
    for field in model._meta.local_many_to_many:
        signals.m2m_changed.connect(
            _after_link, field.remote_field.through, dispatch_uid=f"audit.{label}.{field.name}"
        )


def list_watched() -> frozenset[str]:
    """The labels of the models that are watched."""
    return frozenset(model._meta.label for model in _watched)


def _fields(row: models.Model, how: _Watched) -> dict[str, Any]:
    return values.fields(row, how.but, how.people, how.hidden)


def _before_save(sender: type[models.Model], instance: Any, raw: bool, update_fields: Any, **_: Any) -> None:
    how = _watched[sender]
    if raw or (update_fields is not None and how.but.issuperset(update_fields)):
        return
    hold(_company(instance))
    old = None if instance._state.adding else sender._base_manager.filter(pk=instance.pk).first()
    setattr(instance, BEFORE, {} if old is None else _fields(old, how))


def _after_save(
    sender: type[models.Model], instance: Any, created: bool, update_fields: Any, **_: Any
) -> None:
    before = instance.__dict__.pop(BEFORE, None)
    if before is None:
        return
    how = _watched[sender]
    after = _fields(instance, how)
    if update_fields is not None:
        after = {name: value for name, value in after.items() if name in update_fields}
    if created:
        said = {name: value for name, value in after.items() if value not in ("", None, [], {})}
        _tell(sender, instance, "add", {}, said)
        return
    changed = [name for name, value in after.items() if before.get(name) != value]
    if changed:
        old, new = ({name: each.get(name) for name in changed} for each in (before, after))
        _tell(sender, instance, "change", old, new)


def _before_delete(sender: type[models.Model], instance: Any, **_: Any) -> None:
    hold(_company(instance))


def _after_delete(sender: type[models.Model], instance: Any, origin: Any, **_: Any) -> None:
    whose = origin.model if isinstance(origin, models.QuerySet) else type(origin)
    if whose is sender:
        how = _watched[sender]
        _tell(sender, instance, "delete", _fields(instance, how), {})


def _after_link(
    sender: Any, instance: Any, action: str, reverse: bool, model: Any, pk_set: Any, **_: Any
) -> None:
    """Rows were linked to `instance` or taken away; what a field says is read in the order of its names."""
    if reverse or not pk_set:
        return
    if action in ("pre_add", "pre_remove"):
        hold(_company(instance))
    if action not in ("post_add", "post_remove"):
        return
    field = next(
        each.name for each in instance._meta.local_many_to_many if each.remote_field.through is sender
    )
    names = sorted(map(str, model._base_manager.filter(pk__in=pk_set)))
    gone, came = ({field: names}, {}) if action == "post_remove" else ({}, {field: names})
    _tell(type(instance), instance, "change", gone, came)


def _company(row: Any) -> Any:
    return row.pk if isinstance(row, Tenant) else row.tenant_id


def _tell(sender: Any, row: Any, action: str, before: Mapping[str, Any], after: Mapping[str, Any]) -> None:
    label = sender._meta.label
    if count(action, label):
        return
    if isinstance(row, Tenant) and action == "delete":
        return  # its log goes with it
    name = str(row) if _watched[sender].named else ""
    record(_company(row), action, label, row.pk or before.get("id", ""), name, before, after)
