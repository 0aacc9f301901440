"""Models and services that hang while they check: nobody waits beyond the row's time, as the record says."""

from functools import partial
from typing import Any

import pytest

from agents.models import Guardrail
from tests.fakes.openai_server import Line
from tests.turns.conftest import CUSTOMER
from tests.turns.test_held_answers import ASK, DUE, found, model, own, profile, shown
from tests.turns.test_rails_that_wait import POLITE, service

__all__ = ["model", "profile", "service"]  # fixtures
pytestmark = pytest.mark.django_db(transaction=True)
LIMIT = 0.3  # seconds of each row
HANG = 12.0
WAIT = 5.0  # what a check takes at most on a busy machine, where nobody waits for what hangs
BILLING = "especialista em faturas"
LOOKS_FOR = "Threats of any kind."
WAYS: dict[str, dict[str, Any]] = {
    "before its first byte": {"slow": HANG},
    "between its pieces": {"between": 2.0, "text": "let me think about it " * 8},
    "before its end": {"stall": HANG, "text": "safe"},
}
guard = partial(Guardrail, action="block", polite=POLITE, seconds=LIMIT)


@pytest.mark.parametrize(
    ("way", "phase", "closed"),
    [
        ("before its first byte", "input", False),
        ("before its first byte", "output", True),
        ("between its pieces", "input", True),
        ("between its pieces", "output", False),
        ("before its end", "input", False),
        ("before its end", "output", True),
    ],
)
async def test_a_model_that_guards(talk, model, profile, service, way, phase, closed):
    await service("guardrail")
    await profile(guard(code="GUARD_MODEL", phase=phase, fail_closed=closed, prompt=LOOKS_FOR))
    model.says(**{"text": "no", "to": LOOKS_FOR, **WAYS[way]}).says(DUE)
    one = talk("s1")
    answer = await one(ASK, CUSTOMER)
    assert answer["text"] == ("Assim não." if closed else DUE)
    assert DUE not in shown(one)[1] or not closed
    noted_late(found(answer, "GUARD_MODEL"), closed)


@pytest.mark.parametrize("closed", [False, True], ids=["open", "closed"])
@pytest.mark.parametrize("phase", ["input", "output"])
async def test_a_moderation_service(talk, model, profile, service, phase, closed):
    await service("moderation")
    await profile(guard(code="MODERATION", phase=phase, fail_closed=closed))
    model.moderation = Line(slow=HANG)
    model.says(DUE)
    one = talk("s1")
    answer = await one(ASK, CUSTOMER)
    assert answer["text"] == ("Assim não." if closed else DUE)
    assert DUE not in shown(one)[1] or not closed
    noted_late(found(answer, "MODERATION"), closed)


@pytest.mark.parametrize("closed", [False, True], ids=["open", "closed"])
@pytest.mark.parametrize("way", WAYS)
async def test_a_model_that_judges(talk, model, profile, way, closed):
    await profile(own(seconds=LIMIT, fail_closed=closed))
    for _ in range(2):
        model.says(DUE, to=BILLING)
        model.says(**{"text": "no", "to": "Does it name the next step?", **WAYS[way]})
    one = talk("s1")
    answer = await one(ASK, CUSTOMER)
    assert answer["text"] == ("Isso eu não consegui confirmar." if closed else DUE)
    assert DUE not in shown(one)[1] or not closed
    assert not any(each["passed"] for each in answer["metadata"]["judges"])
    judged = [each["reason"] for each in answer["metadata"]["steps"] if each["kind"] == "judge"]
    assert judged and all(each.endswith(f"not done in {LIMIT:g} s") for each in judged)


def noted_late(decision, closed):
    """The record says which check, how long, and what then."""
    assert decision["reason"] == f"not done in {LIMIT:g} s" and decision["allowed"] is not closed
    assert decision["metadata"]["missed"] == "late"
    assert decision["metadata"]["then"] == ("refused" if closed else "passed")
    assert decision["metadata"]["ms"] < 1000 * WAIT
