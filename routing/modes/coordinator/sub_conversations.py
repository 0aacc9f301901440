"""Mode `coordinator` at work: who has the word in a turn, and how it goes back and forth.

The coordinator calls a specialist in; that one answers at once, and all later messages, until it ends. When
it ends without having answered the user, the coordinator goes on with the same message.
"""

import time
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from django.conf import settings
from django.utils import timezone

from agents.intent_slices import IntentSlice, Target
from agents.specialists import delegating, masked_values
from agents.specialists.task import Coordination, Delegation, EndRequest, Task
from agents.tools.signals import REASON, SUMMARY
from conversations.turn import Handoff, Json, PastMessage, Pending, Question, TurnContext
from conversations.turn_parts import SubConversation, SubConversations, SystemNote
from handoffs import record
from handoffs import sub_conversations as rules
from routing.turns import asking_again
from routing.turns.mode import WorkResult
from routing.turns.runtime import TurnRuntime
from routing.turns.team import open_parts, results, tasks
from routing.turns.team.results import SpecialistResult
from routing.turns.team.team import Team

CAME_BACK = "{name} has just given this message back. Choose another specialist, or answer yourself."
ENOUGH = "Enough specialists were called in for this message. Answer it yourself with what you know."
NO_LONGER = "The specialist is no longer in the team."
DID_NOT_START = "The specialist could not answer."


class Floor:
    """Who has the word in this turn. Lives for one run of the node `coordinator`."""

    def __init__(self, context: TurnContext, runtime: TurnRuntime) -> None:
        self.context, self.runtime, self.team = context, runtime, Team(context, runtime)
        self.active = context.request.state.sub_conversation
        self.notes = list(context.request.state.notes)
        self.read = 0  # how many of them the coordinator has read: it reads all of them each time it works
        self.ended: tuple[str, str] | None = None
        self.returned: dict[
            str, str
        ] = {}  # who gave the message back in this turn: why it is not called again
        self.refused: dict[str, str] = {}  # whom the coordinator at work may not call in: why not
        self.calls = 0  # how often somebody was asked or called in
        self.asked: dict[tuple[str, str], Json] = {}  # one-shot tasks of this turn
        self.questions: list[tuple[Question, str]] = []  # of those who did them, and what that was
        self.called: set[str] = set()  # who was called in
        self.moves: list[tuple[str, str]] = []  # of this turn: what happened, and to whom
        self.failed = False

    async def say_sentences(self) -> None:
        """The sentences of intents, in the one voice; where nothing else is to be served, as its answer."""
        decision = self.context.decision
        for part in decision.parts:
            assert decision.route is not None
            request = Pending(decision.route.agent, part.text, "open", part.intent)
            if decision.remaining:
                self.team.say_sentence(request)
            else:
                await self.team.let_work(request.agent, request)

    async def go_round(self, first: str) -> None:
        """One after the other, until somebody has answered."""
        agent: str | None = first
        if self.active is not None and not self.runtime.serves(self.active.specialist):
            agent = self._end(EndRequest("failed", {}, NO_LONGER))
        while agent is not None:
            coordinates = agent == self.runtime.published.coordinator
            agent = await (self._coordinator(agent) if coordinates else self._specialist(agent))
        if not self.failed:
            self.team.name_left_out(self.runtime.published.coordinator)
            await self._ask_what_is_open()

    async def _ask_what_is_open(self) -> None:
        """What a specialist had to ask beside another one's question, now that nothing else is asked.

        In the one voice, and answered where the user has said it meanwhile.
        """
        left = self.team.find_left_behind()
        if left is not None:
            self.team.say_own(self.runtime.published.coordinator, left.reminder)
            self.team.ask(left, "")
            return
        part = self.team.next_open()
        if part is None or (self.active is not None and self.active.specialist != part.agent):
            return
        if self.team.is_known(part):
            self.team.taken.append(part)
            task = replace(self.team.task_for(part.agent, part), targets=())
            self._keep(await results.let_work(task, self.runtime.speech), task)
            return
        assert part.question is not None
        question = asking_again.ask_again(part.question, self.context, part.text)
        self.team.say_own(self.runtime.published.coordinator, question.reminder)
        self.team.ask(question, part.text)

    # --- who works ---------------------------------------------------------------------------
    async def _coordinator(self, agent: str) -> str | None:
        task = self._coordinators(agent)
        done = await results.let_work(task, self.runtime.speech)
        self._keep(done, task)
        self.failed = bool(done.worked.error)
        if self.failed:
            return None
        self.read = len(self.notes)
        if done.worked.delegation is None:
            return None
        return self._begin(done.worked.delegation)

    async def _specialist(self, agent: str) -> str | None:
        called_in = self.active if self.active is not None and self.active.specialist == agent else None
        begins = called_in is not None and called_in.turn == self.context.request.number
        task = self._task(agent)
        home = self.runtime.published.coordinator  # the way back there is the end
        targets = tuple(each for each in task.targets if each.name != home)
        task = replace(task, called_in=called_in, targets=targets, home=self._home(agent))
        done = await results.let_work(task, self.runtime.speech, apologise=not begins)
        target = self._keep(done, task)
        self.failed = bool(done.worked.error) and not begins
        if done.worked.error:
            return self._end(EndRequest("failed", {}, DID_NOT_START)) if begins else None
        if done.worked.ended is not None:
            unread = done.worked.withheld or ("" if done.said else done.worked.text)
            back = self._end(_add_withheld(done.worked.ended, unread.strip()))
            return back if rules.coordinator_goes_on(done.worked.ended.status, done.said) else None
        if target is not None and called_in is not None:
            self.active = replace(called_in, specialist=target)
        if target is not None:
            self.moves.append(("handed", target))
        return target

    def _keep(self, done: SpecialistResult, task: Task) -> str | None:
        if done.said:
            self.team.spoken.append(done.said)
        for question_of in done.worked.questions:
            of_tasks = (words for question, words in self.questions if question is question_of)
            self.team.ask(question_of, next(of_tasks, self.context.request.utterance.text))
        if not done.worked.error:
            self.team.served.add((done.agent, task.intent.name if task.intent else None))
        return self.team.take(done)

    def _first_question(self) -> Question | None:
        """What those who did a task have to ask: one thing at a time."""
        return next((each for each, _words in self.questions if each.agent not in self.called), None)

    # --- what they are given -----------------------------------------------------------------
    def _coordinators(self, agent: str) -> Task:
        full = self._is_full()
        off = self.runtime.resources.switches.names_off("intent")
        colleagues = self._list_colleagues()
        free = () if full else tuple(each for each in colleagues if each.name not in self.returned)
        self.refused = self._enough() if full else dict(self.returned)
        free = tuple(replace(each, intents=tasks.drop_switched_off(each.intents, off)) for each in free)
        coordination = Coordination(
            free, self._one_task, tuple(self.notes), self.refused, self._first_question
        )
        return replace(self._task(agent), coordination=coordination, targets=())

    def _task(self, agent: str) -> Task:
        """The work of one of them on the whole message, with its own intents only."""
        made, published = self.team.task_for(agent), self.runtime.published
        off = self.runtime.resources.switches.names_off("intent")
        own = tasks.drop_switched_off(published.slices_of(agent), off)
        decided = published.intent_slice(agent, delegating.find_sure_intent(self.context))
        intent = _find_own(made.intent, own) or _find_own(decided, own)
        made = replace(made, intents=own, intent=intent)
        if any(done.agent == agent for done in self.team.shares):  # a reply is acted on once
            once = replace(made.context.decision, reply=None, resumed=None, withdrawn=False)
            made = replace(made, context=replace(made.context, decision=once))
        if published.profile.share_memory:
            return made
        return replace(made, context=_narrow_to(agent, made.context), received=())

    def _home(self, agent: str) -> Target | None:
        """The coordinator with all that is served there, but for what this specialist serves.

        None once it has read the message: what it gave away is not given back.
        """
        published, off = self.runtime.published, self.runtime.resources.switches.names_off("intent")
        name = published.coordinator
        if self._is_full() or any(done.agent == name for done in self.team.shares):
            return None
        others = (each.intents for each in self._list_colleagues() if each.name != agent)
        intents = [*published.slices_of(name), *(intent for served in others for intent in served)]
        return Target(name, published.display_name(name), intents=tasks.drop_switched_off(intents, off))

    def _list_colleagues(self) -> tuple[Target, ...]:
        return tuple(each for each in self.runtime.published.colleagues if self.runtime.serves(each.name))

    def _is_full(self) -> bool:
        most = self.runtime.published.profile.max_handoffs
        return self.calls >= (settings.HANDOFFS_A_TURN if most is None else most)

    def _enough(self) -> dict[str, str]:
        return {each.name: ENOUGH for each in self.runtime.published.colleagues}

    async def _one_task(self, role: str, wanted: str) -> Json:
        """One answer of a specialist for its coordinator; the same task is done once a turn."""
        if (role, wanted) in self.asked:
            return self.asked[role, wanted]
        self.calls += 1
        if self._is_full():  # from here on, also within its run
            self.refused.update(self._enough())
        aside = self.runtime.aside(self.context)
        published, decision = self.runtime.published, self.context.decision
        context = replace(self.context, decision=replace(decision, reply=None, resumed=None))
        off = self.runtime.resources.switches.names_off("intent")
        utterance = replace(context.request.utterance, text=wanted)
        own = tasks.drop_switched_off(published.slices_of(role), off)
        intent = _find_own(published.intent_for(role, utterance), own)
        if not published.profile.share_memory:
            context = _narrow_to(role, context)
        task = replace(tasks.make_task(context, aside, role, wanted, intent), targets=(), intents=own)
        done = await results.let_work(task, aside.speech, apologise=False)
        self.moves.append(("asked", role))
        self.team.count(done)
        self.runtime.caller.results.extend(done.worked.results)
        masked_values.note_asked(self.runtime.caller, done.worked.questions)
        self.questions += [(question, wanted) for question in done.worked.questions]
        answer = self.asked[role, wanted] = _describe(done)
        return answer

    # --- the word passes ---------------------------------------------------------------------
    def _begin(self, wish: Delegation) -> str:
        self.calls += 1
        self.called.add(wish.specialist)
        self.moves.append(("called", wish.specialist))
        self.active = SubConversation(wish.specialist, wish.context, self.context.request.number)
        self._move(
            self.runtime.published.coordinator, wish.specialist, rules.KIND, wish.context, wish.context
        )
        return wish.specialist

    def _end(self, ended: EndRequest) -> str:
        """The sub-conversation is over; gives the coordinator, who may go on."""
        begun = self.active
        assert begun is not None
        note = SystemNote(
            specialist=begun.specialist,
            status=ended.status,
            final_result=ended.final_result,
            last_user_message=self.context.request.utterance.text,
            message_to_coordinator=ended.message_to_coordinator,
            turn=self.context.request.number,
            ended_at=time.time(),
        )
        self.active, self.ended = None, (begun.specialist, ended.status)
        self.notes.append(note)
        self.moves.append(("ended", begun.specialist))
        unanswered = ended.status in rules.GOES_ON
        outcome = record.of_end(ended.status)
        if unanswered:
            self.returned[begun.specialist] = CAME_BACK.format(name=begun.specialist)
        if unanswered and begun.turn == self.context.request.number:
            back = record.ABANDONED if ended.status == "failed" else record.CAME_BACK
            record.mark_delegated(self.runtime.moved, begun.specialist, back)
        summary = ended.message_to_coordinator or ""
        coordinator = self.runtime.published.coordinator
        self._move(begun.specialist, coordinator, rules.END, ended.status, summary, outcome)
        return coordinator

    def _move(
        self, giver: str, receiver: str, kind: str, reason: str, summary: str, outcome: str = record.HELPED
    ) -> None:
        published, decision = self.runtime.published, self.context.decision.route
        self.runtime.moved.append(
            Handoff(
                from_agent=giver,
                to_agent=receiver,
                reason=reason[:REASON],
                context_summary=summary[:SUMMARY],
                at=timezone.now(),
                kind=kind,
                category=decision.domain or "" if decision else "",
                outcome=outcome,
            )
        )
        event = {"from": giver, "to": receiver, "to_display_name": published.display_name(receiver),
                "from_display_name": published.display_name(giver), "kind": kind,
                "reason": reason[:400], "blocked": False, "stop": None}  # fmt: skip
        self.runtime.emit("handoff", event)

    def _describe(self) -> dict[str, Any]:
        """The node's step: who has the one voice, who was called in before, and what happened, in order."""
        begun = self.context.request.state.sub_conversation
        return {
            "coordinator": self.runtime.published.coordinator,
            "called_in": begun.specialist if begun is not None else None,
            "moves": [{"what": what, "agent": agent} for what, agent in self.moves],
        }

    # --- what stays --------------------------------------------------------------------------
    def result(self) -> WorkResult:
        """What the node returns; a turn that failed without having acted leaves everything as it was."""
        self.team.open += [
            open_parts.open_question(question, words, self.context)
            for question, words in self.questions
            if question.agent not in self.called and question is not self.team.question
        ]
        active, made = self.team.in_charge(), self.team.result()
        made = replace(
            made, work=replace(made.work, active_agent=active), agent=active, detail=self._describe()
        )
        acted = any(call.ok and call.metadata.get("side_effect") for call in made.work.tool_results)
        if self.failed and not acted:
            return replace(made, outcome=replace(made.outcome, status="failed"))
        left = SubConversations(self.active, rules.waiting_notes(self.notes[self.read :]), self.ended)
        made = replace(made, work=replace(made.work, subs=left))
        if (
            self.failed
        ):  # what was done stays done: the turn is answered, and who has the word is as it was left
            return replace(made, outcome=replace(made.outcome, status="running"))
        outcome = replace(made.outcome, status=self.context.outcome.status, error="")
        return replace(made, outcome=outcome, result="ok")


def _narrow_to(agent: str, context: TurnContext) -> TurnContext:
    """The context with the history between the user and this specialist alone."""
    history = tuple(list_between(context.request.history, agent))
    return replace(context, request=replace(context.request, history=history))


def list_between(history: tuple[PastMessage, ...], agent: str) -> list[PastMessage]:
    """Of what was said before, what the user said to this specialist and what it answered."""
    kept: list[PastMessage] = []
    messages: list[PastMessage] = []
    for message in history:
        if message.role == "user":
            messages.append(message)
            continue
        if message.agent == agent:
            kept += [*messages, message]
        messages = []
    return kept


def _find_own(intent: IntentSlice | None, own: tuple[IntentSlice, ...]) -> IntentSlice | None:
    return next((each for each in own if intent is not None and each.name == intent.name), None)


def _add_withheld(ended: EndRequest, withheld: str) -> EndRequest:
    """What it wrote to the user and nobody was shown is told to the coordinator."""
    if not withheld or ended.message_to_coordinator:
        return ended
    return replace(ended, message_to_coordinator=withheld[:SUMMARY])


def _describe(done: SpecialistResult) -> Mapping[str, Json]:
    """What `delegate_task` gives back."""
    worked, who = done.worked, {"specialist": done.agent}
    if worked.error:
        return {"ok": False, "error": "The specialist could not answer.", "metadata": who}
    if worked.question is not None:
        asks = (
            "It needs something from the user first. The platform puts its question behind your answer, do "
            f"not ask it yourself: {worked.question.text}"
        )
        return {"ok": False, "error": asks, "metadata": {**who, "question": worked.question.text}}
    return {"ok": True, "result": {**who, "answer": done.said}}
