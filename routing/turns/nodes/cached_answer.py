"""The answer that somebody got to the same question before; where there is none, the specialist answers."""

from dataclasses import replace

from django.conf import settings

from conversations.turn import TurnContext
from routing.answer_cache import looking, standing_alone
from routing.turns.node_result import NodeResult
from routing.turns.runtime import TurnRuntime

SWITCH = "answer_cache"  # among the kill switches


def is_asked(context: TurnContext, runtime: TurnRuntime) -> bool:
    """Whether the decided intent keeps answers. All others go on without a look."""
    route = context.decision.route
    intent = runtime.published.intents.get(route.intent) if route is not None else None
    if intent is None or not intent.cache_seconds or not settings.ENABLE_ANSWER_CACHE:
        return False
    return not runtime.resources.switches.off(SWITCH, intent.name)


async def run(context: TurnContext, runtime: TurnRuntime) -> NodeResult:
    """Looks for it where nothing about the turn is its writer's own.

    The output rails read what is given again.
    """
    route = context.decision.route
    assert route is not None
    if why := standing_alone.why_not(context, runtime.published):
        return _miss(why)
    lookup = looking.lookup_of(context, runtime.published.intents[route.intent].cache_seconds)
    if lookup is None:
        return _miss("long_or_empty")
    served = await looking.find(lookup, context.request.tenant_id, runtime.published)
    if served is None:
        work = replace(context.work, lookup=looking.with_meaning(lookup))
        return NodeResult(
            work=work, summary="not kept yet", result="skipped", detail={"cached": False, "why": "new"}
        )
    spoken, rails = await runtime.speech.tell(route.agent, served.text)
    return NodeResult(
        work=replace(
            context.work, parts=((route.agent, spoken),), agents=(route.agent,), active_agent=route.agent
        ),
        outcome=replace(
            context.outcome, answer=spoken, served=served, rails=(*context.outcome.rails, *rails)
        ),
        agent=route.agent,
        summary=f"given again, similarity {served.similarity:.2f}",
        detail={
            "cached": True,
            "answer": served.id,
            "similarity": served.similarity,
            "tokens_saved": served.tokens,
        },
    )


def _miss(why: str) -> NodeResult:
    return NodeResult(
        summary=f"not looked for: {why}", result="skipped", detail={"cached": False, "why": why}
    )
