"""Names for a person who is to be forgotten: a fingerprint that only whoever knows the id can make, and an
alias.
"""

import re
import secrets
from functools import partial
from typing import Any

from audit.parties import ALIAS
from outbound.redaction import map_texts
from tenancy.ending import hash_user

SALT = "privacy.subject"


def fingerprints(tenant: str, user_id: str) -> tuple[str, ...]:
    """The fingerprint of a user id, then those that older secret keys gave it."""
    return tuple(hash_user(SALT, tenant, user_id))


def new_alias() -> str:
    """A name that is nobody's: drawn, not computed."""
    return f"{ALIAS}{secrets.token_hex(8)}"


def replace(value: Any, name: str, alias: str) -> Any:
    """A JSON value in which a name, wherever it stands as a word of its own, is another one.

    >>> replace({"who": "u1", "lines": ["u1 wrote", "u12 wrote"]}, "u1", "x")
    {'who': 'x', 'lines': ['x wrote', 'u12 wrote']}
    """
    word = re.compile(rf"(?<!\w){re.escape(name)}(?!\w)")
    return map_texts(partial(word.sub, alias), value, with_names=True)
