"""Whose each clause of a message is, as the offline model reads it."""

from agents.intent_slices import IntentSlice, Target
from agents.llm.offline.reading import read
from agents.llm.request import ReleaseSlice

RETURNS = IntentSlice("returns", "exchanges", keywords=("troca",))
PARCELS = Target("parcels", "Pedidos", "", (IntentSlice("orders", "parcels", keywords=("pedido",)),))


def slice_of(text: str, decided: str | None) -> ReleaseSlice:
    return ReleaseSlice(
        "exchanges", text=text, intents=(RETURNS,), targets=(PARCELS,), decided_intent=decided
    )


def test_a_clause_that_was_decided_on_me_without_a_keyword_is_not_passed_on_for_anothers() -> None:
    reading = read(slice_of("meu pedido chegou quebrado", "returns"))
    assert [part.intent.name for part in reading.parts] == ["returns"]
    assert not reading.passed_on


def test_a_clause_that_nobody_decided_on_me_is_passed_on_by_its_keyword() -> None:
    reading = read(slice_of("meu pedido chegou quebrado", None))
    assert [target.name for target, _ in reading.passed_on] == ["parcels"]
