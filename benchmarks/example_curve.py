"""Draws shares over the number of examples.

docs/pictures/examples.svg, by `benchmarks.example_tier --picture`.
"""

from collections.abc import Sequence
from math import log

WIDTH, HEIGHT, LEFT, TOP, RIGHT, BOTTOM = 640, 380, 52, 16, 176, 46
COLOURS = {"bundled": "#6d28d9", "none": "#d97706"}
CALLED = {"bundled": "with the encoder", "none": "words and letters alone"}
DASHES = {"right": "none", "decided": "6 5"}
STYLE = (
    "<style>svg{color:#1f2937;font:13px system-ui,sans-serif}text{fill:currentColor}"
    "@media(prefers-color-scheme:dark){svg{color:#e5e7eb}}</style>"
)
Line = tuple[str, str, Sequence[tuple[int, float]]]


def picture(lines: Sequence[Line]) -> str:
    """`lines` are (right or decided, embedder, [(examples an intent, share)]).

    The scale across is a logarithm.

    >>> picture([("right", "bundled", [(3, 0.65), (10, 0.81)])])
    '<svg ...'
    """
    numbers = sorted({number for _title, _embedder, points in lines for number, _share in points})
    low, high = log(numbers[0]), log(numbers[-1])

    def across(number: int) -> float:
        return LEFT + (WIDTH - LEFT - RIGHT) * (log(number) - low) / ((high - low) or 1)

    def down(share: float) -> float:
        return TOP + (HEIGHT - TOP - BOTTOM) * (1 - share)

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" '
        'aria-label="What is read rightly and what is decided, over the number of examples an intent">',
        STYLE,
    ]
    for percent in range(0, 101, 20):
        y = down(percent / 100)
        parts.append(
            f'<path d="M{LEFT},{y:.1f} H{WIDTH - RIGHT}" stroke="currentColor" stroke-opacity=".15"/>'
            f'<text x="{LEFT - 8}" y="{y + 4:.1f}" text-anchor="end">{percent} %</text>'
        )
    for number in numbers:
        parts.append(
            f'<text x="{across(number):.1f}" y="{HEIGHT - BOTTOM + 20}" text-anchor="middle">{number}</text>'
        )
    parts.append(
        f'<text x="{(LEFT + WIDTH - RIGHT) / 2:.0f}" y="{HEIGHT - 6}" text-anchor="middle">examples an '
        "intent</text>"
    )
    for title, embedder, points in lines:
        where = " ".join(f"{across(number):.1f},{down(share):.1f}" for number, share in points)
        parts.append(
            f'<polyline points="{where}" fill="none" stroke="{COLOURS[embedder]}" stroke-width="2.5" '
            f'stroke-dasharray="{DASHES[title]}"/>'
        )
        parts += [
            f'<circle cx="{across(number):.1f}" cy="{down(share):.1f}" r="3.5" fill="{COLOURS[embedder]}"/>'
            for number, share in points
        ]
    for number, (title, embedder, _points) in enumerate(lines):
        y = TOP + 14 + number * 40
        x = WIDTH - RIGHT + 16
        parts.append(
            f'<path d="M{x},{y} h26" stroke="{COLOURS[embedder]}" stroke-width="2.5" '
            f'stroke-dasharray="{DASHES[title]}"/>'
            f'<text x="{x + 34}" y="{y + 4}">{title}</text><text x="{x}" y="{y + 20}" font-size="11" '
            f'opacity=".75">{CALLED[embedder]}</text>'
        )
    return "\n".join([*parts, "</svg>", ""])
