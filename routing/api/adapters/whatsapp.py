"""WhatsApp as seed 000 has it: {from | wa_id, text | message, message_id, interactive_id, interactive_title, session_id}."""

from typing import Any

from routing.api.adapters import marks
from routing.api.adapters.base import Body, options

OWN = ("from", "wa_id", "text", "message", "interactive_id", "interactive_title", "user_id")


class WhatsApp:
    """A button that was pressed says its id, which is the option's value. It gets {to, text, session_id}."""

    channel = "whatsapp"

    def hear(self, sent: Body) -> dict[str, Any]:
        number = _who(sent)
        said = (
            sent.get("interactive_id")
            or sent.get("interactive_title")
            or sent.get("text")
            or sent.get("message")
        )
        payload = {name: value for name, value in sent.items() if name not in OWN}
        heard = {"text": said, "user_id": number, "session_id": sent.get("session_id") or number}
        return {
            "channel": self.channel,
            "payload": {**payload, **{k: v for k, v in heard.items() if v is not None}},
        }

    def say(self, answer: Body, sent: Body) -> dict[str, Any]:
        found = options(answer)
        buttons = (
            {"buttons": [{"id": each["value"], "title": each["label"]} for each in found]} if found else {}
        )
        text = marks.whatsapp(str(answer.get("text") or ""))
        return {"to": _who(sent), "text": text, "session_id": answer.get("session_id"), **buttons}


def _who(sent: Body) -> Any:
    return sent.get("from") or sent.get("wa_id") or sent.get("user_id")
