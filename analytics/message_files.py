"""The files of a message as people read about them: name, kind, size, and what became of each.

    for file in list_files(message, steps):
        file.name, file.kind, file.size, file.became    # "bill.jpg", "picture (PNG)", "1.4 MB", "read by ..."

The files themselves are shown to nobody: a turn's end deletes them (ADR 93), and before it the words of its
message are shown to nobody either (ADR 109).
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.template.defaultfilters import filesizeformat
from django.utils.translation import gettext as _

from agents.llm.files import READ
from conversations.files import kind_of
from conversations.models import Message, Step


@dataclass(frozen=True, slots=True)
class ListedFile:
    """One file. `became` is a sentence, empty where the record does not say; `missed`: nobody read it."""

    name: str
    kind: str
    size: str
    became: str
    missed: bool
    masked: bool


def list_files(message: Message, steps: Iterable[Step] = ()) -> list[ListedFile]:
    """What the record keeps of the files that came with a message, with the models that were given them."""
    files: list[Mapping[str, Any]] = message.metadata.get("attachments") or []
    if not files:
        return []
    readers: dict[str, list[str]] = {}
    for step in steps:
        for digest in step.detail.get(READ) or ():
            readers.setdefault(digest, []).append(str(step.detail.get("model") or ""))
    return [_list(file, readers.get(file.get("digest", ""), ())) for file in files]


def is_erased(message: Message) -> bool:
    """Whether its words were deleted, and with them what was known of its files."""
    return bool(message.metadata.get("erased"))


def _list(file: Mapping[str, Any], readers: Iterable[str]) -> ListedFile:
    media_type, named = file.get("media_type") or "", list(dict.fromkeys(filter(None, readers)))
    if not media_type:
        became, missed = _("could not be fetched from its address, or is no picture and no PDF"), True
    elif named:
        became, missed = _("read by %(models)s") % {"models": ", ".join(named)}, False
    elif file.get("read") is False:
        became, missed = _("read by no model; the answer says so"), True
    else:
        became, missed = (_("read by a model") if file.get("read") else ""), False
    return ListedFile(
        name=str(file.get("name") or ""),
        kind=_kind(media_type),
        size=filesizeformat(file["size"]) if file.get("size") else "",
        became=became,
        missed=missed,
        masked=bool(file.get("masked")),
    )


def _kind(media_type: str) -> str:
    if not media_type:
        return _("unknown kind")
    if kind_of(media_type) == "document":
        return _("PDF document")
    return _("picture (%(kind)s)") % {"kind": media_type.partition("/")[2].upper()}
