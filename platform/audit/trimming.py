"""The log's own retention.

The oldest entries go, and the chain begins with the digest of the last that went.
"""

from datetime import datetime

from django.db import transaction
from django.db.models import Max, QuerySet

from audit.models import AuditChain, AuditEntry
from tenancy.company_lock import hold


def trim(tenant: str, before: datetime, most: int) -> int:
    """Takes away at most `most` entries that are older, and says how many."""
    with transaction.atomic():
        hold(tenant)
        head = AuditChain.objects.of(tenant).first()
        if head is None:
            return 0
        old = AuditEntry.objects.of(tenant).filter(number__lte=head.taken_number + most, at__lt=before)
        last = old.aggregate(last=Max("number"))["last"]
        if last is None:
            return 0
        taken = int(last) - head.taken_number
        found = AuditEntry.objects.of(tenant).get(number=last)
        head.taken_number, head.taken_digest = found.number, found.digest
        head.save(update_fields=["taken_number", "taken_digest"])
        # Only here: a plain query set, which does not refuse. PostgreSQL's trigger lets go what the chain has
        # left behind.
        QuerySet(AuditEntry).filter(tenant_id=tenant, number__lte=last).delete()
        return taken
