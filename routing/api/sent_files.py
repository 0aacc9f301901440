"""Pictures and documents of a message: `data:` URLs are decoded here, addresses are fetched by the turn.

files = read_attachments(sent.get("attachments"), "/attachments")
file = read_part({"type": "image_url", "image_url": {"url": "data:image/png;base64,..."}}, "/messages/0")
"""

import base64
import binascii
from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import unquote, urlsplit

from django.conf import settings
from django.utils.translation import gettext as _

from conversations.files import SentFile, clean_name
from routing.api.problems import Flaw, Refused, invalid

PICTURES = ("image_url", "input_image")  # types of a part, of `/v1/chat/completions` and of `/v1/responses`
DOCUMENTS = ("file", "input_file")
LONGEST_URL = 2048


def read_attachments(sent: Any, pointer: str) -> tuple[SentFile, ...]:
    """Files as our own endpoints take them: [{"url": "data:...", "name": "bill.jpg"}].

    :raises Refused: 422 with the place of what is wrong, 413 for too many bytes.
    """
    if sent is None:
        return ()
    if not isinstance(sent, list):
        raise invalid(Flaw(pointer, _('Expected a list of files: [{"url": "data:image/png;base64,..."}].')))
    found = []
    for n, each in enumerate(sent):
        name = each.get("name") if isinstance(each, dict) else None
        if not isinstance(each, dict) or not isinstance(name, str | None):
            raise invalid(Flaw(f"{pointer}/{n}", _('Expected a file: {"url": "...", "name": "bill.jpg"}.')))
        found.append(_read_url(each.get("url"), name or "", f"{pointer}/{n}/url"))
    return check_size(found, pointer)


def is_file(part: Any) -> bool:
    """Whether a part of a message of OpenAI's API is a picture or a document."""
    return isinstance(part, dict) and part.get("type") in (*PICTURES, *DOCUMENTS)


def name_of(part: Mapping[str, Any]) -> str:
    """The name of such a part, without a look at its content."""
    fields = _fields(part)
    name = fields.get("filename")
    return (clean_name(name) if isinstance(name, str) else "") or (
        "picture" if part["type"] in PICTURES else "document"
    )


def read_part(part: Mapping[str, Any], pointer: str) -> SentFile:
    """Such a part as a file. What names a file of OpenAI's (`file_id`) is refused."""
    fields = _fields(part)
    name = fields.get("filename")
    url = fields.get("url") or fields.get("file_data") or fields.get("file_url")
    return _read_url(url, name if isinstance(name, str) else "", pointer)


def check_size(files: Sequence[SentFile], pointer: str) -> tuple[SentFile, ...]:
    """The files of one message, if they are not too many and not too large together."""
    if len(files) > settings.MESSAGE_FILES:
        sentence = _("A message may bring %(files)s files at most.") % {"files": settings.MESSAGE_FILES}
        raise invalid(Flaw(pointer, sentence))
    if sum(file.size for file in files) > settings.MESSAGE_FILE_BYTES:
        sentence = _("The files of a message may have %(bytes)s bytes at most, all together.")
        sentence %= {"bytes": settings.MESSAGE_FILE_BYTES}
        raise Refused(
            413, "files_too_large", _("The files are too large"), sentence, [Flaw(pointer, sentence)]
        )
    return tuple(files)


def _fields(part: Mapping[str, Any]) -> Mapping[str, Any]:
    """Where a part says its file: in an object of the type's name, in a text there, or beside the type."""
    holder = part.get("image_url") if part["type"] in PICTURES else part.get("file")
    if isinstance(holder, str):
        return {**part, "url": holder}
    return holder if isinstance(holder, dict) else part


def _read_url(url: Any, name: str, pointer: str) -> SentFile:
    if isinstance(url, str) and url.startswith("data:"):
        return _decode(url, name, pointer)
    if isinstance(url, str) and url.startswith("https://") and len(url) <= LONGEST_URL and url.isprintable():
        return SentFile(clean_name(name) or _last_name(url) or "file", url=url)
    sentence = _("Send the file itself as a data: URL in Base64, or its address, which begins with https://.")
    raise invalid(Flaw(pointer, sentence))


def _decode(url: str, name: str, pointer: str) -> SentFile:
    about, comma, content = url.partition(",")
    try:
        raw = base64.b64decode(content, validate=True) if comma and about.endswith(";base64") else b""
    except (binascii.Error, ValueError):
        raw = b""
    if not raw:
        raise invalid(Flaw(pointer, _("This is no file in Base64: data:image/png;base64,....")))
    file = SentFile.of(raw, name)
    if file is None:
        sentence = _("Only PNG, JPEG, GIF and WebP pictures and PDF documents are read here.")
        raise invalid(Flaw(pointer, sentence))
    return file


def _last_name(url: str) -> str:
    try:
        return clean_name(unquote(urlsplit(url).path))
    except ValueError:
        return ""
