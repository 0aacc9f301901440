"""What can go wrong when the rollout is changed."""

from django.utils.translation import gettext_noop

from outbound.errors import HouseError
from outbound.sentences import Sentence as _


class RolloutError(HouseError):
    """Base of the family."""

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

    sentence = gettext_noop("The flag was changed after you looked at it. Look again: nothing was saved.")


class UnknownFlag(RolloutError):
    code = "unknown_flag"
    status = 404

    def __init__(self, given: str, known: str) -> None:
        sentence = _("There is no flag '%(given)s'. There is: %(known)s.")
        super().__init__(sentence % {"given": given[:64], "known": known})


class NoOverride(RolloutError):
    code = "no_override"
    status = 404

    def __init__(self, subject: str) -> None:
        sentence = _("'%s' is neither always inside nor always outside: the percentage decides already.")
        super().__init__(sentence % subject[:64])


class BadSubject(RolloutError):
    code = "bad_subject"

    sentence = gettext_noop("An override is for a user_id of 1 to 260 characters.")


class NameTheCompany(RolloutError):
    code = "name_the_company"

    sentence = gettext_noop("This installation has none or several companies: say which one is meant.")


class UnknownSwitchKind(RolloutError):
    code = "unknown_kind"
    status = 404

    def __init__(self, given: str, known: list[str]) -> None:
        super().__init__(
            _("Nothing of the kind '%(given)s' can be switched off. Known kinds: %(known)s.")
            % {"given": given, "known": ", ".join(known)}
        )


class UnknownSwitchName(RolloutError):
    code = "unknown_name"
    status = 404

    def __init__(self, kind: str, given: str, known: list[str]) -> None:
        there = ", ".join(["*", *known[:30], *["..."] * (len(known) > 30)])
        super().__init__(
            _("No %(kind)s is named '%(given)s'. There is: %(known)s.")
            % {"kind": kind, "given": given[:64], "known": there}
        )
