"""What can go wrong when the rollout is changed."""

from django.utils.translation import gettext as _


class RolloutError(Exception):
    """Base of the family; `code` is for programs, `status` for doors, `str(error)` for people."""

    code = "rollout_error"
    status = 422


class BadPercentage(RolloutError):
    code = "bad_percentage"

    def __init__(self, given: object) -> None:
        super().__init__(
            _("A percentage is a number from 0 to 100 with at most two decimals, not '%s'.") % given
        )


class BadSubject(RolloutError):
    code = "bad_subject"

    def __init__(self) -> None:
        super().__init__(_("An override is for a user_id of 1 to 260 characters."))


class UnknownSwitchKind(RolloutError):
    code = "unknown_kind"

    def __init__(self, given: str, known: list[str]) -> None:
        super().__init__(
            _("Nothing of the kind '%(given)s' can be switched off. Known kinds: %(known)s.")
            % {"given": given, "known": ", ".join(known)}
        )
