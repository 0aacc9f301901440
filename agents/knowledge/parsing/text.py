"""Plain text, Markdown, and HTML: headings are sections."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from charset_normalizer import from_bytes

from agents.knowledge.parsing.base import Read, row
from agents.knowledge.parsing.errors import Unreadable

LEFT_OUT = (
    "script",
    "style",
    "noscript",
    "template",
    "nav",
    "header > nav",
    "footer",
    "aside",
    "form",
    "svg",
    "dialog",
    "[hidden]",
    "[aria-hidden=true]",
    "[role=navigation]",
    "[role=banner]",
    "[role=contentinfo]",
    "[role=search]",
    "[role=dialog]",
)
HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6")
BLOCKS = frozenset({*HEADINGS, "p", "li", "pre", "blockquote", "tr", "dt", "dd", "figcaption", "summary"})
DEPTH = 3  # headings that name a section: "Plans > Family > Prices"


def decode(path: Path) -> str:
    """A text file in whatever encoding it was written."""
    raw = path.read_bytes()
    for encoding in ("utf-8-sig", "utf-16") if raw[:2] in (b"\xff\xfe", b"\xfe\xff") else ("utf-8-sig",):
        try:
            return raw.decode(encoding)
        except UnicodeDecodeError:
            continue
    best = from_bytes(raw[:200_000], cp_isolation=["cp1252", "latin_1", "utf_8"]).best()
    try:
        return raw.decode(best.encoding if best else "cp1252")
    except UnicodeDecodeError as error:
        raise Unreadable("encoding") from error


def plain(path: Path) -> Iterator[Read]:
    """A block a paragraph."""
    for paragraph in decode(path).replace("\r\n", "\n").split("\n\n"):
        yield Read(paragraph)


def markdown(path: Path) -> Iterator[Read]:
    """As the HTML that it stands for."""
    from markdown_it import MarkdownIt

    yield from _of_html(MarkdownIt("commonmark").enable("table").render(decode(path)))


def html(path: Path) -> Iterator[Read]:
    """What people read of a page: no menus, scripts or footers."""
    yield from _of_html(decode(path))


def _of_html(source: str) -> Iterator[Read]:
    from selectolax.lexbor import LexborHTMLParser

    tree = LexborHTMLParser(source)
    for selector in LEFT_OUT:
        for node in tree.css(selector):
            node.decompose()
    body = _main(tree)
    if body is None:
        return
    for node in tree.css("br, div, p, li, tr, td, th, pre"):
        node.insert_before("\n")  # words of two lines are two words; those of one word in two styles are one
    above: list[tuple[int, str]] = []
    found = False
    for node in body.traverse(include_text=False):
        if node.tag not in BLOCKS or (node.parent is not None and _inside(node)):
            continue
        text = _row(node) if node.tag == "tr" else _words(node)
        if node.tag in HEADINGS:
            level = HEADINGS.index(node.tag)
            above = [(other, title) for other, title in above if other < level]
            above.append((level, text))
        elif text:
            found = True
            yield Read(text, " > ".join(title for _level, title in above[-DEPTH:]))
    if not found:  # a page without paragraphs: all of its text
        yield Read(body.text(separator="\n", strip=True))


def _main(tree: Any) -> Any:
    """The part of a page that it is there for, where it says so; else all of it."""
    named = tree.css("main, [role=main]") or tree.css("article")
    return named[0] if len(named) == 1 and named[0].text(strip=True) else tree.body


def _row(node) -> str:  # type: ignore[no-untyped-def]
    """A row with what its columns are called; the row that says so is none."""
    cells = [_words(cell) for cell in node.css("th, td")]
    table = node.parent if node.parent.tag == "table" else node.parent.parent
    first = table.css_first("tr") if table is not None else None
    names = first.css("th") if first is not None else []
    if not names:
        return " | ".join(filter(None, cells))
    return "" if first == node else row([_words(name) for name in names], cells)


def _words(node) -> str:  # type: ignore[no-untyped-def]
    return " ".join(node.text().split())


def _inside(node) -> bool:  # type: ignore[no-untyped-def]
    """Whether a block stands in another one, whose text has its own."""
    parent = node.parent
    while parent is not None and parent.tag not in ("body", "main"):
        if parent.tag in BLOCKS:
            return True
        parent = parent.parent
    return False
