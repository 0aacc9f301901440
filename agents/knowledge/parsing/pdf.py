"""PDF, a page after the other."""

from collections.abc import Iterator
from pathlib import Path

from agents.knowledge.parsing.base import Read
from agents.knowledge.parsing.errors import Unreadable

ENCRYPTED = 4  # FPDF_ERR_PASSWORD


def pages(path: Path) -> Iterator[Read]:
    """A block a paragraph: lines that end in the middle of a sentence are joined."""
    import pypdfium2 as pdfium

    try:
        document = pdfium.PdfDocument(path)
    except pdfium.PdfiumError as error:
        raise Unreadable(
            "encrypted" if getattr(error, "err_code", None) == ENCRYPTED else "broken"
        ) from error
    count, found = len(document), False
    for number in range(count):
        page = document[number]
        words = page.get_textpage().get_text_bounded()
        page.close()
        for paragraph in _paragraphs(words):
            found = True
            yield Read(paragraph, page=number + 1, of=count)
        yield Read("", page=number + 1, of=count)
    document.close()
    if not found:
        raise Unreadable("scanned", pages=count)


def _paragraphs(text: str) -> Iterator[str]:
    held = ""
    for line in text.replace("\r\n", "\n").replace("\ufffe", "-").split("\n"):
        line = " ".join(line.split())
        if not line:
            if held:
                yield held
            held = ""
            continue
        if held.endswith("-") and line[:1].islower():
            held = held[:-1] + line
        else:
            held = f"{held} {line}".strip()
        if line.endswith((".", "!", "?")) and len(held) > 300:
            yield held
            held = ""
    if held:
        yield held
