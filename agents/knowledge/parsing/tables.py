"""Tables: CSV and XLSX. Each row is a block that says what each of its values is, by the first row."""

import csv
import io
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from agents.knowledge.parsing.base import Read
from agents.knowledge.parsing.base import row as row_text
from agents.knowledge.parsing.errors import Unreadable
from agents.knowledge.parsing.text import decode

csv.field_size_limit(1_000_000)


def read_csv(path: Path) -> Iterator[Read]:
    """CSV, with whatever separates its values."""
    text = decode(path)
    try:
        dialect = csv.Sniffer().sniff(text[:10_000], ",;\t|")
    except csv.Error:
        dialect = csv.excel
    try:
        yield from _rows(csv.reader(io.StringIO(text), dialect))
    except csv.Error as error:
        raise Unreadable("broken") from error


def workbook(path: Path) -> Iterator[Read]:
    """XLSX: each sheet is a section."""
    from openpyxl import load_workbook

    with path.open("rb") as file:
        book = load_workbook(file, read_only=True, data_only=True)
        for sheet in book.worksheets:
            for read in _rows(sheet.iter_rows(values_only=True)):
                yield read._replace(section=sheet.title)


def _rows(rows: Iterable[Sequence[object]]) -> Iterator[Read]:
    names: list[str] = []
    for row in rows:
        values = ["" if value is None else str(value).strip() for value in row]
        if not any(values):
            continue
        if not names:
            names = values
            continue
        yield Read(row_text(names, values))
    if names:
        yield Read("; ".join(filter(None, names)))
