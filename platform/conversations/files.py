"""Pictures and documents that come with a message: for the models of its turn, and nothing else.

    file = SentFile.of(content, "bill.jpg")     # None: no kind that models read
    file.media_type, file.kind                  # ("image/jpeg", "picture")

The content is never part of the record, which names a file by name, size and digest (ADR 93).
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Literal

FileKind = Literal["picture", "document"]
ENDINGS = {
    "image/png": ".png",
    "image/jpeg": ".jpg",
    "image/gif": ".gif",
    "image/webp": ".webp",
    "application/pdf": ".pdf",
}
LONGEST_NAME = 120


@dataclass(frozen=True, slots=True)
class SentFile:
    """A file of a message. `url` is where it is to be fetched from, for one that did not come itself.

    `masked`: its name is not the one that it came with.
    """

    name: str
    media_type: str = ""
    size: int = 0
    digest: str = ""  # SHA-256, in hexadecimal digits
    url: str = ""
    content: bytes = field(default=b"", repr=False)
    masked: bool = False

    @classmethod
    def of(cls, content: bytes, name: str = "") -> "SentFile | None":
        """A file by its first bytes, whatever it calls itself; None for a kind that no model reads."""
        media_type = detect_media_type(content)
        if not media_type:
            return None
        usual = ("document" if media_type == "application/pdf" else "picture") + ENDINGS[media_type]
        return cls(
            clean_name(name) or usual, media_type, len(content), sha256(content).hexdigest(), "", content
        )

    @property
    def kind(self) -> FileKind:
        return kind_of(self.media_type)


def kind_of(media_type: str) -> FileKind:
    """Whether such a file is a picture or a document.

    >>> kind_of("image/png")
    'picture'
    """
    return "document" if media_type == "application/pdf" else "picture"


def detect_media_type(content: bytes) -> str:
    """The media type that the first bytes say; empty for a kind that no model reads.

    >>> detect_media_type(b"%PDF-1.7 ...")
    'application/pdf'
    """
    if content.startswith(b"\x89PNG\r\n\x1a\n"):
        return "image/png"
    if content.startswith(b"\xff\xd8\xff"):
        return "image/jpeg"
    if content.startswith((b"GIF87a", b"GIF89a")):
        return "image/gif"
    if content[:4] == b"RIFF" and content[8:12] == b"WEBP":
        return "image/webp"
    return "application/pdf" if content.startswith(b"%PDF-") else ""


def clean_name(name: str) -> str:
    """A file's name without its folders and without what cannot be seen.

    >>> clean_name("C:\\\\photos\\\\bill.jpg")
    'bill.jpg'
    """
    last = name.replace("\\", "/").rsplit("/", 1)[-1]
    return "".join(letter for letter in last if letter.isprintable()).strip()[-LONGEST_NAME:]


def name_all(files: "tuple[SentFile, ...]") -> str:
    """The names of files, as the text of a message that has no other."""
    return ", ".join(file.name for file in files)


def is_names(text: str, names: Iterable[str]) -> bool:
    """Whether a text is but the names of the files that came with it, with or without their endings.

    >>> is_names("picture", ["picture.png"]), is_names("the picture", ["picture.png"])
    (True, False)
    """
    known = list(names)
    return bool(known) and text in (", ".join(known), ", ".join(name.rpartition(".")[0] for name in known))
