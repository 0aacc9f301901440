"""A person is to take this up: the conversation is marked, and its user told what happens and when."""

import time
from dataclasses import replace

from conversations.turn import Option, Question, TurnContext
from handoffs.to_person import PassedToPerson
from routing.decision import person
from routing.texts import text
from routing.turns import to_person
from routing.turns.node_result import NodeResult
from routing.turns.runtime import TurnRuntime


async def run(context: TurnContext, runtime: TurnRuntime) -> NodeResult:
    """Asks for a person, says that one was asked for, or goes on with the agents as the user wants it."""
    route, language = context.decision.route, context.request.utterance.language
    assert route is not None
    match route.metadata["person"]:
        case "asked":
            agent, intent = person.matter(context, runtime.published)
            passed = to_person.pass_on(context, runtime, agent, intent, text("person_wanted", language))
            return _say(context, runtime, to_person.announce(context, runtime.published), passed)
        case "goes_on":
            passed = to_person.go_on(context, runtime)
            return _say(context, runtime, text("person_agents_again", language), passed)
    return _say(context, runtime, to_person.still_waits(context, runtime.published), None)


def _say(context: TurnContext, runtime: TurnRuntime, words: str, passed: PassedToPerson | None) -> NodeResult:
    """What the node returns; without anything that `passed` the user may choose to go on with the agents."""
    route = context.decision.route
    assert route is not None
    spoken, rails = runtime.speech.say_own(route.agent, words)
    question = None
    if passed is None:
        question = _or_agents(context, route.agent, spoken)
        runtime.emit("question", question.describe())
    work, outcome = context.work, context.outcome
    handoffs = (*work.handoffs, passed.handoff) if passed is not None else work.handoffs
    return NodeResult(
        work=replace(
            work, parts=((route.agent, spoken),), active_agent=route.agent, handoffs=handoffs,
            person=passed.awaited if passed is not None else work.person,
        ),
        outcome=replace(
            outcome, answer=spoken, question=question, rails=(*outcome.rails, *rails), aside=True
        ),
        agent=route.agent,
        summary=route.reason,
    )  # fmt: skip


def _or_agents(context: TurnContext, agent: str, spoken: str) -> Question:
    """Whether the user would rather go on with the agents; whoever answers something else waits on."""
    language = context.request.utterance.language
    option = text("person_option", language)
    return Question(
        kind="person", text=spoken, agent=agent, options=(Option(option, option),),
        turn=context.request.number, asked_at=time.time(),
    )  # fmt: skip
