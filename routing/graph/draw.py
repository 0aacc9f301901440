"""Draws the routing graph from its table: `python manage.py draw_graph > docs/router.svg`."""

from xml.sax.saxutils import escape

from routing.graph.graph import BRANCHES, EDGES, END, NODES, START

WIDTH, HEIGHT, GAP, MARGIN = 170, 40, 44, 24
STYLE = (
    "text{font:14px system-ui,sans-serif;fill:#1f2937}rect{fill:#f3f4f6;stroke:#6b7280}"
    "path{fill:none;stroke:#6b7280}@media(prefers-color-scheme:dark){text{fill:#e5e7eb}rect{fill:#1f2937}}"
)


def successors(node: str) -> tuple[str, ...]:
    """Where a node may lead, from the same table that is walked."""
    edge = EDGES[node]
    return (edge,) if isinstance(edge, str) else BRANCHES[node]


def svg() -> str:
    """The picture: one column in the order of the table, skipping edges bowed to the right."""
    order = [*NODES, END]
    top = {name: MARGIN + place * (HEIGHT + GAP) for place, name in enumerate(order)}
    height = MARGIN * 2 + len(order) * (HEIGHT + GAP) - GAP
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 420 {height}" role="img" '
        f'aria-label="The routing graph, from {START} to {END}"><style>{STYLE}</style>',
        '<defs><marker id="a" markerWidth="8" markerHeight="8" refX="7" refY="4" orient="auto">'
        '<path d="M0,0 L8,4 L0,8" /></marker></defs>',
    ]
    middle, right = MARGIN + WIDTH / 2, MARGIN + WIDTH
    for name in NODES:
        for following in successors(name):
            below = order.index(following) - order.index(name)
            if below == 1:
                line = f"M{middle},{top[name] + HEIGHT} L{middle},{top[following]}"
            else:
                begin, end, bow = top[name] + HEIGHT / 2, top[following] + HEIGHT / 2, right + 26 * below
                line = f"M{right},{begin} C{bow},{begin} {bow},{end} {right},{end}"
            parts.append(f'<path d="{line}" marker-end="url(#a)"/>')
    for name in order:
        parts.append(
            f'<rect x="{MARGIN}" y="{top[name]}" width="{WIDTH}" height="{HEIGHT}" rx="8"/>'
            f'<text x="{middle}" y="{top[name] + 25}" text-anchor="middle">{escape(name)}</text>'
        )
    return "\n".join([*parts, "</svg>", ""])
