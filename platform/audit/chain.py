"""The hash chain of a company's log, and looking whether it holds.

>>> verify("tenant_a")
Verified(entries=412, number=412, digest='9f2c…', broken_at=None, why='')

The head lies beside the log, is in every export, and every entry tells it to the process's log (`audit` in
the log lines), which an installation keeps elsewhere. Who has such a head finds out whether entries at the
end are missing: `verify("tenant_a", expected=(412, "9f2c…"))`.
"""

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC
from itertools import islice

from django.utils.translation import gettext as _

from audit import parties
from audit.models import AuditChain, AuditEntry, AuditParty
from tenancy.models import Tenant
from tenancy.tenant_rows import slug_of

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


def digest_of(entry: AuditEntry, seals: Sequence[str] = ()) -> str:
    """SHA-256, hexadecimal, over everything an entry says, the digest before it, and the seals of whom it
    names (entries from before there were seals have none).
    """
    parts = [
        entry.previous, str(entry.tenant_id), entry.number, entry.at.astimezone(UTC).isoformat(), entry.who,
        entry.action, entry.kind, entry.row, entry.name, entry.before, entry.after,
        *([list(seals)] if seals else []),
    ]  # fmt: skip
    plain = json.dumps(parts, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return hashlib.sha256(plain.encode()).hexdigest()


def verify(tenant: Tenant | str, expected: Head | None = None) -> Verified:
    """Goes through a company's whole log, a thousand entries at a time.

    `expected` is a head that somebody kept.
    """
    slug = slug_of(tenant)
    head = AuditChain.objects.of(slug).first() or AuditChain(tenant_id=slug)
    at, digest, count = head.taken_number, head.taken_digest, 0
    kept = expected is None or expected == (at, digest) or expected[0] < at
    broken_at: int | None = None
    why = ""
    # Up to the head that was read first: others are appended meanwhile.
    rows = AuditEntry.objects.of(slug).filter(number__gt=at, number__lte=head.number)
    for entry, known in _with_parties(slug, rows.order_by("number").iterator(AT_ONCE)):
        if why := _wrong(entry, at + 1, digest, known):
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


def _with_parties(
    slug: str, entries: Iterable[AuditEntry]
) -> Iterator[tuple[AuditEntry, Mapping[str, AuditParty]]]:
    """Each entry with whom it names, who are read a batch at a time: a company may have named millions."""
    left = iter(entries)
    while some := list(islice(left, AT_ONCE)):
        known = parties.read(slug, (each for entry in some for each in parties.list_references(entry)))
        yield from ((entry, known) for entry in some)


def _wrong(entry: AuditEntry, number: int, previous: str, known: Mapping[str, AuditParty]) -> str:
    if entry.number != number:
        return _("Entries before %(number)d are missing.") % {"number": entry.number}
    if entry.previous != previous:
        return _("It does not follow from the entry before it.")
    if entry.digest not in (digest_of(entry, parties.seals_of(entry, known)), digest_of(entry)):
        return _("What it says was changed.")
    exchanged = any(
        parties.was_exchanged(known[each]) for each in parties.list_references(entry) if each in known
    )
    return _("The name of somebody in it was changed.") if exchanged else ""
