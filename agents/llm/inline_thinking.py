"""Thoughts that a model writes into its answer: a block at its beginning, which nobody is shown.

Open models write `<think>...</think>` where their server takes nothing out (vLLM without a reasoning parser,
Ollama, llama.cpp). It is not sent back: those models' templates drop it too.

>>> thinking = InlineThinking()
>>> [thinking.feed(piece) for piece in ("<thi", "nk>The bill ", "is due.</th", "ink>", " It is", " due.")]
['', '', '', '', 'It is', ' due.']
"""

import re

TAGS = ("think", "thinking")
ENDS = {tag: re.compile(f"</{tag}>", re.IGNORECASE | re.ASCII) for tag in TAGS}
LONGEST_END = max(len(f"</{tag}>") for tag in TAGS)


class InlineThinking:
    """Reads an answer as it comes; a text that begins otherwise passes as it is."""

    def __init__(self) -> None:
        self._held = ""
        self._end: re.Pattern[str] | None = None  # what ends the block that is being read
        self._thought = False  # whether a block was read
        self._begun = False  # whether the answer itself has begun

    def feed(self, piece: str) -> str:
        """What of the answer can be shown by now."""
        if self._begun or not piece:
            return piece
        self._held += piece
        while self._held:
            if self._end:
                end = self._end.search(self._held)
                if end is None:
                    self._held = self._held[-LONGEST_END:]
                    return ""
                self._held, self._end, self._thought = self._held[end.end() :], None, True
                continue
            begun = self._held.lstrip().lower()
            tag = next((tag for tag in TAGS if begun.startswith(f"<{tag}>")), None)
            if tag is None:
                return "" if any(f"<{tag}>".startswith(begun) for tag in TAGS) else self.rest()
            self._held, self._end = self._held.lstrip()[len(f"<{tag}>") :], ENDS[tag]
        return ""

    def rest(self) -> str:
        """What was held back and is no thought: nothing more comes."""
        rest, self._held, self._begun = "" if self._end else self._held, "", True
        return rest.lstrip() if self._thought else rest
