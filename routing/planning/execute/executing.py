"""Does one step of a plan: references, parameters, what is looked up before, the call, and its repetition.

    outcome = await Doer(catalogue, scene).do(step, outputs)

Who does it is found by the capability, else by the domain: a line in `HANDLERS` for each kind of domain. A
step that only reads is repeated when nobody answered; one that changes something commits its intention before
and its result after.
"""

import asyncio
import logging
import os
import time
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any

from django.conf import settings
from django.utils.translation import gettext as _

from agents.llm.offline import templates
from conversations import side_effects
from conversations.errors import DatabaseAway, TurnLost
from conversations.turn import ToolResult
from outbound import runtime
from routing.planning.execute import calls, looking_up, sentences
from routing.planning.plan import checking
from routing.planning.plan.engine import CONFIRM, CONSENT, PlanRuntime, StepOutcome
from routing.planning.plan.expressions import find_references, resolve
from routing.planning.specs import CapabilitySpec, DomainOutput, DomainSpec, ExecutionIntent, ExecutionStep
from routing.planning.understand import parameters
from routing.planning.understand.catalogue import Catalogue

Handler = Callable[[DomainSpec, ExecutionIntent, PlanRuntime, float], Awaitable[DomainOutput]]
AGAIN = frozenset({"unreachable", "unavailable"})  # errors after which a reading step is tried once more
SHORTEST = 0.05  # seconds that must be left for a call
UNCERTAIN = "uncertain"
LOST = frozenset({"timeout", "bad_answer", "unavailable", "broken"})  # what was sent may have been done
NOT_SENT = frozenset({"unreachable", "no_time", "turn_ended"})
log = logging.getLogger(__name__)


async def _at_home(
    domain: DomainSpec, intent: ExecutionIntent, scene: PlanRuntime, seconds: float
) -> DomainOutput:
    return await scene.at_home(intent, seconds)


HANDLERS: Mapping[str, Handler] = {
    "remote_http": calls.call_http,
    "mcp": calls.call_mcp,
    "built_in": _at_home,
}


def find_handler(intent: ExecutionIntent | ExecutionStep, catalogue: Catalogue) -> dict[str, str]:
    """Who would do it: by its capability, else by its domain; what `/debug/route` shows."""
    domain = catalogue.domain(intent.domain)
    by = "capability" if catalogue.capability(intent.domain, intent.capability) else "domain"
    return {
        "domain": intent.domain,
        "capability": intent.capability,
        "kind": domain.kind if domain else "",
        "by": by if domain else "nobody",
    }


@dataclass(frozen=True, slots=True)
class PlanExecutor:
    """The steps of one plan; `confidence` and `query` go to every domain."""

    catalogue: Catalogue
    scene: PlanRuntime
    confidence: float
    query: str

    async def do(self, step: ExecutionStep, outputs: Mapping[int, Mapping[str, Any]]) -> StepOutcome:
        """What came of the step; nothing but cancellation is raised."""
        at, began = datetime.now(UTC), time.perf_counter()
        domain = self.catalogue.domain(step.domain)
        capability = self.catalogue.capability(step.domain, step.capability)
        if domain is None or capability is None:
            return StepOutcome(
                step, DomainOutput.fail("task_not_found", _("Nobody does this step any more.")), at
            )
        if closed := self._explain_closed(step, step.capability):
            return StepOutcome(step, closed, at, tried=0)
        if self.scene.closed(domain.name, step.capability) == CONFIRM:
            step = replace(step, confirm=True)
        given = _resolve(step, outputs, domain)
        values, looked, asks = await looking_up.fill(
            parameters.fit(given, capability), capability, self._look_up(domain, step)
        )
        values = parameters.fit(values, capability)  # what follows from what was found
        output, tried, acted = asks, 0, False
        if output is not None and output.metadata.get("error") == looking_up.TOO_MANY:
            sentence = sentences.say(looking_up.TOO_MANY, self.scene.language, most=str(settings.PLAN_NAMES))
            output = replace(output, explanation=sentence)
        if output is None and (absent := parameters.missing(values, capability)):
            output = DomainOutput.lacks(absent)
        if output is None:
            output = checking.ask_confirmation(
                step, _hide_variables(parameters.select_sent(values, capability), step)
            )
        if output is None:
            intent = self._intent(step, parameters.select_sent(values, capability))
            output, tried, acted = await self._call(domain, capability, intent, step)
            output = sentences.explain(output, values, capability, self.scene.language)
            output = self._tell(output, step, intent, acted)
        ms = (time.perf_counter() - began) * 1000
        shown = _hide_variables(parameters.select_sent(values, capability), step)
        return StepOutcome(step, output, at, ms, shown, tuple(looked), tried, acted=acted)

    def _intent(self, step: ExecutionStep, params: Mapping[str, Any]) -> ExecutionIntent:
        return ExecutionIntent(step.domain, step.capability, self.confidence, params, self.query)

    def _explain_closed(self, step: ExecutionStep, capability: str) -> DomainOutput | None:
        """Why the capability may not be called in this step; nothing of it is asked before that is said."""
        why = self.scene.closed(step.domain, capability)
        if why in ("", CONFIRM if step.capability == capability else ""):
            return None
        why, done = CONSENT if why == CONFIRM else why, replace(step, capability=capability)
        what = sentences.describe_step(done, self.catalogue, self.scene.language)
        return DomainOutput.fail(why, sentences.say(why, self.scene.language, what=what))

    def _tell(
        self, output: DomainOutput, step: ExecutionStep, intent: ExecutionIntent, acted: bool
    ) -> DomainOutput:
        """A result that nobody has put into words as specialists tell it: by the tool's words, or fields."""
        if output.status != "success" or output.explanation.strip() or output.result in (None, "", {}, []):
            return output
        tool = self.scene.tool(step.domain, step.capability)
        what = sentences.describe_step(step, self.catalogue, self.scene.language)
        about = {"arguments": dict(intent.parameters), "side_effect": acted}
        told = ToolResult(tool.name if tool else what, step.domain, True, output.result, metadata=about)
        return replace(output, explanation=templates.sentence(told, tool, self.scene.language))

    def _look_up(self, domain: DomainSpec, step: ExecutionStep) -> looking_up.Search:
        # All that a step looks up has together the time of one call.
        until = time.time() + _seconds(step, domain)
        here = replace(self, scene=replace(self.scene, deadline=min(self.scene.deadline, until)))

        async def search(name: str, text: str) -> DomainOutput:
            capability = domain.capabilities.get(name)
            if capability is None:
                return DomainOutput.fail("task_not_found", _("The domain does not publish '%s'.") % name)
            params = parameters.fit({looking_up.find_query(capability): text}, capability)
            intent = replace(self._intent(step, parameters.select_sent(params, capability)), capability=name)
            output, _tried, _acted = await here._call(domain, capability, intent, step)
            return output

        return search

    async def _call(
        self, domain: DomainSpec, capability: CapabilitySpec, intent: ExecutionIntent, step: ExecutionStep
    ) -> tuple[DomainOutput, int, bool]:
        if closed := self._explain_closed(step, intent.capability):
            return closed, 0, False
        seconds = _seconds(step, domain)
        if not capability.read_only:
            # In a task of its own: stopping the turn must not cut a change off in the middle of its request.
            changed = await asyncio.shield(runtime.spawn(self._change(domain, intent, step, seconds)))
            return changed, 1, changed.metadata.get("error") not in NOT_SENT
        tried, until = 0, time.monotonic() + seconds  # all of them together take no longer than one may
        while True:
            output, tried = await self._once(domain, intent, until - time.monotonic()), tried + 1
            left = min(until - time.monotonic(), self.scene.time_left())
            if output.metadata.get("error") not in AGAIN or tried > settings.PLAN_RETRIES or left <= SHORTEST:
                return output, tried, False

    async def _change(
        self, domain: DomainSpec, intent: ExecutionIntent, step: ExecutionStep, seconds: float
    ) -> DomainOutput:
        turn, attempt = self.scene.turn_id, self.scene.attempt
        name = f"{intent.domain}.{intent.capability}"
        effect = ""
        if turn:
            try:
                shown, left = _hide_variables(intent.parameters, step), self.scene.time_left()
                effect = await side_effects.begin(turn, attempt, name, shown, left)
            except (TurnLost, DatabaseAway) as error:
                return DomainOutput.fail("turn_ended", side_effects.why_not(error))
        output = await self._once(domain, intent, seconds)
        lost = output.metadata.get("error") in LOST
        if lost:
            output = replace(output, metadata={**output.metadata, UNCERTAIN: True})
        if effect:
            ok = None if lost else output.status == "success"
            await side_effects.finish(effect, turn, attempt, ok, output.explanation)
        return output

    async def _once(self, domain: DomainSpec, intent: ExecutionIntent, seconds: float) -> DomainOutput:
        most = self.scene.time_left()
        left = min(seconds, most)
        if left <= SHORTEST:
            return DomainOutput.fail("no_time", _("No time was left for this step."))
        try:
            # A call to an MCP server may wait for its turn there, and has its time from when it is sent.
            async with asyncio.timeout(most if domain.kind == "mcp" else left):
                return await HANDLERS[domain.kind](domain, intent, self.scene, left)
        except TimeoutError:
            words = _("%(domain)s did not answer within %(seconds)g s.")
            return DomainOutput.fail("timeout", words % {"domain": domain.name, "seconds": round(left, 1)})
        except Exception:
            log.exception("%s.%s could not be called.", intent.domain, intent.capability)
            return DomainOutput.fail("broken", _("%s could not be called.") % domain.name)


def _resolve(
    step: ExecutionStep, outputs: Mapping[int, Mapping[str, Any]], domain: DomainSpec
) -> dict[str, Any]:
    allowed = {name: os.environ[name] for name in domain.variables if name in os.environ}
    return {name: resolve(each, outputs, allowed) for name, each in step.params.items()}


def _hide_variables(params: Mapping[str, Any], step: ExecutionStep) -> dict[str, Any]:
    """The parameters as people may read them: what came from the environment only by its name."""
    return {
        name: step.params[name]
        if any(
            match is not None and match["variable"] for _said, match in find_references(step.params.get(name))
        )
        else value
        for name, value in params.items()
    }


def _seconds(step: ExecutionStep, domain: DomainSpec) -> float:
    return step.timeout_seconds or domain.timeout
