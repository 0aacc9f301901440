"""Days by their number in a month, and what only looks like one."""

import time
from datetime import date

from language import clock_times, days
from tests.parts.phrases import try_each

TODAY = date(2026, 11, 30)  # a Monday


@try_each(
    ("language", "text", "found"),
    [
        ("en", "3 dec or Jan 5th", ["2026-12-03", "2027-01-05"]),
        ("es", "6 de dic.", ["2026-12-06"]),
        ("fr", "3 déc.", ["2026-12-03"]),
        ("en", "Dec. 3, 2027", ["2027-12-03"]),
        ("pt", "dia 2 set, 3 de out", ["2027-09-02", "2027-10-03"]),
        ("pt", "quinta dia 10", ["2026-12-10"]),
        ("pt", "na terça que é dia 15", ["2026-12-15"]),
        ("pt", "quinta, 10/12", ["2026-12-10"]),
        ("pt", "11 de dezembro, sexta", ["2026-12-11"]),
        ("pt", "na 3ª-feira dia 8", ["2026-12-08"]),
        ("es", "el viernes 11 a las 2", ["2026-12-11"]),
        ("en", "Thursday the 10th at 3pm", ["2026-12-10"]),
        ("fr", "le jeudi 10", ["2026-12-10"]),
        ("pt", "dia 30", ["2026-11-30"]),
        ("en", "on the 10th", ["2026-12-10"]),
        ("es", "del 4 al 8 de diciembre", ["2026-12-04", "2026-12-08"]),
        ("en", "8-11 Dec", ["2026-12-08", "2026-12-11"]),
        ("en", "from Monday 7 to Friday 11", ["2026-12-07", "2026-12-11"]),
        ("pt", "hj ou amnh", ["2026-11-30", "2026-12-01"]),
        ("en", "tmrw or thurs", ["2026-12-03", "2026-12-01"]),
        ("en", "12/5/2026", ["2026-12-05"]),
        ("en", "2026-05-12", ["2026-05-12"]),
    ],
)
def test_a_day_is_read_by_its_number(language, text, found):
    assert days.read(text, TODAY, language) == found


@try_each(
    ("language", "text"),
    [
        ("en", "friday 11am"),
        ("pt", "sexta 11h"),
        ("pt", "sexta 11 da manhã"),
        ("pt", "sexta as 11"),
        ("en", "Friday 9 to 5"),
        ("pt", "sexta 4 pessoas"),
        ("en", "friday 10 boxes"),
    ],
)
def test_an_hour_or_a_count_behind_a_weekday_is_no_day_of_a_month(language, text):
    assert days.read(text, TODAY, language) == ["2026-12-04"]


@try_each(
    "text",
    [
        "2 out of 10",
        "10 set menus",
        "10 dias",
        "dia 10 do mês passado",
        "the 10th floor",
        "the 2nd",
        "10",
        "sexta, 5 de dezembro",  # a Saturday
        "na quinta dia 31 de dezembro de 2027",  # a Friday
        "friday 7",  # none is near, and it may be an hour
    ],
)
def test_what_is_no_day_or_none_that_exists_is_asked_for(text):
    assert days.read(text, TODAY, "pt") == days.read(text, TODAY, "en") == []


@try_each(
    ("text", "found"),
    [
        ("12.30pm", ["12:30"]),
        ("at 11.15 a.m.", ["11:15"]),
        ("about 10 to midnight", ["23:50"]),
        ("quinze para a meia-noite", ["23:45"]),
        ("from 10 to midnight", ["00:00"]),
        ("11.15", []),
    ],
)
def test_times_with_a_dot_and_minutes_before_midnight(text, found):
    assert clock_times.read(text) == found


@try_each(
    "text",
    ["viernes 11 ", "quinta dia 10 ", "3 dec, ", "8-", "de 4 a 8 de dez ", "10 to midnight ", "the 10th "],
)
def test_they_are_read_in_a_time_of_the_length(text):
    began = time.process_time()
    days.read(text * 4000, TODAY, "en")
    days.find_places(text * 1000)
    clock_times.read(text * 4000)
    assert time.process_time() - began < 4
