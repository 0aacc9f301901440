"""Months in words."""

from datetime import date

from language import month_names
from tests.parts.phrases import try_each


@try_each(
    ("text", "months"),
    [
        ("November's bill", "2026-11"),
        ("my May bill", "2026-05"),
        ("last month's invoice", "2026-10"),
        ("qual o valor da fatura de novembro?", "2026-11"),
        ("e de outubro?", "2026-10"),
        ("fatura de outubro de 2025", "2025-10"),
        ("fatura do mês passado", "2026-10"),
        ("la factura de diciembre", "2026-12"),
        ("la de febrero", "2026-02"),
        ("el mes pasado", "2026-10"),
        ("la facture de novembre", "2026-11"),
        ("May I see my bill?", ""),
        ("it may be", ""),
        ("no dia 5 de maio", ""),
        ("March 5th", ""),
    ],
)
def test_a_month_without_its_year_is_near_or_the_last_one(text, months):
    assert month_names.read(text, date(2026, 11, 30)) == months.split()


@try_each(
    ("text", "months"),
    [
        ("November's bill", "2026-11"),
        ("my May bill", "2026-05"),
        ("the bill for October", "2026-10"),
        ("e a de outubro?", "2026-10"),
        ("e em outubro?", "2026-10"),
        ("a fatura do mês passado", "2026-10"),
        ("la facture de novembre", "2026-11"),
        ("la facture d'octobre", "2026-10"),
        ("I pay more since October", ""),
        ("pago mais desde outubro", ""),
        ("mi factura subió en octubre", ""),
        ("je paie plus depuis octobre", ""),
    ],
)
def test_a_month_is_sought_where_it_is_a_things_own(text, months):
    assert month_names.read_sought(text, date(2026, 11, 30)) == months.split()
