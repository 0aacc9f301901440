"""What a client brings along of a conversation that was held elsewhere: its history, before the first turn here.

Clients of `/v1/chat/completions` keep the conversation themselves and send all of it each time. Of one that is
known here only the last message is new; of one that is not, the rest is kept in `Conversation.options["before"]`,
as the input rails leave it, and stands before the history window.
"""

from collections.abc import Sequence
from typing import Any

from agents.guardrails import run_rails
from agents.kit import Kit
from conversations.models import Conversation, Message
from releases.freshness import Pinned
from routing.modes.choose import Chosen
from routing.published import Published
from routing.turns import begin
from routing.turns.request import ChatRequest
from tenancy.principal import Principal

MOST = 20  # messages that are kept: the first of the user and the last ones
LONGEST = 4000  # characters of one of them
CANDIDATES = 20  # conversations that may have begun with the same words


def options(before: Sequence[tuple[str, str]], pinned: Pinned, agent_id: str) -> dict[str, Any]:
    """What the conversation's row keeps of it. A message that an input rail refuses is left out."""
    first = next((n for n, (role, _text) in enumerate(before) if role == "user"), 0)
    taken = before if len(before) <= MOST else [before[first], *before[-(MOST - 1) :]]
    kept = [(role, _clean(text[:LONGEST], pinned, agent_id)) for role, text in taken]
    return {"before": [{"role": role, "text": text} for role, text in kept if text]}


def _clean(text: str, pinned: Pinned, agent_id: str) -> str:
    """A text as a user's message would be kept; empty when it would not be let in."""
    published = Published.of(pinned.release, agent_id)
    context = begin.context(pinned.release, "", agent_id, text, Chosen("router", "request"))
    clean, decisions = run_rails.on_input(published.rails("input"), context, Kit.of(pinned))
    return clean if all(each.allowed for each in decisions) else ""


def session_of(request: ChatRequest, principal: Principal, prefix: str) -> str | None:
    """The session of the caller's conversation that a list of messages goes on with; None when there is none.

    It began with the same words and its last answer is the last one in the list: two users of one key who both
    begin with "oi" are told apart as soon as their answers differ.
    """
    answers = [text for role, text in request.before if role == "agent"]
    if not answers:
        return None
    rows = Conversation.objects.of(principal.tenant_id).filter(
        key__startswith=f"{prefix}{request.session_id}.", owner=principal.credential, ended_at=None
    )
    for row in rows.order_by("-last_activity")[:CANDIDATES]:
        said = Message.objects.of(principal.tenant_id).filter(conversation=row, role=Message.Roles.AGENT)
        last = said.order_by("-seq").values_list("text", flat=True).first()
        if last and answers[-1].strip().startswith(last.strip()):
            return row.session_id
    return None
