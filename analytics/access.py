"""Who may look at figures, and who at the conversations behind them.

Figures: credentials with the scope, the demo's visitor, analysts, operators, administrators. Conversations
hold what people wrote: an operator does not read them, and a credential needs the scope `sessions` too.
"""

from collections.abc import Callable, Iterable
from contextlib import AbstractContextManager
from dataclasses import dataclass
from functools import partial

from django.http import HttpRequest
from django.utils import timezone

from audit.actors import Actor, acting, of_page, of_principal
from audit.reading import note_read
from tenancy.authenticate import RawCredentials, authenticate
from tenancy.current import tenant_of
from tenancy.days import find_zone
from tenancy.errors import Forbidden, Unauthenticated
from tenancy.models import Tenant
from tenancy.standing import memberships

SCOPE = "analytics:read"
RECORD_SCOPE = "sessions"
ROLES = ("analyst", "operator", "admin")
RECORD_ROLES = ("analyst", "admin")


@dataclass(frozen=True, slots=True)
class Reader:
    """Whose figures somebody may read, and whether also the conversations."""

    company: str
    record: bool
    who: Callable[[], Actor]  # for the audit log

    def keep_day(self) -> AbstractContextManager[None]:
        """Days within are the company's: its midnight begins one."""
        return timezone.override(
            find_zone(Tenant.objects.values_list("time_zone", flat=True).get(pk=self.company))
        )

    def note(self, conversations: Iterable[str], where: str, action: str = "read") -> None:
        """Notes in the audit log that these conversations are read."""
        with acting(self.who):
            note_read(self.company, conversations, where, action)


def reader(request: HttpRequest, named: str | None = None) -> Reader:
    """Who asks. A person who is logged in reads their own company's; anybody else shows a key or a token.

    Raises `Unauthenticated`, `Forbidden`, `UnknownTenant`.
    """
    raw = RawCredentials.of(request, named)
    if raw.authorization is None and request.user.is_authenticated:
        return _person(request)
    principal = authenticate(raw)
    if not principal.may(SCOPE):
        raise Forbidden(SCOPE)
    return Reader(principal.tenant_id, principal.may(RECORD_SCOPE), partial(of_principal, principal, request))


def record_reader(request: HttpRequest, named: str | None = None) -> Reader:
    """The same for conversations. Raises `Forbidden` too when only figures may be read."""
    found = reader(request, named)
    if not found.record:
        raise Forbidden(RECORD_SCOPE)
    return found


def _person(request: HttpRequest) -> Reader:
    if not request.user.is_staff:  # type: ignore[union-attr]
        raise Unauthenticated
    slug = tenant_of(request).pk
    everywhere = request.user.is_superuser  # type: ignore[union-attr]
    role = "admin" if everywhere else memberships(request.user).get(slug)
    if role not in ROLES:
        raise Forbidden(SCOPE)
    return Reader(slug, role in RECORD_ROLES, partial(of_page, request))
