"""Tables as CSV: written row by row, with a mark that spreadsheets know as UTF-8, and without formulas.

A cell that begins like a formula gets a quote before it: what a visitor typed must not run where an
analyst opens it.
"""

import csv
import io
from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Sequence
from typing import Any, TypeVar

from django.http import StreamingHttpResponse

from conversations.visits import visit

MARK = "\ufeff"
FORMULA = ("=", "+", "-", "@", "\t", "\r")
LOT = 500  # rows read at once

T = TypeVar("T")


def cell(value: Any) -> Any:
    """A value as it may stand in a spreadsheet.

    >>> cell("=1+1")
    "'=1+1"
    """
    if isinstance(value, str) and value.lstrip(" ").startswith(FORMULA):
        return f"'{value}"
    return "" if value is None else value


def written(rows: Iterable[Sequence[Any]]) -> Iterator[bytes]:
    """Each row as its line."""
    page = io.StringIO()
    writer = csv.writer(page)
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
        yield MARK.encode() + b"".join(written([heads]))
        async for rows in lots:
            yield b"".join(written(rows))

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
