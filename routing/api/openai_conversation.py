"""Whose conversation a client of OpenAI's API means, and its request as the engine's.

Of a list of messages `read_messages` takes what was said, what its own tools were asked and found, its
instructions, and the files of the last message.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from hashlib import blake2b
from typing import Any, NamedTuple

from django.http import HttpRequest
from django.utils.translation import gettext as _

from conversations.client_tools import ClientResult
from conversations.files import SentFile
from outbound.cleaning import clean_text
from routing.api import sent_files
from routing.api.gateway_request import read_chat_request
from routing.api.problems import Flaw, Refused, invalid
from routing.turns.imported_history import write_calls, write_result
from routing.turns.request import ChatRequest

SYSTEM_CHARACTERS = 4000  # of a client's system messages that are kept
CONVERSATION = ("session_id", "chat_id", "conversation_id", "thread_id")
HEADERS = (
    *(f"X-{name.replace('_', '-').title()}" for name in CONVERSATION),
    "X-OpenWebUI-Chat-Id",  # what this widespread page sends by itself
)
LONGEST_SESSION = 128


def build_request(
    request: HttpRequest,
    sent: Mapping[str, Any],
    body: Mapping[str, Any],
    *,
    door: str,
    text: str,
    text_at: str,
    system: str,
    history: Sequence[tuple[str, str]],
    goes_on: str | None = None,
    named: Any = None,
    user: str | None = None,
    **known: Any,
) -> ChatRequest:
    """The engine's request out of a body (`sent`, and `body` as it was read) and what was said in it.

    The conversation is `goes_on`, the key of one that exists, or the one that the client names, with `named`
    before all other places, or else one with the same words so far. `user`: who it was, where the body does
    not say.

    :raises Refused: with the place of what is wrong.
    """
    metadata = {name: value for name, value in (body.get("metadata") or {}).items() if value is not None}
    user = body.get("user") or request.headers.get("X-OpenWebUI-User-Id") or user or ""
    session = None if goes_on else _find_session(request, sent, metadata, user, named)
    context = {name: value for name, value in metadata.items() if name not in CONVERSATION}
    if system:
        context["system"] = system[:SYSTEM_CHARACTERS]
    guessed = session is None and goes_on is None
    try:
        return read_chat_request(
            request,
            sent=sent,
            door=f"{door}_sse" if body.get("stream") else door,
            text=text,
            text_at=text_at,
            tenant_id=None,
            agent_id=body["model"],
            session_id=_guess(user, history) if guessed else session,
            conversation_id=goes_on,
            user_id=user or None,
            channel="openai",
            context=context,
            message_id=None,
            guessed=guessed,
            **known,
        )
    except Refused as error:
        if error.code == "message_too_long":
            error.flaws = (Flaw(text_at, error.detail),)
        raise


def refuse_unsupported(wants: Iterable[tuple[str, bool, str]]) -> None:
    """Refuses the first of (pointer, whether it is asked for, the sentence that says why not) that is asked
    for.

    :raises Refused: 400.
    """
    for pointer, wanted, sentence in wants:
        if wanted:
            raise Refused(
                400, "unsupported_parameter", _("This is not done here"), sentence, [Flaw(pointer, sentence)]
            )


def _find_session(
    request: HttpRequest, sent: Mapping[str, Any], metadata: Mapping[str, Any], user: str, named: Any
) -> str | None:
    """The conversation as the client names it, the user's own; None where it names none."""
    places = [("/conversation", named), *((f"/{name}", sent.get(name)) for name in CONVERSATION)]
    places += [(f"/metadata/{name}", metadata.get(name)) for name in CONVERSATION]
    places += [(name, request.headers.get(name)) for name in HEADERS]
    for pointer, value in places:
        if value in (None, ""):
            continue
        if not isinstance(value, str | int) or isinstance(value, bool):
            raise invalid(Flaw(pointer, _("Expected a text in quotes.")))
        # A user with a colon would have the conversations of a shorter one: "a:b" + "c" and "a" + "b:c".
        own = f"{user}:{value}" if user else str(value)
        if ":" in user:
            return _digest(f"{len(user)}:{own}")
        fits = len(own) <= LONGEST_SESSION and "/" not in own and own.isprintable()
        return own if fits else _digest(own)
    return None


def _guess(user: str, history: Sequence[tuple[str, str]]) -> str:
    return _digest(f"{user}\0{next((text for role, text in history if role == 'user'), '')}")


def _digest(text: str) -> str:
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()


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


def read_messages(messages: Sequence[Any], at: str = "/messages", with_tools: bool = True) -> ClientMessages:
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
        brought = list(_list_files(message, f"{pointer}/content")) if role == "user" else []
        text = _read_content(message.get("content"), f"{pointer}/content", brings_files=bool(brought))
        if role == "user":
            parts = [*(parts if speaker == role else ()), *brought]
        speaker = speaker if role in INSTRUCTIONS else str(role)
        if role in INSTRUCTIONS:
            instructions.append(text)
        elif role == "tool" and with_tools:
            result = _read_result(message, text, pointer)
            if result.call_id in {each.call_id for each in results}:
                raise invalid(Flaw(f"{pointer}/tool_call_id", _("There is a result of this call already.")))
            results.append(result)
            history.append(write_result(result))
            continue
        elif isinstance(role, str) and role in ROLES:
            if text.strip() or (n == len(messages) - 1 and role == "user"):
                history.append((ROLES[role], text))
            if role == "assistant" and with_tools and message.get("tool_calls"):
                history.append(write_calls(_read_calls(message["tool_calls"], f"{pointer}/tool_calls")))
        elif role != "function" or not with_tools:  # of the form before tools
            known = ", ".join((*INSTRUCTIONS, *ROLES, *(("tool",) if with_tools else ())))
            raise invalid(Flaw(f"{pointer}/role", _("A role is one of: %(known)s.") % {"known": known}))
        results = results if role in INSTRUCTIONS else []
    files = [sent_files.read_part(part, place) for place, part in parts]
    return ClientMessages(
        history, "\n\n".join(instructions), tuple(results), sent_files.check_size(files, at)
    )


def _read_result(message: dict[str, Any], text: str, pointer: str) -> ClientResult:
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


def _read_calls(sent: Any, pointer: str) -> list[tuple[str, str, str]]:
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


def _list_files(message: dict[str, Any], pointer: str) -> Iterator[tuple[str, Any]]:
    """The pictures and documents among the parts of a message, each with its place."""
    content = message.get("content")
    for n, part in enumerate(content if isinstance(content, list) else ()):
        if sent_files.is_file(part):
            yield f"{pointer}/{n}", part


def _read_content(content: Any, pointer: str, brings_files: bool = False) -> str:
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
