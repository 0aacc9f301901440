"""A model names the intent where no other tier is sure; off unless the profile names one.

    decided = first(context, published, off)
    if llm.may_help(decided, context, published):
        asked = await llm.ask(decided, context, published, kit)
        decided = llm.after(decided, asked)

It is asked without the database, within a budget of its own (`LLM_ROUTER_SECONDS`, `LLM_ROUTER_TOKENS`), and
names one of the published intents, no specialist and no tool. A failure, a name that was not offered or a
doubt leaves what the last tier had decided.

What models decided before: the same message, in the same release, while the same specialist speaks.

A key is a digest, and of what a model said only its choice stays: no user's words are kept here.
"""

import hashlib
import math
import time
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from weakref import WeakKeyDictionary

from django.conf import settings
from django.utils import timezone

from agents.llm.chat import ChatModel
from agents.llm.files import describe_read
from agents.resources import Resources
from agents.specialists import one_call
from agents.tools import choosing
from agents.tools.choosing import IntentChoice
from agents.tools.deciding import RefusedChoice
from conversations.turn import (
    ConversationState,
    Json,
    Question,
    RouteDecision,
    StepRecord,
    TurnContext,
    Usage,
    Verdict,
)
from language.acts.reading import read_alone
from language.normalise import normalise, words
from outbound.last_used import LastUsed
from rollout.evaluate import EVERY
from routing.decision.input import Decision, Tier, find_tier
from routing.decision.learning.samples import OUT_OF_SCOPE
from routing.decision.llm_request import Asking, answer_budget, request
from routing.decision.method_column import SWITCHED_OFF
from routing.decision.profile_runtime import ProfileRuntime
from routing.decision.specs import IntentSpec

MOST = 2000  # decisions of one profile of one release: 0.5 MB
SHORT = 3  # words: "e o outro?" means what was said before it

_kept: "WeakKeyDictionary[ProfileRuntime, LastUsed[bytes, IntentChoice]]" = WeakKeyDictionary()


def choice_key(text: str, state: ConversationState, question: Question | None, off: Iterable[str]) -> bytes:
    """What a decision hangs on beside the release.

    The normalised text, who is active, what is asked, what is off.
    """
    open_question = (question.kind, question.agent, question.intent or "") if question else ()
    parts = (normalise(text), state.active_agent or "", *open_question, *sorted(off))
    return hashlib.blake2b("\0".join(parts).encode("utf-8", "surrogatepass"), digest_size=16).digest()


def find_choice(published: ProfileRuntime, known: bytes) -> IntentChoice | None:
    """The choice that was kept; the one asked for last is forgotten last."""
    choices = _kept.get(published)
    return choices.find(known) if choices is not None else None


def keep_choice(published: ProfileRuntime, known: bytes, choice: IntentChoice) -> None:
    """Keeps a choice without the model's words, and forgets the oldest beyond `MOST`."""
    choices = _kept.setdefault(published, LastUsed(MOST))
    choices.keep(known, IntentChoice(choice.intent, choice.confidence))


METHOD = "llm"


class ModelTier(Tier):
    """What a model decided; it is waited for, and no row of the table."""

    method = METHOD
    by_words = True


SUREST = 0.99  # a claim counts as no more


@dataclass(frozen=True, slots=True)
class ModelVerdict:
    """What the tier said, and what asking cost; no step where nobody had to be asked."""

    verdict: Verdict
    usage: Usage = field(default_factory=Usage)
    step: StepRecord | None = None


def may_help(decided: Decision, context: TurnContext, published: ProfileRuntime) -> bool:
    """Whether a model is to be asked.

    The others fell back, would ask the user, or would say that nobody serves the message, and there is
    something to be sorted.

    A bare yes or no says nothing that could be sorted, and what a message says about a permission is decided.
    """
    if not published.profile.llm_router or not decided.verdicts:
        return False
    last = decided.verdicts[-1]
    text = context.request.utterance.text
    return (
        (not find_tier(last.tier).sure or bool(decided.decision.metadata.get(OUT_OF_SCOPE)))
        and last.decision is decided.decision
        and not decided.decision.metadata.get(SWITCHED_OFF)
        and bool(words(text))
        and read_alone(text) is None
    )


async def ask(
    decided: Decision, context: TurnContext, published: ProfileRuntime, resources: Resources
) -> ModelVerdict:
    """The model's verdict on a message that the other tiers fell back on."""
    began = time.perf_counter()
    name = published.profile.llm_router
    model = one_call.pick_model(resources, name, answer_budget(settings.LLM_ROUTER_TOKENS))
    if model is None:
        return ModelVerdict(Verdict(METHOD, None, {"model": name, "problem": one_call.why_none(resources)}))
    off = resources.switches.names_off("intent")
    intents = [intent for intent in published.intents.values() if not off & {intent.name, EVERY}]
    question = context.request.state.question if "waiting" in decided.verdicts[-1].saw else None
    key = choice_key(context.request.utterance.text, context.request.state, question, off)
    usage, step = Usage(), None
    kept = find_choice(published, key) if _stands_alone(context) else None
    choice: IntentChoice | RefusedChoice | None = kept
    if choice is None:
        choice, usage, step = await _ask(model, context, question, intents)
        if isinstance(choice, IntentChoice) and _stands_alone(context):
            keep_choice(published, key, choice)
    saw: dict[str, Json] = {"model": model.name, **_saw(choice, published), "kept": kept is not None}
    named = published.intents.get(choice.intent) if isinstance(choice, IntentChoice) else None
    decision = None
    if isinstance(choice, IntentChoice) and named is not None and choice.confidence >= _threshold(published):
        decision = _decision(choice, named, decided, context, published, model.name)
    seconds = time.perf_counter() - began
    verdict = Verdict(METHOD, decision, saw, seconds * 1000, at=time.time() - seconds)
    return ModelVerdict(verdict, usage, step)


def after(decided: Decision, model_verdict: ModelVerdict) -> Decision:
    """The decision as the model leaves it, and the tier in the ladder before the one that fell back."""
    verdict, before = model_verdict.verdict, decided.verdicts[:-1]
    if verdict.decision is None:
        return decided._replace(verdicts=(*before, verdict, decided.verdicts[-1]))
    # What is open stays open: the message is given to somebody else, and is no answer.
    return decided._replace(decision=verdict.decision, verdicts=(*before, verdict), reply=None)


def believe(claimed: float) -> float:
    """The confidence of a choice that a model says it is so sure of. Models say too much of themselves,
    most of all near 1: half of the claim's log-odds are believed, an assumption until choices that were
    corrected are counted (ADR 88).

    >>> round(believe(0.9), 2), round(believe(0.5), 2)
    (0.75, 0.5)
    """
    claimed = min(claimed, SUREST)
    half = math.sqrt(claimed / (1 - claimed))
    return half / (1 + half)


def _threshold(published: ProfileRuntime) -> float:
    return published.profile.confidence_threshold


def _stands_alone(context: TurnContext) -> bool:
    """Whether the message means the same whatever was said before it, and shows nothing."""
    if context.request.files:
        return False
    return not context.request.history or len(words(context.request.utterance.text)) > SHORT


async def _ask(
    model: ChatModel, context: TurnContext, question: Question | None, intents: list[IntentSpec]
) -> tuple[IntentChoice | RefusedChoice, Usage, StepRecord | None]:
    """The model's choice, what it cost, and its step."""
    seconds = min(settings.LLM_ROUTER_SECONDS, context.request.deadline - time.time() - 1)
    if seconds <= 0:
        return RefusedChoice("no time is left"), Usage(), None
    if not intents:
        return RefusedChoice("there is no intent to name"), Usage(), None
    asked = context.request
    asking = Asking(asked.utterance, asked.history, asked.state, question, asked.files)
    built = request(asking, intents, settings.LLM_ROUTER_TOKENS, seconds)
    if built is None:
        return RefusedChoice("the intents are too many for LLM_ROUTER_TOKENS"), Usage(), None
    at, began = timezone.now(), time.perf_counter()
    sent, usage, ended = await one_call.call_once(model, built)
    names = [intent.name for intent in intents]
    choice = sent if isinstance(sent, RefusedChoice) else choosing.parse(sent, names)
    language = context.request.utterance.language
    if isinstance(choice, RefusedChoice):
        choice = one_call.refusal(choice, language)
        return choice, usage, one_call.line(model, at, began, choice.why, True, usage, ended, tier=METHOD)
    choice = replace(choice, reason=one_call.clean_words(choice.reason, language))
    named = choice.intent or choosing.NONE
    about = describe_read(asked.files, model.reads)
    return choice, usage, one_call.line(model, at, began, named, False, usage, ended, tier=METHOD, **about)


def _saw(choice: IntentChoice | RefusedChoice, published: ProfileRuntime) -> dict[str, Json]:
    if isinstance(choice, RefusedChoice):
        return {"named": choice.next or None, "problem": choice.why}
    doubt = choice.intent and choice.confidence < _threshold(published)
    return {
        "named": choice.intent or choosing.NONE,
        "confidence": choice.confidence,
        "threshold": _threshold(published),
        "because": choice.reason or None,
        "problem": "it is not sure enough" if doubt else None,
    }


def _decision(
    choice: IntentChoice,
    intent: IntentSpec,
    fallen: Decision,
    context: TurnContext,
    published: ProfileRuntime,
    model: str,
) -> RouteDecision:
    agent = intent.agent or published.who_speaks(context.request.state.active_agent)
    return RouteDecision(
        agent, agent, intent.name, round(believe(choice.confidence), 3),
        f"No other tier was sure, and the model {model} reads it as {intent.name}.",
        "llm", intent.next_state or None, False,
        {"model": model, "because": choice.reason or None, "otherwise": fallen.decision.agent},
        intent.domain or None, intent.tools,
    )  # fmt: skip
