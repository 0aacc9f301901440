"""Word and PowerPoint files of today's format."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from agents.knowledge.parsing.base import Read, row

DEPTH = 3


def word(path: Path) -> Iterator[Read]:
    """DOCX: headings are sections, rows of tables are blocks."""
    from docx import Document
    from docx.table import Table

    above: list[tuple[int, str]] = []
    for item in Document(str(path)).iter_inner_content():
        section = " > ".join(title for _level, title in above[-DEPTH:])
        if isinstance(item, Table):
            names: list[str] = []
            for line in item.rows:
                cells = [cell.text.strip() for cell in line.cells]
                if names:
                    yield Read(row(names, cells), section)
                names = names or cells
            continue
        name = item.style.name if item.style is not None and item.style.name else ""
        level = int(name[-1]) if name.startswith("Heading") and name[-1:].isdigit() else 0
        if name == "Title" or level:
            above = [(other, title) for other, title in above if other < level]
            above.append((level, item.text.strip()))
        else:
            yield Read(item.text, section)


def slides(path: Path) -> Iterator[Read]:
    """PPTX: a slide is a page, its title a section; what its speaker notes say, too."""
    from pptx import Presentation

    shown = Presentation(str(path)).slides
    for number, slide in enumerate(shown, 1):
        title = slide.shapes.title.text_frame.text if slide.shapes.title is not None else ""
        for shape in slide.shapes:
            for text in _texts(shape):
                if text.strip() and text != title:
                    yield Read(text, title, number, len(shown))
        if slide.has_notes_slide and slide.notes_slide.notes_text_frame is not None:
            yield Read(slide.notes_slide.notes_text_frame.text, title, number, len(shown))
        yield Read(title, title, number, len(shown))


def _texts(shape: Any) -> Iterator[str]:
    if getattr(shape, "shapes", None) is not None:
        for inner in shape.shapes:
            yield from _texts(inner)
    elif shape.has_text_frame:
        yield shape.text_frame.text
    elif getattr(shape, "has_table", False):
        lines = [[cell.text.strip() for cell in line.cells] for line in shape.table.rows]
        for line in lines[1:]:
            yield row(lines[0], line)
