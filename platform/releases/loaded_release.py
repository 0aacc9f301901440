"""A release as turns use it: frozen words, the parts that belong to it, and how far it is ready."""

import logging
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field
from pathlib import Path
from threading import Lock
from typing import Any, TypeVar

logger = logging.getLogger(__name__)
T = TypeVar("T")
Progress = Callable[[int, str], None]  # how far a long work is (0 to 100), and what is being done


@dataclass(frozen=True, slots=True)
class Artifact:
    """Something of a release that is too dear to be made whenever the release is loaded.

    `key` is the hash (64 hexadecimal digits) of all that it is made of: the same key is the same part. Those
    with the same `make` are made together: it gets them, tells how far it is, and gives their bytes by key;
    in the folder, which is the company's alone, it may keep what saves it work (`part_files`).
    `what` says for people what is being made, `size` how much it is made of, `given` is what `make` needs.
    `load` gives what the room works with from the bytes, and raises when they cannot be read. What comes
    `late` is no part of publishing: a job makes it, and until then the release does without.
    """

    key: str
    make: "Callable[[Sequence[Artifact], Progress, Path], Mapping[str, bytes]]"
    what: str
    size: int
    given: Any = None
    load: Callable[[bytes], Any] = bytes
    late: bool = False


class StoredArtifact:
    """A part in memory, shared by all releases of a tenant that have it.

    `readable` is True until `built` was asked for and could not be given.
    """

    def __init__(self, content: bytes, load: Callable[[bytes], Any]) -> None:
        self._unbuilt: tuple[bytes, Callable[[bytes], Any]] | None = (content, load)
        self._built: Any = None
        self._lock = Lock()
        self.readable = True

    @property
    def built(self) -> Any:
        """What its room makes of the bytes, made at first need; then the bytes are let go.

        None when they cannot be read, which is found out, and logged, once.

        >>> made.built is made.built
        True
        """
        if self._unbuilt is not None:
            with self._lock:
                if self._unbuilt is not None:
                    content, load = self._unbuilt
                    try:
                        self._built = load(content)
                    except Exception:
                        logger.exception("a part of a release cannot be read (%d bytes)", len(content))
                        self.readable = False
                    self._unbuilt = None
        return self._built

    @property
    def is_built(self) -> bool:
        """Whether `built` costs nothing any more."""
        return self._unbuilt is None

    def look(self, read: Callable[[bytes], T], of: Callable[[Any], T]) -> T | None:
        """Something in it without building it: `read` from the bytes, or taken `of` what was built already.

        None where that could not be done.

        >>> made.look(report_of, lambda model: model.report)
        """
        with self._lock:
            if self._unbuilt is not None:
                return read(self._unbuilt[0])
            return of(self._built) if self.readable else None


class Readiness:
    """How far a release is.

    `done` once all that decisions need is built, `arrived` are parts that came later.
    """

    __slots__ = ("arrived", "building", "done", "gate", "under_way")

    def __init__(self) -> None:
        self.done = False
        self.arrived: dict[str, StoredArtifact] = {}
        self.building = Lock()  # held for as long as building takes
        self.gate = Lock()  # held for a moment
        self.under_way: Future[None] | None = None


@dataclass(frozen=True, slots=True)
class LoadedRelease:
    """A release as frozen words: `release["routing"]` is its RoutingSection.

    `memo` keeps what a room derives from it (an automaton), for as long as the release is in memory. `wanted`
    are its parts by key, `parts` those that are there; what is made later is put in while the release is in
    use (`readiness`).
    """

    number: int
    digest: str
    sections: Mapping[str, Any]
    wanted: dict[str, Artifact] = field(default_factory=dict, compare=False, repr=False)
    parts: dict[str, StoredArtifact] = field(default_factory=dict, compare=False, repr=False)
    memo: dict[Any, Any] = field(default_factory=dict, compare=False, repr=False)
    readiness: Readiness = field(default_factory=Readiness, compare=False, repr=False)

    def __getitem__(self, name: str) -> Any:
        return self.sections[name]

    @property
    def lacking(self) -> frozenset[str]:
        """The keys of parts that are not there, or cannot be read."""
        there = {**self.parts, **self.readiness.arrived}
        return frozenset(key for key in self.wanted if (made := there.get(key)) is None or not made.readable)

    def without_late(self) -> "LoadedRelease":
        """The same as if it had none of the parts that come late."""
        late = {key for key, part in self.wanted.items() if part.late}
        if not late:
            return self
        parts = {**self.parts, **self.readiness.arrived}
        return LoadedRelease(
            self.number,
            self.digest,
            self.sections,
            wanted={key: part for key, part in self.wanted.items() if key not in late},
            parts={key: made for key, made in parts.items() if key not in late},
        )
