"""Pasted tables as workbooks, read back with openpyxl: nothing is lost, and nothing becomes a formula."""

import io

import openpyxl
import pytest

from demo.servers.spreadsheet import MOST_COLUMNS, MOST_ROWS, NoTable, table_in, workbook
from tests.parts.phrases import try_each

PEOPLE = "nombre,edad,ciudad\nAna,30,Lima\nLuis,25,Quito"


def read(content: bytes) -> list[list[object]]:
    sheet = openpyxl.load_workbook(io.BytesIO(content)).worksheets[0]
    return [[cell.value for cell in row] for row in sheet.iter_rows()]


@try_each(
    "text",
    [
        PEOPLE, PEOPLE.replace("\n", "\r\n"), PEOPLE.replace("\n", "\\n"), PEOPLE.replace(",", ";"),
        PEOPLE.replace(",", "\t"), PEOPLE.replace(",", " | "), f"Haz un Excel con estos datos: {PEOPLE}",
        f"Hola, necesito una planilla:\n\n{PEOPLE}\n\nGracias.",
    ],
    ids=["csv", "crlf", "escaped", "semicolons", "tabs", "bars", "same-line", "between-lines"],
)  # fmt: skip
def test_the_table_is_found_whatever_stands_around_it(text: str) -> None:
    assert read(workbook(table_in(text))) == [
        ["nombre", "edad", "ciudad"],
        ["Ana", 30, "Lima"],
        ["Luis", 25, "Quito"],
    ]


def test_quoted_cells_and_gaps_keep_their_place() -> None:
    rows = table_in('a,b,c\n"uno, dos",,3\n,"dijo ""hola""",')
    assert read(workbook(rows)) == [["a", "b", "c"], ["uno, dos", None, 3], [None, 'dijo "hola"', None]]


@try_each("cell", ["=1+1", '=HYPERLINK("http://x.example")', "+cmd|' /C calc'!A0", "-2+3", "@SUM(A1)"])
def test_what_looks_like_a_formula_stays_a_text(cell: str) -> None:
    made = openpyxl.load_workbook(io.BytesIO(workbook([["a", cell], [cell, "x"]]))).worksheets[0]
    for place in ("B1", "A2"):
        assert (made[place].value, made[place].data_type) == (cell, "s")
        assert made[place].quotePrefix, "it stays a text when somebody edits it"


@try_each(
    ("written", "value"),
    [("30", 30), ("-5", -5), ("2.5", 2.5), ("2,5", 2.5), ("007", "007"), ("1.200,50", "1.200,50"), ("0", 0),
     ("12345678901234567890", "12345678901234567890"), ("2026-11-22", "2026-11-22")],
)  # fmt: skip
def test_numbers_are_numbers_and_codes_are_not(written: str, value: object) -> None:
    assert read(workbook([["a", "b"], [written, "x"]]))[1][0] == value


def test_signs_that_a_workbook_cannot_hold_are_left_out() -> None:
    assert read(workbook([["a", "b"], ["x\x00\x0by", "z"]]))[1] == ["xy", "z"]


@try_each("text", ["", "hola", "nombre,edad,ciudad", "uno\ndos\ntres"])
def test_where_there_is_no_table_it_says_so(text: str) -> None:
    with pytest.raises(NoTable, match="no_table"):
        table_in(text)


@try_each("text", ["a,b\n" * (MOST_ROWS + 2), (",".join("a" * (MOST_COLUMNS + 1)) + "\n") * 2])
def test_a_table_beyond_the_limits_is_refused(text: str) -> None:
    with pytest.raises(NoTable, match="too_large"):
        table_in(text)
