"""What clients read of a plan's steps: never what the checks of answers held back."""

from datetime import UTC, datetime
from functools import partial

from agents.guardrails.base import About
from agents.guardrails.gate import Gate
from agents.guardrails.phrases import Phrases
from agents.specs import RailSpec
from routing.modes.planner.plan_steps import PlanSteps
from routing.planning.execute import reporting
from routing.planning.plan.engine import StepOutcome
from routing.planning.specs import DomainOutput, ExecutionStep
from routing.turns.response_writer import ResponseWriter


def shown(result: object, explanation: str = "") -> DomainOutput:
    """What is left of a step's output where nobody may be told of a merger."""
    rails = ((Phrases(("fusão secreta",)), RailSpec("phrases", "output", "block")),)
    speech = ResponseWriter(lambda _name, _data: None, lambda: Gate(rails, About("pt", "output")))
    output = DomainOutput("success", result, explanation)
    ended = StepOutcome(ExecutionStep(1, "finance", "news"), output, datetime.now(UTC))
    return PlanSteps(speech, "planner").of(ended).output


def test_words_that_are_held_back_stand_in_no_event_and_no_record() -> None:
    seen = shown({"news": ["A fusão secreta vem.", "Chove."], "count": 2}, "A fusão secreta vem.")
    assert "fusão" not in seen.explanation and "fusão" not in str(seen.result)
    assert seen.result["news"][1] == "Chove." and seen.result["count"] == 2


def test_a_result_in_which_nothing_is_found_stays_as_it_is() -> None:
    result = {"price": 38.42, "names": ["Petrobras  PN "], "empty": {}}
    assert shown(result, "38,42").result == result


def test_a_long_result_is_shortened() -> None:
    assert shown({"rows": ["x" * 100] * 1000}).result["_shortened"] > reporting.SHOWN


async def test_a_review_sees_what_a_plain_voice_still_holds() -> None:
    rails = ((Phrases(("fusão secreta",)), RailSpec("phrases", "output", "retry")),)
    gate = partial(Gate, rails, About("pt", "output"))
    speech = ResponseWriter(lambda _name, _data: None, gate, plain=True)
    speech.begin("finance")
    speech.feed("Veja [a fusão secreta vem.")
    assert [each.code for each in await speech.review()] == ["phrases"]
