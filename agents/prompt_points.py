"""What a prompt of mode `coordinator` must say, and what it must not.

The platform writes the obligatory rules into every such prompt (`specialists/coordination_rules.py`); here a
text is read for them point by point, and for words of its author that tell the opposite: those of
`prompt_words/`, a YAML file a language, of all languages together.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from django.utils.translation import gettext_lazy as _

from language.language_data import parse_file, split
from language.normalise import fold
from language.sentences import WITH_SEMICOLONS, split_sentences

Part = Literal["coordinator", "specialist"]
_FILES = sorted(Path(__file__).with_name("prompt_words").glob("*.yaml"))
_WORDS: tuple[Mapping[str, str], ...] = tuple(map(parse_file, _FILES))


def list_patterns(name: str) -> tuple[str, ...]:
    """A list of every language, the longest first."""
    found = {pattern for words in _WORDS for pattern in split(words[name])}
    return tuple(sorted(found, key=lambda pattern: (-len(pattern), pattern)))


def _any(name: str) -> str:
    """Any pattern of a list."""
    return rf"(?:{'|'.join(list_patterns(name))})"


NOT = rf"\b{_any('not')}(?! {_any('not_before')}\b)"
NEAR = r"\W+(?:[^\s.]+\s+){0,6}?"


@dataclass(frozen=True, slots=True)
class Point:
    """One thing a prompt must say: all of `needs` are found in it (small letters, no accents)."""

    name: str
    title: Any
    needs: tuple[re.Pattern[str], ...]

    def is_said(self, folded: str) -> bool:
        return all(need.search(folded) for need in self.needs)


def _point(name: str, title: Any, *needs: str) -> Point:
    return Point(name, title, tuple(re.compile(need) for need in needs))


_SILENT = _point("announcement", _("no transfer is announced"), rf"{NOT}{NEAR}{_any('announces')}")
_NO_DATA = _point(
    "json",
    _("no JSON in the text"),
    rf"{NOT}{NEAR}json|json\W+(?:\w+\W+){{0,4}}{_any('only')}\b",
)
POINTS: Mapping[Part, tuple[Point, ...]] = {
    "coordinator": (
        _point("delegate", _("when and with which tool it calls somebody in"),
            r"request_specialist_sub_conversation"),
        _point("initial_context", _("the argument initial_context"), r"initial_context"),
        _SILENT,
        _point(
            "result", _("the result is woven in as its own"),
            _any("system_note"), _any("as_its_own"),
        ),
        _point("out_of_scope", _("what to do when it comes back as out of scope"), r"out_of_scope"),
        _NO_DATA,
    ),
    "specialist": (
        _point("end", _("when it calls the tool that ends"), r"end_specialist_sub_conversation"),
        _point(
            "end_arguments", _("the arguments of that tool"),
            r"\bstatus\b", r"final_result", r"last_user_message", r"message_to_coordinator",
        ),
        _NO_DATA,
        _point("out_of_scope", _("out of scope: end at once, without an answer"), r"out_of_scope"),
        _SILENT,
    ),
}  # fmt: skip

DENIED = re.compile(rf"{NOT}\b|\b{_any('avoids')}\b|final_result")
TELL = rf"{_any('tells')}\w*"
# Of money and data nobody is told too much.
MOVE = (
    rf"{''.join(f'(?<!{word} )' for word in list_patterns('of_money_behind'))}{_any('transfers')}"
    rf"(?!\w* {_any('of_money')})"
)
OPPOSITES: tuple[tuple[Any, re.Pattern[str]], ...] = (
    (
        _("It tells to announce a transfer, but the user must not notice one: “%(words)s”."),
        re.compile(rf"\b{TELL}\b.{{0,60}}\b(?:{MOVE}|{_any('moves')})"),
    ),
    (
        _("It asks for JSON in the answer, which is cut out of it: “%(words)s”."),
        re.compile(rf"\b{_any('answers')}\w*\b.{{0,40}}\bjson\b"),
    ),
    (
        _("It tells to name another specialist, but the user sees one assistant: “%(words)s”."),
        re.compile(rf"\b{TELL}\b.{{0,40}}\b{_any('another')}.{{0,20}}\b{_any('specialist')}"),
    ),
)  # fmt: skip
SHOWN = 80


def missing(text: str, part: Part) -> tuple[Point, ...]:
    """The points that a text does not say itself.

    >>> [point.name for point in missing("Use request_specialist_sub_conversation.", "coordinator")][:2]
    ['initial_context', 'announcement']
    """
    folded = fold(text)
    return tuple(point for point in POINTS[part] if not point.is_said(folded))


def opposites(text: str) -> Iterable[str]:
    """What an author's words tell against the rules, each as a sentence for people."""
    for sentence in split_sentences(text, WITH_SEMICOLONS):
        folded = fold(sentence)
        if DENIED.search(folded):
            continue
        for words, pattern in OPPOSITES:
            if pattern.search(folded):
                yield str(words) % {"words": " ".join(sentence.split())[:SHOWN]}
