"""Carries a plan out: each step as soon as those before it have ended, at most so many at once.

    outcomes = await run(order, plan.max_concurrency, do, deadline, tell)

A failed required step cancels what waits for it, an optional one does not; a step that asks the user
something stops what was to follow. Whatever a step does is its `do`'s matter: here or on a worker, the engine
is the same.

Switches act at once and win over what was published. A domain that is an MCP server is bound by what binds
its tools: its server's switch, each tool's, and that of all.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from functools import partial
from typing import Any, Literal

from agents.resources import Resources
from agents.specs import ToolSpec
from conversations.as_json import to_json
from conversations.turn import TurnContext
from routing.planning.plan.expressions import find_steps
from routing.planning.specs import DomainAddress, DomainOutput, ExecutionIntent, ExecutionStep

AtHome = Callable[[ExecutionIntent, float], Awaitable[DomainOutput]]
Closed = Callable[[str, str], str]
"""Why a domain's capability may not be called now, by both names: see `explain_closed`."""
FindTool = Callable[[str, str], ToolSpec | None]
"""The tool that a domain's capability is, by both names; None where it is none of ours."""
OFF, CONSENT, CONFIRM = "switched_off", "needs_consent", "confirm"


@dataclass(frozen=True, slots=True)
class PlanRuntime:
    """The same for every step of a turn.

    `deadline` is epoch seconds; `turn_id` empty: nothing is recorded.
    """

    addresses: Mapping[str, DomainAddress]
    tenant_id: str
    session_key: str
    language: str
    deadline: float
    at_home: AtHome = field(repr=False)
    turn_id: str = ""
    attempt: int = 1
    closed: Closed = field(default=lambda domain, capability: "", repr=False)
    tool: FindTool = field(default=lambda domain, capability: None, repr=False)

    @classmethod
    def of(
        cls, context: TurnContext, resources: Resources, language: str, deadline: float, at_home: AtHome
    ) -> "PlanRuntime":
        request = context.request
        return cls(
            resources.domains, request.tenant_id, request.conversation_key, language, deadline, at_home,
            request.turn_id, request.attempt, partial(explain_closed, resources),
            partial(find_tool, resources),
        )  # fmt: skip

    def time_left(self) -> float:
        return self.deadline - time.time()


def find_tool(resources: Resources, domain: str, capability: str) -> ToolSpec | None:
    """The published tool that a capability of an MCP server is."""
    address: DomainAddress | None = resources.domains.get(domain)
    tool = resources.section.tools.get(capability)
    if address is None or address.server is None or tool is None:
        return None
    return tool if tool.server == address.server.name else None


def explain_closed(resources: Resources, domain: str, capability: str) -> str:
    """Why a capability may not be called now, a key of the planner's sentences; empty: it may.

    `CONFIRM`: not before the user has agreed to what it carries.
    """
    if resources.switches.off("domain", domain):
        return OFF
    address: DomainAddress | None = resources.domains.get(domain)
    if address is None or address.server is None:
        return ""
    server = address.server.name
    row, tool = resources.section.servers.get(server), find_tool(resources, domain, capability)
    off = not resources.tools_on() or resources.switches.off("server", server)
    if off or resources.switches.off("tool", capability) or (row is not None and not row.enabled):
        return OFF
    if tool is None:
        return ""
    if not resources.tool_on(tool):
        return OFF
    # What a user must allow for the whole conversation is a specialist's to ask.
    return CONSENT if tool.permission else CONFIRM if tool.confirm else ""


Status = Literal["success", "failure", "clarification", "cancelled"]


@dataclass(frozen=True, slots=True)
class StepOutcome:
    """What came of a step.

    `params` as they were sent, `before` what was looked up for it, `tried` how often it was called, `where`
    the process that did it; `why` a step was not begun.
    """

    step: ExecutionStep
    output: DomainOutput
    at: datetime
    ms: float = 0.0
    params: Mapping[str, Any] = field(default_factory=dict)
    before: tuple[Mapping[str, Any], ...] = ()
    tried: int = 1
    where: str = "here"
    why: str = ""
    acted: bool = False  # it was to change something, and was begun

    @property
    def status(self) -> Status:
        return "cancelled" if self.why else self.output.status


Do = Callable[[ExecutionStep, Mapping[int, Mapping[str, Any]]], Awaitable[StepOutcome]]
"""Does one step; it is given what those before it brought, as JSON."""
Tell = Callable[[str, ExecutionStep, StepOutcome | None], None]


async def run(
    order: Sequence[ExecutionStep],
    at_once: int,
    do: Do,
    deadline: float,
    tell: Tell = lambda phase, step, outcome: None,
    known: Mapping[int, StepOutcome] | None = None,
) -> dict[int, StepOutcome]:
    """What came of every step, by its id.

    `order` as `checking.check` gives it; `known` are steps that ended in an earlier turn; `deadline` epoch
    seconds: what has not begun by then is cancelled.
    """
    done: dict[int, StepOutcome] = dict(known or {})
    outputs = {number: to_json(each.output) for number, each in done.items()}
    gate = asyncio.Semaphore(max(1, at_once))
    ended = {step.id: asyncio.Event() for step in order}
    for number in done:
        ended[number].set()

    async def one(step: ExecutionStep) -> None:
        try:
            for needed in step.depends_on:
                await ended[needed].wait()
            why = _explain_wait(step, done)
            if not why:
                async with gate:
                    if time.time() < deadline:
                        tell("started", step, None)
                        done[step.id] = await do(step, outputs)
                    else:
                        why = "late"
            if why:
                done[step.id] = cancel(step, why)
            outputs[step.id] = to_json(done[step.id].output)
            tell("done", step, done[step.id])
        finally:
            ended[step.id].set()

    async with asyncio.TaskGroup() as group:
        for step in order:
            if step.id not in done:
                group.create_task(one(step))
    return {step.id: done[step.id] for step in order}


def in_sequence(order: Sequence[ExecutionStep]) -> tuple[ExecutionStep, ...]:
    """The steps one after the other, each behind the one before it."""
    return tuple(
        replace(step, depends_on=tuple(dict.fromkeys((*step.depends_on, order[place - 1].id))))
        if place
        else step
        for place, step in enumerate(order)
    )


def cancel(step: ExecutionStep, why: str) -> StepOutcome:
    """A step that was not begun."""
    output = DomainOutput.fail("cancelled", because=why)
    return StepOutcome(step, output, datetime.now(UTC), tried=0, why=why)


def _explain_wait(step: ExecutionStep, done: Mapping[int, StepOutcome]) -> str:
    """Why a step cannot begin: what it waits for failed, or asks the user first."""
    for needed in step.depends_on:
        before = done[needed]
        if before.status == "clarification":
            return f"step {needed} asks the user"
        if before.status in ("failure", "cancelled") and before.step.required:
            return f"step {needed} failed"
        if before.status in ("failure", "cancelled") and needed in find_steps(step.params):
            return f"step {needed} failed"
    return ""
