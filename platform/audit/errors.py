"""What the log refuses."""

from django.utils.translation import gettext as _


class AuditError(Exception):
    """Base of this room's errors; each has a code and an HTTP status."""

    code = "audit"
    status = 400


class AppendOnly(AuditError):
    """Somebody tried to change or delete an entry."""

    code = "append_only"
    status = 409

    def __init__(self) -> None:
        super().__init__(_("Entries of the audit log are never changed or deleted."))
