"""The list of messages of an OpenAI client.

What was said, what its own tools were asked and found, its instructions, and the files of the last message.
"""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from conversations.client_tools import ClientResult
from conversations.files import SentFile
from outbound.cleaning import clean_text
from routing.api import sent_files
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


class ClientMessages(NamedTuple):
    """What was said, as (user, agent, calls or result, text), and the client's instructions.

    `results` are those that the list ends with, which are among what was said; `files` those of what the user
    said last.
    """

    history: History
    system: str
    results: tuple[ClientResult, ...]
    files: tuple[SentFile, ...]


def read(messages: Sequence[Any], at: str = "/messages", with_tools: bool = True) -> ClientMessages:
    """A list of messages; `at` points at it.

    >>> read([{"role": "user", "content": "oi"}]).history
    [('user', 'oi')]
    """
    history: History = []
    parts: list[tuple[str, Any]] = []  # the files of what the user said last, each with its place
    speaker = ""
    instructions: list[str] = []
    results: list[ClientResult] = []
    for n, message in enumerate(messages):
        pointer = f"{at}/{n}"
        if not isinstance(message, dict):
            raise invalid(Flaw(pointer, _('Expected an object: {"role": "user", "content": "..."}.')))
        role = message.get("role")
        brought = list(_files(message, f"{pointer}/content")) if role == "user" else []
        text = _content(message.get("content"), f"{pointer}/content", brings_files=bool(brought))
        if role == "user":
            parts = [*(parts if speaker == role else ()), *brought]
        speaker = speaker if role in INSTRUCTIONS else str(role)
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
    files = [sent_files.read_part(part, place) for place, part in parts]
    return ClientMessages(
        history, "\n\n".join(instructions), tuple(results), sent_files.check_size(files, at)
    )


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


def _files(message: dict[str, Any], pointer: str) -> Iterator[tuple[str, Any]]:
    """The pictures and documents among the parts of a message, each with its place."""
    content = message.get("content")
    for n, part in enumerate(content if isinstance(content, list) else ()):
        if sent_files.is_file(part):
            yield f"{pointer}/{n}", part


def _content(content: Any, pointer: str, brings_files: bool = False) -> str:
    """A text, or the texts of a list of parts; of files alone their names."""
    if content is None:
        return ""
    if isinstance(content, str):
        return content
    if not isinstance(content, list):
        raise invalid(Flaw(pointer, _("Expected a text or a list of parts.")))
    texts, names = [], []
    for n, part in enumerate(content):
        if brings_files and sent_files.is_file(part):
            names.append(sent_files.name_of(part))
            continue
        kind = part.get("type") if isinstance(part, dict) else None
        text = part.get(PARTS[kind]) if isinstance(kind, str) and kind in PARTS else None
        if not isinstance(text, str):
            raise invalid(
                Flaw(f"{pointer}/{n}", _("Of a user text, pictures and PDF are read here, of others text."))
            )
        texts.append(text)
    text = "\n".join(texts)
    return text if text.strip() else ", ".join(names)
