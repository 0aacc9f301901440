"""Refusals to let somebody in; each carries what a problem+json answer needs.

TenancyError
├── Unauthenticated   401  no credential, or one that is wrong, expired or revoked
├── Forbidden         403  known, but this needs a scope or a role it does not have
│   └── NoCompany     403  a person who belongs to no company
├── UnknownTenant     404  no such company, or not yours: nobody learns which
├── NotAskedHere      403  signed in at the identity provider, and nothing here belongs to that identity
├── InvitationOver    410  a link that does not work, or no longer: nobody learns why
├── NotUsable         409  a key that is over cannot be replaced by another one
└── AlreadyMember     409  the account works for the company that asks it to
BadToken                   why a session token is not taken; callers hear Unauthenticated
"""

from django.core.exceptions import PermissionDenied
from django.utils.translation import gettext_lazy, gettext_noop

from outbound.errors import HouseError
from outbound.sentences import Sentence as _


class TenancyError(HouseError):
    """Base of the family; `detail` is the sentence that says what to do."""

    code = "tenancy_error"
    status = 400
    title = gettext_lazy("Refused")

    def __init__(self, detail: str = "") -> None:
        super().__init__(detail)
        self.detail: str = self.args[0]


class Unauthenticated(TenancyError):
    """The answer should carry `WWW-Authenticate: Bearer`."""

    code = "unauthenticated"
    status = 401
    title = gettext_lazy("Not authenticated")
    sentence = gettext_noop("Send an API key or a session token: Authorization: Bearer sb_live_…")


class Forbidden(TenancyError):
    """`Forbidden("debug")`: the credential lacks the scope `debug`."""

    code = "forbidden"
    status = 403
    title = gettext_lazy("Not allowed")

    def __init__(self, scope: str = "", detail: str = "") -> None:
        needs = _("This needs the scope “%(scope)s”, which your credential does not have.") % {"scope": scope}
        super().__init__(detail or needs)
        self.scope = scope


class NotUsable(TenancyError):
    """`NotUsable("web shop (sb_live_a1…)")`: the key is revoked or expired."""

    code = "not_usable"
    status = 409
    title = gettext_lazy("This key is over")

    def __init__(self, name: str) -> None:
        super().__init__(_("“%(name)s” is revoked or expired. Make a new key.") % {"name": name})


class NoCompany(Forbidden, PermissionDenied):
    """A person who is logged in but works for no company; on a page Django answers 403."""

    code = "no_company"

    def __init__(self) -> None:
        super().__init__(detail=_("You belong to no company yet. Ask an administrator to add you to one."))


class UnknownTenant(TenancyError):
    """Says the same whether the company does not exist or belongs to others."""

    code = "unknown_tenant"
    status = 404
    title = gettext_lazy("No such company")

    def __init__(self, tenant: str) -> None:
        super().__init__(_("There is no company “%(tenant)s” for this credential.") % {"tenant": tenant[:64]})


class NotAskedHere(TenancyError):
    """No account, invitation or group is for whoever the identity provider names."""

    code = "not_asked_here"
    status = 403

    sentence = gettext_noop(
        "No company here has asked you in. Ask its administrator for an invitation, or to add your group."
    )


class InvitationOver(TenancyError):
    """Used, revoked, expired, or never an invitation."""

    code = "invitation_over"
    status = 410

    sentence = gettext_noop("This invitation is not valid, or no longer. Ask whoever sent it for a new one.")


class AlreadyMember(TenancyError):
    """An invitation changes nobody's role."""

    code = "already_member"
    status = 409

    sentence = gettext_noop("This account works for the company already.")


class BadToken(ValueError):
    """Not a token of ours, or too old."""
