"""The specialists of one turn: each does its part, and may pass the rest on to another."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from agents.specialists import handed_over
from agents.specialists.task import HandoffRequest, Task, TaskResult
from agents.tools.signals import SUMMARY
from conversations.turn import (
    AwaitedPerson,
    OpenCalls,
    Pending,
    Permission,
    PlannedBranch,
    Question,
    RailDecision,
    StepRecord,
    ToolResult,
    TurnContext,
    TurnOutcome,
    TurnWork,
)
from handoffs import record
from routing.texts import text
from routing.turns import asking_again, client_tools, to_person
from routing.turns.mode import WorkResult
from routing.turns.nodes import checks
from routing.turns.runtime import TurnRuntime
from routing.turns.team import open_parts, results, stopping, tasks
from routing.turns.team.results import Passing, SpecialistResult
from routing.turns.team.results import let_work as work_on


class Team:
    """What those who worked in this turn left behind. Lives for one run of a node."""

    def __init__(self, context: TurnContext, runtime: TurnRuntime, apologise: bool = True) -> None:
        self.context, self.runtime, self._apologise = context, runtime, apologise
        self.shares: list[SpecialistResult] = []
        self.counted: list[TaskResult] = []  # of those shares, and of who worked for one of them
        # What rounds before left (mode supervised) stays, and this one's is added.
        self.parts: list[tuple[str, str]] = list(context.work.parts)  # (agent, what it said)
        self.spoken = [context.outcome.answer] if context.outcome.answer else []  # the answer, as it was sent
        self.open: list[Pending] = []  # what this turn leaves open beside its question
        # Open parts of before that it took up.
        self.taken = [context.decision.resumed] if context.decision.resumed else []
        self.served: set[asking_again.Matter] = set()  # what was answered: specialist and intent
        self.question: Question | None = context.outcome.question
        self.passing = Passing(context, runtime)
        self.person: AwaitedPerson | None = context.work.person
        self.calls: OpenCalls | None = None  # of the caller's own tools; they end the turn
        self._summed_up = self._others_follow = False
        self.rails: list[RailDecision] = []
        self.steps: list[StepRecord] = []
        self.contexts: dict[str, Mapping[str, Any]] = dict(context.work.contexts)

    async def work_from(self, agent: str | None) -> None:
        """One specialist after the other until nobody hands over."""
        while agent is not None:
            agent = await self.let_work(agent)
        self._say_what_was_found()

    async def work_on(self, parts: Iterable[PlannedBranch]) -> None:
        """The parts of the message, one after the other: control passes with each to whoever serves it.

        What the guard of loops stops is left out.
        """
        number, parts, by_parts, handed_to = self.context.request.number, list(parts), set[str](), set[str]()
        for place, part in enumerate(parts, 1):
            if self.shares and tasks.is_nobodys(self.runtime.published, part.intent):
                part = replace(part, agent=self.shares[-1].agent)
            self._others_follow = place < len(parts)
            if tasks.find_reply(self.context, self.runtime.published, part.intent):
                if (part.agent, part.intent) in self.served:
                    continue  # whom it was handed over to has said it
            else:
                if part.agent in handed_to - by_parts:
                    continue  # somebody before handed it over
                by_parts.add(part.agent)
            goes_on = bool(self.shares) and self.shares[-1].agent == part.agent
            if self.shares and not goes_on and self._passes_with(part) is None:
                self.open.append(Pending(part.agent, part.text, "left_out", part.intent, turn=number))
                continue
            own = Pending(part.agent, part.text, "open", part.intent, turn=number)
            following = await self.let_work(part.agent, own)
            while following is not None:
                handed_to.add(following)
                following = await self.let_work(following)
        self._say_what_was_found()
        if self.question is not None and not self._was_asked_last(self.question):
            self.remind(self.question)

    def _was_asked_last(self, question: Question) -> bool:
        """Whether a question was said, and nothing since."""
        agent, words = self.parts[-1] if self.parts else ("", "")
        return agent == question.agent and question.stands_in(words)

    def _say_what_is_asked(self) -> None:
        """An open question stands in the answer: a "yes" is never one to what nobody has read."""
        question = self.question
        if question is None or question is self.context.outcome.question:
            return
        if not any(question.stands_in(each) for each in self.spoken):
            self.remind(question)

    def _passes_with(self, part: PlannedBranch) -> str | None:
        """Who goes on with the next part, or None where the guard stops it."""
        before, language = self.shares[-1], self.context.request.utterance.language
        name = "part_before" if before.said else "part_before_nothing"
        summary = text(name, language, said=before.said[:SUMMARY])
        wish = HandoffRequest(part.agent, text("part_next", language, part=part.text), summary)
        return self.passing.on(before.agent, wish, before.worked.context)

    async def let_work(self, agent: str, part: Pending | None = None, instruction: str = "") -> str | None:
        """One specialist's part, spoken as it comes; gives the one who goes on, or None.

        `part` is what it takes up: an open one of an earlier message, or its own of this one; `instruction`
        what a supervisor says about it.
        """
        if part is not None:
            self.taken.append(part)
        task = self.task_for(agent, part, instruction)
        done = await work_on(task, self.runtime.speech, self._apologise)
        if done.said:
            self.spoken.append(done.said)
        for question in done.worked.questions:
            self.ask(question, task.text)
        if not done.worked.error:
            self.served.add((agent, task.intent.name if task.intent else None))
        return self.take(done)

    def ask(self, question: Question, words: str) -> None:
        """The question that the conversation waits for from now on; where another was asked in this turn
        already, this one waits with its part of the message (`words`)."""
        question = open_parts.add_request(question, words, self.context)
        if self.question is not None:
            before = (self.question, *(part.question for part in self.open))
            self.open.append(open_parts.open_question(question, words, self.context, before))
            return
        self.question = question

    def take(self, done: SpecialistResult) -> str | None:
        """Keeps what a specialist did; gives the one whom it passes the rest on to, or None."""
        agent, worked, request = done.agent, done.worked, tasks.find_request(self.context)
        self.shares.append(done)
        if done.said:
            self.parts.append((agent, done.said))
        self.count(done)
        self.calls = worked.calls or self.calls
        if worked.error or (worked.stopped and not any(result.ok for result in worked.results)):
            record.mark_given_up(self.passing.handoffs, agent)
        self.open += [
            Pending(each.target, request, "left_out", turn=self.context.request.number)
            for each in worked.left
            if self.runtime.serves(each.target)
        ]
        if worked.person is not None and not worked.error:
            self._pass_to_person(done, worked.person.reason)
            return None
        if worked.handoff is None or worked.error:
            return None
        return self.passing.on(agent, worked.handoff, worked.context)

    def _pass_to_person(self, done: SpecialistResult, reason: str) -> None:
        """A person takes over, asked for once a turn; the user is told what happens and when."""
        if self.person is not None:
            return
        intent = next((name for agent, name in self.served if agent == done.agent), None)
        self.person = to_person.pass_on(self.context, self.runtime, done.agent, intent, reason).awaited
        words = to_person.announce(self.context, self.runtime.published)
        self.spoken.append(self.runtime.speech.say_own(done.agent, words)[0])
        self.parts.append((done.agent, words))

    def count(self, done: SpecialistResult) -> None:
        """What stands in the record of a specialist's work, and what it leaves in its context."""
        agent, worked = done.agent, done.worked
        self.counted.append(worked)
        self.rails += done.rails
        if not handed_over.is_empty(worked.context):
            before = self.contexts.get(agent) or self.context.request.state.contexts.get(agent, {})
            kept = handed_over.merge(before, worked.context)
            self.contexts[agent] = {**kept, "agent_name": agent, "last_active": done.at.timestamp()}
        self.steps += [*worked.steps, *results.list_slips(done), done.step]

    def _say_what_was_found(self) -> None:
        """When the guard stopped a handoff: what was found and not said yet, once."""
        if not self.passing.stopped or self._summed_up:
            return
        self._summed_up = True
        words = stopping.summarise(
            [result for done in self.shares for result in done.worked.results],
            self.runtime.resources.section.tools,
            self.context.request.utterance.language,
            "\n".join(self.spoken),
        )
        agent = self.shares[-1].agent
        self.parts.append((agent, self.say(agent, words)))

    def say(self, agent: str, words: str, sorry: bool = False, authored: bool = False) -> str:
        """Words of the platform, or the company's own (`authored`), through the gate; gives what left it."""
        spoken, decisions = self.runtime.speech.say(agent, words, sorry, authored)
        self.rails += decisions
        if spoken:
            self.spoken.append(spoken)
        return spoken

    def say_sentence(self, part: Pending) -> None:
        """An intent's own sentence: nobody works for it."""
        words = tasks.find_reply(self.context, self.runtime.published, part.intent)
        self.parts.append((part.agent, self.say(part.agent, words, authored=True)))
        self.served.add((part.agent, part.intent))

    async def take_up_what_is_open(self) -> None:
        """When this turn was answered and asked nothing: an open part whose values are known by now is
        answered, else its question is asked."""
        if self.calls is not None:
            return
        if self.question and (left := asking_again.find_agreed_beside(self.context)):
            self.open.append(open_parts.make_waiting(left))
        self.name_left_out(self.shares[-1].agent)
        # A person was asked for, or the user said which part is next.
        asked = self.person is not None and not self.person.ended
        if asked or self.context.decision.resumed is not None:
            return
        if self.question is None and not self.shares[-1].worked.error and self._leaves_unanswered():
            if (left := self.find_left_behind()) is not None:
                self._offer(left, "")
            return
        context, part = self.context, self.next_open()
        if part is None:
            return
        if self.is_known(part):
            await self.work_from(await self.let_work(part.agent, part))
            return
        assert part.question is not None
        self._offer(asking_again.ask_again(part.question, context, part.text), part.text)

    def _open_now(self) -> tuple[Pending, ...]:
        return open_parts.list_after(self.context, self.served, self.open, self.taken)

    def name_left_out(self, voice: str) -> None:
        """Says to whom else the message was to go, of those who have not worked in this turn."""
        worked = {done.agent for done in self.shares}
        self.open = [each for each in self.open if each.why != "left_out" or each.agent not in worked]
        gone = dict.fromkeys(each.agent for each in self.open if each.why == "left_out")
        if gone:
            names = ", ".join(map(self.runtime.published.display_name, gone))
            self.say(voice, text("left_out", self.context.request.utterance.language, names=names))

    def find_left_behind(self) -> Question | None:
        """The question that the message left behind, asked once more: what was answered now has not settled
        it."""
        if self.question is not None or not self._leaves_unanswered():
            return None
        question = asking_again.find_left_behind(self.context, self.served)
        return question if question is not None and self.runtime.serves(question.agent) else None

    def _offer(self, question: Question, words: str) -> None:
        self.remind(question)
        self.ask(question, words)

    def remind(self, question: Question) -> None:
        """Says whose question is to be answered next, as it stands."""
        name = self.runtime.published.display_name(question.agent)
        language = self.context.request.utterance.language
        self.say_own(question.agent, asking_again.word_next(question, name, language))

    def say_own(self, agent: str, words: str) -> None:
        """Words of the platform that were read before, as they stand."""
        spoken, decisions = self.runtime.speech.say_own(agent, words)
        self.spoken.append(spoken)
        self.rails += decisions

    def next_open(self) -> Pending | None:
        """The open part to ask about next; None while something else is asked, or this turn got no answer."""
        context = self.context
        if self.question is not None or self._leaves_unanswered() or self.shares[-1].worked.error:
            return None
        part = open_parts.choose_next_question(context, self._open_now())
        return part if part is not None and self.runtime.serves(part.agent) else None

    def _leaves_unanswered(self) -> bool:
        """Whether a question was open before the message, and the message does not answer it."""
        return self.context.request.state.question is not None and self.context.decision.reply is None

    def is_known(self, part: Pending) -> bool:
        """Whether the user has said meanwhile what the part's question asks for."""
        return open_parts.is_known(
            part, {**self.context.request.state.values, **self.context.decision.values}
        )

    def in_charge(self) -> str:
        """Who has the conversation now: the last who answered."""
        answered = [done.agent for done in self.shares if not done.worked.error]
        return answered[-1] if answered else self.shares[-1].agent

    def task_for(self, agent: str, part: Pending | None = None, instruction: str = "") -> Task:
        """The work of one of them: on the message, or on an open part of an earlier one."""
        context, published = self.context, self.runtime.published
        first = not self.shares and not (context.work.loop and context.work.loop.sent)
        part = part or (context.decision.resumed if first else None)
        intent, words = tasks.choose_matter(context, published, agent, part, first)
        named = part.intent if part else intent.name if intent and not first else None
        made = tasks.make_task(context, self.runtime, agent, words, intent)
        known = {**context.request.state.contexts, **self.contexts}
        received = [(display, known[giver]) for giver, display, _ in self.passing.handed if giver in known]
        return replace(
            made,
            handed=tuple(self.passing.handed),
            received=tuple(dict([*made.received, *received]).items()),
            said=tuple(said for _, said in self.parts),
            asked=(self.question,) if self.question else (),
            asks_behind=self._others_follow,
            reply=tasks.find_reply(context, published, named) or made.reply,
            instruction=instruction,
            going_on=client_tools.find_continued(context, agent) if first else None,
        )

    def _is_aside(self) -> bool:
        """Whether all that was answered in this turn leaves the matter before it open to go on with."""
        failed = any(done.worked.error for done in self.shares)
        if self.question is not None or self.calls or self.open or failed:
            return False
        if not self.served or (self.context.work.agents and not self.context.outcome.aside):
            return False
        served = [self.runtime.published.intents.get(name or "") for _agent, name in self.served]
        return all(intent is not None and intent.aside for intent in served)

    def result(self) -> WorkResult:
        """What the node returns."""
        self._say_what_was_found()
        self._say_what_is_asked()
        return WorkResult(
            work=self._work(),
            outcome=self._outcome(),
            agent=self._active(),
            inner_steps=tuple(self.steps),
            summary=self.shares[-1].worked.error or " → ".join(done.agent for done in self.shares),
            result="failed" if any(done.worked.error for done in self.shares) else "ok",
        )

    def _active(self) -> str:
        return self.question.agent if self.question else self.in_charge()

    def _work(self) -> TurnWork:
        """What was done before, and by those who worked now."""
        before = self.context.work
        missing = (name for worked in self.counted for name in worked.identity_missing)
        return replace(
            before,
            agents=tuple(dict.fromkeys((*before.agents, *(done.agent for done in self.shares)))),
            active_agent=self._active(),
            parts=tuple(self.parts),
            tool_results=self._results(),
            handoffs=tuple(self.passing.handoffs),
            signals=(
                *before.signals,
                *((done.agent, name, ok) for done in self.shares for name, ok in done.worked.signals),
            ),
            identity_missing=tuple(dict.fromkeys((*before.identity_missing, *missing))),
            contexts=self.contexts,
            person=self.person,
            permissions={**before.permissions, **_list_asked(self.counted)},
        )

    def _outcome(self) -> TurnOutcome:
        """The answer by now, what is asked and stays open, and what failed."""
        before, question = self.context.outcome, self.question
        worked = [done.worked for done in self.shares]
        errors = [each.error for each in worked if each.error]
        acted = any(each.ok and each.metadata.get("side_effect") for each in self._results())
        states = [each.next_state for each in worked if each.next_state]
        stopped = next((each.stopped for each in worked if each.stopped), before.stopped)
        return replace(
            before,
            aside=self._is_aside(),
            answer="\n\n".join(self.spoken),
            stopped=record.STOPPED if self.passing.stopped else stopped,
            rails=(*before.rails, *self.rails),
            judges=checks.select_lowest_scores(
                [*before.judges, *(each for worked in self.counted for each in worked.judged)]
            ),
            question=question,
            calls=self.calls,
            pending=open_parts.mark_said(open_parts.drop_asked(question, self._open_now()), self.spoken),
            next_state=(question.state if question else "") or next(reversed(states), before.next_state),
            error="; ".join(filter(None, [before.error, *errors]))[:400],
            failure=next((each.failure for each in worked if each.failure), before.failure),
            status="failed" if errors and not acted and len(errors) == len(worked) else before.status,
        )

    def _results(self) -> tuple[ToolResult, ...]:
        """Of the whole turn by now."""
        before = self.context.work.tool_results
        return (*before, *(result for worked in self.counted for result in worked.results))


def _list_asked(worked: Iterable[TaskResult]) -> dict[str, Permission]:
    return {name: known for each in worked for name, known in each.permissions.items()}
