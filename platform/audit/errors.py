"""What the log refuses."""

from django.utils.translation import gettext_noop

from outbound.errors import HouseError


class AuditError(HouseError):
    """Base of this room's errors."""

    code = "audit"
    status = 400


class AppendOnly(AuditError):
    """Somebody tried to change or delete an entry."""

    code = "append_only"
    status = 409

    sentence = gettext_noop("Entries of the audit log are never changed or deleted.")
