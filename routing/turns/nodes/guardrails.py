"""What came in, before anybody reads it; and what the gate found in what went out while it was spoken."""

from django.conf import settings

from agents.guardrails import announcements, phrases, run_rails
from conversations.turn import Outcome, TurnContext
from routing.turns import client_tools
from routing.turns.mode import NodeResult
from routing.turns.runtime import TurnRuntime

READ = (phrases.CODE, announcements.CODE)


async def read_input(context: TurnContext, runtime: TurnRuntime) -> NodeResult:
    """The sanitised utterance; or a polite answer and the code of the rail that refused it."""
    if not run_rails.reads_input(runtime.resources):
        return NodeResult(summary="off", result="skipped")
    specs = runtime.published.rails("input")
    context, decisions = await run_rails.sanitize(specs, context, runtime.resources)
    context = client_tools.mask_results(context, specs, runtime.resources)
    context = await client_tools.read_results_by_rails(context, runtime.published, runtime.resources)
    outcome = run_rails.refuse(context.outcome, decisions)
    found = ", ".join(d.code for d in decisions if d.sanitized_text or not d.allowed) or "nothing found"
    result: Outcome = "blocked" if outcome.blocked_by else "ok"
    return NodeResult(request=context.request, outcome=outcome, summary=found, result=result)


async def report_review(context: TurnContext, runtime: TurnRuntime) -> NodeResult:
    """Reports what was kept back; the text itself was read sentence by sentence while it was spoken."""
    if not runtime.published.profile.review:
        return NodeResult(summary="off", result="skipped")
    kept_back = [rail.reason for rail in context.outcome.rails if rail.code in READ and not rail.allowed]
    return NodeResult(
        summary="; ".join(kept_back) or "nothing to add", result="blocked" if kept_back else "ok"
    )


async def report_output(context: TurnContext, runtime: TurnRuntime) -> NodeResult:
    """A step that says which rails changed or held back something."""
    if not settings.ENABLE_OUTPUT_GUARDRAILS or runtime.resources.switches.off("output_rail"):
        return NodeResult(summary="off", result="skipped")
    touched = [
        d.code for d in context.outcome.rails if d.phase == "output" and (not d.allowed or d.sanitized_text)
    ]
    return NodeResult(summary=", ".join(touched) or "nothing found")
