"""What came in, before anybody reads it: masks, sizes, refusals."""

from dataclasses import replace

from agents.guardrails import asking, run_rails
from conversations.turn import Outcome, TurnContext
from routing.turns import client_tools
from routing.turns.node_result import NodeResult
from routing.turns.runtime import TurnRuntime


async def run(context: TurnContext, runtime: TurnRuntime) -> NodeResult:
    """The sanitised utterance; or a polite answer and the code of the rail that refused it."""
    if not run_rails.reads_input(runtime.resources):
        return NodeResult(summary="off", result="skipped")
    specs = runtime.published.rails("input")
    context, decisions = await run_rails.sanitize(specs, context, runtime.resources)
    context = client_tools.mask_results(context, specs, runtime.resources)
    context = await client_tools.read_results_by_rails(context, runtime.published, runtime.resources)
    request = context.request
    outcome = run_rails.refuse(context.outcome, decisions)
    work = replace(context.work, usage=context.work.usage.plus(asking.sum_usage(outcome.rails)))
    found = ", ".join(d.code for d in decisions if d.sanitized_text or not d.allowed) or "nothing found"
    result: Outcome = "blocked" if outcome.blocked_by else "ok"
    return NodeResult(request=request, outcome=outcome, work=work, summary=found, result=result)
