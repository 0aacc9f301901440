"""One voice and those whom it calls in, drawn inside the node where they work.

Down to them, and back to it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from xml.sax.saxutils import escape

FAINT, CLEAR = ".35", "1"
WIDTH, INSET, STEP = (
    270,
    16,
    20,
)  # of the node; of the voice in it; of those who are called in, under the voice
HEAD, BOX, GAP, LABELS = 34, 30, 14, 34
SMALL = 11  # letters beside an arrow


@dataclass(frozen=True, slots=True)
class Circle:
    """Who speaks with one voice (mode `coordinator`).

    `there` and `back` are the words of the arrows. Of a turn: `calls` and `ends` say by name which arrows it
    took, as the numbers of its moves, and `spoke` whether the voice itself worked; None is a picture of no
    turn in particular.

    >>> Circle("coordinator", ["tech", "money"]).height
    182
    """

    voice: str
    called: Sequence[str]
    there: str = "calls in"
    back: str = "ends"
    calls: Mapping[str, str] | None = None
    ends: Mapping[str, str] = field(default_factory=dict)
    spoke: bool = True

    @property
    def height(self) -> int:
        rows = len(self.called)
        return HEAD + BOX + (LABELS + rows * BOX + (rows - 1) * GAP if rows else 0) + INSET

    def draw(self, left: float, top: float, tip: str) -> str:
        """The inner boxes and arrows of a node that stands there; `tip` is the name of the arrows' tip."""
        voice_left, voice_top = left + INSET, top + HEAD
        parts = [_box(voice_left, voice_top, WIDTH - 2 * INSET, self.voice, CLEAR if self.spoke else FAINT)]
        if not self.called:
            return parts[0]
        below = voice_top + BOX
        down, up = voice_left + STEP, left + WIDTH - INSET - STEP
        first, last = down + STEP, up - STEP
        for x, anchor, words in ((down + 6, "start", self.there), (up - 6, "end", self.back)):
            parts.append(_text(x, below + 20, words, anchor, SMALL, ".75"))
        for place, name in enumerate(self.called):
            row = below + LABELS + place * (BOX + GAP)
            middle = row + BOX / 2
            parts += [
                _arrow(f"M{down:g},{below:g} V{middle:g} H{first:g}", tip, self._shade(name, self.calls)),
                _arrow(f"M{last:g},{middle:g} H{up:g} V{below:g}", tip, self._shade(name, self.ends)),
                _box(first, row, last - first, name, CLEAR),
            ]
            parts += [
                _text(x, middle - 5, said[name], "middle", SMALL, CLEAR)
                for x, said in (((down + first) / 2, self.calls or {}), ((last + up) / 2, self.ends))
                if name in said
            ]
        return "".join(parts)

    def _shade(self, name: str, taken: Mapping[str, str] | None) -> str:
        return CLEAR if self.calls is None or (taken and name in taken) else FAINT


def _box(left: float, top: float, width: float, name: str, shade: str) -> str:
    return (
        f'<g opacity="{shade}"><rect x="{left:g}" y="{top:g}" width="{width:g}" height="{BOX}" rx="6" '
        'fill="none" stroke="currentColor"/>'
        f"{_text(left + width / 2, top + 19, name, 'middle', 12, CLEAR)}</g>"
    )


def _text(x: float, y: float, words: str, anchor: str, size: int, shade: str) -> str:
    return (
        f'<text x="{x:g}" y="{y:g}" text-anchor="{anchor}" font-size="{size}" opacity="{shade}">'
        f"{escape(words)}</text>"
    )


def _arrow(path: str, tip: str, shade: str) -> str:
    return f'<path d="{path}" fill="none" stroke="currentColor" opacity="{shade}" marker-end="url(#{tip})"/>'
