"""Each specialist has one of eight colours on a page, and the same one on every visit: `c0` to `c7`."""

import zlib
from collections.abc import Iterable

COLOURS = 8


def colours(names: Iterable[str]) -> dict[str, int]:
    """A colour for each specialist, two the same only when there are more of them than colours.

    >>> sorted(colours(["billing", "orders"])) == ["billing", "orders"]
    True

    A name begins at its own place and takes the next one that is free, so that a newcomer moves few.
    """
    found: dict[str, int] = {}
    free = set(range(COLOURS))
    for name in sorted(set(names)):
        free = free or set(range(COLOURS))
        own = zlib.crc32(name.encode("utf-8", "surrogatepass"))
        found[name] = next(place % COLOURS for place in range(own, own + COLOURS) if place % COLOURS in free)
        free.discard(found[name])
    return found
