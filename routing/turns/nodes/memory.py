"""What is remembered of the user is told, kept or erased, as they wish; nobody else is asked."""

from collections.abc import Iterable
from dataclasses import replace

from conversations.turn import Fact, TurnContext
from language import memory as forms
from language.spoken_languages import LANGUAGES
from routing.texts import text
from routing.turns.node_result import NodeResult
from routing.turns.runtime import TurnRuntime

NAMES = dict(LANGUAGES)


async def run(context: TurnContext, runtime: TurnRuntime) -> NodeResult:
    """Says what is known, what was noted, or what is forgotten; the last visit of the turn writes it."""
    route = context.decision.route
    assert route is not None
    keys = tuple(map(str, route.metadata.get("keys", ())))
    spoken, rails = runtime.speech.say(route.agent, _words(context, str(route.metadata["memory"]), keys))
    return NodeResult(
        work=replace(context.work, parts=((route.agent, spoken),), active_agent=route.agent, forgotten=keys),
        outcome=replace(context.outcome, answer=spoken, rails=(*context.outcome.rails, *rails), aside=True),
        agent=route.agent,
        summary=route.reason,
    )


def _words(context: TurnContext, what: str, keys: Iterable[str]) -> str:
    language, memory = context.request.utterance.language, context.request.memory
    match what:
        case "known" if memory is None:
            return text("memory_unknown", language)
        case "known" if not memory:
            return text("memory_nothing", language)
        case "known":
            facts = "\n".join(f"- {_tell(each, language)}" for each in memory or ())
            return text("memory_known", language, facts=facts)
        case "forgotten":
            gone = [each for each in memory or () if each.key in set(keys)]
            return text("memory_forgotten", language, facts="; ".join(_tell(each, language) for each in gone))
    kept = context.decision.stated
    if not kept:
        return text("memory_not_kept", language)
    return text("memory_kept", language, facts="; ".join(_tell(each, language) for each in kept))


def _tell(fact: Fact, language: str) -> str:
    value = NAMES.get(fact.value, fact.value) if fact.key == forms.LANGUAGE else fact.value
    return f"{forms.title(fact.key, language)}: {value}"
