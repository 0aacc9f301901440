"""A telephone system: {transcript, ani | caller, call_id | ura_call_id, confidence, language}."""

from typing import Any

from routing.api.adapters import marks, speech
from routing.api.adapters.base import Body, Fields, language, list_unsaid, rename_fields, restore_pointer

FIELDS: Fields = {
    "text": ("transcript",),
    "user_id": ("ani", "caller"),
    "ani": ("ani", "caller"),
    "session_id": ("session_id", "call_id", "ura_call_id"),
    "ura_call_id": ("call_id", "ura_call_id"),
}


class Voice:
    """A call is a session. It gets {speak, session_id}: no marks, numbers and protocols in words."""

    channel = "voice"

    def hear(self, sent: Body) -> dict[str, Any]:
        return {"channel": self.channel, "payload": rename_fields(sent, FIELDS)}

    def wrote(self, pointer: str, sent: Body) -> str:
        return restore_pointer(pointer, sent, FIELDS)

    def say(self, answer: Body, sent: Body) -> dict[str, Any]:
        text = marks.plain(str(answer.get("text") or ""))
        whole = " ".join([text, *(f"{each['label']}." for each in list_unsaid(answer))])
        return {"speak": speech.words(whole, language(answer)), "session_id": answer.get("session_id")}
