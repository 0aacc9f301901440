"""What a mode is: a table over nodes, nodes of its own, and how it decides who answers.

Most ask the tiers, and make of it what their team is. The tiers are asked at once, with the vectors that they
need fetched before; a model that decides is waited for only where they fell back. Results of calls that a
specialist left to its caller's program go back to that specialist: nothing is routed anew.

The modes stand above the turns (`routing/modes`), and provide themselves when Django is ready. `choose` says
which one a turn runs in: the request's, else the flag's, else the profile's, else the installation's.
"""

import time
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any, Protocol

from django.conf import settings

from agents.resources import Resources
from conversations.turn import (
    Json,
    Outcome,
    RouteDecision,
    StepRecord,
    TurnContext,
    TurnDecision,
    TurnOutcome,
    TurnRequest,
    TurnWork,
    Usage,
)
from language import embedder
from rollout.evaluate import Evaluation
from routing.decision import emergency, llm, memory, permission, person
from routing.decision.input import Decision, DecisionInput, names_off
from routing.decision.mode_names import Modes
from routing.decision.profile_runtime import ProfileRuntime
from routing.decision.specs import ProfileSpec
from routing.decision.tiers import decide
from routing.errors import ModeNotAllowed, UnknownMode
from routing.turns.runtime import TurnRuntime
from tenancy.principal import Principal


@dataclass(frozen=True, slots=True, kw_only=True)
class NodeResult:
    """The parts that a node replaces (None: as before) and its step.

    `agent` is who the step is said of, `result` how it went, `inner_steps` what is recorded behind it.

    >>> NodeResult(summary="off", result="skipped").outcome is None
    True
    """

    request: TurnRequest | None = None
    decision: TurnDecision | None = None
    work: TurnWork | None = None
    outcome: TurnOutcome | None = None
    summary: str = ""
    result: Outcome = "ok"
    agent: str = ""
    detail: Mapping[str, Json] = field(default_factory=dict)
    inner_steps: tuple[StepRecord, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class WorkResult(NodeResult):
    """Of a node in which somebody works: what was done, and how the turn ends by now."""

    work: TurnWork
    outcome: TurnOutcome


Node = Callable[[TurnContext, TurnRuntime], Awaitable[NodeResult]]
START = "input_guardrails"
END = "persist"  # the close writes what the nodes decided


@dataclass(frozen=True, slots=True)
class Fork:
    """An edge that depends on the turn: `choose` names one of `leads_to`."""

    leads_to: tuple[str, ...]
    choose: Callable[[TurnContext, TurnRuntime], str]


Table = Mapping[str, str | Fork]
DescribePlan = Callable[
    [Decision, TurnContext, ProfileRuntime, Resources], Awaitable[tuple[dict[str, Any], Usage]]
]
"""What would be done on a decision, as JSON, and what finding it out cost; empty where there is no plan."""


def list_successors(table: Table, node: str) -> tuple[str, ...]:
    """Where a node may lead."""
    edge = table[node]
    return (edge,) if isinstance(edge, str) else edge.leads_to


# --- who answers ----------------------------------------------------------------------------------
def read_brought_results(context: TurnContext, published: ProfileRuntime) -> Decision | None:
    """The decision on results that a request brings.

    None for any message, and where who called is published no more.
    """
    waits = context.request.state.calls
    if waits is None or not context.request.client_tools.results or waits.agent not in published.specialists:
        return None
    named = published.intents.get(waits.intent or "")
    return Decision(
        RouteDecision(
            route=waits.agent,
            agent=waits.agent,
            intent=waits.intent or "fallback",
            confidence=1.0,
            reason=f"Results of the calls that {waits.agent} had passed on to the caller.",
            method="state",
            next_state=context.request.state.workflow_state,
            metadata={"calls": [call.name for call in waits.calls], "turn": waits.turn},
            domain=(named.domain if named else published.profile.domain) or None,
            mcp_tools=named.tools if named else (),
        ),
        (),
        None,
    )


Intents = frozenset[str]
InMode = Callable[[Decision, TurnContext, ProfileRuntime, Intents], Decision]


class Decisions(Protocol):
    """Who answers, in one mode."""

    def decide(self, context: TurnContext, published: ProfileRuntime, off: Intents) -> Decision:
        """Without asking a model; `off` names intents that are switched off."""

    async def decide_with_model(
        self, context: TurnContext, published: ProfileRuntime, resources: Resources
    ) -> tuple[Decision, llm.ModelVerdict | None]:
        """As a turn decides, and what a model was asked for it; None where none was needed."""


@dataclass(frozen=True, slots=True)
class ByTiers:
    """The first tier that is sure; `in_mode` makes of it what the mode does.

    `by_model`: where none is, the profile's model is asked; else the mode's own agents read for themselves.
    """

    in_mode: InMode
    by_model: bool = True

    def decide(self, context: TurnContext, published: ProfileRuntime, off: Intents) -> Decision:
        if (back := read_brought_results(context, published)) is not None:
            return back
        decided, left = _decide_apart(_leave_names_out(context), published, off)
        return self._in_mode(_pass_to_person(decided, left, published), left, published, off)

    async def decide_with_model(
        self, context: TurnContext, published: ProfileRuntime, resources: Resources
    ) -> tuple[Decision, llm.ModelVerdict | None]:
        if (back := read_brought_results(context, published)) is not None:
            return back, None
        context, off = _leave_names_out(context), names_off(resources.switches)
        supply = embedder.supply(context.request.tenant_id)
        decided, left = await supply(lambda: _decide_apart(context, published, off))
        verdict = None
        if self.by_model and llm.may_help(decided, left, published):
            verdict = await llm.ask(decided, left, published, resources)
            decided = llm.after(decided, verdict)
        decision = _pass_to_person(decided, left, published)
        return await supply(lambda: self._in_mode(decision, left, published, off)), verdict

    def _in_mode(
        self, decided: Decision, context: TurnContext, published: ProfileRuntime, off: Intents
    ) -> Decision:
        """What is for a person, or about what is remembered, is no matter of the mode."""
        apart = person.is_for(decided.decision) or memory.is_for(decided.decision)
        return decided if apart else self.in_mode(decided, context, published, off)


def _decide_apart(
    context: TurnContext, published: ProfileRuntime, off: Intents
) -> tuple[Decision, TurnContext]:
    """As `decide_by_tiers`, of what remains where a part of the message is urgent and for a person."""
    request = context.request
    case = DecisionInput.of(context, published, off)
    part = emergency.find(case)
    if part is None:
        return decide_by_tiers(context, published, off)
    if request.state.person is not None:  # who waits for a person has this told to them at once
        return emergency.for_person(case, part), context
    rest = replace(context, request=replace(request, utterance=replace(request.utterance, text=part.rest)))
    decided, left = decide_by_tiers(rest, published, off)
    if not emergency.is_served(decided, published):
        return emergency.for_person(case, part), context
    urgent = (part.intent.name, part.words)
    return decided._replace(urgent=urgent, remaining=decided.remaining or part.rest), left


def _leave_names_out(context: TurnContext) -> TurnContext:
    """What is decided on: what the files of a message without words are called asks for nothing."""
    request = context.request
    if not request.utterance.wordless:
        return context
    return replace(context, request=replace(request, utterance=replace(request.utterance, raw="", text="")))


def _pass_to_person(decided: Decision, context: TurnContext, published: ProfileRuntime) -> Decision:
    return decided if memory.is_for(decided.decision) else person.read(decided, context, published)


def decide_by_tiers(
    context: TurnContext, published: ProfileRuntime, off: Intents, serves_held: bool = True
) -> tuple[Decision, TurnContext]:
    """What the tiers decide, whatever the mode, and the context with what is left of the message to serve.

    `serves_held`: whoever goes on with the agents has the message served that waited for a person.
    """
    if (about := memory.read(context, published)) is not None:
        return about, context
    decided = decide(context.request.utterance, context.request.state, published, time.time(), off)
    if serves_held and (held := person.find_held(decided)):
        return _go_on(held, decided, context, published, off)
    decided = memory.or_kept(decided, context, published)
    if memory.is_for(decided.decision):
        return decided, context
    if decided.decision.method == "clarified":
        context = _on_the_rest(decided, context)
    decided = permission.read(decided, context, published, off)
    if decided.remaining and decided.decision.method != "clarified":
        context = _on_the_rest(decided, context)
        rest = decide(context.request.utterance, context.request.state, published, time.time(), off)
        decided = rest._replace(
            permissions=decided.permissions, remaining=decided.remaining, withdrawn=decided.withdrawn
        )
    return decided, context


def _go_on(
    held: str, decided: Decision, context: TurnContext, published: ProfileRuntime, off: Intents
) -> tuple[Decision, TurnContext]:
    """What the tiers decide of a message that waited for a person, as the user goes on with the agents."""
    left = _on_the_rest(decided._replace(remaining=held, withdrawn=True), context)
    left = replace(left, request=replace(left.request, state=replace(left.request.state, person=None)))
    again = decide(left.request.utterance, left.request.state, published, time.time(), off)
    return again._replace(remaining=held, withdrawn=True, goes_on=True), left


def _on_the_rest(decided: Decision, context: TurnContext) -> TurnContext:
    """The context with what is left to serve.

    A question for the permission that was refused is open no longer.
    """
    utterance = replace(context.request.utterance, text=decided.remaining)
    state = replace(context.request.state, question=None) if decided.withdrawn else context.request.state
    return replace(context, request=replace(context.request, utterance=utterance, state=state))


# --- a mode ---------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Mode:
    """One way in which a team works. `nodes` are its own, beside those that modes share, or in place of one.
    `client_tools`: its specialists are offered the tools of the caller's own program. `alone`: one agent
    answers everything, nobody is decided on or passed to. `one_voice`: one specialist speaks for all others,
    who are called in. `begins_with_one`: whom a first message goes to reads nothing that another wrote
    before. `lists_questions`: what is open after a turn is listed with what waits for an answer.
    `describe_plan`: what is done is a plan of steps, and this says which, without doing them."""

    name: str
    table: Table
    decisions: Decisions
    nodes: Mapping[str, Node] = field(default_factory=dict)
    describe_plan: DescribePlan | None = None
    client_tools: bool = False
    alone: bool = False
    one_voice: bool = False
    begins_with_one: bool = False
    lists_questions: bool = False

    @property
    def plans(self) -> bool:
        """Whether a goal becomes a plan of steps, drawn step by step as it is carried out."""
        return self.describe_plan is not None


_load: list[Callable[[], Mapping[str, Mode]]] = []


def provide(load: Callable[[], Mapping[str, Mode]]) -> None:
    """Says where the modes come from; they are loaded when the first turn asks for one."""
    _load[:] = [load]
    find_mode.cache_clear()


@cache
def find_mode(name: str) -> Mode:
    """The mode of that name. Raises KeyError: there is none."""
    return _load[0]()[name]


def list_names_where(holds: Callable[[Mode], bool]) -> frozenset[str]:
    """The modes that say so of themselves; whoever asks for what a mode does compares no names.

    >>> list_names_where(lambda mode: mode.one_voice)
    frozenset({'coordinator'})
    """
    return frozenset(name for name in MODES if holds(find_mode(name)))


def decide_route(
    context: TurnContext, published: ProfileRuntime, off: frozenset[str] = frozenset()
) -> Decision:
    """Who answers, without asking a model; `off` names intents that are switched off."""
    return find_mode(context.request.mode).decisions.decide(context, published, off)


MODES: tuple[str, ...] = tuple(Modes.values)
DEFAULT = "router"


@dataclass(frozen=True, slots=True)
class ChosenMode:
    """A mode and its source: request, door, flag, profile or environment."""

    mode: str
    source: str


def admit(requested: str | None, force_multi: bool, principal: Principal) -> None:
    """Raises UnknownMode, or ModeNotAllowed where the caller may not choose."""
    if requested and requested not in MODES:
        raise UnknownMode(requested, MODES)
    if (requested or force_multi) and not principal.may("chat:multi_agent"):
        raise ModeNotAllowed


def choose(
    requested: str | None, force_multi: bool, flag: Evaluation | None, profile: ProfileSpec
) -> ChosenMode:
    """The first that names a mode wins.

    A profile without a single agent stays with its team, whoever names a mode of one alone.

    `force_multi` is the multi-agent door: it asks neither the flag nor gives the single agent.
    """
    possible = [mode for mode in MODES if not find_mode(mode).alone or profile.single_agent]
    team = profile.mode or settings.ROUTING_MODE
    door = team if team in possible and not find_mode(team).alone else DEFAULT
    named = (
        ChosenMode(requested or "", "request"),
        ChosenMode(door if force_multi else "", "door"),
        ChosenMode(str(flag.value or "") if flag is not None else "", "flag"),
        ChosenMode(profile.mode, "profile"),
        ChosenMode(settings.ROUTING_MODE, "environment"),
    )
    return next((each for each in named if each.mode in possible), ChosenMode(DEFAULT, "environment"))
