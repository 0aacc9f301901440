"""What plans say to users: in the user's language, whatever a domain sends."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest

from routing.planning.dialogue import questions
from routing.planning.execute import sentences
from routing.planning.plan.engine import StepOutcome
from routing.planning.specs import DomainOutput, ExecutionPlan, ExecutionStep, IntentOutput, PlanningSection
from routing.planning.understand.catalogue import Catalogue
from tests.parts.phrases import try_each
from tests.planning.carrying import carry, planned, scene
from tests.planning.worlds import FINANCE, GAINERS, SHARES

shares = Catalogue.of(SHARES)


def _clarifies(resolution: str) -> str:
    step = ExecutionStep(1, "finance", "get_stock_price", {"symbol_text": "nordea"})
    output = DomainOutput("clarification", None, "", 1.0, {"resolution": resolution, "param": "symbol"})
    asks, intent = StepOutcome(step, output, datetime.now(UTC)), IntentOutput("finance", "GET_QUOTE")
    return questions.ask_of_step(asks, ExecutionPlan((step,)), {}, intent, shares, "en").text


@try_each("resolution", ["confirm", "failed", "with", "too_many_names", "of_its_own"])
def test_a_domain_that_names_a_resolution_of_its_own_is_asked_about_as_any(resolution: str) -> None:
    assert _clarifies(resolution) == _clarifies("symbol_not_found")


def test_a_domain_says_by_its_resolution_what_is_asked() -> None:
    assert _clarifies("symbol_lookup_failed").startswith("I could not look “nordea” up")


def _world(description: str, metadata: Mapping[str, Any]) -> PlanningSection:
    movers = replace(GAINERS, description=description, metadata={**GAINERS.metadata, **metadata})
    finance = replace(FINANCE, capabilities={**FINANCE.capabilities, movers.name: movers})
    return PlanningSection({**SHARES.domains, "finance": finance})


@pytest.mark.parametrize(
    ("description", "metadata", "said"),
    [
        ("What rose", {"label": {"pt": "as maiores altas", "en": "what rose most"}}, "as maiores altas"),
        ("What rose", {"label": "as altas"}, "as altas"),
        ("As maiores altas. Use quando perguntam.\n\nArgs: none", {}, "As maiores altas"),
        ("", {}, "get top gainers"),
    ],
    ids=["label of the language", "label of all", "description", "name"],
)
async def test_what_could_not_be_done_is_said_in_the_users_language(
    description: str, metadata: Mapping[str, Any], said: str
) -> None:
    world = _world(description, metadata)
    _outcomes, output = await carry(
        planned("maiores altas", world), world, scene({"finance": "http://127.0.0.1:9"})
    )
    assert output.explanation == sentences.say("failed", "pt", what=said)
