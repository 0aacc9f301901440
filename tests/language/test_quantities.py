"""Numbers with units, places with a direction, corrections, conditions, and days as people write them."""

from datetime import date

from language import clock_times, days, directions, instead, number_words, quantities
from tests.parts.phrases import try_each

TODAY = date(2026, 11, 30)  # a Monday


@try_each(
    ("text", "language", "value", "unit"),
    [
        ("1.500 kg", "pt", 1500, "kg"),
        ("1.500 kg", "en", 1.5, "kg"),
        ("1,500.75 lb", "en", 1500.75, "lb"),
        ("1.500,75 kilos", "es", 1500.75, "kg"),
        ("1 500 kg", "fr", 1500, "kg"),
        ("1,5 tonelada", "pt", 1.5, "t"),
        ("500g", "es", 500, "g"),
        ("0.500 kg", "pt", 0.5, "kg"),
        ("12 caixas", "pt", 12, ""),
    ],
)
def test_a_number_is_read_as_its_language_writes_it(text, language, value, unit):
    [found] = quantities.find(text, language)
    assert (found.value, found.unit) == (value, unit)


@try_each("text", ["às 14:30 de 04/12", "BR123456789", "Rua XV"])
def test_times_days_and_codes_are_no_quantities(text):
    assert quantities.find(text, "pt") == []


@try_each(
    ("about", "unit"),
    [
        (["peso_kg"], "kg"),
        (["weight", "Weight in grams"], "g"),
        (["size", "Fits in a box"], ""),
        (["dias"], "day"),
    ],
)
def test_a_value_says_what_it_is_measured_in(about, unit):
    assert quantities.find_unit(about) == unit


def test_only_what_measures_the_same_is_turned_into_another_unit():
    assert (quantities.convert(1.5, "t", "kg"), quantities.convert(2, "m", "kg")) == (1500, None)


@try_each(
    ("text", "direction"),
    [
        ("um frete saindo de ", "from"),
        ("flete hacia ", "to"),
        ("from Leeds to ", "to"),
        ("au départ de ", "from"),
    ],
)
def test_the_word_before_a_place_says_the_way(text, direction):
    assert directions.before_place(text) == direction


@try_each(
    ("text", "said"),
    [
        ("não, espera, é outro código", "outro código"),
        ("no, es 65", "65"),
        ("no, wait, it is 65", "65"),
        ("non, c'est 65", "65"),
        ("perdón, calle Belgrano 450", "calle Belgrano 450"),
        ("não, é o meu trabalho, por favor", "o meu trabalho"),
        ("não, *** *** ****** **", "*** *** ****** **"),
    ],
)
def test_a_correction_says_something_else(text, said):
    assert instead.corrects_plainly(text) or "*" in text
    assert instead.read_instead(text) == said


@try_each("text", ["04/12", "Rua XV de Novembro 120", "não, ele desistiu", "não", "sim"])
def test_a_value_or_a_plain_no_corrects_nothing(text):
    assert not instead.corrects_plainly(text)


@try_each(
    ("text", "conditional"),
    [
        ("sim, mas só se chegar até sexta", True),
        ("sí, pero solo si llega", True),
        ("yes, provided it is free", True),
        ("oui, à condition qu'il arrive", True),
        ("sim, se puder", False),
        ("sí, mañana", False),
    ],
)
def test_a_condition_is_no_courtesy(text, conditional):
    assert instead.is_conditional(text) == conditional


@try_each(
    ("text", "language", "day"),
    [
        ("sexta que vem", "pt", "2026-12-04"),
        ("melhor quarta", "pt", "2026-12-02"),
        ("04/12", "pt", "2026-12-04"),
        ("04/12", "es", "2026-12-04"),
        ("04/12", "fr", "2026-12-04"),
        ("12/04", "en", "2026-12-04"),
        ("25/12", "en", "2026-12-25"),
        ("29/11", "pt", "2027-11-29"),
        ("March twenty first", "en", "2027-03-21"),
        ("March 5 at noon", "en", "2027-03-05"),
    ],
)
def test_a_day_that_is_wanted_may_be_named_shortly(text, language, day):
    assert days.read(text, TODAY, language) == [day]


@try_each("text", ["a segunda", "segunda via", "quinta avenida", "31/02", "1/2 kg"])
def test_what_is_no_day_stays_none(text):
    assert days.read(text, TODAY, "pt") == []


@try_each("text", ["50/50", "90/60", "32/5", "99/99"])
def test_two_numbers_of_which_the_first_is_no_day_are_no_day(text):
    assert days.read_dates(text) == days.read(text, TODAY, "pt") == days.read(text, TODAY, "en") == []


def test_minutes_behind_an_hour_with_its_sign_count():
    assert clock_times.read("às 14h30") == ["14:30"]


@try_each(
    ("text", "exact"),
    [
        ("8:15 p.m.", {"08:15", "20:15"}),
        ("às 8:30 da noite", {"08:30", "20:30"}),
        ("2026-12-05T15:00:00-03:00", {"15:00"}),
        ("9:00-18:00", {"09:00", "18:00"}),
        ("a las 9h", set()),
        ("INV-12:30", set()),
    ],
)
def test_a_time_in_digits_says_itself_and_its_half_of_the_day(text, exact):
    assert {time for each in clock_times.find_written(text) for time in each.exact} == exact


def test_a_day_before_its_time_is_a_day():
    assert days.read_dates("2026-12-05T15:00, 12/31/2026, INV-2026-12-06") == ["2026-12-05", "2026-12-31"]


@try_each(
    ("text", "said"),
    [
        ("duzentos ou trezentos", [200, 300]),
        ("cento e vinte e duas mil", [122000]),
        ("fifteen hundred", [1500]),
    ],
)
def test_words_of_one_number_are_one_number(text, said):
    assert [each.value for each in number_words.find(text)] == said
