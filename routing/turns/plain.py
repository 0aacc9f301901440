"""Structured data that a model writes into its answer never reaches the user: it is cut out as it streams.

    plain = Plain()
    send(plain.feed('Pronto! {"status": "com'))   # "Pronto! "
    send(plain.feed('pleted"} Até logo.'))        # " Até logo."
    send(plain.finish())

What is cut out: a JSON object, a list that holds one, and a fenced block of either or named as such. Braces
in prose ("{nome}"), a list of numbers and fenced blocks of anything else stay.
"""

import json
import re
from collections.abc import Sequence

from conversations.turn import RailDecision

CODE = "JSON"
MOST = 16_000  # characters that are waited for until a bracket closes
OPENS = re.compile(r"```|[{\[]")
FENCED = re.compile(r"```[ \t]*([\w+-]*)[ \t]*\r?\n?(.*)```\Z", re.S)
DATA = frozenset({"json", "json5", "jsonc", "jsonl"})
# A key in quotes, or one with a value that only data have.
_DATA = re.compile(
    r"""\[?\s*\{\s*(?:(['"])\w[\w .-]*\1\s*:|\w[\w.-]*\s*:\s*(?:['"{\[\d-]|(?:true|false|null|None)\b))"""
)
PAIRS = {"{": "}", "[": "]"}


class Plain:
    """The filter of one part of an answer; `cut` is what it took out."""

    def __init__(self) -> None:
        self._waiting = ""
        self._open = False  # right behind something that was cut out
        self.cut: list[str] = []

    def feed(self, text: str) -> str:
        """Takes the next characters; gives those that may go on."""
        self._waiting += text
        return self._close_up(self._pieces(ended=False))

    def finish(self) -> str:
        """Gives what is left once the answer is over."""
        return self._close_up(self._pieces(ended=True))

    def _close_up(self, pieces: list[str | None]) -> str:
        """The pieces as one text; where something was cut out (None), the space behind it goes too."""
        closed = ""
        for piece in pieces:
            if piece is None:
                self._open = True
            elif piece:
                closed += piece.lstrip(" ") if self._open else piece
                self._open = self._open and not piece.strip(" ")
        return closed

    def _pieces(self, ended: bool) -> list[str | None]:
        out: list[str | None] = []
        while self._waiting:
            found = OPENS.search(self._waiting)
            if found is None:
                keep = 0 if ended else _half_fence(self._waiting)
                out.append(self._waiting[: len(self._waiting) - keep])
                self._waiting = self._waiting[len(self._waiting) - keep :]
                break
            out.append(self._waiting[: found.start()])
            self._waiting = self._waiting[found.start() :]
            end = _end(self._waiting)
            if end is None:
                if not ended and len(self._waiting) <= MOST:
                    break
                end = len(self._waiting) if _begins_data(self._waiting) else len(found.group())
            block, self._waiting = self._waiting[:end], self._waiting[end:]
            if _is_data(block) or (
                end > len(found.group()) and _begins_data(block) and not _is_closed(block)
            ):
                self.cut.append(block)
                out.append(None)
            else:
                out.append(block)
        return out


def _half_fence(text: str) -> int:
    """How many characters at the end may be the beginning of a fence."""
    return len(text) - len(text.rstrip("`")) if text.endswith("`") else 0


def _end(text: str) -> int | None:
    """Where the block that `text` begins with ends; None while it is open."""
    if text.startswith("```"):
        at = text.find("```", 3)
        return at + 3 if at >= 0 else None
    closing: list[str] = []
    quoted = escaped = False
    for place, letter in enumerate(text):
        if escaped:
            escaped = False
        elif quoted:
            escaped, quoted = letter == "\\", letter != '"'
        elif letter == '"':
            quoted = True
        elif letter in PAIRS:
            closing.append(PAIRS[letter])
        elif closing and letter == closing[-1]:
            closing.pop()
            if not closing:
                return place + 1
    return None


def _is_data(block: str) -> bool:
    if fenced := FENCED.match(block):
        return fenced[1].lower() in DATA or _is_data(fenced[2].strip())
    if not block.startswith(("{", "[")):
        return False
    try:
        read = json.loads(block)
    except ValueError:
        return _looks_like_data(block)
    return bool(read) and (isinstance(read, dict) or any(isinstance(each, dict) for each in read))


def _looks_like_data(block: str) -> bool:
    """Whether a block that is no valid JSON was meant as such: {'status': 'completed'}, a comma too many.

    Words in braces are prose, whatever they are: {note: closed on Sundays}.
    """
    return _DATA.match(block) is not None


def _begins_data(text: str) -> bool:
    """Whether an unfinished block is data that was cut off."""
    body = re.sub(r"\A```[ \t]*[\w+-]*\s*", "", text)
    named = re.match(r"```[ \t]*(\w+)", text)
    return (named is not None and named[1].lower() in DATA) or _looks_like_data(body)


def _is_closed(block: str) -> bool:
    return _end(block) is not None


def record_cut(cut: Sequence[str]) -> tuple[RailDecision, ...]:
    """What the record says of it, like a rail's decision; nothing when nothing was cut out."""
    if not cut:
        return ()
    reason = f"structured data in the answer: {cut[0][:120]}"
    metadata = {"mechanism": "deterministic", "blocks": len(cut)}
    return (RailDecision(CODE, False, reason, None, metadata, "output"),)
