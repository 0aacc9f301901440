"""The context with which a message meets the tiers.

Of a turn about to run, and of a look at what one would do.
"""

import time
from collections.abc import Iterable
from dataclasses import replace

from django.conf import settings

from agents.specs import TEXT
from conversations.models import conversation_key
from conversations.turn import ConversationState, Fact, Identity, TurnContext, TurnRequest, Utterance
from language import detect
from language import memory as forms
from language.normalise import compose
from releases.loaded_release import LoadedRelease
from routing.decision.profile_runtime import ProfileRuntime
from routing.decision.specs import ProfileSpec
from routing.turns.choose import ChosenMode


def context(
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

    >>> context(release, "tenant_a", "telecom_contas", "oi", chosen).request.utterance.language
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
            utterance=Utterance(raw=text, text=text, language=language_of(text, kept, published)),
            state=kept,
            started_at=now,
            deadline=now + settings.TURN_DEADLINE,
            display_names=published.display_names,
        )
    )


def language_of(text: str, kept: ConversationState, published: ProfileRuntime) -> str:
    """The language of what somebody says themselves: a text that they bring to be worked on shows none.

    Among the profile's languages; the first of them while nothing shows one.
    """
    allowed = tuple(published.profile.languages)
    question = kept.question
    if question is not None and TEXT in question.fields and kept.language in allowed:
        return str(kept.language)
    return detect.language(published.read_spoken(text), kept.language, allowed)


def choose_language(utterance: Utterance, facts: Iterable[Fact], profile: ProfileSpec) -> Utterance:
    """The utterance in the language that its writer wants answers in, where the profile speaks it."""
    wished = next((each.value for each in facts if each.key == forms.LANGUAGE), "")
    return replace(utterance, language=wished) if wished in profile.languages else utterance
