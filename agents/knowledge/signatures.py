"""The signatures of whole collections in this process's memory, kept up with the database.

A collection's `revision` and `refreshed` say whether its documents changed: then the new ones are read and
put behind the others, and those that are gone are left out. 72 bytes a passage of 512 dimensions.
"""

import threading
from dataclasses import dataclass
from typing import TYPE_CHECKING

from agents.knowledge.models import Document, DocumentIndex
from outbound.last_used import LastUsed

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

MOST_COLLECTIONS = 256  # in memory; the least recently asked one goes
READ_AT_ONCE = 200  # documents


@dataclass(frozen=True, slots=True)
class Indexed:
    """One document's part."""

    owner: str
    added_in: int
    removed_in: int | None
    passages: "NDArray[np.int64]"
    signatures: "NDArray[np.uint64]"

    def is_visible(self, revision: int | None, owner: str) -> bool:
        """Whether it is the owner's, and there in that revision (None: now)."""
        if self.owner != owner:
            return False
        if revision is None:
            return self.removed_in is None
        return self.added_in <= revision and (self.removed_in is None or revision < self.removed_in)


@dataclass(frozen=True, slots=True)
class Signatures:
    """Those of one collection as of `stamp`; `document` says of each row whose it is."""

    stamp: tuple[int, str]
    documents: dict[str, Indexed]
    passages: "NDArray[np.int64]"
    rows: "NDArray[np.uint64]"
    document: "NDArray[np.int32]"

    def visible(self, revision: int | None, owner: str) -> "NDArray[np.bool_]":
        """Which rows may be looked at."""
        import numpy as np

        seen = np.fromiter(
            (each.is_visible(revision, owner) for each in self.documents.values()), bool, len(self.documents)
        )
        return seen[self.document]


_kept: LastUsed[int, Signatures] = LastUsed(MOST_COLLECTIONS)
_lock = threading.Lock()


def of(collection: int, stamp: int, embedder: str) -> Signatures:
    """The signatures of a collection whose row is at `stamp` now (`revision` and `refreshed` together).

    Inside a visit.
    """
    with _lock:
        known = _kept.find(collection)
        if known is None or known.stamp != (stamp, embedder):
            known = _kept.keep(collection, _read(collection, (stamp, embedder), known))
        return known


def forget() -> None:
    """Lets go of all of them; they are read again when they are asked for."""
    with _lock:
        _kept.clear()


def _read(collection: int, stamp: tuple[int, str], known: Signatures | None) -> Signatures:
    import numpy as np

    before = known.documents if known is not None and known.stamp[1] == stamp[1] else {}
    rows = Document.unscoped.filter(collection_id=collection, added_in__isnull=False, embedder=stamp[1])
    about = rows.order_by("pk").values_list("pk", "owner", "added_in", "removed_in")
    there = {pk: (owner, added or 0, removed) for pk, owner, added, removed in about}
    new = [pk for pk in there if pk not in before]
    documents: dict[str, Indexed] = {
        pk: Indexed(*there[pk], each.passages, each.signatures) for pk, each in before.items() if pk in there
    }
    for start in range(0, len(new), READ_AT_ONCE):
        some = DocumentIndex.unscoped.filter(pk__in=new[start : start + READ_AT_ONCE])
        for pk, ids, bits in some.values_list("pk", "passages", "signatures"):
            passages = np.frombuffer(bytes(ids), np.int64)
            if len(passages):
                documents[pk] = Indexed(
                    *there[pk], passages, np.frombuffer(bytes(bits), np.uint64).reshape(len(passages), -1)
                )
    parts = list(documents.values())
    return Signatures(
        stamp,
        documents,
        np.concatenate([each.passages for each in parts]) if parts else np.zeros(0, np.int64),
        np.concatenate([each.signatures for each in parts]) if parts else np.zeros((0, 8), np.uint64),
        np.repeat(np.arange(len(parts), dtype=np.int32), [len(each.passages) for each in parts]),
    )
