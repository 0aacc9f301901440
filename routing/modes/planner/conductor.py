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
from conversations.turn import Outcome, Question, TurnContext
from routing.modes.planner.plan_steps import PlanSteps
from routing.planning.dialogue import asking, deciding, questions
from routing.planning.dialogue.at_home import AtHome, list_goals
from routing.planning.errors import PlanRefused
from routing.planning.execute import combining, sentences
from routing.planning.execute.executing import PlanExecutor
from routing.planning.execute.on_workers import through_workers
from routing.planning.execute.values import one_line
from routing.planning.memory import read_remembered
from routing.planning.plan import confirming, engine, plan_json, proposing, reachable, record
from routing.planning.plan.composing import append_follow_up
from routing.planning.plan.composing import plan as composed
from routing.planning.plan.engine import StepOutcome
from routing.planning.plan.runtime import PlanRuntime
from routing.planning.plan.soundness import check_order
from routing.planning.understand import hearing
from routing.planning.understand.catalogue import catalogue_of
from routing.planning.understand.resolving import resolve_capabilities
from routing.planning.words import DomainOutput, ExecutionPlan, ExecutionStep, IntentOutput
from routing.turns.node_result import WorkResult
from routing.turns.runtime import TurnRuntime


class Conductor:
    """Lives for one run of the node `planner`."""

    def __init__(self, context: TurnContext, runtime: TurnRuntime) -> None:
        assert context.decision.route is not None
        self.context, self.runtime = context, runtime
        self.catalogue = catalogue_of(runtime.published)
        self.language = context.request.utterance.language
        self.agent = context.decision.route.agent
        self.intent, *self.also = deciding.read_wished(context.decision.route)
        self.unserved = tuple(context.decision.route.metadata.get("unserved", ()))
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
        if wait.kind == "action" and wait.plan is not None and answer.said in ("yes", "no", "cancel"):
            return await self._act(wait, wait.plan, answer.said == "yes")
        if answer.said in ("no", "cancel"):
            return await self._say(
                sentences.text("otherwise", self.language), summary=f"{wait.kind}: {answer.said}"
            )
        if answer.said == "yes":
            return await self._anew(replace(intent, confidence=1.0))
        if answer.said == "value" and wait.kind == "goal":
            return await self._anew(self._of_goal(answer.value, intent))
        if answer.said == "value" and wait.plan is not None:
            plan, intent = self._with_notice(asking.apply_answer(wait.plan, wait, answer.value), intent)
            return await self._carry_out(plan, replace(intent, confidence=1.0), wait.done)
        before, number = self.context.request.state.clarification, self.context.request.number
        if before is not None and answer.said == "help":
            words = asking.help_user(before, wait, self.catalogue, self.language)
            return await self._say(words, asking.renew(before), f"explained: {wait.kind}")
        talk = deciding.is_talk(intent)
        if before is not None and talk:
            before = asking.count_failed(before, self.context.request.utterance.text)
        if before is not None and not asking.goes_on(before, number):
            if talk:
                return await self._let_go(wait)
            before = None
        if before is not None and talk:  # neither an answer nor a wish
            return await self._ask_again(before, wait)
        made = await self._anew(intent)
        if before is not None and made.outcome.question is None:
            return replace(made, outcome=replace(made.outcome, question=self._ask_question(before)))
        return made

    async def _ask_again(self, before: Question, wait: asking.OpenQuestion) -> WorkResult:
        """The question in other words: with what its options are, or how an answer looks."""
        odd = asking.strange(self.context.request.utterance.text, before) if wait.kind == "choice" else ""
        none = sentences.text("none_such", self.language, text=odd) if odd else ""
        told = asking.help_user(before, wait, self.catalogue, self.language)
        return await self._say("\n".join(filter(None, [none, told])), before, f"asked again: {wait.kind}")

    async def _let_go(self, wait: asking.OpenQuestion) -> WorkResult:
        """What is said once nothing answered a question: it is left, and what can be asked for is told."""
        step = wait.asking(wait.plan) if wait.kind == "action" else None
        what = sentences.action(step, self.catalogue, self.language) if step is not None else ""
        left = sentences.text("not_done" if what else "let_go", self.language, what=what)
        can = list_goals(self.catalogue, self.language)
        return await self._say(f"{left}\n\n{can}", summary=f"let go: {wait.kind}")

    async def _act(self, wait: asking.OpenQuestion, plan: ExecutionPlan, yes: bool) -> WorkResult:
        """What the user was shown is done, or left."""
        if yes:
            plan = confirming.agree(plan, wait.step, wait.shown)
            return await self._carry_out(plan, replace(self.intent, confidence=1.0), wait.done)
        step = wait.asking(plan)
        what = sentences.action(step, self.catalogue, self.language) if step is not None else ""
        return await self._say(sentences.text("not_done", self.language, what=what), summary="action: no")

    def _with_notice(self, plan: ExecutionPlan, intent: IntentOutput) -> tuple[ExecutionPlan, IntentOutput]:
        """The waiting plan with the notice that the reply wishes besides."""
        heard = hearing.with_notice(intent, self.context.request.utterance.text, self.catalogue)
        if heard == intent:
            return plan, intent
        return append_follow_up(plan, resolve_capabilities(heard, self.catalogue), self.catalogue), heard

    def _ask_question(self, question: Question) -> Question:
        """The question, asked in this turn and told to the client."""
        made = asking.ask_again(question, self.agent, self.context.request.number)
        self.runtime.emit("question", made.describe())
        return made

    def _of_goal(self, value: Any, intent: IntentOutput) -> IntentOutput:
        """The intent with the goal that the user picked, read again from what led to the question."""
        domain, name = value
        goal = self.catalogue.goal(domain, name)
        found = hearing.entities_for(intent.original_query, goal, self.catalogue) if goal else {}
        return IntentOutput(domain, name, found, 1.0, intent.original_query)

    async def _anew(self, intent: IntentOutput) -> WorkResult:
        plan = self.make_plan(intent)
        if deciding.needs_asking(intent):
            return await self._ask(self._doubt(intent, plan), intent, plan, self._unknown(intent))
        runtime = self.runtime
        made = await proposing.ask(
            self._list_wanted(intent), plan, self.context, runtime.published, runtime.resources
        )
        self.usage, self.proposal = self.usage.plus(made.usage), made.told
        if made.step is not None:
            runtime.caller.steps.append(made.step)
        return await self._carry_out(made.plan, intent, {})

    def _list_wanted(self, intent: IntentOutput) -> list[IntentOutput]:
        return [intent, *self.also] if intent == self.intent else [intent]

    def make_plan(self, intent: IntentOutput) -> ExecutionPlan:
        """The plan of an intent, with what is remembered."""
        done = [
            each for one in self._list_wanted(intent) for each in resolve_capabilities(one, self.catalogue)
        ]
        return composed(
            done,
            self.catalogue,
            read_remembered(
                self.context, self.runtime.published.agents, self.runtime.published.business_keys
            ),
        )

    def _doubt(self, intent: IntentOutput, plan: ExecutionPlan) -> Question:
        text = self.context.request.utterance.text
        goals = hearing.only_by_domain(intent, text, self.catalogue)
        if len(goals) > 1:
            return questions.about_goal(intent, goals, self.catalogue, self.language)
        return questions.about_confidence(intent, plan, self.catalogue, self.language)

    def _unknown(self, intent: IntentOutput) -> str:
        """What is told before the goals are offered of a message that names something else."""
        odd = ", ".join(hearing.find_unexplained(intent, self.context.request.utterance.text, self.catalogue))
        return sentences.text("not_among", self.language, text=odd) if odd else ""

    async def _carry_out(
        self, plan: ExecutionPlan, intent: IntentOutput, known: Mapping[int, StepOutcome]
    ) -> WorkResult:
        try:
            order = confirming.mark_confirmed(check_order(plan, self.catalogue), self.catalogue)
        except PlanRefused as refused:
            output = DomainOutput("failure", None, str(refused), 0.0, {"error": refused.code})
            told = self._describe(intent, plan, output)
            said = sentences.refusal(refused, self.language)
            return await self._say(said, summary=str(refused), result="failed", execution=told)
        plan = confirming.in_plan(plan, order)
        if plan.execution_mode == "sequential":
            order = engine.in_sequence(order)
        doer = self._doer(intent)
        do = through_workers(doer, self.context, self.runtime.emit) if self._is_long(plan) else doer.do
        outcomes = await engine.run(
            order, plan.max_concurrency, do, self._deadline(), self._tell(intent, doer), known
        )
        output = combining.combine(plan, outcomes, self.catalogue, self.language, tuple(known))
        asks = combining.question_of(outcomes)
        question = None
        if asks is not None:
            kept = record.to_keep(outcomes)
            question = questions.about_step(
                asks, plan, kept, intent, self.catalogue, self.language, self.wait
            )
        wish = question.text if question is not None else asks.output.explanation if asks is not None else ""
        wish = self.shown.words(wish)
        if question is not None:
            question = replace(question, text=wish)
        self._record(outcomes, known)
        words = "\n\n".join(filter(None, [self._explain_refused(), output.explanation, wish]))
        return await self._say(
            words or sentences.text("refused", self.language),
            question,
            summary=f"{intent.primary_domain}.{intent.goal}: {output.status}, {len(plan.steps)} steps",
            result="failed" if output.status == "failure" else "ok",
            execution=self._describe(intent, plan, self._filter_seen(plan, outcomes, tuple(known))),
        )

    def _filter_seen(
        self, plan: ExecutionPlan, outcomes: Mapping[int, StepOutcome], told: tuple[int, ...]
    ) -> DomainOutput:
        """What came of the plan as clients may read it: the same, of what the checks left of each step."""
        seen = {number: self.shown.of(each) for number, each in outcomes.items()}
        return combining.combine(plan, seen, self.catalogue, self.language, told)

    def _is_long(self, plan: ExecutionPlan) -> bool:
        return bool(settings.CELERY_BROKER_URL) and len(plan.steps) > settings.PLAN_LOCAL_STEPS

    def _deadline(self) -> float:
        return self.context.request.deadline - float(settings.PLAN_MARGIN)

    def _doer(self, intent: IntentOutput) -> PlanExecutor:
        return PlanExecutor(self.catalogue, self.scene(), intent.confidence, intent.original_query)

    def scene(self) -> PlanRuntime:
        """What domains are called with in this turn."""
        context = self.context
        return PlanRuntime(
            addresses=reachable.addresses(self.runtime.resources),
            tenant_id=context.request.tenant_id,
            session_key=context.request.conversation_key,
            language=self.language,
            deadline=self._deadline(),
            at_home=self.home,
            turn_id=context.request.turn_id,
            attempt=context.request.attempt,
            closed=reachable.make_closed_check(self.runtime.resources),
        )

    def _tell(self, intent: IntentOutput, doer: PlanExecutor) -> engine.Tell:
        def tell(phase: str, step: ExecutionStep, outcome: StepOutcome | None) -> None:
            about: dict[str, Any] = {
                "node": record.KIND,
                "kind": record.KIND,
                "phase": phase,
                "step_id": step.id,
                "domain": step.domain,
                "capability": step.capability,
                "params": dict(outcome.params if outcome and outcome.params else step.params),
                "depends_on": list(step.depends_on),
                "confidence": outcome.output.confidence if outcome else intent.confidence,
                "agent": self.agent,
                "title": sentences.action(step, self.catalogue, self.language),
            }
            if outcome is not None:
                if outcome.tried:  # known before its words are checked: they may say what it found
                    self.runtime.caller.results.append(record.result(outcome, self.agent))
                shown = self.shown.of(outcome)
                about |= {
                    "status": outcome.status,
                    "result": shown.output.result,
                    "explanation": shown.output.explanation,
                    "ms": round(outcome.ms, 1),
                    "outcome": record.OUTCOMES[outcome.status],
                }
            self.runtime.emit("step", about)

        return tell

    def _record(self, outcomes: Mapping[int, StepOutcome], known: Mapping[int, StepOutcome]) -> None:
        """The lines of the record."""
        for number, each in sorted(outcomes.items()):
            if number in known:
                continue
            self.runtime.caller.steps.append(record.line(self.shown.of(each), self.agent))

    def _describe(
        self, intent: IntentOutput, plan: ExecutionPlan, output: DomainOutput | None
    ) -> dict[str, Any]:
        return {
            "intent_output": plan_json.as_json(intent),
            "execution_plan": plan_json.as_json(plan),
            "proposal": self.proposal,
            "domain_output": plan_json.as_json(output) if output is not None else None,
        }

    async def _ask(
        self, question: Question, intent: IntentOutput, plan: ExecutionPlan, told: str
    ) -> WorkResult:
        about = {"resolution": "low_confidence"}
        output = DomainOutput("clarification", None, question.text, intent.confidence, about)
        words = "\n".join(filter(None, [self._explain_refused() or told, question.text]))
        return await self._say(
            words, question, "the goal is not certain", execution=self._describe(intent, plan, output)
        )

    def _explain_refused(self) -> str:
        """What of the message no goal does."""
        said = ", ".join(f"“{one_line(each)}”" for each in self.unserved)
        return sentences.text("unserved", self.language, text=said) if said else ""

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
        said, found = await runtime.speech.tell(self.agent, words)
        rails = (*runtime.caller.take_rails(), *found)
        came = (execution or {}).get("domain_output")
        if execution is not None and came and said != words.strip():  # the checks held something back
            execution = {**execution, "domain_output": {**came, "explanation": said}}
        work = replace(
            context.work,
            parts=((self.agent, said),),
            agents=(self.agent,),
            active_agent=self.agent,
            tool_results=(*context.work.tool_results, *runtime.caller.results),
            usage=self.usage.plus(self.home.usage).plus(asking_rails.sum_usage(rails)),
            execution=execution or {},
        )
        outcome = replace(
            context.outcome,
            answer=said,
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
