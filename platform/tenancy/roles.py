"""What each role may do, as data, and the authentication backend that reads it.

A role is a list of permission patterns (`app.codename`, `*` matches anything) and the scopes that a page
opened by such a person may use at the doors. People get a role in a company by a `Membership` row.
"""

from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import Any

from django.contrib.auth import get_user_model
from django.contrib.auth.backends import BaseBackend
from django.contrib.auth.base_user import AbstractBaseUser
from django.contrib.auth.models import AnonymousUser
from django.db.models import OuterRef, Subquery
from django.utils.crypto import salted_hmac
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

AUTHORED = ("agents", "routing")
VIEW = (*(f"{app}.view_*" for app in AUTHORED), "releases.view_*", "tenancy.view_tenant")
EDIT = (
    *(f"{app}.{verb}_*" for app in AUTHORED for verb in ("add", "change", "delete")),
    "work.view_job",  # the long work that an editor starts, such as asking a server for its tools
    "conversations.read_texts",  # what people wrote, masked and without who: authors must see its effect
)
RECORD = ("conversations.view_*", "conversations.read_texts", "handoffs.view_*", "analytics.view_*")
CORRECT = ("routing.*_routingcase",)  # who reads that a message went wrong may say so; it acts by publishing
OPERATE = (
    "rollout.*",
    "work.*",
    "tenancy.*_apikey",
    "delivery.*",  # channels act at once; what was said through them stays out of their pages
    "agents.change_mcpserver",  # addresses and secrets act at once
    "agents.change_llmprofile",
    "routing.change_backend",
    "routing.change_domain",
    "egress.*",  # where data goes, and who agrees to it
    "analytics.view_figures",  # figures, not the conversations behind them
)


@dataclass(frozen=True, slots=True)
class Role:
    """`permissions` are patterns over `app.codename`; `scopes` what its pages may do at the doors."""

    title: str | Promise
    permissions: tuple[str, ...]
    scopes: frozenset[str]

    def allows(self, permission: str) -> bool:
        """Whether the role has `app.codename`."""
        return any(fnmatchcase(permission, pattern) for pattern in self.permissions)

    def opens(self, app_label: str) -> bool:
        """Whether the role has any permission in the app."""
        return any(fnmatchcase(app_label, pattern.split(".")[0]) for pattern in self.permissions)


def _scopes(*names: str) -> frozenset[str]:
    return frozenset({"chat", *names})


ROLES: dict[str, Role] = {
    "viewer": Role(_("viewer"), VIEW, _scopes()),
    "editor": Role(_("editor"), VIEW + EDIT, _scopes("debug")),
    "publisher": Role(_("publisher"), (*VIEW, *EDIT, "releases.publish_release"), _scopes("debug")),
    "operator": Role(
        _("operator"),
        VIEW + OPERATE,
        _scopes("chat:multi_agent", "sessions", "debug", "analytics:read"),
    ),
    "analyst": Role(_("analyst"), VIEW + RECORD + CORRECT, _scopes("analytics:read")),
    "admin": Role(
        _("administrator"),
        (
            *VIEW, *EDIT, *OPERATE, *RECORD, "releases.*",
            "tenancy.change_tenant", "tenancy.*_membership", "tenancy.*_invitation", "handoffs.*", "conversations.*",
        ),
        _scopes(
            "chat:multi_agent", "context:trusted", "sessions", "session:create", "debug",
            "analytics:read",
        ),
    ),
}  # fmt: skip
ROLE_CHOICES = [(name, role.title) for name, role in ROLES.items()]

User = AbstractBaseUser | AnonymousUser


class RoleBackend(BaseBackend):
    """Permissions by membership; it logs nobody in and loads nobody.

    The company is the one `current.tenant_of(request)` bound to this request's user. Before it is bound,
    somebody who works for several companies has only what they may do in all of them, so that a check
    made too early can never borrow a role from the wrong company.
    """

    def get_user(self, user_id: Any) -> None:
        return None

    def has_perm(self, user_obj: User, perm: str, obj: Any = None) -> bool:
        roles = self._roles(user_obj, getattr(obj, "tenant_id", None))
        return bool(roles) and all(role.allows(perm) for role in roles)

    def has_module_perms(self, user_obj: User, app_label: str) -> bool:
        """Whether the person may see anything of the app."""
        roles = self._roles(user_obj, None)
        return bool(roles) and all(role.opens(app_label) for role in roles)

    def _roles(self, user: User, tenant: str | None) -> list[Role]:
        if not user.is_active or not user.is_authenticated:
            return []
        held = memberships(user)
        tenant = tenant or bound_tenant(user)
        if tenant is not None:
            return [ROLES[held[tenant]]] if held.get(tenant) in ROLES else []
        return [ROLES[name] for name in held.values() if name in ROLES]


# Kept with setattr: `request.user` is a lazy object, which hands attributes on but not its __dict__.
_HELD = "_held_roles"
_TENANT = "_acts_for"


def memberships(user: Any) -> dict[str, str]:
    """Company -> role of one person, read once for each request's user object."""
    held: dict[str, str] | None = getattr(user, _HELD, None)
    if held is None:
        from tenancy.models import Membership

        rows = Membership.objects.filter(user_id=user.pk).order_by("tenant_id")
        held = dict(rows.values_list("tenant_id", "role"))
        setattr(user, _HELD, held)
    return held


@dataclass(frozen=True, slots=True)
class Standing:
    """What a person is in a company now; `mark` changes with the password, `ended_at` with each log-out."""

    role: str | None
    mark: str
    ended_at: float  # epoch seconds; 0: never


def standing(person: int, tenant: str) -> Standing | None:
    """How somebody stands in a company; None when the account is closed or gone.

    A superuser is everywhere an administrator.
    """
    from tenancy.models import Membership

    people = get_user_model().objects.filter(pk=person, is_active=True)
    held = Membership.objects.filter(user=OuterRef("pk"), tenant_id=tenant).values("role")
    found = people.values_list("is_superuser", "password", "account__ended_at", Subquery(held)).first()
    if found is None:
        return None
    is_superuser, password, ended_at, role = found
    role = "admin" if is_superuser else role if role in ROLES else None
    return Standing(role, _mark(password), ended_at.timestamp() if ended_at else 0.0)


def role_in(person: int, tenant: str) -> str | None:
    """The role a person has in a company now; None when there is none (left, or account closed)."""
    found = standing(person, tenant)
    return found.role if found else None


def mark_of(person: int) -> str:
    """What tells whether a person's password is still the same, without telling anything of it."""
    password = get_user_model().objects.values_list("password", flat=True).get(pk=person)
    return _mark(password)


def _mark(password: str) -> str:
    return salted_hmac("tenancy.roles.mark", password, algorithm="sha256").hexdigest()[:16]


def bind_tenant(user: Any, tenant: str) -> None:
    """Says for which company this request's user acts."""
    setattr(user, _TENANT, tenant)


def bound_tenant(user: Any) -> str | None:
    """The company this request's user acts for, when somebody has said so."""
    return getattr(user, _TENANT, None)
