"""A table pasted as text (CSV) as an .xlsx workbook, in memory.

>>> table_in("Hazme un excel: nombre,edad\\nAna,30")
[['nombre', 'edad'], ['Ana', '30']]
"""

import csv
import io
import re
from itertools import groupby
from typing import cast

from openpyxl import Workbook
from openpyxl.cell.cell import ILLEGAL_CHARACTERS_RE, Cell
from openpyxl.styles import Font
from openpyxl.utils import get_column_letter

DELIMITERS = ("\t", ";", "|", ",")
MOST_ROWS, MOST_COLUMNS, LONGEST_CELL = 2000, 50, 2000
WIDEST = 60  # characters of a column as it is first shown
# Numbers as people write them here, without signs of thousands; "007" and long account numbers stay text.
NUMBER = re.compile(r"-?(?:0|[1-9]\d{0,14})(?:[.,]\d{1,6})?\Z")
FORMULA = ("=", "+", "-", "@", "\t", "\r")
WISH = re.compile(r"\A[^\n]{0,200}?:\s+(?=\S)")


class NoTable(ValueError):
    """There is no table in the text, or one that is too large; `code` is no_table or too_large."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


def table_in(text: str) -> list[list[str]]:
    """The rows of the largest block of lines that share a delimiter; the first is the header.

    Raises `NoTable` when there are not two rows of two columns, or too many of them. Line ends that came
    as the two characters backslash and n are read as line ends where there is no other.
    """
    if "\n" not in text.strip() and "\\n" in text:
        text = text.replace("\\n", "\n")
    found = max((_rows(text, sign) for sign in DELIMITERS), key=len)
    if len(found) < 2:
        raise NoTable("no_table")
    if len(found) > MOST_ROWS + 1 or max(map(len, found)) > MOST_COLUMNS:
        raise NoTable("too_large")
    return found


def _rows(text: str, delimiter: str) -> list[list[str]]:
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    blocks = [list(group) for has, group in groupby(lines, lambda line: delimiter in line) if has]
    block = max(blocks, key=len, default=[])
    if not block:
        return []
    head = WISH.sub("", block[0], 1)
    block[0] = head if delimiter in head else block[0]
    try:
        rows = [
            [cell.strip() for cell in row] for row in csv.reader(block, delimiter=delimiter, strict=False)
        ]
    except csv.Error:
        return []
    return [row for row in rows if any(row)]


def workbook(rows: list[list[str]]) -> bytes:
    """The rows as an .xlsx: a bold header, numbers as numbers, and nothing of it a formula."""
    book = Workbook()
    sheet = book.worksheets[0]
    sheet.title = "Datos"
    for number, row in enumerate(rows, 1):
        for column, text in enumerate(row, 1):
            _write(cast(Cell, sheet.cell(number, column)), text, header=number == 1)
    for column in range(1, max(map(len, rows)) + 1):
        longest = max((len(row[column - 1]) for row in rows if len(row) >= column), default=0)
        sheet.column_dimensions[get_column_letter(column)].width = min(longest + 2, WIDEST)
    sheet.freeze_panes = "A2"
    made = io.BytesIO()
    book.save(made)
    return made.getvalue()


def _write(cell: Cell, text: str, header: bool) -> None:
    clean = ILLEGAL_CHARACTERS_RE.sub("", text)[:LONGEST_CELL]
    if not header and NUMBER.match(clean):
        written = float(clean.replace(",", "."))
        cell.value = int(written) if written.is_integer() and clean.lstrip("-").isdigit() else written
        return
    cell.value = clean
    cell.data_type = "s"  # a text, whatever it begins with: openpyxl makes a formula of what begins with "="
    if clean.startswith(FORMULA):
        cell.quotePrefix = True  # and stays one when somebody edits it or stores it as CSV
    if header:
        cell.font = Font(bold=True)
