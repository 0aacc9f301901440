"""Parts as files beside the database, by the hash of what they were made of: the same is never made twice.

What is published lives in the database; this folder (`settings.PARTS_DIR`) only saves the making when a
publish is tried again, a world is loaded anew or tests begin. It may be emptied at any time, and where it
cannot be written nothing is lost but time. What nobody has used for `DAYS` goes, and so does what a company
left that is gone: a part holds what people wrote.
"""

import fcntl
import hashlib
import logging
import os
import re
import secrets
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from django.conf import settings

logger = logging.getLogger(__name__)
KEPT = 64  # files of a tenant, the newest
DAYS = 30  # since a file was last written or read, of whatever tenant
UNFINISHED_SECONDS = 3600  # after which a file that is not whole never will be: its process was killed
TRY_SECONDS = 0.2  # between two tries to be alone
DIGEST = 32  # bytes of SHA-256 before the content
NAME = re.compile(r"[0-9a-f]{64}")
UNFINISHED = re.compile(r"\.[0-9a-f]{16}-[0-9a-f]{8}")


def has(tenant: str, key: str) -> bool:
    """Whether a part lies there."""
    return _path(tenant, key).is_file()


def read(tenant: str, key: str) -> bytes | None:
    """A part, unless it is not there or was damaged."""
    path = _path(tenant, key)
    try:
        kept = path.read_bytes()
    except OSError:
        return None
    content = kept[DIGEST:]
    if not content or hashlib.sha256(content).digest() != kept[:DIGEST]:
        return None
    with suppress(OSError):
        os.utime(path)  # it is in use
    return content


def write(tenant: str, key: str, content: bytes) -> None:
    """Keeps a part: whole or not at all."""
    path = _path(tenant, key)
    beside = path.with_name(f".{key[:16]}-{secrets.token_hex(4)}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        beside.write_bytes(hashlib.sha256(content).digest() + content)
        os.replace(beside, path)
    except OSError as error:
        logger.warning("a part could not be kept in %s: %s", path.parent, error)
        return
    try:
        _tidy(path.parent)
    except OSError as error:
        logger.warning("%s could not be tidied: %s", path.parent.parent, error)


@contextmanager
def alone(tenant: str, taken: Callable[[], object] = lambda: None, late: bool = False) -> Iterator[None]:
    """While the block runs, nobody else on this machine makes the tenant's parts, or those that come `late`.

    Waits for as long as somebody else does, and calls `taken` meanwhile, several times a second: what that
    raises ends the waiting. The lock goes with the process that holds it, however that ends. Where there can
    be no lock, the same may be made twice.
    """
    folder = folder_of(tenant)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        lock = os.open(
            folder / (".lock-late" if late else ".lock"), os.O_CREAT | os.O_RDWR | os.O_CLOEXEC, 0o600
        )
    except OSError as error:
        logger.warning("no lock can be made in %s: %s", folder, error)
        yield
        return
    try:
        while not _lock(lock, folder):
            taken()
            time.sleep(TRY_SECONDS)
        yield
    finally:
        os.close(lock)


def _lock(lock: int, folder: Path) -> bool:
    """Whether nobody else has the lock: it is ours, or this file system knows no locks."""
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError as error:
        logger.warning("no lock can be had in %s: %s", folder, error)
    return True


def folder_of(tenant: str) -> Path:
    """Where a tenant's parts lie."""
    return Path(settings.PARTS_DIR) / tenant


def _path(tenant: str, key: str) -> Path:
    if not NAME.fullmatch(key):
        raise ValueError(f"{key[:80]!r} is no key of a part: 64 hexadecimal digits are.")
    return folder_of(tenant) / key


def _tidy(mine: Path) -> None:
    """Removes what nobody uses, in all folders, and what a tenant has too much of in its own."""
    now = time.time()
    parts: list[tuple[float, Path]] = []
    for path in mine.parent.glob("*/*"):
        part = NAME.fullmatch(path.name)
        if not part and not UNFINISHED.fullmatch(path.name):
            continue
        try:
            used = path.stat().st_mtime
        except FileNotFoundError:  # another process tidies as well
            continue
        if now - used > (DAYS * 86400 if part else UNFINISHED_SECONDS):
            path.unlink(missing_ok=True)
        elif part and path.parent == mine:
            parts.append((used, path))
    for _used, path in sorted(parts, reverse=True)[KEPT:]:
        path.unlink(missing_ok=True)
