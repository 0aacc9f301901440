"""The finance domain's own small market: stocks, where they are traded, and how people call them."""

import json
import math
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from functools import cached_property
from pathlib import Path
from typing import Any
from unicodedata import combining, normalize

MOST = 5  # candidates
DAYS = {"1W": 7, "1M": 30, "3M": 91, "1Y": 365}


@dataclass(frozen=True)
class Stock:
    """One stock in one market; `previous` is the last close, `dividend` in percent of the price."""

    symbol: str
    name: str
    short: str
    market: str
    price: float
    previous: float
    sector: str
    pe: float
    dividend: float
    volatility: float
    beta: float
    aliases: Sequence[str]

    @property
    def change(self) -> float:
        return round(self.price - self.previous, 2)

    @property
    def change_pct(self) -> float:
        return round((self.price / self.previous - 1) * 100, 2)

    @property
    def context(self) -> dict[str, str]:
        """Where it is traded."""
        about = MARKETS[self.market]
        place = {key: str(about[key]) for key in ("exchange", "timezone", "currency")}
        return {"market": self.market, **place}

    @property
    def currency(self) -> str:
        return self.context["currency"]

    @cached_property
    def called(self) -> frozenset[str]:
        """Everything that names it and nothing else, folded."""
        bare = self.symbol.split(".")[0]
        return frozenset(fold(each) for each in (self.symbol, bare, self.name, *self.aliases))

    def closes(self, days: int, today: date) -> list[tuple[date, float]]:
        """Its closes of so many days: made up, the same whenever they are asked for, ending at its price."""
        seed = zlib.crc32(self.symbol.encode()) % 997
        found = []
        for back in range(days, -1, -1):
            day = today - timedelta(days=back)
            if day.weekday() < 5 or back == 0:
                wave = math.sin((seed + back) / 9) + 0.5 * math.sin((seed + back) / 3.3)
                here = math.sin(seed / 9) + 0.5 * math.sin(seed / 3.3)
                drift = 1 + self.volatility * (0.12 * (wave - here) - back / 2500)
                found.append((day, round(self.price * drift, 2)))
        return found


def fold(text: str) -> str:
    """Without accents and case, single spaces.

    >>> fold("  Telefónica ")
    'telefonica'
    """
    plain = "".join(letter for letter in normalize("NFKD", text) if not combining(letter))
    return " ".join(plain.casefold().split())


def search(text: str) -> list[Stock]:
    """The stocks that a text names: exactly, or by a part of their names. At most five."""
    wanted = fold(text)
    if not wanted:
        return []
    exact = [stock for stock in STOCKS if wanted in stock.called]
    if exact:
        return exact[:MOST]
    tokens = set(wanted.split())
    near = [stock for stock in STOCKS if any(tokens <= set(name.split()) for name in stock.called)]
    return near[:MOST] or _of_a_market(wanted)


def _of_a_market(wanted: str) -> list[Stock]:
    """A company with its market behind it: "ericsson stockholm", "santander brazil"."""
    for code, about in MARKETS.items():
        for place in map(fold, about["names"]):
            if place and wanted.endswith(f" {place}"):
                tokens = set(wanted.removesuffix(f" {place}").split())
                here = [stock for stock in STOCKS if stock.market == code]
                return [each for each in here if any(tokens <= set(name.split()) for name in each.called)]
    return []


def by_symbol(symbol: str) -> Stock | None:
    """A stock by its ticker, in any case."""
    return next((stock for stock in STOCKS if stock.symbol == symbol.strip().upper()), None)


def market(text: str) -> str | None:
    """The code of the market that a text names; None for an unknown one."""
    wanted = fold(text)
    return next((code for code, about in MARKETS.items() if wanted in map(fold, about["names"])), None)


_told: dict[str, Any] = json.loads((Path(__file__).parent / "data" / "quotes.json").read_text())
MARKETS: dict[str, dict[str, Any]] = _told["markets"]
STOCKS = tuple(Stock(**each) for each in _told["stocks"])
