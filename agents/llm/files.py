"""Files of a message as a model reads them: parts of the message for one that can, words for one that cannot.

read = readable(spec)                                  # frozenset({"picture"})
messages = with_files(request.messages, request.files, read)
"""

import base64
from collections.abc import Iterable, Sequence
from typing import Any

from langchain_core.messages import BaseMessage, HumanMessage

from agents.specs import LLMSpec
from conversations.files import FileKind, SentFile

MESSAGE = "message"  # the id of the message that files belong to
READ = "files"  # of the detail of a model's step
UNREAD = (
    "[With this message came a file that you cannot read: {name}. You do not know what is in it: never "
    "guess. The platform tells the user by itself that it was not read.]"
)


def readable(spec: LLMSpec) -> frozenset[FileKind]:
    """The kinds of files that a model reads."""
    pictures: frozenset[FileKind] = frozenset({"picture"} if spec.reads_pictures else ())
    return pictures | {"document"} if spec.reads_documents else pictures


def pick_read(files: Iterable[SentFile], kinds: frozenset[FileKind]) -> list[SentFile]:
    """The files that are here and that a model with these kinds reads."""
    return [file for file in files if file.content and file.kind in kinds]


def describe_read(files: Iterable[SentFile], kinds: frozenset[FileKind]) -> dict[str, Any]:
    """What a model's step says of the files that it was given: their digests."""
    read = [file.digest for file in pick_read(files, kinds)]
    return {READ: read} if read else {}


def with_files(
    messages: Sequence[BaseMessage], files: Sequence[SentFile], kinds: frozenset[FileKind]
) -> Sequence[BaseMessage]:
    """The messages, that of the user with the files as LangChain's standard parts."""
    if not files:
        return messages
    read = pick_read(files, kinds)
    unread = [UNREAD.format(name=file.name) for file in files if file not in read]
    return [
        HumanMessage(_parts("\n\n".join([message.text, *unread]), read), id=message.id)
        if isinstance(message, HumanMessage) and message.id == MESSAGE
        else message
        for message in messages
    ]


def _parts(text: str, files: Sequence[SentFile]) -> str | list[str | dict[Any, Any]]:
    if not files:
        return text
    return [{"type": "text", "text": text}, *map(_part, files)]


def _part(file: SentFile) -> dict[Any, Any]:
    part = {"base64": base64.b64encode(file.content).decode(), "mime_type": file.media_type}
    if file.kind == "picture":
        return {"type": "image", **part}
    return {"type": "file", **part, "filename": file.name}
