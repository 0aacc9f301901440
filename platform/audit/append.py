"""Appends to a company's log, in the transaction of what is logged: both are there or neither.

    record("tenant_a", "read", "conversations.Conversation", row=conversation.pk)

    with summarize("tenant_a", "import", "agents and routing", after={"files": 12}):
        ...                                # a thousand changes of rows inside are one entry with their counts

Two writers follow each other by the lock of the company (`tenancy.company_lock`; SQLite: by the transaction),
which every change of its rows, each publishing and the operational counter take first.
"""

import logging
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

from django.db import transaction

from audit import actors, parties, values
from audit.chain import digest_of
from audit.models import AuditChain, AuditEntry
from tenancy.company_lock import hold
from tenancy.models import Tenant
from tenancy.tenant_rows import slug_of

logger = logging.getLogger("audit")
_counts: ContextVar[Counter[str] | None] = ContextVar("audit_counts", default=None)


def record(
    tenant: Tenant | str,
    action: str,
    kind: str,
    row: object = "",
    name: object = "",
    before: Mapping[str, Any] | None = None,
    after: Mapping[str, Any] | None = None,
) -> None:
    """One entry: who acts now did `action` (AuditEntry.Actions) to `row` of a model's label `kind`.

    `before` and `after` are masked; a value `values.Party` becomes a reference that can be cut.
    """
    slug = slug_of(tenant)
    who = actors.current()
    with transaction.atomic():
        hold(slug)
        head = AuditChain.objects.of(slug).first() or AuditChain(tenant_id=slug)
        (party,) = parties.refer(slug, who)
        entry = AuditEntry(
            tenant_id=slug,
            number=head.number + 1,
            who=party.reference,
            action=action,
            kind=kind[:64],
            row=str(row)[:64],
            name=values.hide_secrets(str(name))[:200],
            before=values.prepare_values(slug, before or {}),
            after=values.prepare_values(slug, after or {}),
            previous=head.digest,
        )
        others = set(parties.list_references(entry)) - {party.reference}
        named = {**(parties.read(slug, others) if others else {}), party.reference: party}
        entry.digest = digest_of(entry, parties.seals_of(entry, named))
        entry.save(force_insert=True)
        head.number, head.digest = entry.number, entry.digest
        head.save()
        about = {"company": slug, "number": entry.number, "digest": entry.digest}
        # A command shows passwords and keys once: its terminal is no place for digests.
        level = logging.DEBUG if who.kind == "command" else logging.INFO
        transaction.on_commit(
            lambda: logger.log(level, "audit %(company)s %(number)s %(digest)s", about, extra=about)
        )


@contextmanager
def summarize(
    tenant: Tenant | str,
    action: str,
    kind: str,
    row: object = "",
    name: object = "",
    after: Mapping[str, Any] | None = None,
) -> Iterator[dict[str, Any]]:
    """Changes of rows inside are counted, and make one entry at the end.

    What is added to the yielded dict is in it.

    Nothing is recorded when it raises. Inside another one it only counts for that.
    """
    summary: dict[str, Any] = dict(after or {})
    outer = _counts.get()
    if outer is not None:
        yield summary
        return
    hold(tenant)
    counts: Counter[str] = Counter()
    token = _counts.set(counts)
    try:
        yield summary
    finally:
        _counts.reset(token)
    record(tenant, action, kind, row, name, after={**summary, "rows": dict(sorted(counts.items()))})


def count(action: str, kind: str, rows: int = 1) -> bool:
    """Counts changes for the summary that is made at this moment; False where there is none."""
    counts = _counts.get()
    if counts is None:
        return False
    counts[f"{kind} {action}"] += rows
    return True
