"""Who a request acts for, once its credential has been believed."""

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from hashlib import blake2b
from typing import Literal

from tenancy.errors import Forbidden

Kind = Literal["key", "token", "staff", "demo"]

# What a credential may be allowed to do. A key lists its own; a token carries what it was issued with.
SCOPES: Mapping[str, str] = {
    "chat": "send messages and read one's own conversations",
    "chat:multi_agent": "choose the mode of a turn, whatever the rollout says",
    "context:trusted": "say who the user is: user_id and identity context are believed",
    "sessions": "read and delete sessions",
    "session:create": "issue session tokens for end users",
    "debug": "explain decisions, read usage and configuration, try tools",
    "analytics:read": "read figures about conversations",
    "rollout:write": "change the rollout, its lists of users and the kill switches, at once",
    "config:write": "read the draft as files, and import files into it",
    "addresses:write": (
        "say where data goes in imported files: addresses, commands, tokens; needs config:write"
    ),
    "privacy": "export what is kept of an end user, and forget them for good",
    "audit:read": "read who changed and who read what",
    "publish": "publish the draft, restore a release",
}


@dataclass(frozen=True, slots=True)
class Principal:
    """A key, an end user with a session token, a person of the staff, or a visitor of the demo.

    `id` names the credential among its kind; `user_id` is the end user it proves (None: it proves none);
    `context` is the identity context signed into a token; `trusted` says whether `user_id` and context
    in the body of a request are believed too.
    """

    tenant_id: str
    kind: Kind
    id: str
    user_id: str | None = None
    scopes: frozenset[str] = frozenset()
    roles: frozenset[str] = frozenset()
    trusted: bool = False
    context: Mapping[str, str] = field(default_factory=dict)
    key: str = ""  # the prefix of the API key, also of the one that a token was made by
    until: float = math.inf  # epoch seconds at which the credential lapses by itself

    def may(self, scope: str) -> bool:
        """Whether the credential has this scope."""
        return scope in self.scopes

    def require(self, scope: str) -> None:
        """Raises `Forbidden` when the credential lacks this scope."""
        if not self.may(scope):
            raise Forbidden(scope)

    def acting_for(self, user_id: str | None) -> "Principal":
        """The same caller for the user that a request names, if this caller is believed about that."""
        return replace(self, user_id=user_id) if self.trusted and user_id else self

    @property
    def credential(self) -> str:
        """One text for the credential, at most 80 characters: owner of conversations and idempotency keys."""
        name = self.id if len(self.id) <= 64 else blake2b(self.id.encode(), digest_size=16).hexdigest()
        return f"{self.kind}:{name}"
