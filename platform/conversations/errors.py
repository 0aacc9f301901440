"""What a conversation can refuse, each with a code, an HTTP status and a sentence that helps.

ConversationError
 ├─ ConversationNotFound   404  unknown, deleted, or another's
 ├─ ConversationBusy       429  more messages wait than allowed
 ├─ TurnRunning            409  the conversation is being answered
 ├─ IdentityConflict       409  another customer in the same session
 ├─ KeyReused              422  same Idempotency-Key, other body
 ├─ KeyInUse               409  same Idempotency-Key, still running
 └─ TurnNotFound           404
"""


class ConversationError(Exception):
    """A refusal. `status` is the HTTP status, `retry_after` seconds or None."""

    code = "conversation_error"
    status = 400
    title = "The conversation cannot do this"
    retry_after: int | None = None

    @property
    def detail(self) -> str:
        return str(self)


class ConversationNotFound(ConversationError):
    code = "conversation_not_found"
    status = 404
    title = "No such conversation"

    def __init__(self, name: str) -> None:
        super().__init__(
            f"There is no conversation '{name[:260]}' that you may see. Start one by leaving the id out."
        )


class TurnNotFound(ConversationError):
    code = "turn_not_found"
    status = 404
    title = "No such turn"

    def __init__(self, turn_id: str) -> None:
        super().__init__(f"There is no turn '{turn_id[:64]}' that you may see.")


class ConversationBusy(ConversationError):
    code = "conversation_busy"
    status = 429
    title = "Too many messages are waiting"
    retry_after = 2

    def __init__(self, limit: int) -> None:
        super().__init__(
            f"{limit} messages of this conversation already wait for an answer. Send this one again in a moment."
        )


class TurnRunning(ConversationError):
    code = "turn_running"
    status = 409
    title = "A message is being answered"
    retry_after = 2

    def __init__(self) -> None:
        super().__init__("A message of this conversation is being answered. Stop it or wait, then try again.")


class IdentityConflict(ConversationError):
    code = "identity_conflict"
    status = 409
    title = "Another customer in the same session"

    def __init__(self, key: str) -> None:
        super().__init__(
            f"This session already belongs to another {key}. Start a new session for another customer."
        )


class KeyReused(ConversationError):
    code = "idempotency_key_reused"
    status = 422
    title = "Same Idempotency-Key, other body"

    def __init__(self) -> None:
        super().__init__(
            "This Idempotency-Key was sent before with another body. Use a new key for a new message."
        )


class KeyInUse(ConversationError):
    code = "idempotency_key_in_use"
    status = 409
    title = "The first request is still running"
    retry_after = 1

    def __init__(self, turn_id: str) -> None:
        super().__init__(
            "The request with this Idempotency-Key is still being answered. Ask again in a moment."
        )
        self.turn_id = turn_id
