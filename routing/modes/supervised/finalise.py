"""One answer out of all parts of a supervised loop, and what stays open after it."""

from collections.abc import Sequence
from dataclasses import replace

from conversations.side_effects import may_have_acted
from conversations.turn import Pending, Question, RailDecision, StepRecord, TurnContext
from routing.modes.supervised.supervisor import make_message
from routing.texts import text
from routing.turns import asking_again
from routing.turns.mode import NodeResult, WorkResult
from routing.turns.nodes import checks
from routing.turns.runtime import TurnRuntime
from routing.turns.team import consolidate, open_parts, stopping


async def run(context: TurnContext, runtime: TurnRuntime) -> NodeResult:
    """Parts that a model joins are sent now; without one they were sent as they came, in order.

    What judges hold of what is joined is said in parts, as those let them pass.
    """
    loop = context.work.loop
    assert loop is not None
    voice = _Voice(context, runtime)
    usage = context.work.usage
    steps: tuple[StepRecord, ...] = ()
    judges = context.outcome.judges
    if loop.unsent:
        questions = [context.outcome.question, *(each.question for each in loop.open)]
        joined = await consolidate.rewrite(_list_parts(context, runtime, questions), context, runtime)
        judges = checks.select_lowest_scores([*judges, *joined.judges])
        usage = usage.plus(joined.usage)
        steps = joined.steps
        if joined.text:
            voice.rewrite(joined.text)
        else:
            led = _list_led(context, runtime, questions)
            voice.say(*filter(None, (open_parts.cut_questions(each, questions, led) for each in loop.unsent)))
        voice.ask(context.outcome.question)
    made = _end(context, runtime, voice)
    detail = {
        "rounds": len(loop.sent),
        "open": open_parts.as_record(made.outcome.pending or ()),
        "done": open_parts.as_record(loop.done),
        "messages": [make_message("agent", "supervisor", voice.answer, "final_response")],
    }
    rails = (*context.outcome.rails, *voice.rails)
    return replace(
        made,
        work=replace(made.work, usage=usage),
        outcome=replace(made.outcome, answer=voice.answer, rails=rails, judges=judges),
        inner_steps=steps,
        detail=detail,
    )


class _Voice:
    """What this node says, after what was sent before it."""

    def __init__(self, context: TurnContext, runtime: TurnRuntime) -> None:
        loop = context.work.loop
        assert loop is not None
        self._speech, self._before = runtime.speech, context.work.parts[: loop.before]
        self.answer = runtime.speech.sent
        self.rails: list[RailDecision] = []

    def say(self, *parts: str, sorry: bool = False) -> None:
        for part in parts:
            text, decisions = self._speech.say("supervisor", part, sorry)
            self.rails += decisions
            self.answer = "\n\n".join(filter(None, [self.answer, text]))

    def ask(self, question: Question | None) -> None:
        """A question that a yes answers, as it stands, where it is not said yet."""
        if question is not None and question.is_yes_or_no and not question.stands_in(self.answer):
            self.say_own(question.agent, question.reminder)

    def say_own(self, agent: str, words: str) -> None:
        said, decisions = self._speech.say_own(agent, words)
        self.rails += decisions
        self.answer = "\n\n".join(filter(None, [self.answer, said]))

    def rewrite(self, whole: str) -> None:
        """What the rounds said, in one; what stood there before them stands in front of it again."""
        self._speech.restart()
        self.answer = ""
        for agent, words in self._before:
            self.say_own(agent, words)
        self.say(whole)

    def has_answered(self) -> bool:
        """Whether anything is said beside what stood there before the rounds."""
        return self.answer != "\n\n".join(filter(None, (words for _agent, words in self._before)))


def _list_parts(
    context: TurnContext, runtime: TurnRuntime, questions: Sequence[Question | None]
) -> list[consolidate.AnswerPart]:
    """What may be joined: no model words what a yes is to, nor what was said before the rounds."""
    published, loop = runtime.published, context.work.loop
    assert loop is not None
    return [
        consolidate.AnswerPart(published.display_name(agent), said, published.specialists[agent].forward)
        for agent, text in context.work.parts[loop.before :]
        if (said := open_parts.cut_questions(text, questions))
    ]


def _list_led(context: TurnContext, runtime: TurnRuntime, questions: Sequence[Question | None]) -> list[str]:
    """How these questions are led up to where they are asked once more."""
    language, display = context.request.utterance.language, runtime.published.display_name
    asked = [each for each in questions if each is not None and each.is_yes_or_no]
    return [asking_again.word_next(each, display(each.agent), language) for each in asked]


def _end(context: TurnContext, runtime: TurnRuntime, voice: _Voice) -> WorkResult:
    """Says what could not be done or was left out, asks what an earlier message left to ask, and notes the
    rest.
    """
    loop = context.work.loop
    assert loop is not None
    still = open_parts.list_left_over(loop)
    decision, made = context.decision, WorkResult(work=context.work, outcome=context.outcome)
    asks = None
    if loop.sent and not voice.has_answered():
        voice.say(text("apology", context.request.utterance.language), sorry=True)
        made = replace(made, outcome=replace(made.outcome, status="failed"), result="failed")
    else:
        if loop.sent:
            _name_missing(still, context, runtime, voice)
            _tell_what_was_done(context, runtime, voice)
        else:
            names = [target.display_name or target.name for target in runtime.published.team]
            foreign = decision.route is not None and decision.route.method == "supervised"
            which = "what_we_do" if foreign else "nothing_asked"
            voice.say(text(which, context.request.utterance.language, names=", ".join(names)))
        asks = (
            None if context.outcome.question is not None else open_parts.choose_next_question(context, still)
        )
        made = _ask(asks, context, runtime, voice) if asks is not None else made
    waited = open_parts.find_waiting(context, decision.reply, decision.withdrawn)
    if waited is not None and not any(open_parts.is_same(each.question, waited.question) for each in still):
        # What it asked for came with this message, and was done.
        made = replace(made, decision=replace(decision, withdrawn=True))
    question = context.outcome.question or (context.request.state.question if asks is None else None)
    pending = tuple(
        each for each in still if each is not asks and not open_parts.is_same(each.question, question)
    )
    return replace(made, outcome=replace(made.outcome, pending=open_parts.mark_said(pending, [voice.answer])))


def _name_missing(
    still: Sequence[Pending], context: TurnContext, runtime: TurnRuntime, voice: _Voice
) -> None:
    """The parts of this message that nobody answered, by whose they are."""
    for which, why in (("part_missing", "failed"), ("left_out", "left_out")):
        gone = [each.agent for each in still if each.why == why and each.turn == context.request.number]
        if gone:
            names = ", ".join(runtime.published.display_name(agent) for agent in dict.fromkeys(gone))
            voice.say(text(which, context.request.utterance.language, names=names))


def _tell_what_was_done(context: TurnContext, runtime: TurnRuntime, voice: _Voice) -> None:
    """What those who failed had done or may have done before: the user must not be left to guess."""
    failed = context.work.loop.failed if context.work.loop else ()
    made = [r for r in context.work.tool_results if r.agent in failed and may_have_acted([r])]
    actions = [(result.tool_name, result.ok or None) for result in made]
    voice.say(
        *stopping.describe_actions(
            actions, runtime.resources.section.tools, context.request.utterance.language
        )
    )


def _ask(part: Pending, context: TurnContext, runtime: TurnRuntime, voice: _Voice) -> WorkResult:
    """The question of an earlier message, asked again now that nothing else is."""
    assert part.question is not None
    question = asking_again.ask_again(part.question, context, part.text)
    display = runtime.published.display_name(part.agent)
    words = asking_again.word_next(question, display, context.request.utterance.language)
    voice.say_own(part.agent, words)
    state = question.state or context.outcome.next_state
    return WorkResult(
        work=replace(context.work, active_agent=question.agent),
        outcome=replace(context.outcome, question=question, next_state=state),
        agent=question.agent,
    )
