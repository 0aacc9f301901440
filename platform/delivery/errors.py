"""What a channel refuses, each with a code, an HTTP status and a sentence that says what to do.

DeliveryError
 ├─ UnknownChannel      404  no such channel, or switched off
 └─ SignatureRefused    401  the signature or the secret does not fit
"""

from typing import ClassVar

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy


class DeliveryError(Exception):
    """A refusal. `status` is the HTTP status."""

    code = "delivery_error"
    status = 400
    title: ClassVar[str | Promise] = gettext_lazy("The channel cannot do this")


class UnknownChannel(DeliveryError):
    code = "unknown_channel"
    status = 404
    title = gettext_lazy("No such channel")

    def __init__(self) -> None:
        super().__init__(
            _(
                "There is no such channel, or it is switched off. Its address stands on its page in the "
                "Studio."
            )
        )


class SignatureRefused(DeliveryError):
    code = "bad_signature"
    status = 401
    title = gettext_lazy("The signature does not fit")

    def __init__(self, why: str) -> None:
        super().__init__(why)
