"""Records of a tool's result, in words: each begins with what names it."""

import pytest

from agents.llm.offline import templates
from tests.parts.phrases import try_each

PLANS = [
    {"nome": "Controle 20 GB", "valor": 59.9, "roaming": "não incluído"},
    {"nome": "Pós 50 GB", "valor": 119.9, "roaming": "América do Sul"},
]


@try_each(
    ("records", "written"),
    [
        pytest.param(
            PLANS, "Controle 20 GB (59,90, não incluído); Pós 50 GB (119,90, América do Sul)", id="a name"
        ),
        pytest.param(
            [
                {"sku": "S1", "estado": "novo", "tipo": "Copo"},
                {"sku": "S2", "estado": "novo", "tipo": "Prato"},
            ],
            "Copo (S1, novo); Prato (S2, novo)",
            id="what tells them apart",
        ),
        pytest.param(
            [{"sku": "S1", "estado": "novo"}, {"sku": "S2", "estado": "novo"}],
            "S1 (novo); S2 (novo)",
            id="never what they share",
        ),
        pytest.param(
            [{"data": "2026-11-20", "status": "pago"}, {"data": "2026-12-20", "status": "aberto"}],
            "20/11/2026 (pago); 20/12/2026 (aberto)",
            id="a date stays first",
        ),
    ],
)
def test_a_record_of_a_list_begins_with_what_names_it(records, written):
    assert templates.format_list(records, "pt") == written


def test_a_text_that_a_tool_tells_in_several_languages_is_said_in_the_readers():
    paid = {"pt": "paga", "es": "pagada", "en": "paid"}
    assert templates.format_value(paid, "es") == "pagada"
    assert (
        templates.format_list([{"name": "A", "state": paid}, {"name": "B", "state": paid}], "en")
        == "A (paid); B (paid)"
    )
