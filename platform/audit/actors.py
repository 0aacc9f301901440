"""Who acts at this moment, and from where: what the log names beside each change and each reading.

with acting(Actor("key", "web shop (sb_live_ab12…)", "203.0.113.7")):
    flag.save()                                   # its entry names the key

A page's person and an endpoint's caller are looked up only when there is something to log.
"""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from django.contrib.auth import get_user_model
from django.http import HttpRequest

from tenancy import rates
from tenancy.models import ApiKey
from tenancy.principal import Principal

ActorKind = Literal["person", "key", "user", "demo", "job", "command", "system"]


@dataclass(frozen=True, slots=True)
class Actor:
    """A person of the staff, a program's key, an end user, a job of somebody, a command, or the platform
    itself.
    """

    kind: ActorKind
    name: str
    address: str = ""  # of the network, as `rates.read_client_address` tells it


SYSTEM = Actor("system", "")
_acts: ContextVar[Callable[[], Actor] | None] = ContextVar("audit_actor", default=None)


@contextmanager
def acting(who: Actor | Callable[[], Actor]) -> Iterator[None]:
    """Whoever is named acts inside; a function is asked at the first entry that needs it."""
    token = _acts.set((lambda: who) if isinstance(who, Actor) else who)
    try:
        yield
    finally:
        _acts.reset(token)


def current() -> Actor:
    """Who acts; without anybody named, the command that runs, else the platform itself."""
    found = _acts.get()
    if found is not None:
        return found()
    if Path(sys.argv[0]).name == "manage.py" and len(sys.argv) > 1:
        return Actor("command", sys.argv[1])
    return SYSTEM


def of_page(request: HttpRequest) -> Actor:
    """The person whose browser asks; nobody who is logged in is the platform's own doing (a sign-up, say)."""
    user, address = getattr(request, "user", None), rates.read_client_address(request)
    if user is None or not user.is_authenticated:
        return Actor("system", "", address)
    return Actor("person", user.get_username(), address)


def of_principal(principal: Principal, request: HttpRequest) -> Actor:
    """The caller of an endpoint, in people's words: a key by its name, a page by its person.

    Reads the database.
    """
    address = rates.read_client_address(request)
    if principal.kind == "staff":
        names = get_user_model().objects.filter(pk=principal.id).values_list("username", flat=True)
        return Actor("person", names.first() or f"#{principal.id}", address)
    if principal.kind == "key":
        key = ApiKey.objects.of(principal.tenant_id).filter(prefix=principal.id).first()
        return Actor("key", str(key or principal.id), address)
    if principal.kind == "token":
        return Actor("user", principal.user_id or principal.id, address)
    return Actor("demo", principal.id, address)
