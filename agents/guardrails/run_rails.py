"""The rails of a turn: those of the message, those of what tools and documents bring, and the gate for what
goes out.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from django.conf import settings

from agents import facts
from agents.guardrails import announcements, asking, links, prompt_leak
from agents.guardrails.base import About, AnyRail, is_async, own_values, read_earlier
from agents.guardrails.catalogue import RAILS
from agents.guardrails.gate import Gate
from agents.guardrails.links import host_of
from agents.guardrails.phrases import CODE as PHRASES
from agents.guardrails.phrases import Phrases
from agents.guardrails.verdicts import ask_rail, polite
from agents.resources import Resources
from agents.specs import RailSpec
from conversations.turn import RailDecision, TurnContext, TurnOutcome
from outbound.redaction import redact_message

if TYPE_CHECKING:
    from agents.tools.calls import Caller

SAYS_NOTHING = 10_000  # below it a number, whatever its name, is nobody's
BEFORE = 80  # characters of the message before in which a number may begin
DIGIT = re.compile(r"\d")
HALVED = " .,-/()\n"  # signs between its halves
EVERYWHERE = (RailSpec(links.CODE, "output", "sanitize"), RailSpec(prompt_leak.CODE, "output", "sanitize"))
ONE_VOICE = (RailSpec(announcements.CODE, "output", "sanitize"),)


def reads_input(resources: Resources) -> bool:
    """Whether messages are read at all before anybody serves them."""
    return bool(settings.ENABLE_INPUT_GUARDRAILS) and not resources.switches.off("input_rail")


async def sanitize(
    specs: Sequence[RailSpec], context: TurnContext, resources: Resources
) -> tuple[TurnContext, tuple[RailDecision, ...]]:
    """The context with its message as the rails leave it, and one decision a rail.

    None where they are off.
    """
    if not reads_input(resources):
        return context, ()
    raw = redact_message(context.request.utterance.raw)
    about = _about_message(raw, context, resources)
    text, decisions = await read_words(pick_early(specs), raw, about, resources)
    request = context.request
    utterance = replace(request.utterance, text=text)
    return replace(context, request=replace(request, utterance=utterance)), decisions


def check_input(
    specs: Sequence[RailSpec], context: TurnContext, resources: Resources
) -> tuple[str, tuple[RailDecision, ...]]:
    """The sanitised message and one decision a rail that waits for nobody; a refusal carries its `polite`
    text in `metadata`.
    """
    raw = redact_message(context.request.utterance.raw)
    return check_words(pick_early(specs), raw, _about_message(raw, context, resources), resources)


def mask_value(specs: Sequence[RailSpec], value: Any, context: TurnContext, resources: Resources) -> Any:
    """A JSON value that came with the message, with its texts as the input's masking rails leave them.

    A member is read with its name, which says what a number is.
    """
    masking = [spec for spec in specs if spec.action == "sanitize"]
    about = About.of(context, resources)

    def read(text: str) -> str:
        return check_words(masking, redact_message(text), about, resources)[0]

    def mask(value: Any, name: str = "") -> Any:
        if isinstance(value, Mapping):
            members: dict[str, Any] = {}
            for member in value.items():
                left, kept = mask_member(*member)
                while left in members:  # names that are masked alike: no member is lost
                    left = f"{left} ({len(members) + 1})"
                members[left] = kept
            return members
        if isinstance(value, list | tuple):
            return [mask(each, name) for each in value]
        if value is None or isinstance(value, bool) or (isinstance(value, int) and abs(value) < SAYS_NOTHING):
            return value
        label = f"{name}: "
        written = f"{label}{value}"
        left = read(written)
        if left == written:
            return value
        # What is personal only together with its name is of no use to anybody without it.
        return left.removeprefix(label) if left.startswith(label) else DIGIT.sub("*", read(str(value)))

    def mask_member(name: str, value: Any) -> tuple[str, Any]:
        left = read(str(name))
        return (name, mask(value, str(name))) if left == str(name) else (left, mask(value))

    return mask(value)


def pick_early(specs: Sequence[RailSpec]) -> list[RailSpec]:
    """The input's rails that are asked before it is decided who serves the message."""
    return [spec for spec in specs if spec.code in RAILS and not RAILS[spec.code].reads_decision]


async def check_decision(
    specs: Sequence[RailSpec], context: TurnContext, resources: Resources, served: bool
) -> tuple[RailDecision, ...]:
    """One decision for each of the input's rails that ask whether an intent serves the message."""
    late = [spec for spec in specs if spec.code in RAILS and RAILS[spec.code].reads_decision]
    if not late or not reads_input(resources):
        return ()
    about = replace(About.of(context, resources), served=served)
    return (await read_words(late, context.request.utterance.text, about, resources))[1]


def refuse(outcome: TurnOutcome, decisions: Sequence[RailDecision]) -> TurnOutcome:
    """The outcome with the decisions, and where one of them refuses the message, blocked with its polite
    text.
    """
    outcome = replace(outcome, rails=(*outcome.rails, *decisions))
    refused = first_refusal(decisions)
    if refused is None:
        return outcome
    return replace(outcome, blocked_by=refused.code, answer=refused.metadata["polite"], status="blocked")


def first_refusal(decisions: Sequence[RailDecision]) -> RailDecision | None:
    """The decision that refuses the message."""
    return next((decision for decision in decisions if not decision.allowed), None)


def _about_message(text: str, context: TurnContext, resources: Resources) -> About:
    """The same for the message itself: a number may have begun in the one before."""
    about = About.of(context, resources)
    last = about.said[-1][-BEFORE:].rstrip(HALVED) if about.said else ""
    goes_on = last[-1:].isdigit() and text.lstrip(HALVED)[:1].isdigit()
    return replace(about, before=f"{about.said[-1][-BEFORE:]} ") if goes_on else about


def check_words(
    specs: Sequence[RailSpec], text: str, about: About, resources: Resources
) -> tuple[str, tuple[RailDecision, ...]]:
    """The same for words that are no turn's, by the rails that wait for nobody.

    Masking rails run before refusing ones, whatever their order, so that a refusal's record is masked too.
    """
    decisions: list[RailDecision] = []
    for spec in sorted(pick_switched_on(specs, resources), key=lambda spec: spec.action != "sanitize"):
        rail = RAILS[spec.code]
        if is_async(rail):
            continue
        decision = ask_rail(rail, spec, text, about)
        if decision.sanitized_text is not None:
            text = decision.sanitized_text
        decisions.append(_with_words(decision, spec, about))
    return text, tuple(decisions)


async def read_words(
    specs: Sequence[RailSpec], text: str, about: About, resources: Resources
) -> tuple[str, tuple[RailDecision, ...]]:
    """The same by all rails: those that wait for somebody else are asked at once, about what the others left
    of the text.
    """
    text, by_rule = check_words(specs, text, about, resources)
    waiting = asking.find_waiting(pick_switched_on(specs, resources), RAILS)
    if not waiting:
        return text, by_rule
    decided, added = await asking.ask_all(waiting, by_rule, text, about, resources)
    rows = {spec.code: (rail, spec) for rail, spec in waiting}
    left = text
    for n, decision in enumerate(added):
        rail, spec = rows[decision.code]
        if decision.sanitized_text is not None and left != text:  # another one masked it meanwhile
            decision = await asking.ask_one(rail, spec, left, replace(about, kit=resources))
        left = decision.sanitized_text if decision.sanitized_text is not None else left
        added[n] = _with_words(decision, spec, about)
    return left, (*decided, *added)


def pick_switched_on(specs: Sequence[RailSpec], resources: Resources) -> list[RailSpec]:
    """Those that are there and that no operator switched off."""
    return [
        spec for spec in specs if spec.code in RAILS and not resources.switches.off("input_rail", spec.code)
    ]


def _with_words(decision: RailDecision, spec: RailSpec, about: About) -> RailDecision:
    """With what the user reads, where it refuses the text."""
    if decision.allowed:
        return decision
    return replace(decision, metadata={**decision.metadata, "polite": polite(spec, about.language)})


def output_gate(
    specs: Sequence[RailSpec],
    context: TurnContext,
    resources: Resources,
    caller: "Caller",
    forbidden: Sequence[str] = (),
    prompts: Sequence[str] = (),
    authored: Sequence[str] = (),
    intents: Sequence[str] = (),
) -> Gate:
    """The gate for one part of the answer.

    It sees the calls made, and the `intents` decided on, until a sentence is checked.

    `forbidden` are the phrases of the prompt policy, where the profile has answers reviewed; `prompts` what
    the profile's models act by, `authored` what business users wrote for users to read.
    """
    about = replace(
        About.of(context, resources, "output"),
        tool_results=caller.results,
        first_half=facts.find_first_half(context),
        earlier_results=facts.find_kept(context),
        own_values=own_values(context) | values_asked(context),
        asked=caller.asked,
        said=[*read_earlier(context), context.request.utterance.raw],
        prompts=prompts,
        authored=authored,
        grounds=facts.of_conversation(context),
        hosts=frozenset(
            host_of(server.url) for server in resources.operational.servers.values() if server.url
        ),
        intents=intents,
    )
    on = [spec for spec in specs if not resources.switches.off("output_rail", spec.code)]
    return Gate(pair_rails(on, forbidden), about, resources)


def pair_rails(specs: Sequence[RailSpec], forbidden: Sequence[str] = ()) -> list[tuple[AnyRail, RailSpec]]:
    """Rows of answers with their rails, and the rail of the phrases that a prompt policy forbids."""
    rails: list[tuple[AnyRail, RailSpec]] = [(RAILS[spec.code], spec) for spec in specs if spec.code in RAILS]
    if forbidden:
        rails.append((Phrases(forbidden), RailSpec(PHRASES, "output", "block")))
    return rails


def values_asked(context: TurnContext) -> frozenset[str]:
    """What the user was asked to agree to, while those questions are open.

    They may be asked again in the same words, or nobody knows what a yes would be to.
    """
    state = context.request.state
    questions = [
        question for question in (state.question, *(part.question for part in state.pending)) if question
    ]
    proposals = [question.data.get("arguments") or {} for question in questions]
    return frozenset(str(value) for arguments in proposals for value in arguments.values())


def on_answers(specs: Sequence[RailSpec], one_voice: bool) -> tuple[RailSpec, ...]:
    """A profile's rails with those that every profile has, unless a row of the same code takes its place.

    `one_voice`: whoever speaks, users see one assistant.
    """
    own = {spec.code for spec in specs}
    added = [spec for spec in (*(ONE_VOICE if one_voice else ()), *EVERYWHERE) if spec.code not in own]
    return (*added, *specs)
