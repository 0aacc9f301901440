"""What a channel refuses, each with a code, an HTTP status and a sentence that says what to do.

DeliveryError
 ├─ UnknownChannel      404  no such channel, or switched off
 └─ SignatureRefused    401  the signature or the secret does not fit
"""

from django.utils.translation import gettext_lazy, gettext_noop

from outbound.errors import HouseError


class DeliveryError(HouseError):
    """Base of the family."""

    code = "delivery_error"
    status = 400
    title = gettext_lazy("The channel cannot do this")


class UnknownChannel(DeliveryError):
    code = "unknown_channel"
    status = 404
    title = gettext_lazy("No such channel")

    sentence = gettext_noop(
        "There is no such channel, or it is switched off. Its address stands on its page in the Studio."
    )


class SignatureRefused(DeliveryError):
    code = "bad_signature"
    status = 401
    title = gettext_lazy("The signature does not fit")
