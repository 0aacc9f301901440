"""Back to an older release: it becomes live again as a new release, and the draft says what it says."""

import logging
from collections.abc import Mapping

from django.db import transaction

from releases import freshness, parts, sections
from releases.errors import PartNotMade, UnknownRelease
from releases.models import Release
from releases.publish import append, live_digest, lock
from releases.sections import Part, Progress
from tenancy.models import Tenant

logger = logging.getLogger(__name__)


def roll_back(tenant: Tenant, number: int, author: object, progress: Progress = parts.silent) -> Release:
    """Restores release `number`, live and draft, in one transaction. Raises UnknownRelease.

    >>> roll_back(tenant, 3, "ana").restored_from
    3

    Rows are changed one by one, so that their history tells it. When that content is live already only
    the draft is restored, and the live release is returned. Checks do not refuse it, nor does a part that
    cannot be made again: going back must always be possible.
    """
    old = Release.objects.of(tenant).filter(number=number).first()  # a release never changes
    if old is None:
        raise UnknownRelease(tenant.pk, number)
    wanted = parts_of(old)
    try:
        made = parts.make(tenant.pk, wanted, progress)
    except PartNotMade as error:
        logger.warning("release %d of %s comes back without a part: %s", number, tenant.pk, error)
        made = {}
    with transaction.atomic():
        locked = lock(tenant)
        restore(locked, old.content)
        if locked.live_release is not None and old.digest == live_digest(locked, locked.live_release):
            release = Release.objects.of(locked).get(number=locked.live_release)
        else:
            release = append(locked, old.content, old.digest, author, old.note, restored_from=number)
            parts.keep(locked.pk, wanted, made)
    tenant.live_release = release.number
    return release


def parts_of(release: Release) -> Mapping[str, Part]:
    """The parts that a release has; none when its content can no longer be read."""
    try:
        return freshness.build(release.number, release.digest, release.content).wanted
    except Exception:
        logger.warning("release %d of %s cannot be read", release.number, release.tenant_id, exc_info=True)
        return {}


def restore(tenant: Tenant, content: sections.Content) -> None:
    """Makes the authored rows say what a content says; call it inside a transaction.

    A section that the content is older than keeps its rows.
    """
    known = [section for section in sections.registered() if section.name in content]
    for section in known:
        section.restore(tenant, content[section.name])
    for section in reversed(known):
        section.prune(tenant, content[section.name])
