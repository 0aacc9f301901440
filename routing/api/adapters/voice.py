"""A telephone system as seed 000 has it: {transcript, ani | caller, call_id | ura_call_id, confidence, language}."""

from typing import Any

from routing.api.adapters import marks, spoken
from routing.api.adapters.base import Body, language, options

OWN = ("transcript", "ani", "caller", "call_id", "ura_call_id", "user_id")


class Voice:
    """A call is a session. It gets {speak, session_id}: no marks, numbers and protocols in words."""

    channel = "voice"

    def hear(self, sent: Body) -> dict[str, Any]:
        call = sent.get("call_id") or sent.get("ura_call_id")
        payload = {name: value for name, value in sent.items() if name not in OWN}
        heard = {
            "transcript": sent.get("transcript") or sent.get("text"),
            "user_id": sent.get("ani") or sent.get("caller") or sent.get("user_id"),
            "session_id": sent.get("session_id") or call,
            "ura_call_id": call,
        }
        return {
            "channel": self.channel,
            "payload": {**payload, **{k: v for k, v in heard.items() if v is not None}},
        }

    def say(self, answer: Body, sent: Body) -> dict[str, Any]:
        text = marks.plain(str(answer.get("text") or ""))
        labels = [
            each["label"] for each in options(answer) if each["label"].casefold() not in text.casefold()
        ]
        whole = " ".join([text, *(f"{label}." for label in labels)])
        return {"speak": spoken.words(whole, language(answer)), "session_id": answer.get("session_id")}
