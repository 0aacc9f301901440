"""GND: an invented figure, identifier or date does not leave.

What somebody said, and what follows from it, does.
"""

from dataclasses import replace
from datetime import timedelta

import pytest
from django.utils import timezone

from agents.guardrails import gnd
from agents.guardrails.base import About
from agents.guardrails.gate import Gate
from agents.guardrails.gnd import Gnd
from agents.guardrails.own_question import ReadQuestion, read_question
from agents.guardrails.verdicts import ask_rail
from agents.specs import RailSpec
from conversations.turn import ToolResult
from language import day_names
from tests.parts.phrases import try_each

INVOICE = ToolResult(
    "read_invoice",
    "shop",
    True,
    {"id": "INV001", "total": 120.5, "tax": 20, "due": "2026-12-10", "items": [1, 2, 3]},
)
ABOUT = About(
    "en",
    tool_results=[INVOICE],
    said=["my order is P-4410, account 1234567890", "12,345.67", "1,500,000 and 2,000,000 pesos"],
    prompts=["Returns within 30 days."],
    grounds=["0800 555 1234"],
)
# The invoice is due on a Thursday; yesterday, today and tomorrow may be named.
OTHER_DAY = next(
    name
    for day, name in ((0, "Monday"), (1, "Tuesday"), (2, "Wednesday"), (4, "Friday"))
    if (day - timezone.localdate().weekday() + 1) % 7 > 2
)
REFUSED = RailSpec("GND", "output", "block", polite={"en": "I do not know."})


def spoken(text: str, spec: RailSpec = REFUSED, about: About = ABOUT) -> str:
    gate = Gate(((Gnd(), spec),), about)
    return "".join(map(gate.feed, text)) + gate.finish()[0]


@try_each(
    "invented",
    [
        "Invoice INV777 is open.",
        "The total is $ 999.99.",
        "It is 45 euros.",
        "A fatura é de R$ 999,99.",
        "Due on 24/12/2026.",
        "Protocol 88123.",
        "You get 15% off.",
        "Call 0800 999 0000.",
        "Your account is 1234567111.",
        "You owe $ 12,345.74.",
        f"It is due on {OTHER_DAY}.",
        "A fatura vence em 2 de março.",
    ],
)
def test_what_nobody_said_does_not_leave(invented: str) -> None:
    assert spoken(f"Hello. {invented} Bye.") == "Hello. I do not know. Bye."


@try_each(
    "said",
    [
        "It is due on Thursday.",
        "Su factura vence el jueves.",
        "We are open from Monday to Friday, also on Wednesday.",
        "We are not open on Sunday.",
        "The first may be paid later, the second may not.",
    ],
)
def test_a_weekday_that_somebody_said_leaves(said: str) -> None:
    about = replace(ABOUT, prompts=["Abertos de segunda a sexta."] if "open" in said else [])
    assert spoken(said, about=about) == said


@try_each(
    "said",
    [
        "Invoice INV001 of $120.50 is due on 10/12/2026.",
        "Order P-4410 has 3 items.",
        "Returns within 30 days, call 0800 555 1234.",
        "Without tax it is $100.50, two of them are $ 241.00.",
        "We are there 24h a day, step 2 of 5, in 2027.",
        "We are open 24/7, half is 1/2, rated 9.5.",
        "Account 1234567890 holds $ 12,345.67; together they are 3,500,000 pesos.",
    ],
)
def test_what_was_said_and_what_follows_from_it_leaves(said: str) -> None:
    assert spoken(said) == said


def test_the_days_around_today_may_be_named() -> None:
    tomorrow = timezone.localdate() + timedelta(days=1)
    assert spoken(f"Tomorrow is {tomorrow:%d/%m/%Y}.") == f"Tomorrow is {tomorrow:%d/%m/%Y}."


def test_two_numbers_that_are_no_day_are_read() -> None:
    about = replace(ABOUT, said=["split it 50/50"], tool_results=[ToolResult("a", "b", True, "90/60")])
    assert spoken("It is 90/60, split 50/50.", about=about) == "It is 90/60, split 50/50."


def test_masked_it_is_starred() -> None:
    masked = RailSpec("GND", "output", "sanitize")
    assert (
        spoken("Invoice INV777 is $999.99, INV001 is open.", masked) == "Invoice *** is $***, INV001 is open."
    )


@try_each(
    ("text", "stays"),
    [
        ("O valor é novecentos e noventa e nove reais.", False),
        ("São cento e vinte reais e cinquenta centavos, vinte reais de imposto.", True),
        ("It is one hundred and twenty euros and fifty cents.", True),
        ("It is two thousand three hundred and five dollars.", False),
        ("Son doscientos cuarenta y un pesos, dos facturas.", True),
        ("Son ciento veintiún pesos.", False),
        ("Você mandou trinta e cinco euros, certo?", True),
        ("Pague em reais, em uma vez.", True),
        ("J'ai quatre-vingt-dix-neuf euros.", False),
    ],
)
def test_an_amount_in_words_is_a_figure(text: str, stays: bool) -> None:
    about = replace(ABOUT, said=[*ABOUT.said, "mandei trinta e cinco euros"])
    assert (Gnd().check(text, about).sanitized_text is None) is stays


@try_each(
    ("text", "passes"),
    [
        ("Your visit is on the fifth of May.", True), ("A visita é em 5 de maio.", True),
        ("Su visita es el seis de mayo.", False), ("Your visit is on May 7th.", False),
        ("Your 2 lines may be slow for now.", True), ("You may get 5 lines more.", True),
        ("Este plano é um marco.", True), ("Votre visite est le vingt et un mai.", False),
    ],
)  # fmt: skip
def test_a_day_in_words_must_come_from_somewhere(text, passes):
    found = ToolResult("visit", "s", True, {"day": "2027-05-05"})
    assert (Gnd().check(text, About("en", tool_results=[found])).sanitized_text is None) is passes


DUE = timezone.localdate() + timedelta(days=45)
OTHER_YEAR, DUE_DAY = DUE.year + 1, day_names.name_weekday(DUE.weekday(), "en")


@try_each(
    ("text", "passes"),
    [
        (f"Your plan renews on {DUE:%B} {DUE.day}, {DUE.year}.", True),
        (f"It renews on {DUE}, a {DUE_DAY}.", True),
        (f"Your plan renews on {DUE:%B} {DUE.day}.", True),
        (f"Seu plano renova em {DUE:%d/%m/%Y}.", True),
        (f"Your plan renews on {DUE:%B} {DUE.day}, {OTHER_YEAR}.", False),
        (f"It renews on {OTHER_YEAR}-{DUE:%m-%d}.", False),
        (f"Seu plano renova em {DUE:%d/%m}/{OTHER_YEAR % 100}.", False),
        (f"Your plan renews next {DUE_DAY}.", False),
        (f"Seu plano renova na próxima {day_names.name_weekday(DUE.weekday(), 'pt')}.", False),
        (f"Su plan se renueva el {day_names.name_weekday(DUE.weekday(), 'es')} que viene.", False),
        (f"The call is on May 5th, {timezone.localdate().year + 1}.", True),
        ("The call is on May 5th, 2061.", False),
        (f"We come next {day_names.name_weekday((DUE.weekday() + 1) % 7, 'en')}.", True),
    ],
)
def test_a_year_is_part_of_a_date_and_a_coming_weekday_is_the_coming_one(text, passes):
    found = ToolResult("plan", "s", True, {"renews_on": str(DUE)})
    visits = day_names.name_weekday((DUE.weekday() + 1) % 7, "en")
    about = About("en", tool_results=[found], prompts=[f"Calls are on May 5th. Visits are on {visits}."])
    assert (Gnd().check(text, about).sanitized_text is None) is passes


def test_what_is_kept_of_a_sentence_names_nobodys_numbers():
    text = "Your card 4111 1111 1111 1111, CPF 529.982.247-25, owes $ 999.99."
    kept = ask_rail(Gnd(), REFUSED, text, ABOUT)
    assert not kept.allowed
    record = f"{kept.reason} {kept.metadata}"
    assert "999.99" in record and "4111" not in record and "1111" not in record and "529" not in record


SLOTS = ToolResult(
    "slots", "s", True,
    {"price": 45, "mg": 500, "slots": ["2026-12-02T09:30:00", "11:00", "16:45"], "note": "dura 40 minutos"},
)  # fmt: skip
ASKED = replace(
    ABOUT,
    language="es",
    tool_results=[SLOTS],
    said=["quero para depois de amanhã, ou sexta, lá pelas oito e meia"],
    prompts=["Sócios têm 10 % de desconto. Abrimos das 9 às 18h."],
    grounds=[],
)


@try_each(
    ("text", "stays"),
    [
        ("Con el 10 % de descuento: 40,50 €.", True),
        ("Com 10 % a mais são 49,50 €, três são 135 €.", True),
        ("Con el 20 % de descuento: 36 €.", False),
        ("Hay hueco a las 9:30, a las 11 h y a las 16:45.", True),
        ("There is a slot at 9:30 a.m. and at 4:45 pm.", True),
        ("Hay hueco a las 17:15 y a las 18:40.", False),
        ("A consulta das 16:45 termina às 17h25.", True),
        ("Pode ser às 20h30, como pediu?", True),
        ("Abrimos das 9h às 18h, 24 horas por telefone.", True),
        ("Abrimos às 7h.", False),
        ("Tome 5 mg cada 12 horas.", False),
        ("Tome 500 mg, uma vez.", True),
        ("Tome 500 mg cada 6 horas.", False),
        ("You get 30 GB.", False),
        ("Pesa 1.234,567.89 kg.", False),
        ("Son 10.500,250,100 ml.", False),
    ],
)
def test_times_doses_and_what_is_reckoned_from_them_come_from_somewhere(text, stays):
    assert (Gnd().check(text, ASKED).sanitized_text is None) is stays


@try_each(
    ("text", "language", "stays"),
    [
        ("At step 5 go to Settings.", "en", True),
        ("It is item 2 m.", "en", True),
        ("Vous avez 5 go.", "fr", False),
        ("You get 5 gigs.", "en", False),
    ],
)
def test_a_word_of_the_answers_language_is_no_unit_of_another(text, language, stays):
    about = replace(ASKED, language=language, tool_results=[])
    assert (Gnd().check(text, about).sanitized_text is None) is stays


@pytest.mark.parametrize("ahead", [2, 5])
def test_a_day_that_the_users_words_give_may_be_named(ahead):
    """ "Depois de amanhã", or "sexta": the weekday and the date that the platform looks up by."""
    today = timezone.localdate()
    words = {2: "depois de amanhã", 5: day_names.name_weekday((today.weekday() + 5) % 7, "pt")}[ahead]
    day, weekday = today + timedelta(days=ahead), (today.weekday() + ahead) % 7
    about = replace(ABOUT, tool_results=[], said=[f"quero para {words}"])
    named = f"{day_names.name_weekday(weekday, 'pt')}, {day:%d/%m/%Y}"
    assert Gnd().check(f"Anotei para {named}.", about).sanitized_text is None
    assert Gnd().check(f"Anotei para {named}.", replace(about, said=["quero"])).sanitized_text is not None


def test_a_day_that_the_sentence_itself_counts_from_today_may_be_named():
    today, about = timezone.localdate(), replace(ABOUT, tool_results=[])
    day = today + timedelta(days=2)
    weekday = day_names.name_weekday(day.weekday(), "es")
    assert Gnd().check(f"Pasado mañana {weekday} {day:%d/%m/%Y}.", about).sanitized_text is None
    other = day_names.name_weekday((day.weekday() + 1) % 7, "es")
    assert Gnd().check(f"Pasado mañana {other}.", about).sanitized_text is not None


def test_it_has_no_word_on_the_platforms_own_question_nor_on_the_companys_sentences() -> None:
    rails, text = ((Gnd(), REFUSED),), "Shall I send it to you for $ 999.90?"
    assert spoken(text) != text
    assert read_question(rails, text, ABOUT) == ReadQuestion(text)
    gate = Gate(rails, ABOUT).for_authored()
    assert gate.feed(text) + gate.finish()[0] == text


@pytest.mark.parametrize(("said", "passes"), [(8, True), (60, False)])
def test_of_many_times_none_is_reckoned(said, passes):
    """Of a timetable each time of the day would be some span behind another one."""
    table = [f"{9 + n // 10:02}:{n % 10 * 6:02}, {n + 1} min" for n in range(said)]
    about = replace(ABOUT, tool_results=[ToolResult("t", "s", True, table)])
    assert (Gnd().check("It ends at 9:11.", about).sanitized_text is None) is passes


def test_what_was_said_is_read_once_for_all_sentences_of_an_answer():
    gnd._collect_words.cache_clear()
    text = "The total is $ 120.50. It is due on 2026-12-10. Of it 20 is tax: $ 20. The id is INV001."
    assert spoken(text) == text
    read = gnd._collect_words.cache_info()
    assert read.misses == read.currsize and read.hits >= 2 * read.misses
