"""What a conversation can refuse, each with a code, an HTTP status and a sentence that helps.

ConversationError
 ├─ ConversationNotFound   404  unknown, deleted, or another's
 ├─ ConversationBusy       429  more messages wait than allowed
 ├─ TurnRunning            409  the conversation is being answered
 ├─ IdentityConflict       409  another customer in the same session
 ├─ KeyReused              422  same Idempotency-Key, other body
 ├─ KeyInUse               409  same Idempotency-Key, still running
 ├─ TurnNotFound           404
 ├─ FactNotFound           404  nothing of this key is remembered
 ├─ FactNotKept            422  personal, secret, empty or too long
 └─ NobodyKnown            403  memory of a caller without a user
TurnLost                        within the engine: told to nobody
DatabaseAway              503  a visit could not be made, also at the second try
"""

from typing import ClassVar

from django.db import OperationalError
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy, gettext_noop

from outbound.errors import HouseError
from outbound.sentences import Sentence as _


class ConversationError(HouseError):
    """A refusal. `status` is the HTTP status, `retry_after` seconds or None."""

    code = "conversation_error"
    status = 400
    title: ClassVar[str | Promise] = gettext_lazy("The conversation cannot do this")
    retry_after: int | None = None


class ConversationNotFound(ConversationError):
    code = "conversation_not_found"
    status = 404
    title = gettext_lazy("No such conversation")

    def __init__(self, name: str) -> None:
        super().__init__(
            _("There is no conversation '%s' that you may see. Start one by leaving the id out.") % name[:260]
        )


class TurnNotFound(ConversationError):
    code = "turn_not_found"
    status = 404
    title = gettext_lazy("No such turn")

    def __init__(self, turn_id: str) -> None:
        super().__init__(_("There is no turn '%s' that you may see.") % turn_id[:64])


class FactNotFound(ConversationError):
    code = "fact_not_found"
    status = 404
    title = gettext_lazy("Nothing like that is remembered")

    def __init__(self, key: str) -> None:
        super().__init__(_("Nothing is remembered under '%s'.") % key[:64])


class FactNotKept(ConversationError):
    code = "fact_not_kept"
    status = 422
    title = gettext_lazy("This is not kept")

    def __init__(self, key: str) -> None:
        super().__init__(
            _(
                "'%s' was not kept: personal numbers, addresses and secrets never are, nor what is empty or "
                "longer than 200 characters."
            )
            % key[:64]
        )


class NobodyKnown(ConversationError):
    code = "nobody_known"
    status = 403
    title = gettext_lazy("No user is known")
    sentence = gettext_noop(
        "This belongs to a user: use a session token of theirs, or name the user_id with a trusted key."
    )


class ConversationBusy(ConversationError):
    code = "conversation_busy"
    status = 429
    title = gettext_lazy("Too many messages are waiting")
    retry_after = 2

    def __init__(self, limit: int) -> None:
        super().__init__(
            _("%s messages of this conversation already wait for an answer. Send this one again in a moment.")
            % limit
        )


class TurnRunning(ConversationError):
    code = "turn_running"
    status = 409
    title = gettext_lazy("A message is being answered")
    retry_after = 2
    sentence = gettext_noop(
        "A message of this conversation is being answered. Stop it or wait, then try again."
    )


class IdentityConflict(ConversationError):
    code = "identity_conflict"
    status = 409
    title = gettext_lazy("Another customer in the same session")

    def __init__(self, key: str) -> None:
        super().__init__(
            _("This session already belongs to another %s. Start a new session for another customer.") % key
        )


class KeyReused(ConversationError):
    code = "idempotency_key_reused"
    status = 422
    title = gettext_lazy("Same Idempotency-Key, other body")
    sentence = gettext_noop(
        "This Idempotency-Key was sent before with another body. Use a new key for a new message."
    )


class KeyInUse(ConversationError):
    code = "idempotency_key_in_use"
    status = 409
    title = gettext_lazy("The first request is still running")
    retry_after = 1

    def __init__(self, turn_id: str) -> None:
        super().__init__(
            _("The request with this Idempotency-Key is still being answered. Ask again in a moment.")
        )
        self.turn_id = turn_id


class TurnLost(Exception):
    """The turn, or its branch, belongs to another by now: nothing may be done in its name."""


class DatabaseAway(OperationalError):
    """A visit could not be made, twice.

    `unknown`: a COMMIT was under way, and nobody knows what became of it.
    """

    def __init__(self, unknown: bool = False) -> None:
        super().__init__("The database does not answer.")
        self.unknown = unknown
