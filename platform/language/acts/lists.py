"""The closed list of each language, from its data file.

What carries an action out, and what may stand around it.

`agrees` and `tells` are entries: only they act. `refuses` and `gives_up` close a question for certain.
`fillers` say nothing of their own; beside a word of `blocks` nothing is a plain yes.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from language import language_data
from language.lexicon.phrase import plain

ACT = "{act}"
_TOKEN = re.compile(r"\{act\}|[^\s{}]+")
ENTRIES = ("tells", "agrees", "refuses", "gives_up", "unminded", "begs")
Starts = Mapping[str, tuple[tuple[str, ...], ...]]


@dataclass(frozen=True, slots=True)
class ReplyLists:
    """The lists of one language, phrases under their first word with the longest first."""

    language: str
    entries: Mapping[str, tuple[tuple[tuple[str, ...], str], ...]]  # first word -> phrases and their kinds
    asking: frozenset[tuple[str, ...]]  # entries that are written with a question mark: "why not?"
    fillers: Starts
    tags: frozenset[tuple[str, ...]]
    openers: Starts
    announces: Starts
    minds: Starts
    joins: Starts
    blocks: Starts
    asks: Starts
    lets: Starts
    wants: Starts
    leads: Starts
    either: frozenset[str]
    small: frozenset[str]
    bare: frozenset[str]
    hedges: frozenset[str]
    endings: tuple[str, ...]
    first_person: tuple[str, ...]
    nouns: tuple[str, ...]  # endings of nouns that are made of verbs
    looks: tuple[tuple[str, ...], ...]
    spelled: Mapping[str, tuple[str, ...]]
    vocabulary: Mapping[str, tuple[str, ...]]  # words without repeated letters -> as they are spelled
    letters: frozenset[str]  # entries of one letter, as they are typed
    alone: frozenset[tuple[str, ...]]  # fillers of one word
    alike: tuple[tuple[str, ...], ...]  # verbs that say the same thing to do


@lru_cache(maxsize=1)
def lists() -> Mapping[str, ReplyLists]:
    """The lists of every language; short messages seldom show theirs, so that all are tried."""
    return {language: _lists(language) for language in language_data.languages()}


@lru_cache(maxsize=1)
def signs() -> Mapping[str, str]:
    """Pictures that answer, and what they do."""
    return {sign: kind for kind, listed in language_data.load("", "signs").items() for sign in listed.split()}


def begins(words: Sequence[str], starts: Starts) -> int:
    """How many words of the beginning are a phrase of `starts`; 0 when it is none."""
    found = starts.get(words[0], ()) if words else ()
    return next((len(phrase) for phrase in found if tuple(words[: len(phrase)]) == phrase), 0)


def squeeze(word: str) -> str:
    """A word with every letter once in a row: "siiim" is "sim", "good" is "god"."""
    return re.sub(r"(.)\1+", r"\1", word)


def _lists(language: str) -> ReplyLists:
    data = language_data.load(language, "replies")
    spelled = {short: tuple(plain(whole)) for short, whole in data.get("spelled", {}).items()}
    entries: dict[str, list[tuple[tuple[str, ...], str]]] = {}
    asking: set[tuple[str, ...]] = set()
    for kind in ENTRIES:
        for phrase in language_data.split(data[kind]):
            entry = tuple(whole for word in _entry(phrase) for whole in spelled.get(word, (word,)))
            if phrase.endswith("?"):
                asking.add(entry)
            entries.setdefault(entry[0], []).append((entry, kind))
    listed = {
        name: _phrases(data.get(name, ""))
        for name in (
            "fillers",
            "tags",
            "openers",
            "announces",
            "minds",
            "joins",
            "blocks",
            "asks",
            "lets",
            "wants",
            "leads",
            "looks",
        )
    }
    listed["fillers"] = [
        tuple(whole for word in phrase for whole in spelled.get(word, (word,)))
        for phrase in listed["fillers"]
    ]
    said = [entry for each in entries.values() for entry, _ in each] + listed["fillers"]
    vocabulary: dict[str, dict[str, None]] = {}
    for word in (word for entry in said for word in entry if word != ACT):
        vocabulary.setdefault(squeeze(word), {})[word] = None
    return ReplyLists(
        language,
        {first: tuple(sorted(each, key=lambda one: -len(one[0]))) for first, each in entries.items()},
        frozenset(asking),
        **{name: _starts(listed[name]) for name in (
            "fillers", "openers", "announces", "minds", "joins", "blocks", "asks", "lets", "wants", "leads")},
        tags=frozenset(listed["tags"]),
        either=frozenset(word for phrase in _phrases(data.get("either", "")) for word in phrase),
        small=frozenset(word for phrase in _phrases(data["small"]) for word in phrase),
        bare=frozenset(word for phrase in _phrases(data["bare"]) for word in phrase),
        hedges=frozenset(word for phrase in _phrases(data["hedges"]) for word in phrase),
        endings=tuple(sorted(language_data.split(data["endings"]), key=len, reverse=True)),
        first_person=language_data.split(data.get("first_person", "")),
        nouns=tuple("".join(plain(ending)) for ending in language_data.split(data.get("nouns", ""))),
        looks=tuple(listed["looks"]),
        spelled=spelled,
        vocabulary={bare: tuple(words) for bare, words in vocabulary.items()},
        letters=frozenset(
            phrase.casefold()
            for kind in ENTRIES
            for phrase in language_data.split(data[kind])
            if len(phrase) == 1
        ),
        alike=tuple(tuple(plain(group)) for group in data.get("alike", "").split(";")),
        alone=frozenset(phrase for phrase in listed["fillers"] if len(phrase) == 1),
    )  # fmt: skip


def _entry(phrase: str) -> list[str]:
    """The words of an entry, normalised; its verb stays a place."""
    return [word for part in _TOKEN.findall(phrase) for word in ([ACT] if part == ACT else plain(part))]


def _phrases(listed: str) -> list[tuple[str, ...]]:
    return [tuple(plain(phrase)) for phrase in language_data.split(listed)]


def _starts(phrases: Iterable[tuple[str, ...]]) -> dict[str, tuple[tuple[str, ...], ...]]:
    found: dict[str, list[tuple[str, ...]]] = {}
    for phrase in phrases:
        found.setdefault(phrase[0], []).append(phrase)
    return {first: tuple(sorted(under, key=len, reverse=True)) for first, under in found.items()}
