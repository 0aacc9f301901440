"""What clients and the record read of a plan's steps.

Words and results of domains, as the checks of answers let them.

    shown = Shown(stage.speech, agent)
    described = shown.of(outcome)

The plan itself goes on with what the domains said: a step is given the whole result of the one before.
"""

from dataclasses import replace
from typing import Any

import orjson

from conversations.turn import Json
from routing.planning.execute import reporting
from routing.planning.plan.engine import StepOutcome
from routing.turns.response_writer import ResponseWriter


class PlanSteps:
    """Lives for one plan; each step is checked once."""

    def __init__(self, speech: ResponseWriter, agent: str) -> None:
        self._speech, self._agent = speech, agent
        self._known: dict[int, StepOutcome] = {}

    def of(self, outcome: StepOutcome) -> StepOutcome:
        """The outcome with its words and its result checked, the result shortened."""
        known = self._known.get(outcome.step.id)
        if known is None:
            output = outcome.output
            known = replace(
                outcome,
                output=replace(
                    output,
                    explanation=self.words(output.explanation),
                    result=self.value(reporting.shorten(output.result)),
                ),
            )
            self._known[outcome.step.id] = known
        return known

    def words(self, text: str) -> str:
        """A text as the checks leave it; nothing is sent."""
        return self._speech.aside().say(self._agent, text)[0] if text.strip() else text

    def value(self, value: Json) -> Json:
        """A result as the checks leave it.

        Looked at as a whole first, and value by value where something is found.
        """
        text = orjson.dumps(value).decode()
        if value in (None, {}, []) or self.words(text) == text:
            return value
        return self._each(value)

    def _each(self, value: Any) -> Any:
        if isinstance(value, dict):
            return {name: self._each(each) for name, each in value.items()}
        if isinstance(value, list | tuple):
            return [self._each(each) for each in value]
        if isinstance(value, bool) or value is None:
            return value
        text = str(value)
        checked = self.words(text)
        return value if checked == text.strip() else checked
