"""What readers of all formats share: what they yield, and how much they read at most."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

MOST_CHARACTERS = 20_000_000  # of text in one document
MOST_UNPACKED = 200 * 2**20  # bytes of all that an office file holds
MOST_RATIO = 200  # of what it holds to its size, once it holds more than LITTLE
LITTLE = 10 * 2**20
MOST_PARTS = 10_000


class Read(NamedTuple):
    """One block as it is read.

    `page` counts from 1, 0 where a format has none; `of` is how many there are.
    """

    text: str
    section: str = ""
    page: int = 0
    of: int = 0


@dataclass(frozen=True, slots=True)
class PageFacts:
    """What a web page says of itself.

    `digest` is of what people read, so that a page whose scripts alone changed is the same one; `links` are
    whole addresses, of a sitemap (`sitemap`) those that it lists.
    """

    title: str = ""
    language: str = ""
    dated: str = ""
    digest: str = ""
    links: tuple[str, ...] = ()
    sitemap: bool = False
    noindex: bool = False
    nofollow: bool = False


Reader = Callable[[Path], Iterator[Read]]


def row(names: Sequence[str], values: Sequence[str]) -> str:
    """A row of a table, each value behind what it is.

    >>> row(["Plan", "Price"], ["Family", "99.90"])
    'Plan: Family; Price: 99.90'
    """
    pairs = zip([*names, *[""] * (len(values) - len(names))], values, strict=False)
    return "; ".join(f"{name}: {value}" if name else value for name, value in pairs if value)
