"""Days that are gone, in four languages, and which values are days of what has happened."""

from datetime import date

import pytest

from language import clock_times, days, past_days

TODAY = date(2026, 12, 1)  # a Tuesday
GONE = [
    ("yesterday", "en", "2026-11-30"),
    ("the day before yesterday", "en", "2026-11-29"),
    ("three days ago", "en", "2026-11-28"),
    ("a week ago", "en", "2026-11-24"),
    ("last Friday", "en", "2026-11-27"),
    ("it was on Monday", "en", "2026-11-30"),
    ("20 October", "en", "2026-10-20"),
    ("the 24th", "en", "2026-11-24"),
    ("ontem", "pt", "2026-11-30"),
    ("anteontem", "pt", "2026-11-29"),
    ("há três dias", "pt", "2026-11-28"),
    ("duas semanas atrás", "pt", "2026-11-17"),
    ("na última sexta", "pt", "2026-11-27"),
    ("segunda passada", "pt", "2026-11-30"),
    ("foi dia 20 de outubro", "pt", "2026-10-20"),
    ("ayer", "es", "2026-11-30"),
    ("anteayer", "es", "2026-11-29"),
    ("hace tres días", "es", "2026-11-28"),
    ("el lunes pasado", "es", "2026-11-30"),
    ("el 25/11", "es", "2026-11-25"),
    ("30/11", "es", "2026-11-30"),
    ("no, el 24", "es", "2026-11-24"),
    ("hier", "fr", "2026-11-30"),
    ("avant-hier", "fr", "2026-11-29"),
    ("il y a trois jours", "fr", "2026-11-28"),
    ("vendredi dernier", "fr", "2026-11-27"),
    ("non, le 24", "fr", "2026-11-24"),
]


@pytest.mark.parametrize(("text", "language", "day"), GONE, ids=[each[0] for each in GONE])
def test_a_day_of_what_has_happened_is_the_last_of_its_name(text, language, day):
    assert days.read(text, TODAY, language, "past") == [day]
    assert date.fromisoformat(day) <= TODAY
    assert day in days.read(text, TODAY, language, "any")


@pytest.mark.parametrize("text", ["last Friday", "ontem", "hace tres días", "lundi dernier", "foi na sexta"])
def test_what_is_to_come_is_no_day_that_is_gone(text):
    assert days.read(text, TODAY, "en") == []


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("25/11", "2026-11-25"),
        ("15/12", "2026-12-15"),
        ("2 de mayo", "2027-05-02"),
        ("el viernes", "2026-12-04"),
        ("el viernes pasado", "2026-11-27"),
        ("25/11/2027", "2027-11-25"),
    ],
)
def test_where_nobody_knows_a_near_day_that_is_gone_is_meant(text, day):
    assert days.read(text, TODAY, "es", "nearest") == [day]


@pytest.mark.parametrize(
    ("told", "when"),
    [
        (("purchased_at",), "past"),
        (("scheduled_for",), "future"),
        (("day", "Day", "data do acidente"), "past"),
        (("fecha", "fecha del accidente"), "past"),
        (("jour", "date d'achat"), "past"),
        (("day", "día de la entrega"), "future"),
        (("dia", "novo dia"), "future"),
        (("date", "date de la livraison"), "future"),
        (("day",), "nearest"),
        (("pickup_day", "Day on which the boat is picked up"), "nearest"),
    ],
)
def test_a_value_is_called_what_it_is_a_day_of(told, when):
    assert past_days.when_of(told) == when


@pytest.mark.parametrize("text", ["the 24 lamps", "el 24 por ciento", "24", "o 3"])
def test_what_counts_is_no_day(text):
    assert days.read(text, TODAY, "es") == []


@pytest.mark.parametrize(
    ("text", "asked", "times"),
    [
        ("9 e meia", True, ["09:30"]),
        ("umas 9 e meia", True, ["09:30"]),
        ("10", True, ["10:00"]),
        ("cinco y cuarto", False, ["17:15"]),
        ("9 e meia", False, ["09:30"]),
        ("10", False, []),
        ("3 bolsas e meia", False, []),
    ],
)
def test_an_hour_alone_answers_when(text, asked, times):
    assert clock_times.read_bare(text, asked) == times
