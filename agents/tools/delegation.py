"""The signalling tools of a coordinator and of those it calls in.

`request_specialist_sub_conversation` gives the word to a specialist, `end_specialist_sub_conversation` gives
it back, `delegate_task` has one question answered without giving it away. What cannot be used goes back to
the model as `SIGNAL_ERROR` with a sentence, and nothing changes.
"""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from agents.errors import SignalRefused
from agents.intent_slices import Target
from agents.llm.request import ToolOffer
from agents.tool_names import DELEGATE_TASK, END_SUB_CONVERSATION, REQUEST_SUB_CONVERSATION
from agents.tools.signals import one_of, signal
from handoffs.sub_conversations import STATUSES
from outbound.cleaning import clean, clean_words

NAMES = frozenset({REQUEST_SUB_CONVERSATION, END_SUB_CONVERSATION})
CONTEXT = 4000  # characters of an initial context, of a task, of a message to the coordinator
RESULT = 8000  # of a final result, as JSON
ROLE = 80


def error(words: str) -> str:
    """The tool's result that says so.

    >>> error("There is no sub-conversation to end.")
    'SIGNAL_ERROR: There is no sub-conversation to end.'
    """
    return f"SIGNAL_ERROR: {words}"


def request_offer(colleagues: Sequence[Target]) -> ToolOffer:
    """`request_specialist_sub_conversation`, with those who may be called in now."""
    return signal(
        REQUEST_SUB_CONVERSATION,
        "Give the word to a specialist: it gets this same message at once, and the next ones, until it ends. "
        "Call it without any text.",
        {
            "specialist_role": one_of(colleagues),
            "initial_context": {
                "type": "string",
                "description": "What was said so far that the specialist needs to know.",
            },
        },
        ("specialist_role", "initial_context"),
    )


def task_offer(colleagues: Sequence[Target]) -> ToolOffer:
    """`delegate_task`: one answer of a specialist, as the tool's result."""
    return signal(
        DELEGATE_TASK,
        "Have a specialist do one task for you and tell you the result; you keep the word and write the "
        "answer.",
        {
            "specialist_role": one_of(colleagues),
            "task": {"type": "string", "description": "What it is to do."},
        },
        ("specialist_role", "task"),
    )


def end_offer() -> ToolOffer:
    """`end_specialist_sub_conversation`."""
    return signal(
        END_SUB_CONVERSATION,
        "End this sub-conversation and give the word back. What the user should read goes into your text, "
        "everything structured into final_result.",
        {
            "status": {"type": "string", "enum": list(STATUSES), "description": "How it ended."},
            "final_result": {"type": "object", "description": "What came of it, as data."},
            "last_user_message": {"type": "string", "description": "The user's message that led to the end."},
            "message_to_coordinator": {"type": "string", "description": "A note the user does not see."},
        },
        ("status", "final_result", "last_user_message"),
    )


def role_and(
    name: str, arguments: Mapping[str, Any], key: str, colleagues: Sequence[Target]
) -> tuple[str, str]:
    """The specialist and the text (`initial_context` or `task`) of a call.

    :raises SignalRefused: an argument is missing, or there is no such specialist to call in.
    """
    role = clean_words(arguments.get("specialist_role"), ROLE)
    text = clean_words(arguments.get(key), CONTEXT)
    missing = [each for each, value in (("specialist_role", role), (key, text)) if not value]
    known = ", ".join(target.name for target in colleagues) or "nobody"
    if missing:
        raise SignalRefused(f"{name} needs {' and '.join(missing)}. Specialists: {known}.")
    if role not in {target.name for target in colleagues}:
        raise SignalRefused(f"There is no specialist '{role}' to call in. Specialists: {known}.")
    return role, text


def end(arguments: Mapping[str, Any]) -> tuple[str, dict[str, Any], str | None]:
    """Status, final result and message to the coordinator of an end.

    :raises SignalRefused: an argument is missing, or the status is none of `STATUSES`.
    """
    status = clean_words(arguments.get("status"), ROLE)
    missing = [
        name
        for name, there in (
            ("status", bool(status)),
            ("final_result", arguments.get("final_result") is not None),
            ("last_user_message", bool(clean_words(arguments.get("last_user_message"), CONTEXT))),
        )
        if not there
    ]
    if missing:
        raise SignalRefused(f"{END_SUB_CONVERSATION} needs {' and '.join(missing)}.")
    if status not in STATUSES:
        raise SignalRefused(f"There is no status '{status}'. Known: {', '.join(STATUSES)}.")
    message = clean_words(arguments.get("message_to_coordinator"), CONTEXT) or None
    return status, _result(arguments["final_result"]), message


def _result(given: Any) -> dict[str, Any]:
    """A final result as an object: a text that holds JSON is read, anything else is kept under `result`."""
    if isinstance(given, str):
        try:
            given = json.loads(given)
        except ValueError:
            given = {"result": given} if given.strip() else {}
    kept: Any = clean(given if isinstance(given, Mapping) else {"result": given})
    written = json.dumps(kept, ensure_ascii=False, default=str)
    return dict(kept) if len(written) <= RESULT else {"result": written[:RESULT], "shortened": True}
