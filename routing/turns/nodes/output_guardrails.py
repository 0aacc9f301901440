"""What goes out: the gate has already read it while it was spoken; here stands what it found."""

from django.conf import settings

from conversations.turn import TurnContext
from routing.turns.node_result import NodeResult
from routing.turns.runtime import TurnRuntime


async def run(context: TurnContext, runtime: TurnRuntime) -> NodeResult:
    """A step that says which rails changed or held back something."""
    if not settings.ENABLE_OUTPUT_GUARDRAILS or runtime.resources.switches.off("output_rail"):
        return NodeResult(summary="off", result="skipped")
    touched = [
        d.code for d in context.outcome.rails if d.phase == "output" and (not d.allowed or d.sanitized_text)
    ]
    return NodeResult(summary=", ".join(touched) or "nothing found")
