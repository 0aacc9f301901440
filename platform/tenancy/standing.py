"""What somebody is in a company now, by their memberships, and the authentication backend that reads it."""

from dataclasses import dataclass
from typing import Any

from django.contrib.auth import get_user_model
from django.contrib.auth.backends import BaseBackend
from django.contrib.auth.base_user import AbstractBaseUser
from django.contrib.auth.models import AnonymousUser
from django.db.models import OuterRef, Subquery
from django.utils.crypto import salted_hmac

from tenancy.models import Membership
from tenancy.roles import ROLES, Role

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
        tenant = tenant or read_tenant(user)
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


def read_tenant(user: Any) -> str | None:
    """The company this request's user acts for, when somebody has said so."""
    return getattr(user, _TENANT, None)
