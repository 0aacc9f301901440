"""Back to an older release: it becomes live again as a new release, and the draft says what it says."""

import logging
from collections.abc import Mapping
from dataclasses import replace
from functools import partial

from django.db import transaction

from audit.append import summarize
from releases import freshness, kept_addresses, parts, sections
from releases.errors import PartNotMade, UnknownRelease
from releases.loaded_release import Artifact, LoadedRelease, Progress
from releases.models import Release
from releases.publish import append, equip, live_digest, lock
from tenancy import operational
from tenancy.models import Tenant

logger = logging.getLogger(__name__)


def roll_back(
    tenant: Tenant, number: int, author: object, progress: Progress = parts.silent, wait: bool = True
) -> Release:
    """Restores release `number`, live and draft, in one transaction.

    Raises UnknownRelease, and BeingMade where somebody else learns for the tenant and the caller cannot
    `wait` for that.

    >>> roll_back(tenant, 3, "ana").restored_from
    3

    Rows are changed one by one, so that their history tells it. When that content is live already only
    the draft is restored, and the live release is returned. Checks do not refuse it, nor does a part that
    cannot be made again: going back must always be possible.
    """
    old = Release.objects.of(tenant).filter(number=number).first()  # a release never changes
    if old is None:
        raise UnknownRelease(tenant.pk, number)
    loaded = _readable(old)
    wanted = loaded.wanted if loaded is not None else {}
    try:
        made = parts.make(tenant.pk, parts.list_at_once(wanted), progress, wait)
        made |= parts.take_late(tenant.pk, wanted)
    except PartNotMade as error:
        logger.warning("release %d of %s comes back without a part: %s", number, tenant.pk, error)
        made = {}
    if loaded is not None:
        equip(tenant.pk, loaded, made)
    with transaction.atomic():
        locked = lock(tenant)
        about = {"digest": old.digest, "live_before": locked.live_release}
        with summarize(locked, "restore", "releases.Release", number, f"release {number}", about):
            restore(locked, old.content)
        if locked.live_release is not None and old.digest == live_digest(locked, locked.live_release):
            release = Release.objects.of(locked).get(number=locked.live_release)
            if made:  # the live release lacked them
                parts.store(locked.pk, wanted, made)
                operational.touch(locked)
        else:
            release = append(locked, old.content, old.digest, author, old.note, restored_from=number)
            parts.keep(locked.pk, wanted, made)
            if loaded is not None:
                ready = replace(loaded, number=release.number)
                transaction.on_commit(partial(freshness.remember, locked.pk, ready))
    tenant.live_release = release.number
    return release


def parts_of(release: Release) -> Mapping[str, Artifact]:
    """The parts that a release has; none when its content can no longer be read."""
    loaded = _readable(release)
    return loaded.wanted if loaded is not None else {}


def _readable(release: Release) -> LoadedRelease | None:
    """A release as frozen words; None when its content can no longer be read."""
    try:
        return freshness.build(release.number, release.digest, release.content)
    except Exception:
        logger.warning("release %d of %s cannot be read", release.number, release.tenant_id, exc_info=True)
        return None


def restore(tenant: Tenant, content: sections.Content) -> None:
    """Makes the authored rows say what a content says; call it inside a transaction.

    A section that the content is older than keeps its rows. Addresses and secrets go and come with theirs.
    """
    known = [section for section in sections.list_sections() if section.name in content]
    with kept_addresses.keeping(tenant):
        for section in known:
            section.restore(tenant, content[section.name])
        for section in reversed(known):
            section.prune(tenant, content[section.name])
