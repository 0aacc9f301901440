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


class StaleFlag(RolloutError):
    code = "stale_flag"
    status = 409

    def __init__(self) -> None:
        super().__init__(_("The flag was changed after you looked at it. Look again: nothing was saved."))


class UnknownFlag(RolloutError):
    code = "unknown_flag"
    status = 404

    def __init__(self, given: str, known: str) -> None:
        said = _("There is no flag '%(given)s'. There is: %(known)s.")
        super().__init__(said % {"given": given[:64], "known": known})


class NoOverride(RolloutError):
    code = "no_override"
    status = 404

    def __init__(self, subject: str) -> None:
        said = _("'%s' is neither always inside nor always outside: the percentage decides already.")
        super().__init__(said % subject[:64])


class BadSubject(RolloutError):
    code = "bad_subject"

    def __init__(self) -> None:
        super().__init__(_("An override is for a user_id of 1 to 260 characters."))


class NameTheCompany(RolloutError):
    code = "name_the_company"

    def __init__(self) -> None:
        super().__init__(_("This installation has none or several companies: say which one is meant."))


class UnknownSwitchKind(RolloutError):
    code = "unknown_kind"
    status = 404

    def __init__(self, given: str, known: list[str]) -> None:
        super().__init__(
            _("Nothing of the kind '%(given)s' can be switched off. Known kinds: %(known)s.")
            % {"given": given, "known": ", ".join(known)}
        )
