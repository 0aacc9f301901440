"""What OpenAI's clients are told of a turn, in whatever shape.

Its text as it comes, why it failed, where it is found.
"""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from conversations.turn import TurnEvent
from routing.api.refusal import Refused

FAILED = {"model_failed": 502, "model_busy": 503, "timeout": 504}  # statuses, by a turn's `failure`
RETRY_AFTER = 5  # seconds


class TextSoFar:
    """What a client of a stream has of an answer's text, which it cannot unread."""

    def __init__(self) -> None:
        self._sent = ""  # what the client has, which cannot be taken back
        self._text = ""  # what the turn has said by now

    def piece(self, event: TurnEvent) -> str:
        """What of this event a client gets that cannot unread.

        Nothing while a text is taken back and made anew.
        """
        if event.name == "text.reset":
            self._text = str(event.data.get("text", ""))
        elif event.name == "text":
            self._text += str(event.data.get("text", ""))
        return self._more() if is_token(event) else ""

    def rest(self, answer: Mapping[str, Any]) -> str:
        """What is lacking at the end; the whole answer anew where other words were taken back."""
        self._text, seen = readable(answer), self._sent.strip()  # a whole answer has no blanks around it
        if not self._text.startswith(seen):
            return f"\n\n{self._text}"
        ended = self._sent[len(self._sent.rstrip()) :]
        return self._text[len(seen) :].removeprefix(ended if seen else "")

    def _more(self) -> str:
        if not self._text.startswith(self._sent):
            return ""
        more = self._text[len(self._sent) :]
        self._sent = self._text
        return more


def failure(answer: Mapping[str, Any]) -> Refused | None:
    """What a client is told of a turn that failed.

    Whose fault it is, with the words that its user would have read.

    Its own repetition must not do once more what may have been done.
    """
    about = answer.get("metadata") or {}
    if about.get("status") != "failed":
        return None
    kind = about.get("failure")
    headers = {"Retry-After": str(RETRY_AFTER)} if kind == "model_busy" else {}
    if about.get("acted"):
        headers["x-should-retry"] = "false"
    code, words = str(kind or "turn_failed"), str(answer.get("text") or "")
    return Refused(FAILED.get(code, 500), code, _("Not answered"), words, headers=headers)


def is_begun(answer: Mapping[str, Any]) -> bool:
    """Whether a failed turn has something of an answer: it broke off when some of it had been seen."""
    return (answer.get("metadata") or {}).get("stopped") == "interrupted"


def is_token(event: TurnEvent) -> bool:
    """Whether an event brings words of an answer: an apology may come as an error instead."""
    return (
        event.name in ("text", "text.reset")
        and bool(event.data.get("text"))
        and not event.data.get("apology")
    )


def readable(answer: Mapping[str, Any]) -> str:
    """The answer's text with the options of its question, which such a client cannot show as buttons."""
    text = str(answer.get("text") or "")
    question = (answer.get("metadata") or {}).get("question") or {}
    labels = [str(option["label"]) for option in question.get("options") or ()]
    if not labels or all(label.casefold() in text.casefold() for label in labels):
        return text
    return "\n\n".join([text, "\n".join(f"{n}. {label}" for n, label in enumerate(labels, 1))]).strip()


def about(answer: Mapping[str, Any]) -> dict[str, Any]:
    """Where the turn and its conversation are found at the other doors, and what it asks."""
    metadata = answer.get("metadata") or {}
    names = (
        "conversation_id", "conversation_key", "turn_id", "status", "stopped", "active_agent", "intent",
        "question",
    )  # fmt: skip
    return {name: metadata[name] for name in names if name in metadata}


def usage(answer: Mapping[str, Any], prompt: str, completion: str) -> dict[str, Any]:
    """Tokens of all models that worked on the answer, under the two names that an API has for them."""
    used = (answer.get("metadata") or {}).get("usage") or {}
    count = {name: used.get(f"{name}_tokens", 0) for name in ("prompt", "completion", "cached", "reasoning")}
    return {
        prompt: count["prompt"],
        f"{prompt}_details": {"cached_tokens": count["cached"], "cache_write_tokens": 0},
        completion: count["completion"],
        f"{completion}_details": {"reasoning_tokens": count["reasoning"]},
        "total_tokens": count["prompt"] + count["completion"],
    }
