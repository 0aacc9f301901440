"""What one specialist did in a turn: worked out here, or in a branch elsewhere and read back from JSON."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from django.utils import timezone

from agents.guardrails import asking
from agents.specialists.loop import work
from agents.specialists.task import Task, TaskResult, read_worked
from conversations.as_json import to_json
from conversations.turn import RailDecision, StepRecord
from routing.texts import text
from routing.turns.response_writer import ResponseWriter
from routing.turns.team import repair, stopping


@dataclass(frozen=True, slots=True)
class SpecialistResult:
    """`said` is its part of the answer as the gate left it, `rails` what the gate found, `ms` its length."""

    agent: str
    said: str
    worked: TaskResult
    rails: tuple[RailDecision, ...]
    at: datetime
    ms: float

    @property
    def step(self) -> StepRecord:
        """Its line in the record."""
        worked = self.worked
        return StepRecord(
            node=self.agent,
            kind="node",
            outcome="failed" if worked.error else "stopped" if worked.stopped else "ok",
            summary=worked.error or worked.stopped or self.said[:120],
            at=self.at,
            ms=self.ms,
            agent=self.agent,
        )


async def do(task: Task, speech: ResponseWriter, apologise: bool = True) -> SpecialistResult:
    """Lets the specialist work; what it says goes through `speech`.

    Without `apologise` somebody else goes on when it fails, and nothing is said of it.
    """
    speech.begin(task.agent)
    at, began = timezone.now(), speech.clock()
    worked = await work(task)
    if worked.error and not worked.stopped:
        if apologise:
            speech.apologise(text("apology", task.language))
        else:
            speech.withdraw()
    elif worked.stopped in stopping.SHORT:
        if apologise or not worked.error:
            words = stopping.explain_short(worked.stopped, bool(worked.text.strip()), task.language)
            speech.feed(f"\n\n{words}" if worked.text.strip() else words)
    elif worked.stopped and not worked.text.strip():
        speech.feed(stopping.summary(worked.results, task.resources.section.tools, task.language))
    said, decisions = await speech.finish()
    decisions = tuple(
        replace(each, metadata={**each.metadata, "agent": task.agent})
        for each in (*task.caller.take_rails(), *decisions)
    )
    worked = replace(worked, usage=worked.usage.plus(asking.sum_usage(decisions)))
    worked = repair.hand_over(task, worked, decisions)
    decisions = repair.note(decisions, worked)
    passed_on = worked.handoff or worked.person or worked.delegation or worked.ended or worked.calls
    # A question that was not said is one that a colleague has asked already.
    silent = passed_on or worked.question or (worked.error and not apologise)
    if not said.strip() and not silent:  # nobody may be left without an answer
        said, _ = speech.say(task.agent, text("stays_here", task.language))
    return SpecialistResult(task.agent, said.strip(), worked, decisions, at, (speech.clock() - began) * 1000)


def write(share: SpecialistResult) -> dict[str, Any]:
    """As JSON, for a branch's row."""
    written: dict[str, Any] = to_json(share)
    return written


def read(stored: Mapping[str, Any]) -> SpecialistResult:
    """As `write` left it."""
    return SpecialistResult(
        agent=stored["agent"],
        said=stored["said"],
        worked=read_worked(stored["worked"]),
        rails=tuple(RailDecision(**rail) for rail in stored["rails"]),
        at=datetime.fromisoformat(stored["at"]),
        ms=stored["ms"],
    )
