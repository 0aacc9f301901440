"""Which format a file really has: by its content, whatever it is called.

>>> recognise(Path("report.pdf"), "report.pdf")  # doctest: +SKIP
'pdf'
"""

import zipfile
from pathlib import Path

from agents.knowledge.parsing.base import LITTLE, MOST_PARTS, MOST_RATIO, MOST_UNPACKED
from agents.knowledge.parsing.errors import Unreadable

TEXTS = {
    "md": "md",
    "markdown": "md",
    "txt": "txt",
    "text": "txt",
    "html": "html",
    "htm": "html",
    "csv": "csv",
}
OFFICE = {"word/document.xml": "docx", "ppt/presentation.xml": "pptx", "xl/workbook.xml": "xlsx"}
NAMES = (*dict.fromkeys(TEXTS.values()), "pdf", *OFFICE.values())
OLD_OFFICE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"  # .doc, .xls, .ppt, and encrypted ones of today
ENCRYPTED_PART = "EncryptedPackage".encode("utf-16-le")
HEAD = 8192


def recognise(path: Path, name: str) -> str:
    """The format of a file that is called `name`.

    :raises Unreadable: it is empty, of no known format, called otherwise than it is, or unpacks to too much.
    """
    ending = name.rpartition(".")[2].lower()
    with path.open("rb") as file:
        head = file.read(HEAD)
    if not head.strip():
        raise Unreadable("empty")
    kind = _by_content(path, head)
    if kind == "text":
        if ending not in TEXTS:
            raise Unreadable("mislabelled" if ending in NAMES else "unknown", ending=ending, found="txt")
        return TEXTS[ending]
    if ending != kind:
        raise Unreadable("mislabelled", ending=ending, found=kind)
    return kind


def _by_content(path: Path, head: bytes) -> str:
    if b"%PDF-" in head[:1024]:
        return "pdf"
    if head.startswith(b"PK"):
        return _recognise_packed(path)
    if head.startswith(OLD_OFFICE):
        raise Unreadable("encrypted" if ENCRYPTED_PART in path.read_bytes() else "old_office")
    if b"\x00" in head and not head.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise Unreadable("unknown", ending=path.suffix.lstrip("."))
    return "text"


def _recognise_packed(path: Path) -> str:
    """The office format of a ZIP file, once its list of contents says that it is safe to unpack."""
    try:
        with zipfile.ZipFile(path) as packed:
            parts = packed.infolist()
    except (zipfile.BadZipFile, OSError, ValueError, RuntimeError) as error:
        raise Unreadable("broken") from error
    whole = sum(part.file_size for part in parts)
    ratio = whole / max(path.stat().st_size, 1)
    if len(parts) > MOST_PARTS or whole > MOST_UNPACKED or (whole > LITTLE and ratio > MOST_RATIO):
        raise Unreadable("bomb", megabytes=whole // 2**20)
    if any(part.flag_bits & 1 for part in parts):
        raise Unreadable("encrypted")
    names = {part.filename for part in parts}
    for part, kind in OFFICE.items():
        if part in names:
            return kind
    raise Unreadable("unknown", ending="zip")
