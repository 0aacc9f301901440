"""The hash chain of a company's log, and looking whether it holds.

>>> verify("tenant_a")
Verified(entries=412, number=412, digest='9f2c…', broken_at=None, why='')

The head lies beside the log, is in every export, and every entry tells it to the process's log (`audit` in
the log lines), which an installation keeps elsewhere. Who has such a head finds out whether entries at the
end are missing: `verify("tenant_a", expected=(412, "9f2c…"))`.
"""

import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC

from django.utils.translation import gettext as _

from audit.models import AuditChain, AuditEntry
from tenancy.models import Tenant

AT_ONCE = 1000
Head = tuple[int, str]


@dataclass(frozen=True, slots=True)
class Verified:
    """What was looked at, and the number where the chain breaks (None: it holds) with why in a sentence."""

    entries: int
    number: int
    digest: str
    broken_at: int | None = None
    why: str = ""


def digest_of(entry: AuditEntry) -> str:
    """SHA-256, hexadecimal, over everything an entry says and the digest before it."""
    parts = [
        entry.previous, str(entry.tenant_id), entry.number, entry.at.astimezone(UTC).isoformat(), entry.who,
        entry.action, entry.kind, entry.row, entry.name, entry.before, entry.after,
    ]  # fmt: skip
    plain = json.dumps(parts, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return hashlib.sha256(plain.encode()).hexdigest()


def verify(tenant: Tenant | str, expected: Head | None = None) -> Verified:
    """Goes through a company's whole log, a thousand entries at a time.

    `expected` is a head that somebody kept.
    """
    slug = tenant if isinstance(tenant, str) else tenant.pk
    head = AuditChain.objects.of(slug).first() or AuditChain(tenant_id=slug)
    at, digest, count = head.taken_number, head.taken_digest, 0
    kept = expected is None or expected == (at, digest) or expected[0] < at
    broken_at: int | None = None
    why = ""
    for entry in _entries(slug, at, head.number):
        if why := _wrong(entry, at + 1, digest):
            broken_at = at + 1
            break
        at, digest, count = entry.number, entry.digest, count + 1
        kept = kept or expected == (at, digest)
        if expected is not None and expected[0] == at and not kept:
            broken_at, why = at, _("It is not the entry that was kept elsewhere.")
            break
    else:
        if (at, digest) != (head.number, head.digest):
            broken_at, why = at + 1, _("Entries at the end are missing.")
        elif not kept:
            broken_at, why = at + 1, _("The log ends before the head that was kept elsewhere.")
    return Verified(count, head.number, head.digest, broken_at, why)


def _entries(slug: str, after: int, until: int) -> Iterator[AuditEntry]:
    """The entries up to the head that was read first: others are appended meanwhile."""
    rows = AuditEntry.objects.of(slug).filter(number__gt=after, number__lte=until)
    return rows.order_by("number").iterator(AT_ONCE)


def _wrong(entry: AuditEntry, number: int, previous: str) -> str:
    if entry.number != number:
        return _("Entries before %(number)d are missing.") % {"number": entry.number}
    if entry.previous != previous:
        return _("It does not follow from the entry before it.")
    return _("What it says was changed.") if entry.digest != digest_of(entry) else ""
