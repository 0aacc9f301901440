"""Makes the draft live: checks it, freezes it as the next release, moves the tenant's live number."""

from collections.abc import Mapping
from dataclasses import replace
from functools import partial

from django.db import transaction

from audit.append import record
from releases import freshness, parts, sections, snapshot
from releases.errors import NothingToPublish, Problem, PublishRefused, StaleDraft
from releases.loaded_release import LoadedRelease, Progress
from releases.models import Release
from releases.sections import Content
from tenancy import operational
from tenancy.announcing import announce
from tenancy.models import Tenant

TRIES = 4


def publish(
    tenant: Tenant,
    author: object,
    note: str = "",
    expected_digest: str | None = None,
    progress: Progress = parts.silent,
    wait: bool = True,
) -> Release:
    """Publishes the tenant's draft as its next release. One at a time per tenant.

    >>> publish(tenant, "ana", "New invoice intent").number
    13

    `author` is a user or a name; `expected_digest` the draft the author reviewed. Raises PublishRefused
    (checks found errors), NothingToPublish, StaleDraft, PartNotMade, and BeingMade where somebody else learns
    for the tenant and the caller cannot `wait` for that. The draft is compiled and checked, and what is
    learnt from it is made (`progress` tells how far), before the transaction, which only takes the lock, a
    number and its rows; when somebody else published meanwhile, it is compiled again, so that an older draft
    never replaces a newer one.
    """
    made: dict[str, bytes] = {}
    for tries_left in reversed(range(TRIES)):
        live_before = Tenant.objects.values_list("live_release", flat=True).get(pk=tenant.pk)
        content = snapshot.take_settled(tenant)
        digest = snapshot.digest(content)
        if expected_digest is not None and expected_digest != digest:
            raise StaleDraft
        errors = [problem for problem in check(content) if problem.severity == "error"]
        if errors:
            raise PublishRefused(errors)
        loaded = freshness.build(0, digest, content)  # a release that cannot be loaded must not go live
        if digest == live_digest(tenant, live_before):
            repair(tenant, loaded, progress, wait)
            raise NothingToPublish
        wanted = {key: part for key, part in loaded.wanted.items() if key not in made}
        made |= parts.make(tenant.pk, parts.list_at_once(wanted), progress, wait)
        made |= parts.take_late(tenant.pk, wanted)
        new = equip(tenant.pk, loaded, made)
        with transaction.atomic():
            locked = lock(tenant)
            if locked.live_release != live_before and tries_left:
                continue
            if digest == live_digest(locked, locked.live_release):
                raise NothingToPublish
            release = append(locked, content, digest, author, note)
            parts.keep(locked.pk, loaded.wanted, new)
            ready = replace(loaded, number=release.number)
            transaction.on_commit(partial(freshness.remember, locked.pk, ready))
        tenant.live_release = release.number
        return release
    raise AssertionError("the last try always ends")


def equip(tenant_slug: str, loaded: LoadedRelease, made: Mapping[str, bytes]) -> Mapping[str, bytes]:
    """Gives a release that is about to go live its parts, and makes it ready to decide with where this
    process does that; gives those of `made` that it has.
    """
    new = {key: content for key, content in made.items() if key in loaded.wanted}
    loaded.parts.update(parts.hold_all(tenant_slug, loaded.wanted, new))
    freshness.before_publish(loaded)
    return new


def repair(
    tenant: Tenant,
    live: LoadedRelease,
    progress: Progress = parts.silent,
    wait: bool = True,
    late: bool = False,
) -> tuple[str, ...]:
    """Makes what the live release lacks (a newer version learns otherwise, say) or what of it cannot be read,
    tells every process to look for it, and names what was made; what comes `late` alone, where that is said.
    Raises PartNotMade, BeingMade.
    """
    wanted = parts.list_late(live.wanted) if late else parts.list_at_once(live.wanted)
    made = parts.make(tenant.pk, wanted, progress, wait)
    if made:
        with transaction.atomic():
            parts.store(tenant.pk, live.wanted, made)
            operational.touch(tenant)
    return tuple(dict.fromkeys(live.wanted[key].what for key in made))


def check(content: Content) -> list[Problem]:
    """What the sections' checks say about a content, errors first."""
    problems = [problem for section in sections.list_sections() for problem in section.check(content)]
    return sorted(problems, key=lambda problem: problem.severity != "error")


def look_around(tenant: Tenant) -> list[Problem]:
    """What of the company's rows that are in no release keeps the draft from working."""
    return [problem for section in sections.list_sections() for problem in section.around(tenant)]


def lock(tenant: Tenant) -> Tenant:
    """The tenant's row, locked until the transaction ends (SQLite: the transaction is the lock)."""
    return Tenant.objects.select_for_update(no_key=True).get(pk=tenant.pk)


def live_digest(tenant: Tenant, number: int | None) -> str | None:
    """The digest of the tenant's live release of that number; None when there is none."""
    if number is None:
        return None
    live = Release.objects.of(tenant).filter(number=number)
    return live.values_list("digest", flat=True).first()


def append(
    locked: Tenant, content: Content, digest: str, author: object, note: str, restored_from: int | None = None
) -> Release:
    """Writes the next release of a locked tenant and makes it live.

    Numbers continue from the tenant's row even when its releases were cleared: a number that a process
    holds in memory never comes to mean something else.
    """
    last = Release.objects.of(locked).order_by("-number").values_list("number", flat=True).first()
    release = Release(
        tenant=locked,
        number=max(last or 0, locked.live_release or 0) + 1,
        digest=digest,
        content=content,
        note=note[:400],
        author=str(author)[:150],
        restored_from=restored_from,
    )
    release.save()
    Tenant.objects.filter(pk=locked.pk).update(live_release=release.number)
    before = {"release": locked.live_release}
    after = {
        "release": release.number,
        "digest": digest,
        "note": release.note,
        "restored_from": restored_from,
    }
    record(locked, "publish", "releases.Release", release.number, release, before, after)
    announce(locked.pk, "release.published", {**after, "author": release.author})
    return release
