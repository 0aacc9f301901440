"""Secrets of an installation that was given none: made once, kept beside its database."""

import os
import secrets
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from cryptography.fernet import Fernet


def secret_key(folder: Path) -> str:
    """Django's SECRET_KEY, 64 characters, made at the first start (mode 0600)."""
    return _keep(folder / "secret_key", lambda: secrets.token_urlsafe(48))


def field_key(folder: Path) -> str:
    """The Fernet key of encrypted fields, made at the first start (mode 0600)."""
    return _keep(folder / "field_key", lambda: Fernet.generate_key().decode())


def _keep(path: Path, make: Callable[[], str]) -> str:
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        draft = path.with_suffix(f".{secrets.token_hex(4)}")
        draft.touch(mode=0o600)
        draft.write_text(make())
        try:
            path.hardlink_to(draft)  # the first of two starting processes wins
        except FileExistsError:
            pass
        finally:
            draft.unlink()
    return path.read_text().strip()


def make_private(file: Path, make: bool) -> None:
    """Lets nobody else on this machine read a database file; `make`: also one that is not there yet.

    What SQLite puts beside it has the same rights. Another's, or what cannot be written, stays as it is.
    """
    if not file.is_absolute() or not (make or file.exists()):  # in memory, or not there
        return
    with suppress(OSError):
        os.close(os.open(file, os.O_CREAT | os.O_RDWR, 0o600))
        file.chmod(0o600)
