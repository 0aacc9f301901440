"""What a client brings along of a conversation that was held elsewhere.

Its history, before the first turn here.

Clients of `/v1/chat/completions` keep the conversation themselves and send all of it each time. Of one that
is known here only the last message is new; of one that is not, the rest is kept in
`Conversation.options["before"]`, as the input rails leave it, and stands before the history window. Beside
`user` and `agent` such a list has `calls` of the client's own tools and their `result`s, both as JSON.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any

import orjson
from django.db.models import F

from agents.guardrails import run_rails
from agents.resources import Resources
from conversations.client_tools import ClientResult, read_results, turn_of, write_call, write_results
from conversations.models import Turn
from releases.freshness import PinnedRelease
from routing.decision.profile_runtime import ProfileRuntime
from routing.turns import prepare
from routing.turns.mode import DEFAULT, ChosenMode
from routing.turns.request import ChatRequest
from tenancy.principal import Principal

MOST = 20  # messages that are kept: the first of the user and the last ones
LONGEST = 4000  # characters of one of them
CANDIDATES = 20  # conversations with the same words so far


@dataclass(frozen=True, slots=True)
class ImportedConversation:
    """A conversation by its session, as it was when it was looked at: the number of its newest turn."""

    session: str
    number: int


def make_options(before: Sequence[tuple[str, str]], pinned: PinnedRelease, agent_id: str) -> dict[str, Any]:
    """What the conversation's row keeps of it. A message that an input rail refuses is left out."""
    before = _without_calls(before)
    first = next((n for n, (role, _text) in enumerate(before) if role == "user"), 0)
    taken = before if len(before) <= MOST else [before[first], *before[-(MOST - 1) :]]
    kept = [(role, _clean(text[:LONGEST], pinned, agent_id)) for role, text in taken]
    return {"before": [{"role": role, "text": text} for role, text in kept if text]}


def write_calls(calls: Sequence[tuple[str, str, str]]) -> tuple[str, str]:
    """Calls of a client's tools as an entry of the list: (id, name, arguments as JSON) each.

    However a client writes the arguments again, the entry is the same.
    """
    return "calls", orjson.dumps([[made, name, _plain(given)] for made, name, given in calls]).decode()


def write_result(result: ClientResult) -> tuple[str, str]:
    """A result as an entry of the list."""
    return "result", write_results([result])


def _plain(arguments: str) -> str:
    try:
        return orjson.dumps(orjson.loads(arguments), option=orjson.OPT_SORT_KEYS).decode()
    except (orjson.JSONDecodeError, TypeError):  # no JSON, or deeper than it is written
        return arguments


def _without_calls(before: Sequence[tuple[str, str]]) -> list[tuple[str, str]]:
    """The list as talk: what a client's tools found is told to the specialist as the user's words are, and is
    data.
    """
    made: dict[str, tuple[str, str]] = {}
    talk = []
    for role, text in before:
        if role == "calls":
            made |= {call: (name, given) for call, name, given in orjson.loads(text)}
        elif role == "result":
            (result,) = read_results(text)
            if result.call_id in made:  # of a call that is not in the list nobody knows what was found
                talk.append(("user", write_call(*made[result.call_id], result.content)))
        else:
            talk.append((role, text))
    return talk


def _clean(text: str, pinned: PinnedRelease, agent_id: str) -> str:
    """A text as a user's message would be kept; empty when it would not be let in."""
    published = ProfileRuntime.of(pinned.release, agent_id)
    context = prepare.new_context(pinned.release, "", agent_id, text, ChosenMode(DEFAULT, "request"))
    clean, decisions = run_rails.check_input(published.rails("input"), context, Resources.of(pinned))
    return clean if all(each.allowed for each in decisions) else ""


def digest_history(history: Sequence[tuple[str, str]]) -> str:
    """A digest of everything that was said, (role, text), which a turn keeps of the list that it answers."""
    parts = ("\0".join((role, text.strip())) for role, text in history)
    return blake2b("\0\0".join(parts).encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()


def find_going_on(request: ChatRequest, principal: Principal, prefix: str) -> ImportedConversation | None:
    """The caller's conversation that a list of messages goes on with; None when there is none, or several.

    Every word must be the same: the newest turn answered exactly this list without its last answer, and that
    answer is the turn's; a list that ends with calls, or their results, names that turn by their ids. Two
    users of one key who were told the same so far cannot be told apart: each begins anew, with what was said
    as history. One query.
    """
    *earlier, (role, message) = request.before or (("user", ""),)
    called = _turn_called(request)
    if called is None and role != "agent":
        return None
    rows = (
        Turn.objects.of(principal.tenant_id)
        .filter(
            conversation__key__startswith=f"{prefix}{request.session_id}.",
            conversation__owner=principal.credential,
            conversation__ended_at=None,
        )
        .exclude(status__in=Turn.OPEN)
    )
    if called is not None:
        rows = rows.filter(pk=called)
        if not request.client_tools.results:  # a message instead: the list must be all that was said
            rows = rows.filter(number=F("conversation__turn_count"))
    else:
        rows = rows.filter(number=F("conversation__turn_count"), request__heard=digest_history(earlier))
    columns = rows.order_by("-created_at").values_list(
        "conversation__session_id", "conversation__turn_count", "answer"
    )
    found = [
        ImportedConversation(session, number)
        for session, number, answer in columns[:CANDIDATES]
        if called is not None or _was_told(message, answer)
    ]
    return found[0] if len(found) == 1 else None


def _turn_called(request: ChatRequest) -> str | None:
    """The turn that passed the calls back with which, or with whose results, the list ends.

    None for any other list.
    """
    for role, text in reversed(request.before):
        if role == "calls":
            ids = [turn_of(call) for call, _name, _given in orjson.loads(text)]
            return next((each for each in ids if each), None)
        if role != "result":
            return None
    return None


def _was_told(message: str, answer: str) -> bool:
    """Whether a client was told this answer.

    It may have the options of a question below it, and above it what a stream could not take back
    (`openai_answer.TextSoFar.rest`).
    """
    plain = "\n".join(answer.split("\r\n")).strip()
    return bool(plain) and f"\n\n{plain}\n\n" in "\n\n{}\n\n".format("\n".join(message.split("\r\n")).strip())
