"""What reads a turn: its rails what came in and, while it was spoken, what went out; its judges the answer.

Judges score the answer. Those that hold one back have looked at its parts before it left.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from django.conf import settings
from django.utils import timezone

from agents.guardrails import announcements, phrases, run_rails
from agents.judges import run_judges
from agents.judges.base import ByModel
from agents.judges.run_judges import find_judge, is_sampled, judge_answer
from agents.specialists.task import Judge, Judged
from agents.specs import JudgeSpec
from conversations.turn import JudgeResult, Outcome, Question, StepRecord, ToolResult, TurnContext
from routing.turns import client_tools
from routing.turns.mode import NodeResult
from routing.turns.runtime import TurnRuntime

READ = (phrases.CODE, announcements.CODE)


async def read_input(context: TurnContext, runtime: TurnRuntime) -> NodeResult:
    """The sanitised utterance; or a polite answer and the code of the rail that refused it."""
    if not run_rails.reads_input(runtime.resources):
        return NodeResult(summary="off", result="skipped")
    specs = runtime.published.rails("input")
    context, decisions = await run_rails.sanitize(specs, context, runtime.resources)
    context = client_tools.mask_results(context, specs, runtime.resources)
    context = await client_tools.read_results_by_rails(context, runtime.published, runtime.resources)
    outcome = run_rails.refuse(context.outcome, decisions)
    found = ", ".join(d.code for d in decisions if d.sanitized_text or not d.allowed) or "nothing found"
    result: Outcome = "blocked" if outcome.blocked_by else "ok"
    return NodeResult(request=context.request, outcome=outcome, summary=found, result=result)


async def report_review(context: TurnContext, runtime: TurnRuntime) -> NodeResult:
    """Reports what was kept back; the text itself was read sentence by sentence while it was spoken."""
    if not runtime.published.profile.review:
        return NodeResult(summary="off", result="skipped")
    kept_back = [rail.reason for rail in context.outcome.rails if rail.code in READ and not rail.allowed]
    return NodeResult(
        summary="; ".join(kept_back) or "nothing to add", result="blocked" if kept_back else "ok"
    )


async def report_output(context: TurnContext, runtime: TurnRuntime) -> NodeResult:
    """A step that says which rails changed or held back something. A question that a yes answers is open only
    where it stands in the answer: nobody agrees to what they have not read.
    """
    question = context.outcome.question
    touched = [
        d.code for d in context.outcome.rails if d.phase == "output" and (not d.allowed or d.sanitized_text)
    ]
    if question is not None and question.is_yes_or_no and not _is_read(question, context.outcome.answer):
        unread = f"the {question.kind} is not in the answer: it is not asked"
        summary = "; ".join(filter(None, [unread, ", ".join(touched)]))
        return NodeResult(outcome=replace(context.outcome, question=None), summary=summary, result="blocked")
    if not settings.ENABLE_OUTPUT_GUARDRAILS or runtime.resources.switches.off("output_rail"):
        return NodeResult(summary="off", result="skipped")
    return NodeResult(summary=", ".join(touched) or "nothing found")


def _is_read(question: Question, answer: str) -> bool:
    return bool(question.text.strip()) and question.stands_in(answer)


def has_judges(runtime: TurnRuntime) -> bool:
    """Whether answers are judged at all."""
    return bool(settings.ENABLE_JUDGES) and not runtime.resources.switches.off("judge")


def judge_before(context: TurnContext, runtime: TurnRuntime) -> Judge | None:
    """Those that an answer must pass before it leaves, asked as one; None where there are none."""
    specs = tuple(spec for spec in runtime.published.judges if spec.fail_closed)
    if not specs or not has_judges(runtime):
        return None
    switched_on = _on(specs, runtime)

    async def judge(answer: str, results: Sequence[ToolResult]) -> Judged:
        authored = runtime.published.authored_texts
        return await judge_answer(switched_on, answer, context, runtime.resources, results, authored)

    return judge if switched_on else None


def list_judges_after(context: TurnContext, runtime: TurnRuntime) -> tuple[JudgeSpec, ...]:
    """Those that look at the whole answer: who judged its parts already has done so."""
    done = {result.name for result in context.outcome.judges}
    return tuple(
        spec
        for spec in _on(runtime.published.judges, runtime)
        if spec.name not in done and (spec.fail_closed or is_sampled(spec, context.request.turn_id))
    )


def select_lowest_scores(results: Iterable[JudgeResult]) -> tuple[JudgeResult, ...]:
    """One result a judge, the lowest of all parts' that had to pass it."""
    found: dict[str, JudgeResult] = {}
    for each in results:
        if each.name not in found or each.score < found[each.name].score:
            found[each.name] = each
    return tuple(found.values())


def _on(specs: Iterable[JudgeSpec], runtime: TurnRuntime) -> tuple[JudgeSpec, ...]:
    """Those that are not switched off; those that only a model can be, where no budget is used up."""
    off, saves = runtime.resources.switches.off, runtime.resources.saves
    return tuple(
        spec
        for spec in specs
        if not (off("judge", spec.name) or (saves and isinstance(find_judge(spec), ByModel)))
    )


async def judge(context: TurnContext, runtime: TurnRuntime) -> NodeResult:
    """Their results, each with its threshold; a step of its own for each that has none, with the reason."""
    if not has_judges(runtime):
        return NodeResult(summary="off", result="skipped")
    if context.outcome.calls is not None:
        return NodeResult(summary="the answer comes with the results of the calls", result="skipped")
    if context.outcome.status == "failed":
        return NodeResult(summary="the turn failed", result="skipped")
    if _is_own_answer(context):
        return NodeResult(summary="no specialist's words are in the answer", result="skipped")
    judged = await run_judges.judge_answer(
        list_judges_after(context, runtime), context.outcome.answer, context, runtime.resources,
        context.work.tool_results, runtime.published.authored_texts,
    )  # fmt: skip
    results, now = (*context.outcome.judges, *judged.results), timezone.now()
    return NodeResult(
        outcome=replace(context.outcome, judges=results),
        summary=", ".join(f"{r.name} {r.score:.2f}" for r in results) or "none switched on",
        result="ok" if all(r.passed for r in results) else "failed",
        inner_steps=(
            *judged.steps,
            *(
                StepRecord(name, "judge", "skipped", f"not judged: {why}"[:400], now)
                for name, why in judged.missing.items()
            ),
        ),
    )


def _is_own_answer(context: TurnContext) -> bool:
    """Whether the answer is the platform's own, or one that was judged when it was first given."""
    outcome = context.outcome
    if outcome.blocked_by or outcome.aside or outcome.served is not None:
        return True
    return any(step.node == "clarification" for step in context.work.steps)
