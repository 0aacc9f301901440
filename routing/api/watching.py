"""Whether the credential of an open stream or socket still holds: it outlives the look that let it in.

    with watched(RawCredentials.of(request)) as gone:
        ...  # `gone` is done, with the refusal, `LOOK_EVERY` seconds after the credential has ended

One task a process looks at all of them together: one query for the companies' operational counters. A
credential is proven anew when its company's counter has moved, or when its own time is over; that of a person
who is logged in each time, for whoever closes an account moves no counter.
"""

import asyncio
import logging
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from typing import Any
from weakref import WeakKeyDictionary

from conversations import visits
from tenancy.authenticate import RawCredentials, admit_with_tenant
from tenancy.errors import TenancyError
from tenancy.models import Tenant

LOOK_EVERY = 2.0  # seconds
SCOPE = "chat"  # what every stream and socket needs
log = logging.getLogger(__name__)
Gone = asyncio.Future[TenancyError]


@dataclass(slots=True)
class _Held:
    """One credential, whoever listens with it, and what was proven when it was last looked at."""

    raw: RawCredentials
    listeners: set[Gone] = field(default_factory=set)
    tenant: str = ""
    version: int = -1
    until: float = 0.0
    person: bool = False
    refused: TenancyError | None = None

    def prove(self, versions: dict[str, int]) -> None:
        """Authenticates again where something may have ended it; in a visit."""
        same = versions.get(self.tenant) == self.version and time.time() < self.until
        if same and not self.person:
            return
        try:
            principal, tenant = admit_with_tenant(self.raw)
            principal.require(SCOPE)
        except TenancyError as error:
            self.refused = error
            return
        self.tenant, self.version, self.until = tenant.pk, tenant.operational_version, principal.until
        self.person, self.refused = principal.kind == "staff", None

    def tell(self, refused: TenancyError) -> None:
        """Ends the wait of everybody who listens with it."""
        for gone in self.listeners:
            if not gone.done():
                gone.set_result(refused)


class _Watch:
    """Of one loop."""

    def __init__(self) -> None:
        self._held: dict[tuple[str | None, str | None], _Held] = {}
        self._looks: asyncio.Task[None] | None = None

    def add(self, raw: RawCredentials) -> tuple[_Held, Gone]:
        held = self._held.setdefault((raw.authorization, raw.tenant), _Held(raw))
        gone: Gone = asyncio.get_running_loop().create_future()
        held.listeners.add(gone)
        if self._looks is None or self._looks.done():
            self._looks = asyncio.create_task(self._look_on())  # held here, until nobody listens
        return held, gone

    def remove(self, held: _Held, gone: Gone) -> None:
        held.listeners.discard(gone)
        if not held.listeners:
            self._held.pop((held.raw.authorization, held.raw.tenant), None)

    async def _look_on(self) -> None:
        while True:
            await asyncio.sleep(LOOK_EVERY)
            if not self._held:
                return
            looked = list(self._held.values())
            try:
                await visits.visit(partial(_look, looked))
            except Exception as error:  # the database is away: what was proven holds until it can be asked
                log.warning("Open connections' credentials could not be looked at: %s", error)
                continue
            for held in looked:
                if held.refused is not None:
                    held.tell(held.refused)


_watches: "WeakKeyDictionary[asyncio.AbstractEventLoop, _Watch]" = WeakKeyDictionary()


@contextmanager
def watch_credential(raw: RawCredentials) -> Iterator[Gone]:
    """A future that becomes the refusal of this credential, for as long as somebody listens with it.

    A visitor of the demo has none, and is never refused.
    """
    home = asyncio.get_running_loop()
    if raw.authorization is None:
        yield home.create_future()
        return
    watch = _watches.setdefault(home, _Watch())
    held, gone = watch.add(raw)
    try:
        yield gone
    finally:
        watch.remove(held, gone)


def still(gone: Gone) -> None:
    """Raises the refusal, where there is one by now."""
    if gone.done():
        raise gone.result()


def _look(looked: Iterable[_Held]) -> None:
    known: set[Any] = {held.tenant for held in looked if held.tenant}
    versions = dict(Tenant.objects.filter(pk__in=known).values_list("pk", "operational_version"))
    for held in looked:
        held.prove(versions)
