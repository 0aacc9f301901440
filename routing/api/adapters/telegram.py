"""Telegram's updates as messages, and answers as what its Bot API sends."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from language import marks
from language.spoken_languages import CODES, mark
from outbound.cleaning import clean_text
from routing.api.adapters.base import Body

LONGEST = 4096  # UTF-16 units of one message
BUTTON_BYTES = 64  # of what a button says when it is pressed
START = "/start"
GREETING = mark("hello")  # what START means
ONLY_TEXT = mark("I only read text here. Could you write it?")


@dataclass(frozen=True, slots=True)
class Update:
    """What an update says.

    `text` is empty where somebody sent something else than text, `language` where the update names none of
    ours: Telegram leaves it out of some, most of all of pressed buttons.
    """

    id: int
    chat: str
    text: str
    language: str
    callback: str = ""


def read(sent: Body) -> Update | None:
    """An update; None where nobody said anything (edited, joined, left, something of another shape)."""
    number, pressed = sent.get("update_id"), _object(sent.get("callback_query"))
    message = _object(pressed.get("message")) if pressed else _object(sent.get("message"))
    chat = _object(message.get("chat")).get("id")
    writer = _object(pressed.get("from") if pressed else message.get("from"))
    if type(number) is not int or type(chat) is not int or writer.get("is_bot"):  # True is an int, too
        return None
    code = str(writer.get("language_code") or "")[:2]
    text = pressed.get("data") if pressed else message.get("text")
    text = clean_text(text).strip() if isinstance(text, str) else ""
    if text.split("@")[0].split(" ")[0] == START:
        text = START
    language = code if code in CODES else ""
    return Update(number, str(chat), text, language, str(pressed.get("id") or "") if pressed else "")


def messages(payload: Body, draws: bool = True) -> list[dict[str, Any]]:
    """The bodies of `sendMessage` for an answer, without the chat.

    A long text is several, buttons are under the last.

    `plain` is the text again for a Telegram that cannot read ours as HTML; all there is where nothing is
    drawn.
    """
    pieces = marks.split(str(payload.get("text") or ""), LONGEST)
    made: list[dict[str, Any]] = [
        {"text": marks.telegram(piece), "parse_mode": "HTML", "plain": marks.plain(piece)}
        if draws
        else {"text": marks.plain(piece), "plain": marks.plain(piece)}
        for piece in pieces
    ]
    if made and (keys := _buttons(payload)):
        made[-1]["reply_markup"] = {"inline_keyboard": [[key] for key in keys]}
    return made


def _buttons(payload: Body) -> list[dict[str, str]]:
    """A button an option; its value is what it says, unless that is too long: then its label's place."""
    found = (_object(payload.get("question"))).get("options") or ()
    pairs = [(str(each["label"]), str(each["value"])) for each in found]
    return [
        {"text": label, "callback_data": value if len(value.encode()) <= BUTTON_BYTES else str(place)}
        for place, (label, value) in enumerate(pairs, 1)
    ]


def _object(value: Any) -> Mapping[str, Any]:
    return value if isinstance(value, dict) else {}
