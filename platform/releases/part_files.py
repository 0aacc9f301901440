"""Parts as files beside the database, by the hash of what they were made of: the same is never made twice.

What is published lives in the database; this folder (`settings.PARTS_DIR`) only saves the making when a publish
is tried again, a world is loaded anew or tests begin. It may be emptied at any time, and where it cannot be
written nothing is lost but time.
"""

import fcntl
import hashlib
import logging
import os
import re
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from django.conf import settings

logger = logging.getLogger(__name__)
KEPT = 64  # files of a tenant, the newest
DIGEST = 32  # bytes of SHA-256 before the content
NAME = re.compile(r"[0-9a-f]{64}")


def has(tenant: str, key: str) -> bool:
    """Whether a part lies there."""
    return _path(tenant, key).is_file()


def read(tenant: str, key: str) -> bytes | None:
    """A part, unless it is not there or was damaged."""
    try:
        kept = _path(tenant, key).read_bytes()
    except OSError:
        return None
    content = kept[DIGEST:]
    return content if content and hashlib.sha256(content).digest() == kept[:DIGEST] else None


def write(tenant: str, key: str, content: bytes) -> None:
    """Keeps a part: whole or not at all."""
    path = _path(tenant, key)
    beside = path.with_name(f".{key[:16]}-{secrets.token_hex(4)}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        beside.write_bytes(hashlib.sha256(content).digest() + content)
        os.replace(beside, path)
        _tidy(path.parent)
    except OSError as error:
        logger.warning("a part could not be kept in %s: %s", path.parent, error)


@contextmanager
def alone(tenant: str) -> Iterator[None]:
    """While the block runs, nobody else on this machine makes parts for the tenant.

    The lock goes with the process that holds it, however that ends.
    """
    folder = _folder(tenant)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        lock = os.open(folder / ".lock", os.O_CREAT | os.O_RDWR | os.O_CLOEXEC, 0o600)
    except OSError as error:
        logger.warning("no lock can be made in %s: %s", folder, error)
        yield
        return
    try:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield
    finally:
        os.close(lock)


def _folder(tenant: str) -> Path:
    return Path(settings.PARTS_DIR) / tenant


def _path(tenant: str, key: str) -> Path:
    if not NAME.fullmatch(key):
        raise ValueError(f"{key[:80]!r} is no key of a part: 64 hexadecimal digits are.")
    return _folder(tenant) / key


def _tidy(folder: Path) -> None:
    parts = [path for path in folder.iterdir() if NAME.fullmatch(path.name)]
    parts.sort(key=lambda path: path.stat().st_mtime, reverse=True)
    for old in parts[KEPT:]:
        old.unlink(missing_ok=True)
