"""From rows to the frozen context of a turn that is about to run; inside a visit.

`new_context` also serves a look at what a message would do.
"""

import time
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from django.conf import settings
from django.utils import timezone

from agents import turn_file
from agents.guardrails.msk import mask
from agents.specs import TEXT
from budgets.spending import Payer
from conversations import history, memory, side_effects, state
from conversations.budget import Allowance
from conversations.files import SentFile
from conversations.models import Conversation, Turn, conversation_key
from conversations.stored_request import StoredRequest
from conversations.turn import (
    Arrival,
    Budget,
    ConversationState,
    Fact,
    Identity,
    StepRecord,
    TurnContext,
    TurnRequest,
    TurnWork,
    Usage,
    Utterance,
)
from language import detect
from language import memory as forms
from language.normalise import compose
from releases.freshness import PinnedRelease
from releases.loaded_release import LoadedRelease
from rollout.evaluate import Evaluation, evaluate
from routing.decision import business
from routing.decision.profile_runtime import ProfileRuntime
from routing.decision.specs import ProfileSpec
from routing.turns import client_tools, outgoing
from routing.turns.mode import ChosenMode


def new_context(
    release: LoadedRelease,
    tenant_id: str,
    agent_id: str,
    text: str,
    chosen: ChosenMode,
    kept: ConversationState | None = None,
) -> TurnContext:
    """A message in its conversation, as released, in the language that it is in.

    `kept` is what the conversation remembers. A turn that is stored replaces what it knows beside: its
    number, a history, an identity.

    >>> new_context(release, "tenant_a", "telecom_contas", "oi", chosen).request.utterance.language
    'pt'
    """
    kept, text = kept or ConversationState(), compose(text)
    published = ProfileRuntime.of(release, agent_id)
    now = time.time()
    return TurnContext(
        TurnRequest(
            turn_id="",
            tenant_id=tenant_id,
            agent_id=agent_id,
            conversation_key=conversation_key(tenant_id, agent_id),
            mode=chosen.mode,
            mode_source=chosen.source,
            channel="web",
            number=0,
            attempt=1,
            release=release.number,
            identity=Identity(),
            utterance=Utterance(raw=text, text=text, language=detect_language(text, kept, published)),
            state=kept,
            started_at=now,
            deadline=now + settings.TURN_DEADLINE,
            display_names=published.display_names,
        )
    )


def detect_language(text: str, kept: ConversationState, published: ProfileRuntime) -> str:
    """The language of what somebody says themselves: a text that they bring to be worked on shows none.

    Among the profile's languages; the first of them while nothing shows one.
    """
    allowed = tuple(published.profile.languages)
    question = kept.question
    if question is not None and TEXT in question.fields and kept.language in allowed:
        return str(kept.language)
    return detect.language(published.read_spoken(text), kept.language, allowed)


def choose_language(
    utterance: Utterance,
    facts: Iterable[Fact],
    profile: ProfileSpec,
    conversation: Conversation | None = None,
) -> Utterance:
    """The utterance in the language that its conversation was begun in, else the one that its writer wants
    answers in, where the profile speaks it."""
    if conversation is not None and (begun_in := conversation.options.get("language")):
        return replace(utterance, language=begun_in)
    wished = next((each.value for each in facts if each.key == forms.LANGUAGE), "")
    return replace(utterance, language=wished) if wished in profile.languages else utterance


@dataclass(frozen=True, slots=True)
class PreparedTurn:
    """A turn ready to run: its context and what it is pinned to until its end."""

    context: TurnContext
    pinned: PinnedRelease


def evaluate_flag(pinned: PinnedRelease, agent_id: str, subject: str) -> Evaluation | None:
    """What the flag `multi_agent` says for a subject; None where the tenant has none."""
    flag = pinned.operational["rollout"].flags.get("multi_agent")
    return evaluate(flag, subject, agent_id) if flag is not None else None


def _has_waited(turn: Turn, stored: StoredRequest) -> bool:
    """Whether its message came while the turn before it was running; one that only rested did not."""
    late = turn.started_at is not None and turn.started_at > turn.created_at
    return late and not stored.rested


def build_context(
    conversation: Conversation,
    turn: Turn,
    message_id: str,
    pinned: PinnedRelease,
    chosen: ChosenMode,
    flag: Any,
    budget: Budget,
) -> TurnContext:
    """Everything the turn may know, read once.

    `turn.received` is the message as it came, `message_id` its row; the history ends before it.
    """
    kept = state.read(conversation.state)
    stored = StoredRequest.from_json(turn.request)
    who = business.resolve(stored.proven, kept.identity, kept.source_fields, pinned.release)
    text, tools = client_tools.read(conversation, turn, stored)
    begun = new_context(pinned.release, conversation.tenant_id, conversation.agent_id, text, chosen, kept)
    profile = pinned.release["routing"].profiles[conversation.agent_id]
    # A turn that goes on with calls sees what was said before the message that they serve.
    until = kept.calls.since if tools.results and kept.calls else None
    past = history.read_window(
        conversation, turn.number, profile.history_messages, profile.history_tokens, until
    )
    known = _read_memory(conversation, profile)
    spoken = choose_language(begun.request.utterance, known or (), profile, conversation)
    before = next((each.content for each in reversed(past) if each.role == "user"), "")
    request = replace(
        begun.request,
        utterance=replace(spoken, before=before),
        turn_id=turn.pk,
        conversation_key=conversation.key,
        channel=stored.channel or "web",
        markup=stored.markup,
        number=turn.number,
        attempt=turn.attempt,
        identity=Identity(conversation.user_id or None, stored.trusted, who.identity, who.source_fields),
        history=past,
        client_tools=tools,
        files=_name_safely(turn_file.read(turn.pk), spoken.language) if stored.files else (),
        context=stored.context,
        arrival=_make_arrival(turn, stored, message_id, pinned, conversation.agent_id),
        flag=flag or {},
        memory=known,
        budget=budget,
    )
    return TurnContext(request, work=_begin_work(turn, kept, who.missing, budget))


def _begin_work(turn: Turn, kept: ConversationState, missing: tuple[str, ...], budget: Budget) -> TurnWork:
    """What there is before anybody works: who is active, and what attempts before have used and called."""
    called = side_effects.read_steps(turn.side_effects)
    return TurnWork(
        active_agent=kept.active_agent or "",
        identity_missing=missing,
        steps=(*called, *([_tell_spent(budget.spent)] if budget.spent is not None else [])),
        usage=Usage(**turn.usage) if turn.usage else Usage(),
    )


def _make_arrival(
    turn: Turn, stored: StoredRequest, message_id: str, pinned: PinnedRelease, agent_id: str
) -> Arrival:
    """How the message came, and who is told of its answer."""
    return Arrival(
        message_id,
        stored.message_id,
        stored.keyed,
        turn.process,
        stored.said,
        outgoing.list_listening_channels(stored, pinned, agent_id),
        takers=stored.takers,
        traceparent=stored.traceparent,
        received_at=turn.created_at.timestamp(),
        waited=_has_waited(turn, stored),
        stored=turn.request,
    )


def _name_safely(files: Iterable[SentFile], language: str) -> tuple[SentFile, ...]:
    """The files of a message with personal data in their names masked, as in its text."""
    names = [mask(file.name, language) for file in files]
    return tuple(
        replace(file, name=name, masked=name != file.name) for file, name in zip(files, names, strict=True)
    )


def find_payer(stored: StoredRequest, conversation: Conversation) -> Payer:
    """For whom a turn is counted beside the company."""
    return Payer(stored.key, conversation.user_id, conversation.session_id)


def _tell_spent(spent: Allowance) -> StepRecord:
    """The record's line of a turn that goes another way because the money is used up."""
    words = f"{spent.name} is used up: {spent.used:.4f} of {spent.limit:.4f} USD; models are spared"
    detail = {"limit": spent.name, "used_usd": round(spent.used, 6), "limit_usd": spent.limit}
    if spent.used < spent.limit:
        words = f"{words}, as long as turns that run may need {spent.reserved:.4f}"
        detail["reserved_usd"] = round(spent.reserved, 6)
    return StepRecord("budget", "node", "stopped", words, timezone.now(), detail=detail)


def _read_memory(conversation: Conversation, profile: ProfileSpec) -> tuple[Fact, ...] | None:
    """What is remembered of the user, where the profile remembers and the user is known."""
    if not (profile.remembers and conversation.user_id):
        return None
    return memory.read(conversation.tenant_id, conversation.user_id)
