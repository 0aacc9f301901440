"""Draws a plan as it was carried out.

Its steps as boxes, in rows, what depends on what as lines between them.

    picture(steps, label="The plan of turn 3")      # steps as the record keeps them

What a step came to is written in its box, besides its colour and the kind of its line.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import count
from typing import Any, NamedTuple
from xml.sax.saxutils import escape, quoteattr

from routing.planning.execute.sentences import format_value

WIDTH, HEIGHT, BESIDE, GAP, MARGIN = 248, 78, 20, 44, 12
ABREAST = 4  # boxes beside each other; more of one rank go on in the next row
LETTERS = 30  # of a line in a box
DASHES = {"cancelled": "3 4", "clarification": "7 4", "begun": "12 3"}
_drawn = count()  # one page may hold several pictures, and a name stands once in it


@dataclass(frozen=True, slots=True)
class Box:
    """One step to draw: `state` is how it ended, `lines` what its box says below the title, `link` where it
    leads.
    """

    id: int
    title: str
    state: str = ""
    lines: tuple[str, ...] = ()
    depends_on: tuple[int, ...] = ()
    link: str = ""


class _Place(NamedTuple):
    left: float
    top: float

    @property
    def middle(self) -> float:
        return self.left + WIDTH / 2


def picture(boxes: Sequence[Box], label: str) -> str:
    """The picture as SVG for a page; colours are the page's. Empty without a step."""
    if not boxes:
        return ""
    rows = _list_rows(boxes)
    widths = [len(row) * (WIDTH + BESIDE) - BESIDE for row in rows]
    width, height = 2 * MARGIN + max(widths), 2 * MARGIN + len(rows) * (HEIGHT + GAP) - GAP
    places = {
        box.id: _Place((width - widths[down]) / 2 + at * (WIDTH + BESIDE), MARGIN + down * (HEIGHT + GAP))
        for down, row in enumerate(rows)
        for at, box in enumerate(row)
    }
    tip = f"plan-tip-{next(_drawn)}"
    role = "group" if any(box.link for box in boxes) else "img"  # what leads somewhere is no mere picture
    parts = [
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
            f'width="{width}" role="{role}" aria-label={quoteattr(label)}>'
        ),
        f'<defs><marker id="{tip}" markerWidth="8" markerHeight="8" refX="7" refY="4" orient="auto">'
        '<path d="M0,0 L8,4 L0,8" fill="none" stroke="currentColor"/></marker></defs>',
    ]
    parts += [
        _line(places[before], places[box.id], tip, box.state)
        for box in boxes
        for before in box.depends_on
        if before in places and before != box.id
    ]
    parts += [_box(box, places[box.id]) for box in boxes]
    return "\n".join([*parts, "</svg>"])


def _list_rows(boxes: Sequence[Box]) -> list[list[Box]]:
    """The boxes of each rank beside each other, in as many rows as they need."""
    ranks = rank_steps({box.id: box.depends_on for box in boxes})
    found: list[list[Box]] = []
    for rank in sorted(set(ranks.values())):
        row = [box for box in boxes if ranks[box.id] == rank]
        found += [row[start : start + ABREAST] for start in range(0, len(row), ABREAST)]
    return found


def rank_steps(depends: Mapping[int, Sequence[int]]) -> dict[int, int]:
    """The rank of each step: one behind the last of those it waits for; a circle is not followed.

    >>> rank_steps({1: (), 2: (1,), 3: (1, 2)})
    {1: 0, 2: 1, 3: 2}
    """
    ranks = dict.fromkeys(depends, 0)
    for _round in range(len(depends)):
        changed = False
        for step, needed in depends.items():
            rank = max((ranks[each] + 1 for each in needed if each in ranks and each != step), default=0)
            rank = min(rank, len(depends))
            if rank > ranks[step]:
                ranks[step], changed = rank, True
        if not changed:
            break
    return ranks


def _box(box: Box, place: _Place) -> str:
    dash = f' stroke-dasharray="{DASHES[box.state]}"' if box.state in DASHES else ""
    texts = [
        (f"{box.id} · {box.title}", 22, "600"),
        *((line, 42 + 18 * n, "400") for n, line in enumerate(box.lines[:2])),
    ]
    lines = "".join(
        (
            f'<text x="{place.left + 12:g}" y="{place.top + down:g}" font-weight="{weight}">'
            f"{escape(short(text))}</text>"
        )
        for text, down, weight in texts
    )
    drawn = (
        f'<rect x="{place.left:g}" y="{place.top:g}" width="{WIDTH}" height="{HEIGHT}" rx="8" '
        f'stroke="currentColor"{dash}/>{lines}'
    )
    name = escape(" · ".join((f"{box.id} {box.title}", *box.lines)))
    inner = (
        f"<a href={quoteattr(box.link)}><title>{name}</title>{drawn}</a>"
        if box.link
        else f"<title>{name}</title>{drawn}"
    )
    return f'<g class="step is-{escape(box.state or "open")}">{inner}</g>'


def _line(before: _Place, after: _Place, tip: str, state: str) -> str:
    begin, end = before.top + HEIGHT, after.top
    bend = max((end - begin) / 2, GAP / 2)
    path = (
        f"M{before.middle:g},{begin:g} C{before.middle:g},{begin + bend:g} {after.middle:g},{end - bend:g} "
        f"{after.middle:g},{end:g}"
    )
    dash = f' stroke-dasharray="{DASHES["cancelled"]}"' if state == "cancelled" else ""
    return (
        f'<path class="needs" d="{path}" fill="none" stroke="currentColor"{dash} marker-end="url(#{tip})"/>'
    )


def short(text: str, most: int = LETTERS) -> str:
    """One line of a box."""
    plain = " ".join(str(text).split())
    return plain if len(plain) <= most else plain[: most - 1] + "…"


def inputs(params: Mapping[str, Any], language: str) -> str:
    """What a step was given, in a line: `symbol PETR4.SA`."""
    texts = {name: format_value(value, language) for name, value in params.items()}
    return ", ".join(f"{name} {text}" for name, text in texts.items() if text)
