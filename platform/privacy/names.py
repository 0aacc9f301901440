"""Names for a person who is to be forgotten.

A fingerprint that only whoever knows the id can make, and an alias.
"""

import re
import secrets
from typing import Any

from django.conf import settings
from django.utils.crypto import salted_hmac

SALT = "privacy.subject"


def fingerprints(tenant: str, user_id: str) -> tuple[str, ...]:
    """The fingerprint of a user id, then those that older secret keys gave it."""
    keys = (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)
    made = (salted_hmac(SALT, f"{tenant}\0{user_id}", secret=key, algorithm="sha256") for key in keys)
    return tuple(each.hexdigest() for each in made)


def new_alias() -> str:
    """A name that is nobody's: drawn, not computed."""
    return f"forgotten-{secrets.token_hex(8)}"


def replace(value: Any, name: str, alias: str) -> Any:
    """A JSON value in which a name, wherever it stands as a word of its own, is another one.

    >>> replace({"who": "u1", "lines": ["u1 wrote", "u12 wrote"]}, "u1", "x")
    {'who': 'x', 'lines': ['x wrote', 'u12 wrote']}
    """
    word = re.compile(rf"(?<!\w){re.escape(name)}(?!\w)")

    def renamed(each: Any) -> Any:
        if isinstance(each, str):
            return word.sub(alias, each)
        if isinstance(each, dict):
            return {renamed(key): renamed(found) for key, found in each.items()}
        if isinstance(each, list):
            return [renamed(found) for found in each]
        return each

    return renamed(value)
