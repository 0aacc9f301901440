"""An intent with an answer of its own: a greeting, thanks, "what can you do?". Nothing else is called."""

import time
from dataclasses import replace

from agents.specs import in_language
from conversations.turn import Question, TurnContext
from routing.turns.node_result import NodeResult
from routing.turns.runtime import TurnRuntime


async def run(context: TurnContext, runtime: TurnRuntime) -> NodeResult:
    """The reply in the user's language, with what the profile can do as buttons where the intent says so."""
    assert context.decision.route is not None
    intent = runtime.published.intents[context.decision.route.intent]
    language = context.request.utterance.language
    answer = in_language(intent.reply, language)
    options = tuple(runtime.published.menu(language)) if intent.menu else ()
    if answer.rstrip().endswith(":"):  # it announces a list: channels without buttons need it in words
        answer = "\n".join([answer, *(f"- {option.label}" for option in options)])
    agent = context.decision.route.agent
    spoken, _ = runtime.speech.say(agent, answer)
    question = None
    if intent.menu:
        question = Question(
            kind="clarification",
            text=spoken,
            agent=agent,
            intent=intent.name,
            options=options,
            turn=context.request.number,
            asked_at=time.time(),
        )
        runtime.emit("question", question.describe())
    return NodeResult(
        work=replace(context.work, parts=((agent, spoken),), agents=(agent,), active_agent=agent),
        outcome=replace(context.outcome, answer=spoken, question=question, aside=True),
        agent=agent,
        summary=intent.name,
    )
