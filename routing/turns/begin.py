"""The context with which a message meets the tiers: of a turn about to run, and of a look at what one would do."""

import time
from typing import Any

from django.conf import settings

from conversations.models import conversation_key
from conversations.turn import ConversationState, Identity, TurnContext, Utterance
from language.normalise import compose
from releases.loaded import LoadedRelease
from routing.decision.profile_runtime import ProfileRuntime
from routing.turns.choose import ChosenMode
from routing.turns.language import language_of


def context(
    release: LoadedRelease,
    tenant_id: str,
    agent_id: str,
    text: str,
    chosen: ChosenMode,
    kept: ConversationState | None = None,
    **more: Any,
) -> TurnContext:
    """A message in its conversation, as released, in the language that it is in; `kept` is what the conversation
    remembers. `more` are further fields: a turn that is stored has a number, a history, an identity.

    >>> context(release, "tenant_a", "telecom_contas", "oi", Chosen("router", "request")).utterance.language
    'pt'
    """
    kept, text = kept or ConversationState(), compose(text)
    published = ProfileRuntime.of(release, agent_id)
    spoken = language_of(text, kept, published)
    now = time.time()
    usual: dict[str, Any] = {
        "turn_id": "",
        "conversation_key": conversation_key(tenant_id, agent_id),
        "channel": "web",
        "number": 0,
        "attempt": 1,
        "identity": Identity(),
        "started_at": now,
        "deadline": now + settings.TURN_DEADLINE,
    }
    return TurnContext(
        tenant_id=tenant_id,
        agent_id=agent_id,
        mode=chosen.mode,
        mode_source=chosen.source,
        release=release.number,
        utterance=Utterance(raw=text, text=text, language=spoken),
        state=kept,
        display_names=published.display_names,
        **{**usual, **more},
    )
