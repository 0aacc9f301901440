"""The log read: by person, kind, object and period; entries in people's words and as JSON."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import QuerySet

from audit import parties
from audit.append import record
from audit.models import AuditChain, AuditEntry, AuditParty

CONVERSATION = "conversations.Conversation"
LISTED = 200  # rows in one entry; more make more entries, so that each reading is there


def note_read(
    tenant: Any, rows: Iterable[str], where: str, action: str = "read", kind: str = CONVERSATION
) -> None:
    """Somebody saw texts of these rows of a model, `where` in a word or two; nothing is noted of none."""
    keys = list(dict.fromkeys(rows))
    if len(keys) == 1:
        record(tenant, action, kind, keys[0], after={"where": where})
    elif keys:
        listed = "conversations" if kind == CONVERSATION else "rows"
        with transaction.atomic():
            for start in range(0, len(keys), LISTED):
                seen = {"where": where, "count": len(keys), listed: keys[start : start + LISTED]}
                record(tenant, action, kind, after=seen)


@dataclass(frozen=True, slots=True)
class Wanted:
    """What somebody looks for; empty: everything.

    `person` is a part of a name, `row` a part of a key or name.
    """

    person: str = ""
    action: str = ""
    kind: str = ""
    row: str = ""
    since: datetime | None = None
    until: datetime | None = None  # excluded


def find(tenant: str, wanted: Wanted) -> "QuerySet[AuditEntry]":
    """Entries, the newest first."""
    asked = {"action": wanted.action, "kind": wanted.kind, "at__gte": wanted.since, "at__lt": wanted.until}
    given: Any = {name: value for name, value in asked.items() if value}
    rows = AuditEntry.objects.of(tenant).filter(**given)
    if wanted.person:
        who = AuditParty.objects.of(tenant).filter(name__icontains=wanted.person)
        rows = rows.filter(who__in=who.values("reference"))
    if wanted.row:
        rows = rows.filter(row=wanted.row) | rows.filter(name__icontains=wanted.row)
    return rows.order_by("-number")


def as_json(tenant: str, entries: Iterable[AuditEntry]) -> list[dict[str, Any]]:
    """Entries as JSON, with whom their references stand for; two queries however many."""
    rows = list(entries)
    inside = [value for row in rows for value in (*row.before.values(), *row.after.values())]
    wanted = {row.who for row in rows} | {value["party"] for value in inside if parties.is_reference(value)}
    known = parties.read(tenant, wanted)
    return [_describe(row, known) for row in rows]


def head(tenant: str) -> dict[str, Any]:
    """Number and digest of the newest entry: what somebody keeps elsewhere, to find missing ones by."""
    found = AuditChain.objects.of(tenant).first()
    return {"number": found.number if found else 0, "digest": found.digest if found else ""}


def _describe(row: AuditEntry, known: Any) -> dict[str, Any]:
    who = known.get(row.who)
    return {
        "number": row.number,
        "at": row.at,
        "who": {"kind": who.kind if who else "", "name": who.name if who else "", "reference": row.who},
        "from": who.address if who else "",
        "action": row.action,
        "kind": row.kind,
        "row": row.row,
        "name": row.name,
        "before": _name(row.before, known),
        "after": _name(row.after, known),
        "digest": row.digest,
    }


def _name(values: dict[str, Any], known: Any) -> dict[str, Any]:
    return {
        name: str(known.get(value["party"], value["party"])) if parties.is_reference(value) else value
        for name, value in values.items()
    }
