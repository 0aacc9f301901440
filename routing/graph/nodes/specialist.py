"""The specialist answers; whoever it hands over to in the same turn answers the rest."""

from dataclasses import replace
from typing import Any

from django.utils import timezone

from agents.specialists.loop import work
from agents.specialists.task import HandoffRequest, Task, Worked
from agents.specs import IntentSlice
from conversations.turn import Handoff, Step, TurnContext
from handoffs import loop_guard
from routing.decision.reply import after_refusal
from routing.graph.asked import question_event
from routing.graph.stage import Stage
from routing.published import Published
from routing.texts import text


async def run(context: TurnContext, stage: Stage) -> dict[str, Any]:
    """One specialist after the other until nobody hands over; their parts make one answer."""
    assert context.decision is not None
    team = _Team(context, stage)
    agent: str | None = context.decision.agent
    while agent is not None:
        agent = await team.let_work(agent)
    return team.changes()


class _Team:
    """What those who worked in this turn left behind. Lives for one run of the node."""

    def __init__(self, context: TurnContext, stage: Stage) -> None:
        self.context, self.stage = context, stage
        self.agents: list[str] = []
        self.parts: list[tuple[str, str]] = []
        self.worked: list[Worked] = []
        self.handoffs: list[Handoff] = []
        self.rails: list[Any] = []
        self.steps: list[Step] = []
        self.contexts: dict[str, Any] = {}
        self.handed: list[tuple[str, str, str]] = []

    async def let_work(self, agent: str) -> str | None:
        """One specialist's part; gives the one who goes on, or None."""
        stage = self.stage
        self.agents.append(agent)
        stage.speech.begin(agent)
        at, began = timezone.now(), stage.speech.clock()
        worked = await work(self._task(agent))
        if worked.error:
            stage.speech.withdraw()
            stage.speech.feed(text("apology", self.context.utterance.language))
        elif worked.stopped and not worked.text.strip():
            stage.speech.feed(text("limit", self.context.utterance.language))
        said, decisions = stage.speech.finish()
        self.rails += decisions
        if said.strip():
            self.parts.append((agent, said))
        self.worked.append(worked)
        if worked.context.get("findings"):
            self.contexts[agent] = {**worked.context, "agent_name": agent, "last_active": at.timestamp()}
        self.steps += worked.steps
        self.steps.append(
            Step(
                node=agent,
                kind="node",
                outcome="failed" if worked.error else "stopped" if worked.stopped else "ok",
                summary=worked.error or worked.stopped or said[:120],
                at=at,
                ms=(stage.speech.clock() - began) * 1000,
                agent=agent,
            )
        )
        if worked.question is not None:
            stage.emit("question", question_event(worked.question))
        return self._pass_on(agent, worked.handoff) if worked.handoff and not worked.error else None

    def _pass_on(self, agent: str, wish: HandoffRequest) -> str | None:
        this_turn = [(h.from_agent, h.to_agent) for h in self.handoffs if not h.blocked]
        stop = loop_guard.check(this_turn, self.context.state.path, agent, wish.target)
        if stop == "to_itself":
            return None
        row = Handoff(
            from_agent=agent,
            to_agent=wish.target,
            reason=wish.reason[:2000],
            context_summary=wish.summary[:4000],
            at=timezone.now(),
            category=self.context.decision.domain or "" if self.context.decision else "",
            outcome="stopped_by_guard" if stop else "helped",
            blocked=stop is not None,
            context=self.contexts.get(agent, {}),
        )
        self.handoffs.append(row)
        published = self.stage.published
        self.stage.emit(
            "handoff",
            {
                "from": agent,
                "to": wish.target,
                "to_display_name": published.display_name(wish.target),
                "reason": wish.reason[:400],
                "blocked": row.blocked,
                "stop": stop,
            },
        )
        if stop is not None:
            if not self.parts:
                self._say(agent, text("limit", self.context.utterance.language))
            return None
        self.handed.append((agent, published.display_name(agent), wish.summary[:4000]))
        return wish.target

    def _say(self, agent: str, words: str) -> None:
        self.stage.speech.begin(agent)
        self.stage.speech.feed(words)
        said, decisions = self.stage.speech.finish()
        self.parts.append((agent, said))
        self.rails += decisions

    def _task(self, agent: str) -> Task:
        context, published, kit = self.context, self.stage.published, self.stage.kit
        decision = context.decision
        first = len(self.agents) == 1
        decided = (decision.metadata.get("follows") or decision.intent) if decision and first else None
        reply, said = context.reply, context.utterance.text
        if reply is not None and reply.question.agent != agent:  # a reply is read only by who asked
            context = replace(context, reply=None)
        return Task(
            context=context,
            kit=kit,
            caller=self.stage.caller,
            voice=self.stage.speech,
            specialist=published.specialists[agent],
            text=after_refusal(said) if context.clear_state else said,
            intent=published.intent_slice(agent, decided)
            if first
            else published.intent_for(agent, context.utterance),
            intents=_serves(published, agent),
            targets=published.targets_of(agent)
            if published.profile.allow_handoff and context.mode != "single"
            else (),
            policy=published.policy,
            handed=tuple(self.handed),
            said=tuple(said for _, said in self.parts),
        )

    def changes(self) -> dict[str, Any]:
        """What the node returns."""
        context, last = self.context, self.worked[-1]
        usage = context.usage
        for worked in self.worked:
            usage = usage.plus(worked.usage)
        errors = [worked.error for worked in self.worked if worked.error]
        results = tuple(result for worked in self.worked for result in worked.results)
        acted = any(r.ok and r.metadata.get("side_effect") for r in results)
        states = [worked.next_state for worked in self.worked if worked.next_state]
        question = next((w.question for w in reversed(self.worked) if w.question), None)
        return {
            "agents": tuple(self.agents),
            "active_agent": self.agents[-1],
            "parts": tuple(self.parts),
            "answer": "\n\n".join(said for _, said in self.parts),
            "tool_results": results,
            "handoffs": tuple(self.handoffs),
            "rails": (*context.rails, *self.rails),
            "question": question,
            "next_state": question.state if question and question.state else (states[-1] if states else None),
            "usage": usage,
            "identity_missing": tuple(dict.fromkeys(n for w in self.worked for n in w.identity_missing)),
            "contexts": self.contexts,
            "inner_steps": tuple(self.steps),
            "error": "; ".join(errors)[:400],
            "status": "failed"
            if errors and not acted and len(errors) == len(self.worked)
            else context.status,
            "summary": last.error or " → ".join(self.agents),
            "outcome": "failed" if errors else "ok",
        }


def _serves(published: Published, agent: str) -> tuple[IntentSlice, ...]:
    """The intents of a specialist. One without its own, the single agent, serves all with the tools it has."""
    own = published.slices_of(agent)
    if own:
        return own
    tools = frozenset(published.specialists[agent].tools)
    return tuple(
        replace(
            intent.slice(),
            agent=agent,
            prefetch=tuple(name for name in intent.prefetch if name in tools),
            offer=tuple(name for name in intent.offer_tools if name in tools),
            next_state="",
        )
        for intent in published.intents.values()
        if not intent.reply
    )
