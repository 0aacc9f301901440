"""Secrets at rest: MultiFernet over `settings.FIELD_KEYS`; the first key encrypts, all decrypt."""

from functools import lru_cache

from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from django.conf import settings

from outbound.errors import Undecryptable


@lru_cache(maxsize=4)
def _box(keys: tuple[str, ...]) -> MultiFernet:
    return MultiFernet([Fernet(key) for key in keys])


def box() -> MultiFernet:
    """The keys as they are now in settings."""
    return _box(tuple(settings.FIELD_KEYS))


def encrypt(plain: str) -> str:
    """Plain text as text that only our keys open; empty stays empty."""
    return box().encrypt(plain.encode()).decode() if plain else plain


def decrypt(stored: str) -> str:
    """The plain text again; raises `Undecryptable` when no key fits."""
    if not stored:
        return stored
    try:
        return box().decrypt(stored.encode()).decode()
    except InvalidToken:
        raise Undecryptable from None


def last_four(plain: str) -> str:
    """What people may see of a secret: `…9f3a`, or dots only when it is too short to show any of it."""
    return f"…{plain[-4:]}" if len(plain) >= 12 else "…" * bool(plain)
