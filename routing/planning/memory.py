"""What is remembered and may fill a parameter that the user did not name.

The capability's `memory_map` says which.

Who writes is what a credential proves and nothing else: no name of identity is taken from a request or from
what was said. Of everything else, the conversation comes before what a trusted system sent along.
"""

from collections.abc import Mapping
from typing import Any

from agents.specs import AgentsSection
from conversations.turn import TurnContext
from routing.decision import business


def read_remembered(context: TurnContext, section: AgentsSection, keys: business.Keys) -> dict[str, Any]:
    """Values by name: what is remembered of the user, what a trusted system sent, then of the conversation.

    Who writes as it is proven.

    `section` are the tools of the release: what one of them takes from identity is identity here too, as is
    what a business key is read from.
    """
    identity, who = context.request.identity, business.who(keys, section)
    sent: Mapping[str, Any] = context.request.context if identity.trusted else {}
    plain = {name: each for name, each in sent.items() if isinstance(each, str | int | float)}
    told = {each.key: each.value for each in context.request.memory or ()}
    said = {
        **_but(told, who),
        **plain,
        **_but(identity.business, who),
        **context.request.state.values,
        **context.decision.values,
    }
    proven = {name: each for name, each in identity.known.items() if name in who}
    return {**_but(said, who), **proven}


def _but(values: Mapping[str, Any], names: frozenset[str]) -> dict[str, Any]:
    return {name: each for name, each in values.items() if name not in names}
