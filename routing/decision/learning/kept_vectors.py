"""Vectors of texts that were worked out before, in a file by the hash of each text: a second encoder takes
20 ms a text, so only what is new is worked out when examples change.

>>> KeptVectors("/var/parts/acme/5d1c", 896).find(["cadê meu pedido?"])
{}
"""

import hashlib
import os
import secrets
from collections.abc import Iterable, Mapping
from contextlib import suppress
from pathlib import Path

import numpy as np

from routing.decision.learning.features import Floats

MOST = 20_000  # vectors: 36 MB
DIGEST = 16  # bytes of a text's hash


class KeptVectors:
    """The vectors of `size` numbers of one embedder in the file `path`; an empty path keeps nothing.

    It may go at any time; what cannot be read or written costs time and no more.
    """

    def __init__(self, path: str, size: int) -> None:
        self._path = Path(path) if path else None
        self._rows: dict[bytes, Floats] = {}
        if self._path is None:
            return
        with suppress(Exception):  # a damaged archive fails in many ways
            with np.load(self._path, allow_pickle=False) as stored:
                keys, rows = stored["keys"], stored["rows"].astype(np.float32)
            if rows.shape[1] == size:
                self._rows = {key.tobytes(): row for key, row in zip(keys, rows, strict=True)}
            os.utime(self._path)  # it is in use

    def find(self, texts: Iterable[str]) -> dict[str, Floats]:
        """The vectors of those texts that are kept."""
        return {text: self._rows[key] for text in texts if (key := hash_text(text)) in self._rows}

    def write(self, found: Mapping[str, Floats]) -> None:
        """Keeps these, and of the others the last ones."""
        if self._path is None:
            return
        new = {hash_text(text): row for text, row in found.items()}
        others = [(key, row) for key, row in self._rows.items() if key not in new]
        rows = dict([*others, *new.items()][-MOST:])
        beside = self._path.with_name(f".{self._path.name[:16]}-{secrets.token_hex(4)}")
        with suppress(Exception):
            self._path.parent.mkdir(parents=True, exist_ok=True)
            with beside.open("wb") as file:
                keys = np.stack([np.frombuffer(key, np.uint8) for key in rows])
                np.savez(file, keys=keys, rows=np.stack(list(rows.values())).astype(np.float16))
            os.replace(beside, self._path)


def hash_text(text: str) -> bytes:
    """What a text is kept by: the first `DIGEST` bytes of its SHA-256."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest()[:DIGEST]
