"""What can go wrong when a person is forgotten or exported."""

from collections.abc import Iterable

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from outbound.errors import HouseError


class PrivacyError(HouseError):
    """Base of this room's errors; each has a code and an HTTP status."""

    code = "privacy"
    status = 400


class NoUserId(PrivacyError):
    """Nobody is named, or by something longer than a user id can be."""

    code = "no_user_id"
    status = 422
    sentence = gettext_noop("Name a user id of 1 to 128 characters, for example u-1001.")


class UnknownReceipt(PrivacyError):
    """No receipt of this company has that number."""

    code = "unknown_receipt"
    status = 404

    def __init__(self, name: str) -> None:
        super().__init__(_("No receipt %(name)s.") % {"name": name[:64]})


class StillAnswering(PrivacyError):
    """A message of the person was being answered for longer than that takes."""

    code = "still_answering"
    status = 409
    sentence = gettext_noop(
        "A message of this person is still being answered. Ask again: it goes on where it stopped."
    )


class UnknownRetention(PrivacyError):
    """Nothing of that kind is kept."""

    code = "unknown_retention"
    status = 422

    def __init__(self, name: str, known: Iterable[str]) -> None:
        told = {"name": name[:64], "known": ", ".join(known)}
        super().__init__(_("Nothing is kept under “%(name)s”. There are: %(known)s.") % told)


class BadDays(PrivacyError):
    """Not a number of days that this kind may have."""

    code = "bad_days"
    status = 422

    def __init__(self, least: int, most: int) -> None:
        words = _("A whole number of days from %(least)s to %(most)s, or nothing.")
        super().__init__(words % {"least": least, "most": most})
