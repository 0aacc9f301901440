"""A channel: text messages of a telephone, {msisdn, body} in and {to, body} out."""

from typing import Any

from routing.api.adapters.base import Body, Fields, rename_fields, restore_pointer

FIELDS: Fields = {"text": ("body",), "user_id": ("msisdn",), "session_id": ("session_id", "msisdn")}
LONGEST = 160


class Sms:
    """A telephone is a session; an answer is cut where one text message ends."""

    channel = "sms"
    title = "Text messages"

    def hear(self, sent: Body) -> dict[str, Any]:
        return {"payload": rename_fields(sent, FIELDS)}

    def wrote(self, pointer: str, sent: Body) -> str:
        return restore_pointer(pointer, sent, FIELDS)

    def say(self, answer: Body, sent: Body) -> dict[str, Any]:
        text = " ".join(str(answer.get("text") or "").split())
        body = text if len(text) <= LONGEST else text[: LONGEST - 1] + "…"
        return {"to": sent.get("msisdn"), "body": body, "session_id": answer.get("session_id")}
