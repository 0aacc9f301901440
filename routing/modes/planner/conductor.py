"""A turn of mode `planner`.

What was understood becomes a plan, the plan is carried out, one answer comes of it.

Nothing is called before the goal is certain (the confidence gate) and the plan is valid. What a step asks the
user stops the plan; the reply goes on where it stopped.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from django.conf import settings

from agents.guardrails import asking as asking_rails
from agents.specialists.acting import NOT_ASKED
from conversations.as_json import to_json
from conversations.turn import Outcome, Question, TurnContext
from language.spoken_languages import speak
from routing.modes.planner.plan_steps import PlanSteps
from routing.modes.planner.worker import send_to_workers
from routing.planning.dialogue import asking, deciding, questions
from routing.planning.errors import PlanRefused
from routing.planning.execute import reporting, sentences
from routing.planning.execute.calls import AtHome
from routing.planning.execute.executing import PlanExecutor
from routing.planning.execute.sentences import to_one_line
from routing.planning.plan import checking, engine, proposing
from routing.planning.plan.checking import check
from routing.planning.plan.composing import append_follow_up, compose, read_remembered
from routing.planning.plan.engine import PlanRuntime, StepOutcome
from routing.planning.specs import DomainOutput, ExecutionPlan, ExecutionStep, IntentOutput
from routing.planning.understand import hearing
from routing.planning.understand.catalogue import catalogue_of
from routing.planning.understand.parameters import resolve_all, resolve_capabilities
from routing.turns.mode import WorkResult
from routing.turns.runtime import TurnRuntime


class Conductor:
    """Lives for one run of the node `planner`."""

    def __init__(self, context: TurnContext, runtime: TurnRuntime) -> None:
        route = context.decision.route
        assert route is not None
        if held := context.decision.remaining:  # what waited for a person is served now
            utterance = replace(context.request.utterance, text=held)
            context = replace(context, request=replace(context.request, utterance=utterance))
        self.context, self.runtime = context, runtime
        self.catalogue = catalogue_of(runtime.published)
        self.language = context.request.utterance.language
        self.agent = route.agent
        self.intent, *self.also = deciding.read_wished(route)
        self.unserved = tuple(route.metadata.get("unserved", ()))
        self.answer, self.wait = deciding.read_answer(context, self.catalogue)
        self.shown = PlanSteps(runtime.speech, self.agent)
        self.home = AtHome(context, self.catalogue, runtime.resources, runtime.published.policy.system_prefix)
        self.usage = context.work.usage
        self.proposal: dict[str, Any] | None = None

    async def run(self) -> WorkResult:
        """What the node changes."""
        answer, wait, intent = self.answer, self.wait, self.intent
        if answer is None or wait is None:
            return await self._anew(intent)
        if wait.kind == "action" and wait.plan is not None and answer.kind in ("yes", "no", "cancel"):
            return await self._act(wait, wait.plan, answer.kind == "yes")
        if answer.kind in ("no", "cancel"):
            return await self._say(
                sentences.say("otherwise", self.language), summary=f"{wait.kind}: {answer.kind}"
            )
        if answer.kind == "yes":
            return await self._anew(replace(intent, confidence=1.0))
        if answer.kind == "value" and wait.kind == "goal":
            return await self._anew(self._of_goal(answer.value, intent))
        if answer.kind == "value" and wait.plan is not None:
            plan, intent = self._with_notice(asking.apply_answer(wait.plan, wait, answer.value), intent)
            return await self._carry_out(plan, replace(intent, confidence=1.0), wait.done)
        before, number = self.context.request.state.clarification, self.context.request.number
        if before is not None and answer.kind == "help":
            words = questions.help_user(before, wait, self.catalogue, self.language)
            return await self._say(words, asking.renew(before), f"explained: {wait.kind}")
        talk = deciding.is_talk(intent)
        if before is not None and talk:
            before = asking.count_failed(before, self.context.request.utterance.text)
        if before is not None and not asking.goes_on(before, number):
            if talk:
                return await self._let_go(wait)
            before = None
        if before is not None and talk:  # neither an answer nor a wish
            words = questions.help_user(before, wait, self.catalogue, self.language)
            return await self._say(words, before, f"asked again: {wait.kind}")
        made = await self._anew(intent)
        if before is not None and made.outcome.question is None:
            return replace(made, outcome=replace(made.outcome, question=self._ask_question(before)))
        return made

    async def _let_go(self, wait: asking.OpenQuestion) -> WorkResult:
        """What is said once nothing answered a question: it is left, and what can be asked for is told."""
        step = wait.asking(wait.plan) if wait.kind == "action" else None
        what = sentences.describe_step(step, self.catalogue, self.language) if step is not None else ""
        left = sentences.say("not_done" if what else "let_go", self.language, what=what)
        can = sentences.list_goals(self.catalogue, self.language)
        return await self._say(f"{left}\n\n{can}", summary=f"let go: {wait.kind}")

    async def _act(self, wait: asking.OpenQuestion, plan: ExecutionPlan, yes: bool) -> WorkResult:
        """What the user was shown is done, or left."""
        if yes:
            plan = checking.agree(plan, wait.step, wait.shown)
            return await self._carry_out(plan, replace(self.intent, confidence=1.0), wait.done)
        step = wait.asking(plan)
        what = sentences.describe_step(step, self.catalogue, self.language) if step is not None else ""
        return await self._say(sentences.say("not_done", self.language, what=what), summary="action: no")

    def _with_notice(self, plan: ExecutionPlan, intent: IntentOutput) -> tuple[ExecutionPlan, IntentOutput]:
        """The waiting plan with the notice that the reply wishes besides."""
        noticed = hearing.with_notice(intent, self.context.request.utterance.text, self.catalogue)
        if noticed == intent:
            return plan, intent
        return append_follow_up(plan, resolve_capabilities(noticed, self.catalogue), self.catalogue), noticed

    def _ask_question(self, question: Question) -> Question:
        """The question, asked in this turn."""
        return asking.ask_again(question, self.agent, self.context.request.number)

    def _of_goal(self, value: Any, intent: IntentOutput) -> IntentOutput:
        """The intent with the goal that the user picked, read again from what led to the question."""
        domain, name = value
        goal = self.catalogue.goal(domain, name)
        found = hearing.read_entities_for(intent.original_query, goal, self.catalogue) if goal else {}
        return IntentOutput(domain, name, found, 1.0, intent.original_query)

    async def _anew(self, intent: IntentOutput) -> WorkResult:
        wanted = [intent, *self.also] if intent == self.intent else [intent]
        remembered = read_remembered(self.context, self.runtime.published)
        plan = compose(resolve_all(wanted, self.catalogue), self.catalogue, remembered)
        if deciding.needs_asking(intent):
            return await self._ask(self._doubt(intent, plan), intent, plan)
        runtime = self.runtime
        made = await proposing.ask(wanted, plan, self.context, runtime.published, runtime.resources)
        self.usage, self.proposal = self.usage.plus(made.usage), made.described
        if made.step is not None:
            runtime.caller.steps.append(made.step)
        return await self._carry_out(made.plan, intent, {})

    def _doubt(self, intent: IntentOutput, plan: ExecutionPlan) -> Question:
        text = self.context.request.utterance.text
        goals = hearing.list_only_by_domain(intent, text, self.catalogue)
        if len(goals) > 1:
            return questions.ask_goal(intent, goals, self.catalogue, self.language)
        return questions.ask_whether_meant(intent, plan, self.catalogue, self.language)

    async def _carry_out(
        self, plan: ExecutionPlan, intent: IntentOutput, known: Mapping[int, StepOutcome]
    ) -> WorkResult:
        try:
            plan, order = check(plan, self.catalogue)
        except PlanRefused as refused:
            output = DomainOutput.fail(refused.code, str(refused))
            execution = self._describe(intent, plan, output)
            sentence = sentences.explain_refusal(refused, self.language)
            return await self._say(sentence, summary=str(refused), result="failed", execution=execution)
        if plan.execution_mode == "sequential":
            order = engine.in_sequence(order)
        deadline = self.context.request.deadline - float(settings.PLAN_MARGIN)
        called = PlanRuntime.of(self.context, self.runtime.resources, self.language, deadline, self.home)
        doer = PlanExecutor(self.catalogue, called, intent.confidence, intent.original_query)
        long = bool(settings.CELERY_BROKER_URL) and len(plan.steps) > settings.PLAN_LOCAL_STEPS
        do = send_to_workers(doer, self.context, self.runtime.emit) if long else doer.do
        outcomes = await engine.run(order, plan.max_concurrency, do, deadline, self._tell(intent), known)
        output = reporting.combine(plan, outcomes, self.catalogue, self.language, tuple(known))
        asks = reporting.find_question(outcomes)
        question = None
        if asks is not None:
            kept = reporting.select_kept(outcomes)
            question = questions.ask_of_step(asks, plan, kept, intent, self.catalogue, self.language)
        wish = question.text if question is not None else asks.output.explanation if asks is not None else ""
        if question is None or not asking.asks_to_act(question):
            wish = self.shown.words(wish)
        if question is not None:
            question = replace(question, text=wish)
        self._record(outcomes, known)
        words = "\n\n".join(filter(None, [self._explain_refused(), output.explanation, wish]))
        return await self._say(
            words or sentences.say("refused", self.language),
            question,
            summary=f"{intent.primary_domain}.{intent.goal}: {output.status}, {len(plan.steps)} steps",
            result="failed" if output.status == "failure" else "ok",
            execution=self._describe(intent, plan, self._filter_seen(plan, outcomes, tuple(known))),
        )

    def _filter_seen(
        self, plan: ExecutionPlan, outcomes: Mapping[int, StepOutcome], read_before: tuple[int, ...]
    ) -> DomainOutput:
        """What came of the plan as clients may read it: the same, of what the checks left of each step."""
        seen = {number: self.shown.of(each) for number, each in outcomes.items()}
        return reporting.combine(plan, seen, self.catalogue, self.language, read_before)

    def _tell(self, intent: IntentOutput) -> engine.Tell:
        def tell(phase: str, step: ExecutionStep, outcome: StepOutcome | None) -> None:
            about: dict[str, Any] = {
                "node": reporting.KIND,
                "kind": reporting.KIND,
                "phase": phase,
                "step_id": step.id,
                "domain": step.domain,
                "capability": step.capability,
                "params": dict(outcome.params if outcome and outcome.params else step.params),
                "depends_on": list(step.depends_on),
                "confidence": outcome.output.confidence if outcome else intent.confidence,
                "agent": self.agent,
                "title": sentences.describe_step(step, self.catalogue, self.language),
            }
            if outcome is not None:
                if outcome.tried:  # known before its words are checked: they may say what it found
                    self.runtime.caller.results.append(reporting.tool_result(outcome, self.agent))
                shown = self.shown.of(outcome)
                about |= {
                    "status": outcome.status,
                    "result": shown.output.result,
                    "explanation": shown.output.explanation,
                    "ms": round(outcome.ms, 1),
                    "outcome": reporting.OUTCOMES[outcome.status],
                }
            self.runtime.emit("step", about)

        return tell

    def _record(self, outcomes: Mapping[int, StepOutcome], known: Mapping[int, StepOutcome]) -> None:
        """The lines of the record."""
        for number, each in sorted(outcomes.items()):
            if number in known:
                continue
            self.runtime.caller.steps.append(reporting.record_step(self.shown.of(each), self.agent))

    def _describe(
        self, intent: IntentOutput, plan: ExecutionPlan, output: DomainOutput | None
    ) -> dict[str, Any]:
        return {
            "intent_output": to_json(intent),
            "execution_plan": to_json(plan),
            "proposal": self.proposal,
            "domain_output": to_json(output) if output is not None else None,
        }

    async def _ask(self, question: Question, intent: IntentOutput, plan: ExecutionPlan) -> WorkResult:
        about = {"resolution": "low_confidence"}
        output = DomainOutput("clarification", None, question.text, intent.confidence, about)
        words = "\n".join(filter(None, [self._explain_refused(), question.text]))
        return await self._say(
            words, question, "the goal is not certain", execution=self._describe(intent, plan, output)
        )

    def _explain_refused(self) -> str:
        """What of the message no goal does."""
        requests = ", ".join(f"“{to_one_line(each)}”" for each in self.unserved)
        return sentences.say("unserved", self.language, text=requests) if requests else ""

    async def _say(
        self,
        words: str,
        question: Question | None = None,
        summary: str = "",
        result: Outcome = "ok",
        execution: Mapping[str, Any] | None = None,
    ) -> WorkResult:
        """The answer through the gate, and what the turn keeps."""
        context, runtime = self.context, self.runtime
        asks = ""
        if question is not None and asking.asks_to_act(question):
            asks = runtime.speech.show(question.text) or speak(NOT_ASKED, self.language)
            words, question = words.replace(question.text, asks), replace(question, text=asks)
        text, found = await runtime.speech.tell(self.agent, words, asks)
        if asks and (asks not in text or asks == speak(NOT_ASKED, self.language)):
            question = None  # nobody agrees to what they have not read
        rails = (*runtime.caller.take_rails(), *found)
        came = (execution or {}).get("domain_output")
        if execution is not None and came and text != words.strip():  # the checks held something back
            execution = {**execution, "domain_output": {**came, "explanation": text}}
        work = replace(
            context.work,
            parts=(*context.work.parts, (self.agent, text)),
            agents=(self.agent,),
            active_agent=self.agent,
            tool_results=(*context.work.tool_results, *runtime.caller.results),
            usage=self.usage.plus(self.home.usage).plus(asking_rails.sum_usage(rails)),
            execution=execution or {},
        )
        outcome = replace(
            context.outcome,
            answer="\n\n".join(filter(None, [context.outcome.answer, text])),
            question=self._ask_question(question) if question is not None else None,
            rails=(*context.outcome.rails, *rails),
        )
        return WorkResult(
            work=work,
            outcome=outcome,
            agent=self.agent,
            inner_steps=tuple(runtime.caller.steps),
            summary=summary[:400],
            result=result,
            detail=dict(execution or {}),
        )
