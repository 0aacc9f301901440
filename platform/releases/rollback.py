"""Back to an older release: it becomes live again as a new release, and the draft says what it says."""

from django.db import transaction

from releases import sections
from releases.errors import UnknownRelease
from releases.models import Release
from releases.publish import append, live_digest, lock
from tenancy.models import Tenant


def roll_back(tenant: Tenant, number: int, author: object) -> Release:
    """Restores release `number`, live and draft, in one transaction. Raises UnknownRelease.

    >>> roll_back(tenant, 3, "ana").restored_from
    3

    Rows are changed one by one, so that their history tells it. When that content is live already only
    the draft is restored, and the live release is returned. Checks do not refuse it: going back must
    always be possible.
    """
    with transaction.atomic():
        locked = lock(tenant)
        old = Release.objects.of(locked).filter(number=number).first()
        if old is None:
            raise UnknownRelease(locked.pk, number)
        restore(locked, old.content)
        if locked.live_release is not None and old.digest == live_digest(locked):
            release = Release.objects.of(locked).get(number=locked.live_release)
        else:
            release = append(locked, old.content, old.digest, author, old.note, restored_from=number)
    tenant.live_release = release.number
    return release


def restore(tenant: Tenant, content: sections.Content) -> None:
    """Makes the authored rows say what a content says; call it inside a transaction.

    A section that the content is older than keeps its rows.
    """
    known = [section for section in sections.registered() if section.name in content]
    for section in known:
        section.restore(tenant, content[section.name])
    for section in reversed(known):
        section.prune(tenant, content[section.name])
