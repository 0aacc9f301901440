"""Tables as CSV: written row by row, with a mark that spreadsheets know as UTF-8, and without formulas.

What begins like a formula gets a quote before it: what a visitor typed must not run where an analyst opens
it. A text begins where the cell does, and again after a semicolon, a tab and a new line: a spreadsheet may
begin a cell there (semicolons where a comma is the decimal sign, as in Brazil and Spain).
"""

import csv
import io
import re
from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Sequence
from typing import Any, TypeVar

from django.http import StreamingHttpResponse

from conversations.visits import visit

MARK = "\ufeff"
# Signs that begin a formula, also small, full width and as a minus sign; and what spreadsheets do not see
# before them: blanks, quotes, marks of direction, fillers and joiners.
FORMULA = r"=+\-@\u2212\ufe62\ufe63\ufe66\ufe6b\uff0b\uff0d\uff1d\uff20"
UNSEEN = (
    r'\x00-\x08\x0b\x0c\x0e-\x20"\x7f-\xa0\u00ad\u034f\u061c\u115f\u1160\u1680\u17b4\u17b5\u180b-\u180f'
    r"\u2000-\u200f\u2028-\u202f\u205f-\u206f\u2800\u3000\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff9-\ufffb"
    r"\U000e0000-\U000e0fff"
)
BEGINS = re.compile(rf"(\A(?=[\t\r])|(?:\A|[;\t\r\n])(?=[{UNSEEN}]*[{FORMULA}]))")
LOT = 500  # rows read at once

T = TypeVar("T")


def cell(value: Any) -> Any:
    """A value as it may stand in a spreadsheet.

    >>> cell("=1+1")
    "'=1+1"
    >>> cell("oi;=1+1")
    "oi;'=1+1"
    """
    if isinstance(value, str):
        return BEGINS.sub(r"\1'", value)
    return "" if value is None else value


def write_rows(rows: Iterable[Sequence[Any]]) -> Iterator[bytes]:
    """Each row as its line; every text in quotes, whatever separates cells where it is opened."""
    page = io.StringIO()
    writer = csv.writer(page, quoting=csv.QUOTE_NONNUMERIC)
    for row in rows:
        writer.writerow([cell(value) for value in row])
        yield page.getvalue().encode()
        page.seek(0)
        page.truncate()


def download(
    name: str, heads: Sequence[str], lots: AsyncIterator[Iterable[Sequence[Any]]]
) -> StreamingHttpResponse:
    """`name.csv`, sent while it is read."""

    async def stream() -> AsyncIterator[bytes]:
        yield MARK.encode() + b"".join(write_rows([heads]))
        async for rows in lots:
            yield b"".join(write_rows(rows))

    response = StreamingHttpResponse(stream(), content_type="text/csv; charset=utf-8")
    response.headers["Content-Disposition"] = f'attachment; filename="{name}.csv"'
    response.headers["Cache-Control"] = "private, no-store"
    return response


async def in_lots(
    keys: Sequence[T], read: Callable[[Sequence[T]], Iterable[Sequence[Any]]]
) -> AsyncIterator[Any]:
    """Reads rows for some hundred keys at a time, each in a visit of its own, so that no visit is long."""
    for start in range(0, len(keys), LOT):
        lot = keys[start : start + LOT]
        yield await visit(lambda lot=lot: list(read(lot)))  # type: ignore[misc]


async def at_once(rows: Iterable[Sequence[Any]]) -> AsyncIterator[Any]:
    """Rows that are known already."""
    yield rows
