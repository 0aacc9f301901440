"""What people write to a tool that wants a number, a time, a day or a month: one value is read of each, and
none where a part of a number would be.
"""

from datetime import date
from pathlib import Path

from agents.llm.offline.counts import read_numbers
from agents.specs import ParameterSpec, ToolSpec
from language import clock_times, days, month_names
from tests.parts.phrases import try_each

TODAY = date(2026, 11, 30)
SENTENCES = (Path(__file__).parent / "data" / "quantities.txt").read_text("utf-8").splitlines()


def read(language: str, wanted: str, text: str, replied: bool = False) -> list[str]:
    match wanted:
        case "time":
            return clock_times.read(text)
        case "day":
            return days.read(text, TODAY, language)
        case "month":
            return month_names.read(text, TODAY)
    number = ParameterSpec(wanted, type="number")
    return read_numbers(ToolSpec("measure", "main", parameters=(number,)), number, text, language, replied)


@try_each("line", SENTENCES)
def test_one_value_is_read_or_none(line):
    language, wanted, text, value = line.split("|")
    assert read(language, wanted, text) == ([value] if value else [])


@try_each(
    ("text", "values"),
    [
        ("uma mesa para quatro às oito da noite do dia 5 de dezembro", ["4"]),
        ("no dia 2026-12-05, para 4 pessoas", ["4"]),
        ("meia dúzia", ["6"]),
        ("um milhão e meio", ["1500000"]),
        ("quero uma mesa", []),
    ],
)
def test_what_tells_when_and_an_article_count_nothing(text, values):
    assert read("pt", "people", text) == values


def test_what_is_measured_is_the_value_of_what_has_no_unit_only_where_it_was_asked_for():
    assert read("pt", "carga", "chega em 2 horas, são 500 kg") == []
    assert read("pt", "carga", "500 kg", replied=True) == ["500"]
    assert read("pt", "carga_kg", "500 ml", replied=True) == []
