"""Groundedness finds the figure that nobody gave."""

import pytest

from agents.judges.base import AboutAnswer
from agents.judges.groundedness import Groundedness
from conversations.turn import ToolResult
from tests.parts.phrases import try_each

INVOICE = ToolResult(
    "t", "s", True,
    {"invoice_id": "INV001", "valor_total": 1234.5, "vencimento": "2026-03-10",
        "itens": [{"valor": 99}, {"valor": 7.5}]},
)  # fmt: skip


def judge(answer, **about):
    return Groundedness().judge(answer, AboutAnswer(tool_results=(INVOICE,), **about))


@try_each(
    "answer",
    [
        "A fatura INV001, de R$ 1.234,50, vence em 10/03/2026.",
        "Invoice inv001: $1,234.50, due 2026-03-10 (2 items).",
        "São 2 itens: R$ 99,00 e R$ 7,50. Vence dia 10/03.",
        "Olá! Como posso ajudar?",
    ],
)
def test_what_tools_told_is_grounded_in_any_spelling(answer):
    result = judge(answer)
    assert (result.score, result.passed) == (1.0, True)


@try_each("invented", ["R$ 1.234,51", "INV002", "11/04/2026", "1.300", "45%"])
def test_an_invented_fact_is_flagged(invented):
    result = judge(f"A fatura: {invented}.")
    assert (result.score, result.passed) == (0.0, False)
    assert result.metadata["flagged_sections"] == [invented.rstrip("%").removeprefix("R$ ")]


def test_the_score_is_the_share_and_the_threshold_decides():
    answer = "INV001 e INV777"
    assert judge(answer, threshold=0.5).passed
    assert not judge(answer, threshold=0.6).passed


@pytest.mark.parametrize("where", ["said", "authored"])
def test_the_talk_and_authors_are_grounds(where):
    assert judge("Seu pedido P100 em 24 horas.", **{where: ("P100", "24 horas")}).score == 1.0
