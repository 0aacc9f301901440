"""What a tool or a document said word for word leaves unmasked, whatever stands beside it."""

from dataclasses import replace

from agents.guardrails.base import About
from agents.guardrails.gate import Gate
from agents.guardrails.msk import Msk
from agents.specs import RailSpec
from conversations.turn import ToolResult
from tests.agents.guardrails.test_msk import masked
from tests.parts.phrases import try_each

PICKUP = {"protocol": "COL-501", "address": "Av. Brasil 900", "number": "10 12"}
SITES = {"passages": [{"text": "Sedes: Calle Mayor 10, Madrid; Gran Vía 20, Barcelona"}]}


@try_each(
    ("result", "text", "expected"),
    [
        (SITES, "La clínica de Madrid está en Calle Mayor 10 [1].", None),
        (SITES, "Está en Calle Mayor 12 [1].", "Está en ***** ***** ** [1]."),
        (SITES, "Está en la calle Alcalá 10 [1].", "Está en la ***** ****** ** [1]."),
        (PICKUP, "Sua coleta: protocolo COL-501, Av. Brasil 900, dia 02/12.", None),
        (PICKUP, "Protocolo: COL-501. Endereço Av. Brasil 900", None),
        (PICKUP, "Av. Brasil 900, apto 12, Rio", "Av. Brasil 900, **** **, ***"),
        (PICKUP, "zap 11 98765-4321", "zap ** *****-4321"),
    ],
)
def test_what_was_said_word_for_word_may_be_said_in_other_company(result, text, expected):
    """A document names two places in a row, or an answer a protocol beside a place: each was said."""
    found = [ToolResult("t", "s", True, result)]
    language = "es" if result is SITES else "pt"
    assert masked(text, phase="output", language=language, tool_results=found) == (expected or text)


@try_each("street", ["Calle Mayor 10", "22 Baker Street", "Av. Brasil 900"])
def test_a_place_that_was_said_leaves_whole_however_it_is_cut(street):
    told = ToolResult("t", "s", True, {"where": f"Madrid: {street}; Gran Vía 20, Barcelona"})
    gate = Gate(((Msk(), RailSpec("MSK", "output", "sanitize")),), About("es", tool_results=[told]))
    text = f"La clínica está en {street} [1]. ¿Algo más?"
    assert "".join(map(gate.feed, text)) + gate.finish()[0] == text


class Counted(list):
    read = 0

    def __iter__(self):
        self.read += 1
        return super().__iter__()


def test_what_was_said_is_collected_once_whatever_number_of_values_a_text_has():
    about, counts = About("en", phase="output"), []
    for people in (2, 20):
        results = Counted([ToolResult("t", "s", True, {"note": "ten"})])
        text = " and ".join(f"ana{n}@example.com" for n in range(people))
        Msk().check(text, replace(about, tool_results=results))
        counts.append(results.read)
    assert counts[0] == counts[1]
