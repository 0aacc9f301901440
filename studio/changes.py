"""Changes as a page shows them: grouped by what they are about, linked to their rows, with who made them."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.db.models.functions import Coalesce

from agents.models import MCPTool, Specialist, SpecialistPrompt, ToolParameter
from releases import sections
from releases.authored_rows import kind_of, name_of, title_of
from releases.diff import Change
from releases.models import Release
from routing.models import (
    Capability,
    Example,
    Goal,
    Intent,
    IntentTool,
    Keyword,
)
from studio.links import page_of
from tenancy.models import Tenant

SHOWN = 200  # changes on one page; a first publish may have thousands
WITH_DOMAIN = (Goal, Capability)  # named with it
PARTS: Mapping[Any, tuple[tuple[Any, str], ...]] = {
    Intent: ((Keyword, "intent_id"), (Example, "intent_id"), (IntentTool, "intent_id")),
    Specialist: ((SpecialistPrompt, "specialist_id"),),
    MCPTool: ((ToolParameter, "tool_id"),),
}


@dataclass(frozen=True, slots=True)
class ShownChange:
    """One change with the page of its row (empty when it is gone), who made it last, and where it can be
    undone (empty where it cannot).
    """

    change: Change
    address: str
    who: str
    undo: str = ""


@dataclass(frozen=True, slots=True)
class ChangeGroup:
    """The changes of one kind."""

    title: str
    changes: Sequence[ShownChange]


def group_changes(
    company: Tenant,
    changes: Iterable[Change],
    most: int = SHOWN,
    undo: Callable[[Change, Any], str] = lambda change, model: "",
) -> list[ChangeGroup]:
    """Changes by kind, in the order of the diff. A few queries for each kind that is among them.

    `undo` gives the address where a change of a model's row can be undone.
    """
    found: dict[str, list[Change]] = {}
    for change in list(changes)[:most]:
        found.setdefault(change.kind, []).append(change)
    since = Release.objects.of(company).filter(number=company.live_release or 0).values_list("published_at")
    began = since.first()
    models = [model for section in sections.list_sections() for model in section.rows]
    kinds = {kind_of(model): model for model in models}
    groups = []
    for title, rows in found.items():
        model = kinds.get(title)
        group = _group(company, title, rows, model, began)
        if model is not None:
            shown = [replace(each, undo=undo(each.change, model)) for each in group.changes]
            group = replace(group, changes=shown)
        groups.append(group)
    return groups


def _group(company: Tenant, title: str, changes: list[Change], model: Any, since: Any) -> ChangeGroup:
    if model is None:
        return ChangeGroup(title, [ShownChange(change, "", "") for change in changes])
    name = model.named_by[0]
    wanted = {_plain(change.name) for change in changes}
    found = model.objects.of(company).filter(**{f"{name}__in": wanted})
    if model in WITH_DOMAIN:
        found = found.select_related("domain")
    rows = {_name(row): row for row in found}
    who = _authors(company, model, name, [row.pk for row in rows.values()], wanted, since)
    plural = str(model._meta.verbose_name_plural)
    shown = []
    for change in changes:
        row = rows.get(change.name)
        author = who.get(row.pk if row is not None else _plain(change.name), "")
        shown.append(ShownChange(change, page_of(row) if row is not None else "", author))
    return ChangeGroup(plural[:1].upper() + plural[1:], shown)


def _name(row: Any) -> str:
    """As the diff names it; a guardrail by its code and phase, a goal or capability with its domain."""
    return str(row) if isinstance(row, WITH_DOMAIN) else title_of(type(row), name_of(row))


def _plain(name: str) -> str:
    return name.split(" · ")[0]


def _authors(
    company: Tenant, model: Any, name: str, keys: list[int], names: Iterable[str], since: Any
) -> dict[Any, str]:
    """Who edited last since the live release: by the row's key, and by name for rows that are gone."""
    edits: list[tuple[Any, Any, str]] = []
    queries: list[tuple[Any, str, dict[str, Any]]] = [
        (model, "id", {"id__in": keys}),
        (model, name, {f"{name}__in": list(names), "history_type": "-"}),
        *((part, link, {f"{link}__in": keys}) for part, link in PARTS.get(model, ())),
    ]
    for each, key, about in queries:
        rows = each.history.model.objects.filter(tenant_id=company.pk, **about).exclude(
            history_user=None, history_change_reason=None
        )
        if since is not None:
            rows = rows.filter(history_date__gte=since[0])
        who = Coalesce("history_user__username", "history_change_reason")  # a person, else a program's key
        edits += rows.values_list("history_date", key, who)
    return {key: who for _at, key, who in sorted(edits, key=lambda edit: edit[0])}
