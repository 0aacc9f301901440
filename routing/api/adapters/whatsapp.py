"""WhatsApp: {from | wa_id, text | message, message_id, interactive_id, interactive_title, session_id}."""

from typing import Any

from language import marks
from routing.api.adapters.base import Body, Fields, options, rename_fields, restore_pointer

WHO = ("from", "wa_id", "user_id")
FIELDS: Fields = {
    "text": ("interactive_id", "interactive_title", "text", "message"),
    "user_id": WHO,
    "wa_id": WHO,
    "session_id": ("session_id", *WHO),
}


class WhatsApp:
    """A button that was pressed says its id, which is the option's value. It gets {to, text, session_id}."""

    channel = "whatsapp"

    def hear(self, sent: Body) -> dict[str, Any]:
        return {"channel": self.channel, "payload": rename_fields(sent, FIELDS)}

    def wrote(self, pointer: str, sent: Body) -> str:
        return restore_pointer(pointer, sent, FIELDS)

    def say(self, answer: Body, sent: Body) -> dict[str, Any]:
        found = options(answer)
        buttons = (
            {"buttons": [{"id": each["value"], "title": each["label"]} for each in found]} if found else {}
        )
        text = marks.whatsapp(str(answer.get("text") or ""))
        to = rename_fields(sent, FIELDS).get("user_id")
        return {"to": to, "text": text, "session_id": answer.get("session_id"), **buttons}
