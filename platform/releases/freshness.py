"""What a turn runs under: a release and the operational rows, both kept in memory by their version.

Open's first query returns two numbers, the live release and the operational counter. When this process
holds both versions, nothing is read; otherwise one thread loads while the others wait for it.

What a decision needs beyond a release's words (models of its parts, automata, an encoder's weights) takes up
to seconds, and is built here, off the event loop. Whoever publishes in a process that serves turns builds it
before the release goes live there; elsewhere the first turn under a release has it built by a thread, and
waits with those that come meanwhile, while the loop goes on. Parts that arrive later are decided with once
they are built, and nobody waits for them.

>>> await freshness.ready(pinned.release)
"""

import asyncio
import logging
from collections.abc import Callable, Hashable, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from threading import Lock
from typing import Any, Generic, NamedTuple, TypeVar

from outbound.last_used import LastUsed
from releases import operational, parts, sections
from releases.errors import NothingPublished, UnknownRelease
from releases.loaded_release import LoadedRelease, StoredArtifact
from releases.models import Release
from tenancy import ending
from tenancy.models import Tenant

logger = logging.getLogger(__name__)
T = TypeVar("T")
RELEASES_KEPT = 8  # of each tenant: turns in flight and conversations pinned to an older one
COUNTERS_KEPT = 2  # a turn that opened just before a change may still ask for the older one
# One thread: two that build would take the processor from turns, and gain nothing.
_builder = ThreadPoolExecutor(1, thread_name_prefix="readiness")
_serving = False


def serve(yes: bool = True) -> None:
    """Says that this process serves turns: what it publishes is ready there before it is live."""
    global _serving
    _serving = yes


def before_publish(release: LoadedRelease) -> None:
    """Builds what the first message would wait for, where this process serves turns at all."""
    if _serving:
        make_ready(release)


def make_ready(release: LoadedRelease) -> None:
    """Builds what decisions under a release need, in the caller's thread.

    At once when that is done already.
    """
    state = release.readiness
    with state.building:
        while not state.done or state.arrived:
            with state.gate:
                arrived = dict(state.arrived)
            whole = {**release.parts, **arrived}
            for made in whole.values():
                made.built  # noqa: B018  built here, so that nobody else has to
            for section in sections.list_sections():
                section.ready(release, whole)
            with state.gate:
                release.parts.update(arrived)
                for key in arrived.keys() & state.arrived.keys():
                    if state.arrived[key] is arrived[key]:
                        del state.arrived[key]
                state.done = all(made.is_built for made in release.parts.values())


def arrive(release: LoadedRelease, found: Mapping[str, StoredArtifact]) -> None:
    """Adds parts to a release: at once where nobody decides with it yet, else once they are built."""
    state = release.readiness
    with state.gate:
        (state.arrived if state.done else release.parts).update(found)


async def ready(release: LoadedRelease) -> None:
    """Returns when the release is ready to decide with; what arrived later is built in the background."""
    state = release.readiness
    if not state.done:
        # Shielded: a turn that is stopped while it waits must not stop those that wait beside it.
        await asyncio.shield(asyncio.wrap_future(_build(release)))
    elif state.arrived:
        _build(release)


def _build(release: LoadedRelease) -> "Future[None]":
    state = release.readiness
    with state.gate:
        if state.under_way is None or state.under_way.done():
            state.under_way = _builder.submit(_build_release, release)
        return state.under_way


def _build_release(release: LoadedRelease) -> None:
    try:
        make_ready(release)
    except Exception:
        logger.exception("release %d could not be made ready", release.number)
        raise


class Lacking(NamedTuple):
    """A release of which some parts are not there or cannot be read, and their keys: those that come `late`,
    or the others.
    """

    tenant: str
    number: int
    keys: frozenset[str]
    late: bool = False


@dataclass(frozen=True, slots=True)
class PinnedRelease:
    """What one turn runs under until its end."""

    release: LoadedRelease
    operational: Mapping[str, Any]


_memories: "list[VersionCache[Any]]" = []  # all of this process, to be emptied together


class VersionCache(Generic[T]):
    """The last versions of something, by tenant; one thread loads a version, others wait for it."""

    def __init__(self, kept: int) -> None:
        self._kept = kept
        self._held: dict[str, LastUsed[Hashable, T]] = {}
        self._locks: dict[tuple[str, Hashable], Lock] = {}
        self._lock = Lock()
        _memories.append(self)

    def get(self, tenant: str, version: Hashable, load: Callable[[], T]) -> T:
        found = self.find(tenant, version)
        if found is not None:
            return found
        with self._lock:
            loading = self._locks.setdefault((tenant, version), Lock())
        with loading:
            found = self.find(tenant, version)
            if found is None:
                try:
                    found = load()
                    self.put(tenant, version, found)
                finally:
                    with self._lock:
                        self._locks.pop((tenant, version), None)
            return found

    def put(self, tenant: str, version: Hashable, value: T) -> None:
        with self._lock:
            self._held.setdefault(tenant, LastUsed(self._kept)).keep(version, value)

    def drop(self, tenant: str, version: Hashable) -> None:
        with self._lock:
            if tenant in self._held:
                self._held[tenant].pop(version, None)

    def all(self) -> list[tuple[str, T]]:
        """Everything that is held, with its tenant."""
        with self._lock:
            return [(tenant, value) for tenant, held in self._held.items() for value in held.values()]

    def forget(self, tenant: str | None = None) -> None:
        with self._lock:
            if tenant is None:
                self._held.clear()
            else:
                self._held.pop(tenant, None)

    def find(self, tenant: str, version: Hashable) -> T | None:
        with self._lock:
            held = self._held.get(tenant)
            return held.find(version) if held is not None else None


_releases: VersionCache[LoadedRelease] = VersionCache(RELEASES_KEPT)
_operational: VersionCache[Mapping[str, Any]] = VersionCache(COUNTERS_KEPT)


def pin(tenant_slug: str, release_number: int | None, operational_version: int) -> PinnedRelease:
    """What a turn of this tenant runs under; called inside a visit with the two numbers of the tenant's row.

    >>> pin("tenant_a", 12, 40).release["routing"]

    Raises NothingPublished when there is no release yet.
    """
    switched = _operational.get(tenant_slug, operational_version, lambda: _look(tenant_slug, release_number))
    return PinnedRelease(release(tenant_slug, release_number), switched)


def current(tenant: Tenant) -> PinnedRelease:
    """What a turn that opens now runs under, by the two numbers of the tenant's row.

    Raises NothingPublished.
    """
    return pin(tenant.pk, tenant.live_release, tenant.operational_version)


def release(tenant_slug: str, number: int | None) -> LoadedRelease:
    """One release, from memory or loaded. Raises NothingPublished, UnknownRelease."""
    if number is None:
        raise NothingPublished(tenant_slug)
    return _releases.get(tenant_slug, number, lambda: _read(tenant_slug, number))


def build(number: int, digest: str, content: sections.Content) -> LoadedRelease:
    """A content as frozen words, without parts.

    Raises what a section's `load` raises when it cannot be used.
    """
    listed = sections.list_sections()
    loaded = {section.name: section.load(content.get(section.name, {})) for section in listed}
    release = LoadedRelease(number, digest, loaded)
    release.wanted.update(parts.list_required(release))
    return release


def equip(tenant_slug: str, loaded: LoadedRelease) -> LoadedRelease:
    """The release, with those of its parts that are stored."""
    lacking = loaded.lacking
    arrive(loaded, parts.find_stored(tenant_slug, {key: loaded.wanted[key] for key in lacking}))
    return loaded


def lacking() -> list[Lacking]:
    """Of each tenant the newest release in this process's memory, where it lacks parts; asks nobody.

    It is told for as long as that is so: what could not be made is to be tried again.
    """
    newest: dict[str, LoadedRelease] = {}
    for tenant, release in _releases.all():
        if tenant not in newest or newest[tenant].number < release.number:
            newest[tenant] = release
    found: list[Lacking] = []
    for tenant, release in newest.items():
        if not (keys := release.lacking):
            continue
        late = keys & parts.list_late(release.wanted).keys()
        for some, is_late in ((keys - late, False), (late, True)):
            if some:
                found.append(Lacking(tenant, release.number, some, is_late))
    return found


def drop(tenant_slug: str, number: int) -> None:
    """Lets go of one release in this process's memory.

    It is no longer live, and its turns hold it themselves.
    """
    _releases.drop(tenant_slug, number)


def remember(tenant_slug: str, loaded: LoadedRelease) -> None:
    """Puts a release that was just published here into this process's memory."""
    _releases.put(tenant_slug, loaded.number, loaded)


def forget(tenant_slug: str | None = None) -> None:
    """Empties this process's memory: of a tenant that is deleted or reset, or of all (tests)."""
    for memory in _memories:
        memory.forget(tenant_slug)
    parts.forget(tenant_slug)
    ending.forget(tenant_slug)


def _look(tenant_slug: str, number: int | None) -> Mapping[str, Any]:
    """The operational rows. A new counter may also mean that parts have been made which were missing."""
    held = _releases.find(tenant_slug, number)
    if held is not None:
        equip(tenant_slug, held)
    return operational.load(tenant_slug)


def _read(tenant_slug: str, number: int) -> LoadedRelease:
    row = Release.objects.of(tenant_slug).filter(number=number).values_list("digest", "content").first()
    if row is None:
        raise UnknownRelease(tenant_slug, number)
    return equip(tenant_slug, build(number, row[0], row[1]))
