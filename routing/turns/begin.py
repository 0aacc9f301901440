"""The context with which a message meets the tiers.

Of a turn about to run, and of a look at what one would do.
"""

import time

from django.conf import settings

from conversations.models import conversation_key
from conversations.turn import ConversationState, Identity, TurnContext, TurnRequest, Utterance
from language.normalise import compose
from releases.loaded_release import LoadedRelease
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
