"""Parts of a release that are made when it is published, and found again whenever it is loaded.

A release is a page of words; what is learnt from its examples takes seconds and has no place in JSON. A room
lists such parts (`Section.parts`), each named by the hash of all that it is made of. Publishing makes those
that are not there yet and stores them with the release, so nothing is half live. Loading a release looks for
them: one query a release, none a turn. A part that is missing (a newer version makes it otherwise, or it was
cleared) leaves the release usable; its room says what it then does without.
"""

import logging
from collections.abc import Collection, Iterable, Mapping, Sequence
from pathlib import Path
from threading import Lock
from typing import Any
from weakref import WeakValueDictionary

from django.utils import timezone
from django.utils.translation import gettext as _

from releases import part_files, sections
from releases.errors import BeingMade, PartNotMade
from releases.loaded_release import Artifact, LoadedRelease, Progress, StoredArtifact
from releases.models import Release, ReleasePart

logger = logging.getLogger(__name__)
RELEASES_KEPT = 8  # parts that none of so many releases has are removed
_held: "WeakValueDictionary[tuple[str, str], StoredArtifact]" = WeakValueDictionary()
_lock = Lock()


def silent(percent: int, note: str) -> None:
    """Progress that nobody watches."""


def list_required(release: LoadedRelease) -> dict[str, Artifact]:
    """The parts that a release has, by key."""
    return {part.key: part for section in sections.list_sections() for part in section.parts(release)}


def list_at_once(parts: Mapping[str, Artifact]) -> dict[str, Artifact]:
    """Those that publishing waits for."""
    return {key: part for key, part in parts.items() if not part.late}


def list_late(parts: Mapping[str, Artifact]) -> dict[str, Artifact]:
    """Those that a job makes after it."""
    return {key: part for key, part in parts.items() if part.late}


def take_late(tenant: str, parts: Mapping[str, Artifact]) -> dict[str, bytes]:
    """Those that come late and lie in a file already."""
    late = list_late(parts)
    stored = _find_stored(tenant, late)
    return _from_files(tenant, {key: part for key, part in late.items() if key not in stored})


def find_stored(tenant: str, parts: Mapping[str, Artifact]) -> dict[str, StoredArtifact]:
    """Those of a tenant's parts that are stored; one query, and none when this process holds them already.

    What it holds and could not read is looked for anew: somebody may have mended it.
    """
    if not parts:
        return {}
    with _lock:
        known = {key: made for key in parts if (made := _held.get((tenant, key))) is not None}
    held = {key: made for key, made in known.items() if made.readable}
    rest = [key for key in parts if key not in held]
    if rest:
        rows = ReleasePart.objects.of(tenant).filter(key__in=rest).values_list("key", "content")
        held |= {key: _hold(tenant, parts[key], bytes(content)) for key, content in rows}
    return held


def to_make(tenant: str, parts: Iterable[Artifact]) -> list[Artifact]:
    """Those that are neither stored nor kept in a file: what publishing would have to make."""
    wished = [part for part in parts if not part.late]
    stored = _find_stored(tenant, [part.key for part in wished])
    return [part for part in wished if part.key not in stored and not part_files.has(tenant, part.key)]


def make(
    tenant: str, parts: Mapping[str, Artifact], progress: Progress = silent, wait: bool = True
) -> dict[str, bytes]:
    """The bytes of those parts that are not stored: from files, else made now. Raises PartNotMade.

    What is stored or lies in a file and cannot be read is made anew. Call it outside any transaction: it may
    take as long as learning takes. Who makes the same parts at the same time on this machine waits here, and
    finds them made; with `wait` False it raises BeingMade instead. Late parts are made beside the others.
    """
    stored = _find_stored(tenant, parts)
    kept = find_stored(tenant, {key: part for key, part in parts.items() if key in stored})
    torn = {key for key, made in kept.items() if made.built is None}
    new = {key: part for key, part in parts.items() if key not in stored or key in torn}
    content = _from_files(tenant, new)
    if len(content) == len(new):
        return content

    def taken() -> None:
        if not wait:
            raise BeingMade
        progress(0, _("waiting: the same company is learning already"))

    with part_files.alone(tenant, taken, late=any(part.late for part in new.values())):
        content |= _from_files(tenant, {key: part for key, part in new.items() if key not in content})
        for together in _together(part for key, part in new.items() if key not in content):
            made = _make(together, progress, part_files.folder_of(tenant))
            for key, each in made.items():
                part_files.write(tenant, key, each)
            content |= made
    return content


def hold_all(
    tenant: str, parts: Mapping[str, Artifact], new: Mapping[str, bytes]
) -> dict[str, StoredArtifact]:
    """All parts of a release that is about to be published.

    The new ones by their bytes, the others as stored.
    """
    mine = {key: _hold(tenant, part, new[key]) for key, part in parts.items() if key in new}
    return mine | find_stored(tenant, {key: part for key, part in parts.items() if key not in mine})


def keep(tenant: str, keys: Collection[str], new: Mapping[str, bytes]) -> None:
    """Stores the parts of the release that is being published, inside its transaction.

    What none of the tenant's last releases has is removed.
    """
    store(tenant, keys, new)
    recent = Release.objects.of(tenant).order_by("-number").values_list("published_at", flat=True)
    oldest = recent[RELEASES_KEPT - 1 : RELEASES_KEPT].first()
    if oldest is not None:
        ReleasePart.objects.of(tenant).filter(kept_at__lt=oldest).delete()


def store(tenant: str, keys: Collection[str], new: Mapping[str, bytes]) -> None:
    """Writes new parts, also over what cannot be read, and notes that all of `keys` are in use."""
    if not keys:
        return
    now = timezone.now()
    ReleasePart.objects.of(tenant).filter(key__in=keys).update(kept_at=now)
    ReleasePart.unscoped.bulk_create(
        [ReleasePart(tenant_id=tenant, key=key, content=each, kept_at=now) for key, each in new.items()],
        # Somebody who published the same a moment ago may have stored it as well.
        update_conflicts=True,
        unique_fields=["tenant", "key"],
        update_fields=["content", "made_at", "kept_at"],
    )


def forget(tenant: str | None = None) -> None:
    """Lets go of the parts of a tenant that this process holds, or of all."""
    with _lock:
        for slug, key in list(_held):
            if tenant in (None, slug):
                _held.pop((slug, key), None)


def _find_stored(tenant: str, keys: Collection[str]) -> set[str]:
    if not keys:
        return set()
    return set(ReleasePart.objects.of(tenant).filter(key__in=keys).values_list("key", flat=True))


def _hold(tenant: str, part: Artifact, content: bytes) -> StoredArtifact:
    with _lock:
        made = _held.get((tenant, part.key))
        if made is None or not made.readable:
            made = _held[tenant, part.key] = StoredArtifact(content, part.load)
        return made


def _from_files(tenant: str, parts: Mapping[str, Artifact]) -> dict[str, bytes]:
    read = ((key, part_files.read(tenant, key)) for key in parts)
    there = ((key, content) for key, content in read if content is not None)
    return {
        key: content for key, content in there if StoredArtifact(content, parts[key].load).built is not None
    }


def _together(parts: Iterable[Artifact]) -> Iterable[Sequence[Artifact]]:
    """Parts by what makes them."""
    groups: dict[Any, list[Artifact]] = {}
    for part in parts:
        groups.setdefault(part.make, []).append(part)
    return groups.values()


def _make(parts: Sequence[Artifact], progress: Progress, folder: Path) -> dict[str, bytes]:
    """Makes parts. What goes wrong becomes PartNotMade; what the watcher raises (it was cancelled) passes."""
    what, stopped = ", ".join(dict.fromkeys(part.what for part in parts)), []

    def tell(percent: int, note: str) -> None:
        try:
            progress(percent, note)
        except Exception as error:
            stopped.append(error)
            raise

    try:
        made = parts[0].make(parts, tell, folder)
    except Exception as error:
        if stopped:
            raise stopped[0] from error
        logger.warning("parts of a release could not be made: %s", what, exc_info=True)
        why = str(error) if hasattr(error, "code") else type(error).__name__  # one of ours has a sentence
        raise PartNotMade(what, why) from error
    missing = [part.what for part in parts if not made.get(part.key)]
    if missing:
        raise PartNotMade(", ".join(missing), _("nothing came of it"))
    return {part.key: made[part.key] for part in parts}
