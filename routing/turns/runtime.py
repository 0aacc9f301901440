"""What nodes may use while a turn runs: the release, its kit, and where words and events go."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.conf import settings

from agents.guardrails import prompt_leak, run_rails
from agents.guardrails.findings import ResultReader
from agents.guardrails.gate import Gate
from agents.resources import Emit, Resources
from agents.specialists.prompt import texts_for_models
from agents.specs import Phase
from agents.tools.calls import Caller, Reads
from conversations.turn import Handoff, TurnContext, TurnDecision
from routing.decision.profile_runtime import ProfileRuntime
from routing.turns.response_writer import ResponseWriter

# Of an event: the field with a specialist's name, and the one with how people see them.
NAMED = (("agent", "display_name"), ("from", "from_display_name"), ("to", "to_display_name"))


@dataclass(frozen=True, slots=True)
class TurnRuntime:
    """The same for every node of a turn.

    Holds no state of its own but the turn's speech, calls and handoffs, and the `intents` that were decided
    on, for who reads what is said.
    """

    published: ProfileRuntime
    resources: Resources
    caller: Caller
    speech: ResponseWriter
    emit: Emit
    moved: list[Handoff]
    intents: list[str]
    one_voice: bool

    @classmethod
    def of(
        cls,
        published: ProfileRuntime,
        resources: Resources,
        context: TurnContext,
        emit: Emit,
        one_voice: bool,
        reads: Reads | None = None,
        heard: bool = True,
    ) -> "TurnRuntime":
        """A runtime with its own calls and voice; `reads` shares what another one of this turn has read.

        `one_voice`: as the turn's mode says. Not `heard`: its words are kept, nobody sees them as they come.
        """
        emit = _name_specialists(emit, context.request.display_names)
        prompts = _collect_prompts(published)
        specs = run_rails.on_answers(published.rails("output"), one_voice)
        authored = published.authored_texts
        forbidden = published.policy.forbidden_phrases if published.profile.review else ()
        if not settings.ENABLE_OUTPUT_GUARDRAILS or resources.switches.off("output_rail"):
            specs = ()
        kept = next(
            (spec for spec in specs if spec.code == prompt_leak.CODE and spec.action != "observe"), None
        )
        guarded = kept is not None and not resources.switches.off("output_rail", prompt_leak.CODE)
        phrases = kept.settings.get("phrases", ()) if kept is not None else ()
        moved: list[Handoff] = []
        reader = _make_reader(published, context, resources)
        caller = Caller(resources, context, emit, reads, prompts if guarded else (), phrases, moved, reader)

        intents = list_intents(context.decision)

        def make_gate() -> Gate:
            return run_rails.output_gate(
                specs, context, resources, caller, forbidden, prompts, authored, intents
            )

        speech = ResponseWriter(emit, make_gate, plain=one_voice, heard=heard)
        return cls(published, resources, caller, speech, emit, moved, intents, one_voice)

    def serves(self, agent: str) -> bool:
        """Whether a specialist is published, and no operator switched it off."""
        return agent in self.published.specialists and not self.resources.switches.off("specialist", agent)

    def aside(self, context: TurnContext) -> "TurnRuntime":
        """A stage for work beside others: its steps are told, its words are kept until they are joined."""

        def quietly(name: str, data: dict[str, object]) -> None:
            if name == "step":
                self.emit(name, data)

        return TurnRuntime.of(
            self.published, self.resources, context, quietly, self.one_voice, self.caller.reads, heard=False
        )


def list_intents(decision: TurnDecision) -> list[str]:
    """What a message was decided to be about: the intent, and those of its parts or of the plan."""
    parts = (*decision.parts, *(decision.plan.branches if decision.plan else ()))
    named = [decision.route.intent if decision.route else "", *(part.intent or "" for part in parts)]
    return [name for name in dict.fromkeys(named) if name]


def _make_reader(
    published: ProfileRuntime, context: TurnContext, resources: Resources
) -> ResultReader | None:
    """Who reads what tools and documents bring; nobody where the profile has no rails for it."""
    phases: tuple[Phase, ...] = ("retrieval", "tool")
    specs = {phase: rows for phase in phases if (rows := published.rails(phase))}
    return ResultReader(specs, context, resources) if specs and run_rails.reads_input(resources) else None


def _collect_prompts(published: ProfileRuntime) -> tuple[str, ...]:
    """What the models of a profile act by, gathered once a release."""
    known: tuple[str, ...] | None = published.memo.get(_collect_prompts)
    if known is None:
        known = published.memo[_collect_prompts] = texts_for_models(
            published.policy, published.specialists.values(), published.profile.synthesis_prompt
        )
    return known


def _name_specialists(emit: Emit, names: Mapping[str, str]) -> Emit:
    """Each event says of its specialist how people see them: who reads it later may know no release."""

    def emit_named(name: str, data: dict[str, Any]) -> None:
        for agent, shown in NAMED:
            who = data.get(agent)
            if isinstance(who, str) and who in names and shown not in data:
                data = {**data, shown: names[who]}
        emit(name, data)

    return emit_named
