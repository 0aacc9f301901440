"""Draws a mode's graph from its table: `python manage.py graph router > docs/router.svg`.

>>> svg(TABLES["supervisor"], teams={"supervisor_agent": ["Faturas", "Pedidos"]}, went=["input_guardrails"])
'<svg ...'

One voice and those whom it calls in (`Circle`) are drawn inside the node where they work.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import count, pairwise
from typing import Any
from xml.sax.saxutils import escape, quoteattr

from routing.turns.mode import END, START, Table, list_successors

FAINT, CLEAR = ".35", "1"
CIRCLE_WIDTH, INSET, STEP = (
    270,
    16,
    20,
)  # of the node; of the voice in it; of those who are called in, under the voice
CIRCLE_HEAD, BOX, CIRCLE_GAP, LABELS = 34, 30, 14, 34
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
        return CIRCLE_HEAD + BOX + (LABELS + rows * BOX + (rows - 1) * CIRCLE_GAP if rows else 0) + INSET

    def draw(self, left: float, top: float, tip: str) -> str:
        """The inner boxes and arrows of a node that stands there; `tip` is the name of the arrows' tip."""
        voice_left, voice_top = left + INSET, top + CIRCLE_HEAD
        parts = [
            _circle_box(
                voice_left, voice_top, CIRCLE_WIDTH - 2 * INSET, self.voice, CLEAR if self.spoke else FAINT
            )
        ]
        if not self.called:
            return parts[0]
        below = voice_top + BOX
        down, up = voice_left + STEP, left + CIRCLE_WIDTH - INSET - STEP
        first, last = down + STEP, up - STEP
        for x, anchor, words in ((down + 6, "start", self.there), (up - 6, "end", self.back)):
            parts.append(_text(x, below + 20, words, anchor, SMALL, ".75"))
        for place, name in enumerate(self.called):
            row = below + LABELS + place * (BOX + CIRCLE_GAP)
            middle = row + BOX / 2
            parts += [
                _arrow(f"M{down:g},{below:g} V{middle:g} H{first:g}", tip, self._shade(name, self.calls)),
                _arrow(f"M{last:g},{middle:g} H{up:g} V{below:g}", tip, self._shade(name, self.ends)),
                _circle_box(first, row, last - first, name, CLEAR),
            ]
            parts += [
                _text(x, middle - 5, numbers[name], "middle", SMALL, CLEAR)
                for x, numbers in (((down + first) / 2, self.calls or {}), ((last + up) / 2, self.ends))
                if name in numbers
            ]
        return "".join(parts)

    def _shade(self, name: str, taken: Mapping[str, str] | None) -> str:
        return CLEAR if self.calls is None or (taken and name in taken) else FAINT


def _circle_box(left: float, top: float, width: float, name: str, shade: str) -> str:
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


WIDTH, LINE, GAP, BESIDE, MARGIN = 190, 18, 46, 34, 30
HEAD = 40  # of a box without names
ALONE = (
    "<style>svg{color:#1f2937;font:13px system-ui,sans-serif}"
    "@media(prefers-color-scheme:dark){svg{color:#e5e7eb}}</style>"
)
NAMES = 8  # of a box
ROUND = 14  # of a corner
_DRAWN = count()  # pictures for pages: one page may hold several, and a name stands once in it


def svg(
    table: Table,
    teams: Mapping[str, Sequence[str]] | None = None,
    went: Sequence[str] | None = None,
    label: str = "",
    alone: bool = True,
    circles: Mapping[str, Circle] | None = None,
    titles: Mapping[str, Any] | None = None,
) -> str:
    """The picture of a table, top to bottom; nodes between which a turn chooses stand side by side.

    `teams` are names written into a node's box, `circles` those who work in one and call each other; `went`
    the nodes that a turn took, in their order: the others are faint. `alone` brings its own colours, for a
    file; inside a page the page's are taken. `titles` are what nodes are called there.
    """
    tip = "tip" if alone else f"tip-{next(_DRAWN)}"
    return _Picture(table, teams or {}, went, tip, circles or {}, titles or {}).draw(
        label or f"The routing graph, from {START} to {END}", alone
    )


class _Picture:
    """Places and lines of one drawing."""

    def __init__(
        self,
        table: Table,
        teams: Mapping[str, Sequence[str]],
        went: Sequence[str] | None,
        tip: str,
        circles: Mapping[str, Circle],
        titles: Mapping[str, Any],
    ) -> None:
        self.table, self.teams, self.tip, self.titles = table, teams, tip, titles
        self.circles = {name: each for name, each in circles.items() if name in table}
        order = None if went is None else [*went, END]
        self.went = None if order is None else {*order, *pairwise(order)}
        self.ranks = _ranks(table)
        self.rows: list[list[str]] = [[] for _ in range(max(self.ranks.values()) + 1)]
        for name in (*table, END):
            self.rows[self.ranks[name]].append(name)
        self.width = 2 * MARGIN + 2 * BESIDE + max(map(self._row, self.rows))
        self.left: dict[str, float] = {}
        self.top: dict[str, float] = {}
        down = float(MARGIN)
        for row in self.rows:
            across = (self.width - self._row(row)) / 2
            for name in row:
                self.left[name], self.top[name] = across, down
                across += self._width(name) + BESIDE
            down += max(map(self._height, row)) + GAP
        self.height = down - GAP + MARGIN

    def draw(self, label: str, alone: bool) -> str:
        parts = [
            '<svg xmlns="http://www.w3.org/2000/svg" '
            f'viewBox="0 0 {self.width:g} {self.height:g}" role="img" '
            f"aria-label={quoteattr(label)}>",
            *([ALONE] if alone else []),
            f'<defs><marker id="{self.tip}" markerWidth="8" markerHeight="8" refX="7" refY="4" orient="auto">'
            '<path d="M0,0 L8,4 L0,8" fill="none" stroke="currentColor"/></marker></defs>',
        ]
        parts += [self._line(name, to) for name in self.table for to in list_successors(self.table, name)]
        parts += [self._box(name) for name in (*self.table, END)]
        return "\n".join([*parts, "</svg>", ""])

    def _width(self, name: str) -> float:
        return CIRCLE_WIDTH if name in self.circles else WIDTH

    def _row(self, names: Sequence[str]) -> float:
        return sum(map(self._width, names)) + (len(names) - 1) * BESIDE

    def _names(self, name: str) -> list[str]:
        names = [] if name in self.circles else list(self.teams.get(name, ()))
        return names if len(names) <= NAMES else [*names[: NAMES - 1], "…"]

    def _height(self, name: str) -> float:
        if name in self.circles:
            return self.circles[name].height
        names = self._names(name)
        return HEAD + LINE * len(names) + (6 if names else 0)

    def _shade(self, part: str | tuple[str, str]) -> str:
        """Of a node, or of the edge between two."""
        return CLEAR if self.went is None or part in self.went else FAINT

    def _box(self, name: str) -> str:
        left, top, middle = self.left[name], self.top[name], self._middle(name)
        title = escape(str(self.titles.get(name, name)))
        lines = [f"<title>{escape(name)}</title>"] if name in self.titles else []
        lines.append(f'<text x="{middle:g}" y="{top + 25:g}" text-anchor="middle">{title}</text>')
        lines += [
            f'<text x="{middle:g}" y="{top + 27 + LINE * place:g}" text-anchor="middle" font-size="12" '
            f'opacity=".75">{escape(each)}</text>'
            for place, each in enumerate(self._names(name), 1)
        ]
        if name in self.circles:
            lines.append(self.circles[name].draw(left, top, self.tip))
        return (
            f'<g opacity="{self._shade(name)}" fill="currentColor"><rect x="{left:g}" y="{top:g}" '
            f'width="{self._width(name):g}" height="{self._height(name):g}" rx="8" fill="none" '
            f'stroke="currentColor"/>{"".join(lines)}</g>'
        )

    def _middle(self, name: str) -> float:
        return self.left[name] + self._width(name) / 2

    def _line(self, name: str, to: str) -> str:
        begin_x, begin_y = self._middle(name), self.top[name] + self._height(name)
        end_x, end_y = self._middle(to), self.top[to]
        steps = self.ranks[to] - self.ranks[name]
        if steps == 1:
            bend = (end_y - begin_y) / 2
            path = (
                f"M{begin_x:g},{begin_y:g} C{begin_x:g},{begin_y + bend:g} {end_x:g},{end_y - bend:g} "
                f"{end_x:g},{end_y:g}"
            )
        else:
            # Past the rows between, on the side where it begins; backwards on the side of where it leads,
            # close by where that is the right one, so that it crosses no box beside it.
            back = steps < 0 and end_x > self.width / 2
            right = back or (steps > 0 and begin_x >= self.width / 2)
            side = self.width - MARGIN / 2 if right else MARGIN / 2
            side = self.left[to] + self._width(to) + BESIDE / 2 if back else side
            from_x = self.left[name] + (self._width(name) if right else 0)
            to_x = self.left[to] + (self._width(to) if right else 0)
            high, low = (HEAD / 4, HEAD * 3 / 4) if back else (HEAD / 2, HEAD / 2)
            from_y, to_y = self.top[name] + high, self.top[to] + low
            inward, down = (-ROUND if right else ROUND), (ROUND if steps > 0 else -ROUND)
            path = (
                f"M{from_x:g},{from_y:g} H{side + inward:g} Q{side:g},{from_y:g} {side:g},{from_y + down:g} "
                f"V{to_y - down:g} Q{side:g},{to_y:g} {side + inward:g},{to_y:g} H{to_x:g}"
            )
        return (
            f'<path d="{path}" fill="none" stroke="currentColor" opacity="{self._shade((name, to))}" '
            f'marker-end="url(#{self.tip})"/>'
        )


def _ranks(table: Table) -> dict[str, int]:
    """The row of each node: one below the lowest that leads there.

    An edge that leads back counts for none.
    """
    ranks: dict[str, int] = {}

    def visit(name: str, rank: int, above: tuple[str, ...]) -> None:
        if name in above:
            return
        if ranks.get(name, -1) < rank:
            ranks[name] = rank
            for to in list_successors(table, name) if name in table else ():
                visit(to, rank + 1, (*above, name))

    visit(START, 0, ())
    ranks[END] = max(ranks.values()) if ranks.get(END) == max(ranks.values()) else max(ranks.values()) + 1
    return ranks
