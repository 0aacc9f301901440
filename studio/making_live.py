"""Makes a release live, for a page or a program that does not wait for long.

At once, or as a job where there is much to learn.

>>> publish(tenant, "ana", "New invoice intent")
<Release: release 13>
>>> publish(tenant, "ana", "Two thousand examples")
<Job: publish>
"""

from collections.abc import Iterable, Mapping
from functools import partial
from typing import Any

from django.conf import settings
from django.utils.translation import get_language

from releases import draft, parts
from releases.errors import BeingMade
from releases.loaded_release import Artifact
from releases.models import Release
from releases.publish import publish as publish_now
from releases.rollback import parts_of, roll_back
from tenancy.models import Tenant
from work import jobs
from work.models import Job

KINDS = ("publish", "restore")  # of work that makes a release live


def publish(company: Tenant, author: object, note: str = "", digest: str | None = None) -> Release | Job:
    """The draft, live; `digest` is the draft that the author looked at.

    Raises ReleaseError; BeingMade where a job makes one.
    """
    drawn = draft.of(company)
    ready = drawn.review.publishable and digest in (None, drawn.digest)  # else publishing says what is wrong
    wanted = drawn.loaded.wanted.values() if ready else ()
    payload = {"note": note, "expected_digest": digest}
    now = partial(publish_now, company, author, note, expected_digest=digest, wait=False)
    return _make(company, author, wanted, "publish", payload, now)


def restore(company: Tenant, author: object, number: int) -> Release | Job:
    """An older release, live again. Raises ReleaseError; BeingMade where a job makes one."""
    old = Release.objects.of(company).filter(number=number).first()
    wanted = parts_of(old).values() if old is not None and number != company.live_release else ()
    return _make(
        company,
        author,
        wanted,
        "restore",
        {"number": number},
        partial(roll_back, company, number, author, wait=False),
    )


def under_way(company: Tenant) -> Job | None:
    """The job that makes a release of the company live at this moment."""
    rows = Job.objects.of(company).filter(kind__in=KINDS, status__in=Job.OPEN)
    return rows.order_by("created_at").first()


def _make(
    company: Tenant,
    author: object,
    wanted: Iterable[Artifact],
    kind: str,
    payload: Mapping[str, Any],
    now: Any,
) -> Release | Job:
    if under_way(company) is not None:
        raise BeingMade
    later = partial(jobs.start, company, kind, {**payload, "language": get_language()}, author)
    if sum(part.size for part in parts.to_make(company.pk, wanted)) > settings.LEARN_AT_ONCE:
        return later()
    try:
        made: Release = now()
    except BeingMade:  # somebody learns for the company at this moment: a job waits for that
        return later()
    return made
