"""What one specialist did in a turn: worked out here, or in a branch elsewhere and read back from JSON.

An announced handoff that the gate kept back is made true where it can be. What a model wrote although its
prompt forbids it is counted, also where nobody saw it: `ANNOUNCED` a transfer said aloud, `JSON` structured
data.

Control passes from one specialist to the next, or is stopped.

Every attempt leaves its line in the record.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from django.utils import timezone

from agents.guardrails.announcements import CODE as ANNOUNCED
from agents.guardrails.announcements import find_announcement
from agents.specialists.acting import NOT_ASKED
from agents.specialists.delegating import find_target
from agents.specialists.first_calls import has_model
from agents.specialists.loop import work
from agents.specialists.task import HandoffRequest, Task, TaskResult, read_worked
from agents.tools.signals import REASON, SUMMARY
from conversations.as_json import to_json
from conversations.turn import Handoff, Json, RailDecision, StepRecord, TurnContext
from handoffs import record
from language.sentences import split_sentences
from language.spoken_languages import speak
from routing.texts import text
from routing.turns.plain import CODE as JSON
from routing.turns.plain import Plain
from routing.turns.response_writer import ResponseWriter
from routing.turns.runtime import TurnRuntime
from routing.turns.team import stopping


@dataclass(frozen=True, slots=True)
class SpecialistResult:
    """`said` is its part of the answer as the gate left it, `rails` what the gate found, `ms` its length;
    `span` the `traceparent` of the branch that it was done in, where that is traced.
    """

    agent: str
    said: str
    worked: TaskResult
    rails: tuple[RailDecision, ...]
    at: datetime
    ms: float
    span: str = ""

    @property
    def step(self) -> StepRecord:
        """Its line in the record."""
        worked = self.worked
        return StepRecord(
            node=self.agent,
            kind="node",
            outcome="failed" if worked.error else "stopped" if worked.stopped else "ok",
            summary=worked.error or worked.stopped or self.said[:120],
            at=self.at,
            ms=self.ms,
            agent=self.agent,
            detail={"span": self.span} if self.span else {},
        )


async def let_work(task: Task, speech: ResponseWriter, apologise: bool = True) -> SpecialistResult:
    """Lets the specialist work; what it says goes through `speech`.

    Without `apologise` somebody else goes on when it fails, and nothing is said of it.
    """
    speech.begin(task.agent, authored=bool(task.reply))
    at, began = timezone.now(), speech.clock()
    if task.reply:
        speech.feed(task.reply)
    worked = TaskResult(text=task.reply) if task.reply else await work(task)
    tools = task.resources.section.tools
    if worked.error and not worked.stopped:
        if apologise:
            speech.apologise(text("apology", task.language))
        else:
            speech.withdraw()
    elif worked.stopped in stopping.SHORT:
        if apologise or not worked.error:
            words = stopping.explain_short(worked.stopped, bool(worked.text.strip()), task.language)
            told = stopping.tell_done(worked.results, tools, task.language, worked.text)
            parts = ["" if not worked.text.strip() else "\n\n", words, "\n\n" if told else "", told]
            speech.feed("".join(parts))
    elif worked.stopped and not worked.text.strip():
        speech.feed(stopping.summarise(worked.results, tools, task.language))
    elif told := _tell_unnamed(task, worked):
        speech.feed(f"\n\n{told}")
    spoken, decisions = await speech.finish()
    worked, lost = _drop_unread(worked, spoken, speech.was_ended)
    if lost and not speech.was_ended:
        spoken = "\n\n".join([spoken, speech.say_own(task.agent, speak(NOT_ASKED, task.language))[0]]).strip()
    decisions = tuple(
        replace(each, metadata={**each.metadata, "agent": task.agent})
        for each in (*task.caller.take_rails(), *decisions)
    )
    worked = _hand_over(task, worked, decisions)
    decisions = _note(decisions, worked)
    passed_on = worked.handoff or worked.person or worked.delegation or worked.ended or worked.calls
    # A question that was not said is one that a colleague has asked already.
    silent = passed_on or worked.question or (worked.error and not apologise)
    if not spoken.strip() and not silent:  # nobody may be left without an answer
        spoken, more = speech.say(task.agent, text("stays_here", task.language))
        decisions += more
    return SpecialistResult(
        task.agent, spoken.strip(), worked, decisions, at, (speech.clock() - began) * 1000
    )


def _tell_unnamed(task: Task, worked: TaskResult) -> str:
    """What was done and its model does not name, where it has said its last word."""
    goes_on = worked.error or worked.questions or worked.handoff or worked.person or worked.delegation
    if goes_on or worked.calls or not worked.text.strip() or not has_model(task):
        return ""
    tools = task.resources.section.tools
    return stopping.tell_unnamed(worked.results, tools, task.language, worked.text)


def _drop_unread(worked: TaskResult, spoken: str, was_ended: bool) -> tuple[TaskResult, bool]:
    """The work without the question that was said and of which a check of the whole left nothing, and whether
    there is such a one: nobody agrees to what they have not read, or answers what a check ended before.
    """
    question = worked.question
    if question is None or not (was_ended or question.is_yes_or_no):
        return worked, False
    lost = question.text in worked.text and question.text not in spoken
    return (replace(worked, question=None, waiting=()) if lost else worked), lost


def write(share: SpecialistResult) -> dict[str, Any]:
    """As JSON, for a branch's row."""
    written: dict[str, Any] = to_json(share)
    return written


def read(stored: Mapping[str, Any]) -> SpecialistResult:
    """As `write` left it."""
    return SpecialistResult(
        agent=stored["agent"],
        said=stored["said"],
        worked=read_worked(stored["worked"]),
        rails=tuple(RailDecision(**rail) for rail in stored["rails"]),
        at=datetime.fromisoformat(stored["at"]),
        ms=stored["ms"],
        span=stored.get("span", ""),
    )


def describe_phase(name: str, ms: float = 0.0, summary: str = "") -> dict[str, Any]:
    """The event of one specialist's work: started, done or failed."""
    outcome = "failed" if name == "failed" else "ok"
    return {
        "node": "branch",
        "kind": "branch",
        "phase": name,
        "ms": round(ms, 1),
        "summary": summary,
        "outcome": outcome,
    }


def _hand_over(task: Task, worked: TaskResult, rails: Sequence[RailDecision]) -> TaskResult:
    """The work with the handoff that its words announced, where whom they name is a permitted target.

    One that the model asked for itself, a question to the user, and a failure stay as they are.
    """
    found = _find_kept_back(rails)
    if found is None or worked.handoff or worked.person or worked.question or worked.error:
        return worked
    sentence = str(found.metadata.get("sentence", ""))
    target = find_target(sentence, task.targets)
    if target is None:
        return worked
    reason = text("announced", task.language, sentence=sentence[:200])
    summary = worked.text.replace(sentence, "").strip() or task.text
    return replace(worked, handoff=HandoffRequest(target.name, reason, summary[:SUMMARY]))


def _note(rails: Sequence[RailDecision], worked: TaskResult) -> tuple[RailDecision, ...]:
    """The decisions, with what became of the announcement: to whom it was made true, or nobody."""
    target = worked.handoff.target if worked.handoff else None
    return tuple(
        replace(rail, metadata={**rail.metadata, "handed_over_to": target})
        if rail.code == ANNOUNCED and not rail.allowed
        else rail
        for rail in rails
    )


def _find_kept_back(rails: Sequence[RailDecision]) -> RailDecision | None:
    return next((rail for rail in rails if rail.code == ANNOUNCED and not rail.allowed), None)


CODES = (ANNOUNCED, JSON)


def list_slips(done: SpecialistResult) -> tuple[StepRecord, ...]:
    """One step for each kind of slip in a specialist's part."""
    found = dict(_find(done))
    return tuple(
        StepRecord(
            node=code, kind="rail", outcome="blocked", summary=words[:400], at=done.at, agent=done.agent
        )
        for code, words in found.items()
    )


def _find(done: SpecialistResult) -> Iterator[tuple[str, str]]:
    unseen = done.worked.withheld
    sentence = next((each for each in split_sentences(unseen) if find_announcement(each) is not None), "")
    if sentence:
        yield ANNOUNCED, f"announced beside a call, not shown: “{sentence[:200]}”"
    if unseen and (cut := _cut(unseen)):
        yield JSON, f"structured data beside a call, not shown: {cut[:120]}"
    for rail in done.rails:
        if rail.code in CODES and rail.phase == "output" and not rail.allowed:
            yield rail.code, rail.reason


def _cut(text: str) -> str:
    plain = Plain()
    plain.feed(text)
    plain.finish()
    return plain.cut[0] if plain.cut else ""


class Passing:
    """The handoffs of one turn. `handed` are those that happened: (agent, its display name, summary);
    `stopped` says whether the guard stopped one."""

    def __init__(self, context: TurnContext, runtime: TurnRuntime) -> None:
        self._context, self._stage = context, runtime
        self.handed: list[tuple[str, str, str]] = []
        self.stopped = False

    @property
    def handoffs(self) -> list[Handoff]:
        """All of the turn, also those of a node before; a turn that is cut short finds them on its stage."""
        return self._stage.moved

    def on(self, agent: str, wish: HandoffRequest, left: Mapping[str, Json]) -> str | None:
        """Who goes on, or None where the guard stops it; `left` is what the giver leaves."""
        context, published = self._context, self._stage.published
        # Being called in is no step of a circle.
        this_turn = [(h.from_agent, h.to_agent) for h in self.handoffs if record.counts_of(h)]
        most = published.profile.max_handoffs
        stop = record.check_loop(this_turn, context.request.state.path, agent, wish.target, most)
        if stop == "to_itself":
            return None
        if stop == "back_again":
            record.mark_returned(self.handoffs, agent, wish.target)
        self.handoffs.append(
            Handoff(
                from_agent=agent,
                to_agent=wish.target,
                reason=wish.reason[:REASON],
                context_summary=wish.summary[:SUMMARY],
                at=timezone.now(),
                category=context.decision.route.domain or "" if context.decision.route else "",
                outcome=record.STOPPED if stop else record.HELPED,
                blocked=stop is not None,
                context=left,
            )
        )
        self._stage.emit(
            "handoff",
            {
                "from": agent,
                "to": wish.target,
                "to_display_name": published.display_name(wish.target),
                "reason": wish.reason[:400],
                "blocked": stop is not None,
                "stop": stop,
            },
        )
        if stop is not None:
            self.stopped = True
            return None
        self.handed.append((agent, published.display_name(agent), wish.summary[:SUMMARY]))
        return wish.target
