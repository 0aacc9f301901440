"""Files for spreadsheets: nothing that a visitor typed becomes a formula, whatever separates cells."""

import csv
import io
import unicodedata

from analytics.exports import cell, write_rows
from tests.parts.phrases import check_each, try_each

UNSEEN = ["\u200b", "\u2060", "\ufeff", "\u202e", "\u00a0", "\u3000", "\u3164", "\U000e0001", "\x00", '"']
WIDE = ["＝", "＋", "－", "＠", "\ufe66", "\u2212"]


def test_no_part_of_a_cell_begins_a_formula() -> None:
    check_each(
        (
            (f"{head}{before}{sign}1", f"{head}'{before}{sign}1")
            for sign in [*"=+-@", *WIDE]
            for before in ["", " ", *UNSEEN]
            for head in ["", "oi;", "oi;;", "oi\n", "oi\t"]
        ),
        cell,
    )


@try_each(
    "typed",
    ["R$ 120", "a = b", "oi; tudo bem", "segunda-feira; 10h", "linha\n\nlinha", "a@b.example", "\u200b", ""],
)
def test_what_is_no_formula_stays_as_it_is(typed: str) -> None:
    assert cell(typed) == typed


def test_texts_are_quoted_and_numbers_are_not() -> None:
    assert next(write_rows([["a;b", 2, 1.5, None]])) == b'"a;b",2,1.5,""\r\n'


@try_each("separator", [",", ";"])
def test_opened_with_either_separator_no_cell_is_a_formula(separator: str) -> None:
    typed = ["oi;=1+1", '";=1+1', 'x";"=1+1', "=1;=2", "a,;＝1"]
    sent = b"".join(write_rows([typed])).decode()
    for found in csv.reader(io.StringIO(sent, newline=""), delimiter=separator):
        assert not [
            each for each in found if unicodedata.normalize("NFKC", each).lstrip(' "')[:1] in {*"=+-@"}
        ]
