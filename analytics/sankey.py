"""A small Sankey laid out on the server: who passed on at the left, who took over at the right.

Every node and every ribbon is a real link, so the picture needs no script; the table under it says the same.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from analytics.colours import choose_colours
from analytics.handoffs import Path

WIDTH, BAR, GAP, LEAST = 640.0, 14.0, 14.0, 3.0
LEFT, RIGHT = 150.0, WIDTH - 150.0
HEIGHT_A_PATH, SMALLEST, LARGEST = 34.0, 90.0, 420.0
MOST_PATHS = 30

Address = Callable[[str | None, str | None], str]


@dataclass(frozen=True, slots=True)
class Node:
    """A specialist as a bar; `x` and `text_x` are where it and its name stand."""

    name: str
    count: int
    x: float
    y: float
    height: float
    text_x: float
    anchor: str
    colour: int
    address: str

    @property
    def middle(self) -> float:
        return round(self.y + self.height / 2, 1)


@dataclass(frozen=True, slots=True)
class Ribbon:
    """One path as a band; `shape` is the `d` of its SVG path."""

    source: str
    target: str
    count: int
    shape: str
    colour: int
    address: str


@dataclass(frozen=True, slots=True)
class Sankey:
    """The whole picture, ready for a template."""

    width: float
    height: float
    nodes: tuple[Node, ...]
    ribbons: tuple[Ribbon, ...]


def lay_out(paths: Sequence[Path], address: Address, palette: Mapping[str, int] | None = None) -> Sankey:
    """Lays the most frequent paths out.

    `address(from, to)` is where a click leads, `palette` the page's colours.

    >>> len(lay_out([Path("billing", "orders", 3)], lambda source, target: "#").ribbons)
    1
    """
    shown = list(paths)[:MOST_PATHS]
    if palette is None:
        palette = choose_colours(name for path in shown for name in (path.source, path.target))
    sources = _totals([(path.source, path.count) for path in shown])
    targets = _totals([(path.target, path.count) for path in shown])
    room = min(LARGEST, max(SMALLEST, HEIGHT_A_PATH * len(shown)))
    total = sum(sources.values()) or 1
    scale = room / total
    left = _column(
        sources, scale, palette, LEFT - BAR, LEFT - BAR - 8, "end", lambda name: address(name, None)
    )
    right = _column(
        targets, scale, palette, RIGHT, RIGHT + BAR + 8, "start", lambda name: address(None, name)
    )
    at_left = {node.name: node.y for node in left}
    at_right = {node.name: node.y for node in right}
    ribbons = []
    for path in shown:
        thick = max(LEAST, path.count * scale)
        ribbons.append(
            Ribbon(
                path.source,
                path.target,
                path.count,
                _band(at_left[path.source], at_right[path.target], thick),
                palette[path.source],
                address(path.source, path.target),
            )
        )
        at_left[path.source] += path.count * scale
        at_right[path.target] += path.count * scale
    ends = [node.y + node.height for node in (*left, *right)]
    # A thin ribbon is drawn thicker than its share, so that it can be seen: it may reach below its bar.
    height = max([*ends, *at_left.values(), *at_right.values()], default=0.0) + LEAST + 4
    return Sankey(WIDTH, round(height, 1), (*left, *right), tuple(ribbons))


def _totals(pairs: list[tuple[str, int]]) -> dict[str, int]:
    totals: dict[str, int] = {}
    for name, count in pairs:
        totals[name] = totals.get(name, 0) + count
    return dict(sorted(totals.items(), key=lambda item: (-item[1], item[0])))


def _column(
    totals: dict[str, int],
    scale: float,
    palette: Mapping[str, int],
    x: float,
    text_x: float,
    anchor: str,
    address: Callable[[str], str],
) -> list[Node]:
    nodes, y = [], 4.0
    for name, count in totals.items():
        height = max(LEAST, count * scale)
        nodes.append(
            Node(name, count, x, round(y, 1), round(height, 1), text_x, anchor, palette[name], address(name))
        )
        y += height + GAP
    return nodes


def _band(top_left: float, top_right: float, thick: float) -> str:
    middle = (LEFT + RIGHT) / 2
    a, b = top_left, top_right
    return (
        f"M{LEFT:.1f} {a:.1f} C{middle:.1f} {a:.1f} {middle:.1f} {b:.1f} {RIGHT:.1f} {b:.1f} "
        f"L{RIGHT:.1f} {b + thick:.1f} "
        f"C{middle:.1f} {b + thick:.1f} {middle:.1f} {a + thick:.1f} {LEFT:.1f} {a + thick:.1f} Z"
    )
