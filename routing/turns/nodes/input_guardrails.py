"""What came in, before anybody reads it: masks, sizes, refusals."""

from dataclasses import replace

from agents.guardrails import run_rails
from conversations.turn import TurnContext
from routing.texts import text
from routing.turns import client_tools
from routing.turns.node_result import NodeResult
from routing.turns.runtime import TurnRuntime


async def run(context: TurnContext, runtime: TurnRuntime) -> NodeResult:
    """The sanitised utterance; or a polite answer and the code of the rail that refused it."""
    if not run_rails.reads_input(runtime.resources):
        return NodeResult(summary="off", result="skipped")
    specs = runtime.published.rails("input")
    context, decisions = run_rails.sanitize(specs, context, runtime.resources)
    refused = next((decision for decision in decisions if not decision.allowed), None)
    context = client_tools.mask_results(context, specs, runtime.resources)
    request = context.request
    outcome = replace(context.outcome, rails=(*context.outcome.rails, *decisions))
    found = ", ".join(d.code for d in decisions if d.sanitized_text or not d.allowed) or "nothing found"
    if refused is None:
        return NodeResult(request=request, outcome=outcome, summary=found)
    answer = refused.metadata.get("polite") or text("refused", request.utterance.language)
    outcome = replace(outcome, blocked_by=refused.code, answer=answer, status="blocked")
    return NodeResult(request=request, outcome=outcome, summary=found, result="blocked")
