"""Reads one file: `python -m agents.knowledge.parsing PATH NAME MEGABYTES SECONDS`. JSON lines come out.

{"kind": "pdf"}, then {"text", "section", "page", "of"} a block, then {"done": true} or {"error", "about"}.
"""

import json
import resource
import sys
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from agents.knowledge.parsing import office, pdf, tables, text
from agents.knowledge.parsing.base import MOST_CHARACTERS, Reader
from agents.knowledge.parsing.errors import Unreadable
from agents.knowledge.parsing.recognising import recognise

READERS: Mapping[str, Reader] = {
    "txt": text.plain,
    "md": text.markdown,
    "html": text.html,
    "csv": tables.read_csv,
    "xlsx": tables.workbook,
    "pdf": pdf.pages,
    "docx": office.word,
    "pptx": office.slides,
}


def main(path: Path, name: str, megabytes: int, seconds: int) -> None:
    """Writes what the file holds; whatever is wrong with it becomes the last line."""
    resource.setrlimit(resource.RLIMIT_AS, (megabytes * 2**20, megabytes * 2**20))
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))
    try:
        _read(path, name)
    except Unreadable as error:
        _write({"error": error.code, "about": error.about})
    except MemoryError:
        _write({"error": "too_large", "about": {}})
    except (ValueError, KeyError, OSError, zipfile.BadZipFile, RecursionError) as error:
        _write({"error": "broken", "about": {"said": str(error)[:200]}})
    except Exception as error:  # a parser met something that its authors did not expect
        _write({"error": "broken", "about": {"said": type(error).__name__}})


def _read(path: Path, name: str) -> None:
    kind = recognise(path, name)
    _write({"kind": kind})
    characters, found = 0, False
    for read in READERS[kind](path):
        characters += len(read.text)
        if characters > MOST_CHARACTERS:
            raise Unreadable("too_much_text")
        found = found or any(map(str.isalnum, read.text))
        _write(read._asdict())
    if not found:
        raise Unreadable("no_text")
    _write({"done": True})


def _write(line: Mapping[str, Any]) -> None:
    sys.stdout.write(json.dumps(line, ensure_ascii=True) + "\n")


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2], int(sys.argv[3]), int(sys.argv[4]))
