"""The files of patterns: a YAML file a language, found by looking."""

import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from language.language_data import parse_file, split
from language.lazy_patterns import compile_lazily

_PART = re.compile(r"\{([a-z_]+)\}")


def sections(name: str) -> dict[str, Mapping[str, Any]]:
    """One section of every language's file, by language."""
    files = sorted(Path(__file__).parent.glob("*.yaml"))
    return {file.stem: parse_file(file)[name] for file in files}


def read_patterns(listed: str | list[str], parts: Mapping[str, str] | None = None) -> list[str]:
    """The patterns of a list, with the parts that they name put in.

    >>> read_patterns("i {do} it, done", {"do": "make, send"})
    ['i (?:make|send) it', 'done']
    """
    found = split(listed) if isinstance(listed, str) else listed
    return [_with_parts(each, parts or {}) for each in found]


def compile_words(patterns: Iterable[str]) -> re.Pattern[str]:
    """Any of the patterns, as whole words."""
    return compile_lazily(rf"(?<!\w)(?:{'|'.join(patterns)})(?!\w)")


def compile_beginnings(patterns: Iterable[str]) -> re.Pattern[str]:
    """Any of the patterns where a word begins, whatever follows."""
    return compile_lazily(rf"(?<!\w)(?:{'|'.join(patterns)})")


def _with_parts(pattern: str, parts: Mapping[str, str]) -> str:
    def part(found: re.Match[str]) -> str:
        words = [_with_parts(each, parts) for each in split(parts[found[1]])]
        return f"(?:{'|'.join(sorted(words, key=len, reverse=True))})"

    return _PART.sub(part, pattern)
