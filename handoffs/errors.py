"""What a handoff refuses, with a code, an HTTP status and a sentence that says what to do."""

from typing import ClassVar

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy, gettext_noop

from outbound.errors import HouseError


class NobodyAwaited(HouseError):
    """The conversation waits for no person, or not any longer."""

    code = "nobody_awaited"
    status = 409
    title: ClassVar[str | Promise] = gettext_lazy("No person is waited for")
    sentence = gettext_noop(
        "This conversation waits for no person: the mark was taken off, or the user goes on with the agents."
    )
