"""Files of every format become blocks; what cannot be read says why, and what to do."""

import subprocess
from collections.abc import Callable
from functools import partial

import pytest

from agents.knowledge import reading
from agents.knowledge.errors import NotRead
from tests.agents.knowledge import documents
from tests.parts.phrases import try_each

READ = {
    "prices.md": (
        b"# Plans\n\n## Family\n\nFour lines.\n\n| Plan | Price |\n|---|---|\n| Family | 99.90 |\n",
        [("Four lines.", "Plans > Family", None), ("Plan: Family; Price: 99.90", "Plans > Family", None)],
    ),
    "notes.txt": ("São sete dias.\n\nDepois, não.".encode("cp1252"),
        [("São sete dias.", "", None), ("Depois, não.", "", None)]),
    "page.html": (
        b"<nav>Menu</nav><h1>Returns</h1><p>Seven <b>days</b>.</p><script>x()</script><ul><li>Free</li></ul>",
        [("Seven days.", "Returns", None), ("Free", "Returns", None)],
    ),
    "prices.csv": (b"Plan;Price\nFamily;99,90\n", [("Plan: Family; Price: 99,90", "", None),
        ("Plan; Price", "", None)]),
    "prices.xlsx": (documents.xlsx, [("Plan: Family; Price: 99.9", "Prices", None),
        ("Plan; Price", "Prices", None)]),
    "guide.pdf": (partial(documents.pdf, ["First page.", "Second page."]),
        [("First page.", "", 1), ("Second page.", "", 2)]),
    "guide.docx": (
        documents.docx,
        [("Um aparelho com defeito é trocado em até sete dias.", "Trocas", None),
            ("Plano: Família; Preço: R$ 99,90", "Trocas", None)],
    ),
    "talk.pptx": (
        documents.pptx,
        [("Offices open at nine.", "Welcome", 1), ("Welcome", "Welcome", 1),
            ("Ask two weeks before.", "Holidays", 2), ("Holidays", "Holidays", 2)],
    ),
}  # fmt: skip
REFUSED = {
    "empty.pdf": (b"  \n", "empty"),
    "blank.md": (b"# \n\n***\n", "No text was found"),
    "scan.pdf": (partial(documents.pdf, ["", ""]), "scanned"),
    "secret.pdf": (partial(documents.pdf, ["Hidden."], encrypted=True), "password"),
    "broken.pdf": (b"%PDF-1.7 and then nothing of the kind", "damaged"),
    "broken.docx": (lambda: documents.docx()[:900], "damaged"),
    "report.pdf": (documents.docx, "Rename it to .docx"),
    "table.docx": (documents.xlsx, "Rename it to .xlsx"),
    "words.xlsx": (b"only words", "Rename it to .txt"),
    "bomb.docx": (documents.bomb, "Unpacked it would take 300 MB"),
    "old.txt": (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 600, "before 2007"),
    "picture.txt": (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "format is not known"),
}


def made(content: bytes | Callable[[], bytes]) -> bytes:
    """A file's bytes; most are made only when they are asked for."""
    return content if isinstance(content, bytes) else content()


def blocks(content: bytes, name: str) -> list[tuple[str, str, int | None]]:
    read = reading.read(content, name, lambda: None)
    return [(block.text, block.section, block.page) for block, _page, _of in read if block.text.strip()]


@try_each("name", READ)
def test_a_file_becomes_blocks_with_section_and_page(name: str) -> None:
    content, expected = READ[name]
    assert blocks(made(content), name) == expected


@try_each("name", REFUSED)
def test_a_file_that_cannot_be_read_says_why(name: str) -> None:
    content, words = REFUSED[name]
    with pytest.raises(NotRead) as refused:
        blocks(made(content), name)
    assert words in str(refused.value)


def test_reading_ends_when_its_time_is_over(settings) -> None:
    settings.DOCUMENT_SECONDS = 0
    with pytest.raises(NotRead) as refused:
        blocks(documents.pdf(["Slow."] * 500), "slow.pdf")
    assert "took more than 0 seconds" in str(refused.value)


def test_reading_ends_when_its_memory_is_used_up(settings) -> None:
    settings.DOCUMENT_MEGABYTES_OF_MEMORY = 60
    with pytest.raises(NotRead) as refused:
        blocks(b"many words " * 2_000_000, "large.txt")
    assert "more memory than a document may" in str(refused.value)


def test_a_parser_gets_no_secret_of_ours(monkeypatch) -> None:
    monkeypatch.setenv("SECRET_KEY", "hidden")
    seen = reading.environment()
    assert "SECRET_KEY" not in seen and "PYTHONPATH" in seen


def test_a_reader_that_is_silent_is_stopped_when_it_is_not_wanted_any_more() -> None:
    asked = []

    def check() -> None:
        asked.append(1)
        if len(asked) > 2:
            raise InterruptedError

    with subprocess.Popen(["sleep", "30"], stdout=subprocess.PIPE) as silent:
        with pytest.raises(InterruptedError):
            list(reading._lines(silent.stdout, check))
        silent.kill()
