"""What plans say to users: in the user's language, whatever a domain sends."""

from datetime import UTC, datetime

import pytest

from routing.planning import asking
from routing.planning.catalogue import Catalogue
from routing.planning.engine import Outcome
from routing.planning.words import DomainOutput, ExecutionPlan, ExecutionStep, IntentOutput
from tests.planning.worlds import SHARES

shares = Catalogue.of(SHARES)


def _clarifies(resolution: str) -> str:
    step = ExecutionStep(1, "finance", "get_stock_price", {"symbol_text": "nordea"})
    output = DomainOutput("clarification", None, "", 1.0, {"resolution": resolution, "param": "symbol"})
    asks, intent = Outcome(step, output, datetime.now(UTC)), IntentOutput("finance", "GET_QUOTE")
    return asking.about_step(asks, ExecutionPlan((step,)), {}, intent, shares, "en").text


@pytest.mark.parametrize("resolution", ["confirm", "failed", "with", "too_many_names", "of_its_own"])
def test_a_domain_that_names_a_resolution_of_its_own_is_asked_about_as_any(resolution: str) -> None:
    assert _clarifies(resolution) == _clarifies("symbol_not_found")


def test_a_domain_says_by_its_resolution_what_is_asked() -> None:
    assert _clarifies("symbol_lookup_failed").startswith("I could not look “nordea” up")
