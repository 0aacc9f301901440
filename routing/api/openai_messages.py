"""The list of messages of an OpenAI client.

What was said, what its own tools were asked and found, its instructions.
"""

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext as _

from conversations.client_tools import ClientResult
from outbound.cleaning import clean_text
from routing.api.problems import invalid
from routing.api.refusal import Flaw
from routing.turns.imported_history import write_calls, write_result

ROLES = {"user": "user", "assistant": "agent"}
INSTRUCTIONS = ("system", "developer")
# Where the text of a part stands, by its type; the last two are those of `/v1/responses`.
PARTS = {"text": "text", "refusal": "refusal", "input_text": "text", "output_text": "text"}
RESULT = 65_536  # characters of a result
ID = 64  # of a call's id
History = list[tuple[str, str]]


def read(
    messages: Sequence[Any], at: str = "/messages", with_tools: bool = True
) -> tuple[History, str, tuple[ClientResult, ...]]:
    """What was said, as (user, agent, calls or result, text).

    The client's instructions; and the results that the list ends with, which are among what was said. `at`
    points at the list.

    >>> read([{"role": "user", "content": "oi"}])
    ([('user', 'oi')], '', ())
    """
    history: History = []
    instructions: list[str] = []
    results: list[ClientResult] = []
    for n, message in enumerate(messages):
        pointer = f"{at}/{n}"
        if not isinstance(message, dict):
            raise invalid(Flaw(pointer, _('Expected an object: {"role": "user", "content": "..."}.')))
        role, text = message.get("role"), _content(message.get("content"), f"{pointer}/content")
        if role in INSTRUCTIONS:
            instructions.append(text)
        elif role == "tool" and with_tools:
            result = _result(message, text, pointer)
            if result.call_id in {each.call_id for each in results}:
                raise invalid(Flaw(f"{pointer}/tool_call_id", _("There is a result of this call already.")))
            results.append(result)
            history.append(write_result(result))
            continue
        elif isinstance(role, str) and role in ROLES:
            if text.strip() or (n == len(messages) - 1 and role == "user"):
                history.append((ROLES[role], text))
            if role == "assistant" and with_tools and message.get("tool_calls"):
                history.append(write_calls(_calls(message["tool_calls"], f"{pointer}/tool_calls")))
        elif role != "function" or not with_tools:  # of the form before tools
            known = ", ".join((*INSTRUCTIONS, *ROLES, *(("tool",) if with_tools else ())))
            raise invalid(Flaw(f"{pointer}/role", _("A role is one of: %(known)s.") % {"known": known}))
        results = results if role in INSTRUCTIONS else []
    return history, "\n\n".join(instructions), tuple(results)


def _result(message: dict[str, Any], text: str, pointer: str) -> ClientResult:
    """One message of a tool."""
    call = message.get("tool_call_id")
    if not (isinstance(call, str) and 0 < len(call) <= ID):
        raise invalid(
            Flaw(f"{pointer}/tool_call_id", _("Name the call that this is the result of, by its id."))
        )
    if len(text) > RESULT:
        sentence = _("A result may have %(characters)s characters at most.") % {"characters": RESULT}
        raise invalid(Flaw(f"{pointer}/content", sentence))
    return ClientResult(call, clean_text(text))


def _calls(sent: Any, pointer: str) -> list[tuple[str, str, str]]:
    """The calls of an assistant's message: id, name, arguments."""
    if not isinstance(sent, list):
        raise invalid(Flaw(pointer, _("Expected a list of calls, as they came.")))
    made = []
    for n, call in enumerate(sent):
        match call:
            case {"id": str(own), "function": {"name": str(name), "arguments": str(arguments)}}:
                made.append((own, name, arguments))
            case _:
                raise invalid(Flaw(f"{pointer}/{n}", _("Expected a call as it came: id, type and function.")))
    return made


def _content(content: Any, pointer: str) -> str:
    """A text, or the texts of a list of parts."""
    if content is None:
        return ""
    if isinstance(content, str):
        return content
    if not isinstance(content, list):
        raise invalid(Flaw(pointer, _("Expected a text or a list of parts.")))
    texts = []
    for n, part in enumerate(content):
        kind = part.get("type") if isinstance(part, dict) else None
        text = part.get(PARTS[kind]) if isinstance(kind, str) and kind in PARTS else None
        if not isinstance(text, str):
            raise invalid(Flaw(f"{pointer}/{n}", _("Only text is read here: no images, no sound, no files.")))
        texts.append(text)
    return "\n".join(texts)
