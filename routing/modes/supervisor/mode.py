"""Mode `supervisor`: a plan of several specialists who work at once.

What they say becomes one answer. A reply to an open question and a courtesy need no plan: one answers, as in
mode `router`.
"""

import time
from dataclasses import replace
from datetime import timedelta
from typing import Any, NamedTuple

from django.conf import settings
from django.utils import timezone

from agents.specialists import masked_values
from conversations.as_json import to_json
from conversations.turn import PlannedBranch, StepRecord, SupervisorPlan, TurnContext, Verdict
from routing.decision import llm, planning
from routing.decision.input import Decision, DecisionInput, find_tier
from routing.decision.method_column import SWITCHED_OFF
from routing.decision.profile_runtime import ProfileRuntime
from routing.modes.forks import APART, MADE_BEFORE, make_table, one_or_another_backend
from routing.modes.supervisor import branch
from routing.texts import text
from routing.turns.mode import END, ByTiers, Fork, Mode, NodeResult, WorkResult
from routing.turns.nodes import checks
from routing.turns.runtime import TurnRuntime
from routing.turns.team import consolidate, open_parts
from routing.turns.team.consolidate import Joined
from routing.turns.team.results import SpecialistResult, describe_phase
from routing.turns.team.tasks import find_reply
from routing.turns.team.team import Team
from work import branches
from work.branch_kinds import UNCERTAIN, BranchSpec


def _several_answer(context: TurnContext, runtime: TurnRuntime) -> str:
    answers = one_or_another_backend(context, runtime)
    return "supervisor_agent" if context.decision.plan is not None and answers != "backend" else answers


SEVERAL_ANSWER = Fork(
    (*APART, "fixed_reply", "clarification", "backend", "cached_answer", "specialist", "supervisor_agent"),
    _several_answer,
)

TABLE = make_table(
    SEVERAL_ANSWER,
    {
        "clarification": END,
        "backend": END,
        "cached_answer": MADE_BEFORE,
        "specialist": "supervisor_review",
        "supervisor_agent": "supervisor_review",
    },
)


def _plan(
    decided: Decision, context: TurnContext, published: ProfileRuntime, off: frozenset[str]
) -> Decision:
    """All specialists that the message names work at once, unless it is a reply, a courtesy, or takes up an
    open part.
    """
    first = published.intents.get(decided.decision.intent)
    fixed = first is not None and bool(first.reply)
    method = decided.decision.method
    if not find_tier(method).by_words or method == llm.METHOD:
        return decided  # a model names one intent, as the user does, and whoever serves it answers alone
    if (fixed and (decided.reply or decided.resumed)) or decided.decision.metadata.get(SWITCHED_OFF):
        return decided
    limit = published.profile.max_branches or settings.BRANCHES
    case = DecisionInput.of(context, published, off)
    made = planning.plan(case, limit, decided.decision)
    names = made.metadata["matched_keywords"]
    if fixed and len(made.branches) + len(made.left_out) < 2:
        return decided
    if method != "fallback" and not names:
        return decided  # nobody's in particular, decided on as a whole, or named beyond what a plan reads
    if method == "example" and decided.decision.agent not in names:
        return decided  # read as a whole it says more than its clauses do
    named = (published.intents.get(each.intent or "") for each in made.branches)
    intents = [intent for intent in named if intent is not None]
    tools = [tool for intent in intents for tool in intent.tools]
    domains = {intent.domain for intent in intents if intent.domain} or {published.profile.domain}
    decision = planning.decision(made, tools, domains.pop() if len(domains) == 1 else None)
    saw = {"plan": list(made.agents), "left_out": [each.agent for each in made.left_out]}
    verdicts = (*decided.verdicts, Verdict("supervisor", decision, saw))
    return decided._replace(decision=decision, plan=made, verdicts=verdicts)


# --- at work ---------------------------------------------------------------------------------------
async def run(context: TurnContext, runtime: TurnRuntime) -> NodeResult:
    """A plan of one is that specialist's turn; several work in branches and are joined."""
    assert context.decision.plan is not None
    team, plan = Team(context, runtime), context.decision.plan
    if len(plan.branches) == 1 and not plan.left_out:
        await team.work_from(plan.agents[0])
        await team.take_up_what_is_open()
        return team.result()
    began = time.perf_counter()
    results = await _work(context, runtime, plan)
    shares = [result.done for result in results if result.done is not None]
    team.steps += [_make_step(result) for result in results if result.done is None]
    team.served = {(each.branch.agent, each.branch.intent) for each in results if not each.why}
    for done in shares:
        runtime.caller.results.extend(done.worked.results)
    passed_on = [target for done in shares if (target := team.take(done))]
    team.open += [
        open_parts.leave_open(each.branch, each.why, context) for each in results if each.may_be_repeated
    ]
    team.open += [open_parts.leave_open(each, "left_out", context) for each in plan.left_out]
    if all(result.why for result in results):
        return _apologise(team, results)
    joined = await _join(team, results)
    for target in dict.fromkeys(passed_on):
        if target not in {done.agent for done in team.shares}:
            await team.work_from(target)
    made = team.result()
    judges = checks.select_lowest_scores([*made.outcome.judges, *joined.judges])
    outcome = replace(made.outcome, fault=_list_faults(results), judges=judges)
    runtime.emit("step", {"node": "supervisor", "phase": "joined", "kind": "node",
                        "ms": round((time.perf_counter() - began) * 1000, 1)})  # fmt: skip
    return replace(made, outcome=outcome, summary=_summarise(results))


class Result(NamedTuple):
    """What came of a branch.

    What was done (None: nothing came back), `why` its part is missing (failed, late, or uncertain: it had
    begun to change something; "" when it is there), how long it took, and the error that kept it from coming
    back.
    """

    branch: PlannedBranch
    done: SpecialistResult | None
    why: str
    ms: float
    error: str = ""

    @property
    def may_be_repeated(self) -> bool:
        """Whether the part is missing and asking for it again does no harm."""
        return bool(self.why) and self.why != UNCERTAIN


def _summarise(results: list[Result]) -> str:
    return ", ".join(f"{each.branch.agent} {each.why}".strip() for each in results)


def _list_faults(results: list[Result]) -> str:
    """Why branches never came back; for the record, as it may be an exception's text."""
    return "; ".join(f"{each.branch.agent}: {each.error}" for each in results if each.error)


async def _work(context: TurnContext, runtime: TurnRuntime, plan: SupervisorPlan) -> list[Result]:
    """Every branch at once, here or in workers, until the turn's deadline less a margin; the sentences of
    intents need no work and are said here.
    """
    sentences = [each for each in plan.branches if find_reply(context, runtime.published, each.intent)]
    working = [each for each in plan.branches if each not in sentences]

    def heard(step: str, event: dict[str, Any]) -> None:
        runtime.emit("step", {**event, "agent": step})

    for each in plan.branches:
        name = runtime.published.display_name(each.agent)
        heard(each.agent, {**describe_phase("started"), "title": each.text[:200], "display_name": name})
    came = await branches.fan_out(
        branch.KIND,
        context.request.tenant_id,
        context.request.turn_id,
        context.request.attempt,
        [BranchSpec(each.agent, branch.make_payload(context, each, plan.agents)) for each in working],
        deadline=context.request.deadline - settings.BRANCH_MARGIN,
        local={each.agent: branch.make_local(context, runtime, each, plan.agents) for each in working},
        on_event=heard,
    )
    found: list[Result] = []
    for each in sentences:
        said = await branch.do(context, runtime.aside(context), each, plan.agents)
        found.append(Result(each, said, "", said.ms))
    for each, result in zip(working, came, strict=True):
        done = branch.read(result.result) if result.status == "done" and result.result else None
        if done is None:
            lost = UNCERTAIN if result.error == UNCERTAIN else "failed"
            why = "late" if result.status == "late" else lost
            found.append(Result(each, None, why, result.ms, result.error))
        elif done.worked.error:  # what it found and did is recorded; its apology is no part of the answer
            found.append(Result(each, replace(done, said=""), "failed", result.ms))
        else:
            found.append(Result(each, done, "", result.ms))
    for missing in found:
        if missing.why:  # whoever came to an end has told so itself
            heard(missing.branch.agent, describe_phase("failed", missing.ms, missing.why))
    return found


async def _join(team: Team, results: list[Result]) -> Joined:
    """Speaks the one answer, asks the first question, and notes what stays open; gives what it joined."""
    context, runtime = team.context, team.runtime
    published, language = runtime.published, context.request.utterance.language
    for done in (result.done for result in results if result.done is not None):
        masked_values.note_asked(runtime.caller, done.worked.questions)
    parts = [
        consolidate.AnswerPart(
            published.display_name(done.agent), said, published.specialists[done.agent].forward
        )
        for done in (result.done for result in results)
        if done is not None and (said := open_parts.cut_questions(done.said, done.worked.questions))
    ]
    joined = await consolidate.join(parts, context, runtime)
    team.steps += joined.steps
    paragraphs = [joined.text] if joined.text else []
    assert context.decision.plan is not None
    gone = [result.branch for result in results if result.may_be_repeated]
    begun = [result.branch for result in results if result.why and not result.may_be_repeated]
    left_out = [each for each in team.open if each.why == "left_out"]
    missing = ((gone, "part_missing"), (begun, "uncertain"), (left_out, "left_out"))
    for absent, which in missing:
        if absent:
            shown = ", ".join(
                published.display_name(agent) for agent in dict.fromkeys(each.agent for each in absent)
            )
            paragraphs.append(text(which, language, names=shown))
    if paragraphs:
        team.say("supervisor", "\n\n".join(paragraphs))
    for result in results:
        for question in result.done.worked.questions if result.done is not None else ():
            team.ask(question, result.branch.text)
    asked = (team.question, *(each.question for each in team.open))
    if (first := next((each for each in asked if each is not None and each.is_yes_or_no), None)) is not None:
        team.remind(first)
    return joined


def _make_step(result: Result) -> StepRecord:
    """The line of a branch that brought nothing back."""
    return StepRecord(
        node=result.branch.agent,
        kind="node",
        outcome="failed",
        summary=result.why,
        at=timezone.now() - timedelta(milliseconds=result.ms),
        ms=result.ms,
        agent=result.branch.agent,
        detail=to_json(result.branch),
    )


def _apologise(team: Team, results: list[Result]) -> NodeResult:
    """An apology; the parts stay open, and what was found and done is in the record."""
    context = team.context
    words = team.say("supervisor", text("apology", context.request.utterance.language), sorry=True)
    found = team.result() if team.shares else _make_empty(team)
    late = "timeout" if any(each.why == "late" for each in results) else ""
    active = context.request.state.active_agent or ""
    return replace(
        found,
        work=replace(found.work, active_agent=active),
        outcome=replace(
            found.outcome,
            answer=words,
            status="failed",
            error=_summarise(results)[:400],
            failure=found.outcome.failure or late,
            fault=_list_faults(results),
        ),
        agent=active,
        summary=_summarise(results),
        result="failed",
    )


def _make_empty(team: Team) -> WorkResult:
    """The result where no branch came back."""
    before = team.context.outcome
    pending = open_parts.list_after(team.context, (), team.open)
    return WorkResult(
        work=replace(team.context.work, agents=()),
        outcome=replace(before, pending=pending, rails=(*before.rails, *team.rails)),
        inner_steps=tuple(team.steps),
    )


MODE = Mode("supervisor", TABLE, ByTiers(_plan), {"supervisor_agent": run})
