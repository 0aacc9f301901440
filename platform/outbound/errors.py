"""What every family of errors is made of, and what can go wrong with anything that leaves the process.

Beside httpx2's own network errors:

OutboundError
├── AddressRefused     the address is not one we may speak to
├── NotSent            the request cannot be written: the address is none, or a header holds what none may
├── TooLarge           the answer is longer than the caller allows
├── UnaskedEncoding    the answer is compressed, which nobody asked for
├── UnknownVariable    a row's ${ENV:NAME} that settings do not allow or the environment lacks
├── DeadlinePassed     `runtime.run` waited as long as it was told to
├── WrongThread        somebody would have blocked the loop with its own work
└── Undecryptable      none of the field keys opens this value
"""

from typing import ClassVar

from django.utils.functional import Promise
from django.utils.translation import gettext_noop

from outbound.sentences import Sentence
from outbound.sentences import Sentence as _


class HouseError(Exception):
    """`code` is for programs, `status` for endpoints, `title` and `str(error)` for people.

    A kind that always says the same names its `sentence`, marked by `gettext_noop`; others make theirs.

    >>> class StaleDraft(HouseError):
    ...     sentence = gettext_noop("Somebody changed the draft since you looked at it.")
    """

    code: ClassVar[str] = "error"
    status: ClassVar[int]  # where an endpoint tells it; without one it is nobody's mistake but ours
    title: ClassVar[str | Promise] = ""
    sentence: ClassVar[str] = ""

    def __init__(self, sentence: str = "") -> None:
        super().__init__(sentence or Sentence(self.sentence))


class OutboundError(HouseError):
    """Base of the family."""

    code = "outbound_error"


class AddressRefused(OutboundError):
    """`AddressRefused("http://169.254.169.254/", "link-local")`."""

    code = "address_refused"

    def __init__(self, url: str, why: str) -> None:
        super().__init__(
            _("%(url)s is not called: %(why)s. An operator can allow its host in OUTBOUND_ALLOWED_HOSTS.")
            % {"url": url, "why": why}
        )


class NotSent(OutboundError):
    """`NotSent("http://[::1")`; nothing has left."""

    code = "not_sent"


class TooLarge(OutboundError):
    """The answer passed the size cap and was cut off."""

    code = "too_large"

    def __init__(self, url: str, cap: int) -> None:
        super().__init__(
            _("The answer of %(url)s is longer than %(cap)s bytes and was not read to its end.")
            % {"url": url, "cap": cap}
        )


class UnaskedEncoding(OutboundError):
    """A compressed answer can be a thousand times longer than its bytes; no cap would hold."""

    code = "unasked_encoding"

    def __init__(self, url: str) -> None:
        super().__init__(_("%s sent a compressed answer, although we asked for a plain one.") % url)


class UnknownVariable(OutboundError):
    """A row names a variable of the environment that it may not read, or that is not set."""

    code = "unknown_variable"

    def __init__(self, name: str, why: str) -> None:
        super().__init__(Sentence("${ENV:%(name)s}: %(why)s.") % {"name": name, "why": why})


class DeadlinePassed(OutboundError, TimeoutError):
    """What `runtime.run` was waiting for took too long; it has been cancelled."""

    code = "deadline_passed"

    def __init__(self, seconds: float) -> None:
        super().__init__(_("No answer within %s s.") % f"{seconds:g}")


class WrongThread(OutboundError):
    """`runtime.run` was called on the runtime loop itself, which would wait for itself for ever."""

    code = "wrong_thread"

    def __init__(self) -> None:
        super().__init__("runtime.run was called from the loop it would block: await the coroutine instead.")


class Undecryptable(OutboundError):
    """The stored value was encrypted with a key that is no longer in SWITCHBOARD_FIELD_KEYS."""

    code = "undecryptable"

    sentence = gettext_noop(
        "A stored secret cannot be opened with any key of SWITCHBOARD_FIELD_KEYS: add the key it was "
        "written with, or enter the secret again."
    )
