"""The closed list of each language, from its data file.

What carries an action out, and what may stand around it.

`agrees` and `tells` are entries: only they act. `refuses` and `gives_up` close a question for certain.
`fillers` say nothing of their own; beside a word of `blocks` nothing is a plain yes.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from language import language_data
from language.acts import slips
from language.lexicon import Starts, first_words
from language.lexicon.phrase import plain

ACT = "{act}"
_TOKEN = re.compile(r"\{act\}|[^\s{}]+")
STARTS = (
    "openers",
    "announces",
    "minds",
    "joins",
    "blocks",
    "asks",
    "lets",
    "wants",
    "leads",
    "also",
    "mocks",
)
WORDS = (
    "either",
    "small",
    "bare",
    "hedges",
    "requests",
    "ranges",
    "old",
    "new",
    "me",
    "you",
    "nominal",
    "confirms",
)
ENTRIES = ("tells", "agrees", "refuses", "gives_up", "unminded", "begs")


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
    also: Starts
    mocks: Starts
    either: frozenset[str]
    small: frozenset[str]
    bare: frozenset[str]
    hedges: frozenset[str]
    requests: frozenset[str]  # verbs of people who ask for one thing more: "and remind me"
    ranges: frozenset[str]  # "between": the "and" behind it joins no two things
    old: frozenset[str]  # "from", before what is given up, and `new`, "to", before what comes instead
    new: frozenset[str]
    me: frozenset[str]  # who replies, and `you`, as the question calls them
    you: frozenset[str]
    confirms: frozenset[str]  # verbs that ask for a yes and name nothing to do: "may I confirm?"
    nominal: frozenset[str]  # words behind which what could be a verb of `mine` is a noun: "el envío"
    endings: tuple[str, ...]
    first_person: tuple[str, ...]
    nouns: tuple[str, ...]  # endings of nouns that are made of verbs
    looks: tuple[tuple[str, ...], ...]
    spelled: Mapping[str, tuple[str, ...]]
    vocabulary: Mapping[str, tuple[str, ...]]  # words without repeated letters -> as they are spelled
    letters: frozenset[str]  # entries of one letter, as they are typed
    alone: frozenset[tuple[str, ...]]  # fillers of one word
    alike: tuple[tuple[str, ...], ...]  # verbs that say the same thing to do
    phrasal: Mapping[str, tuple[tuple[str, ...], ...]]  # what else says a verb: "take it off" is "remove"
    mine: tuple[str, ...]  # endings of a verb that says what who replies does, or did, as they are typed
    sounds: tuple[tuple[str, str], ...]  # vowels of a stem that change with its ending: "transfiere"
    set_phrases: frozenset[tuple[str, ...]]  # "lost or stolen": one thing
    whole: frozenset[tuple[str, ...]]  # entries behind which nothing of the question is repeated: "I am Ann"
    voids: frozenset[tuple[str, ...]]  # whole replies that are made of entries and no yes: "oi, tudo bem"
    slips: slips.Index


@lru_cache(maxsize=1)
def lists() -> Mapping[str, ReplyLists]:
    """The lists of every language; short messages seldom show theirs, so that all are tried."""
    return {language: _lists(language) for language in language_data.languages()}


@lru_cache(maxsize=1)
def signs() -> Mapping[str, str]:
    """Pictures that answer, and what they do."""
    return {sign: kind for kind, listed in language_data.load("", "signs").items() for sign in listed.split()}


def squeeze(word: str) -> str:
    """A word with every letter once in a row: "siiim" is "sim", "good" is "god"."""
    return re.sub(r"(.)\1+", r"\1", word)


def _lists(language: str) -> ReplyLists:
    data = language_data.load(language, "replies")
    spelled = {short: tuple(plain(whole)) for short, whole in data.get("spelled", {}).items()}
    entries: dict[str, list[tuple[tuple[str, ...], str]]] = {}
    asking: set[tuple[str, ...]] = set()
    letters: set[str] = set()
    for kind in ENTRIES:
        for phrase in language_data.split(data[kind]):
            entry = tuple(whole for word in _entry(phrase) for whole in spelled.get(word, (word,)))
            if phrase.endswith("?"):
                asking.add(entry)
            if len(phrase) == 1:
                letters.add(phrase.casefold())
            entries.setdefault(entry[0], []).append((entry, kind))
    fillers = [
        tuple(whole for word in phrase for whole in spelled.get(word, (word,)))
        for phrase in _phrases(data["fillers"])
    ]
    vocabulary: dict[str, dict[str, None]] = {}
    for words in (*(entry for each in entries.values() for entry, _ in each), *fillers):
        for word in words:
            if word != ACT:
                vocabulary.setdefault(squeeze(word), {})[word] = None
    listed: dict[str, Any] = {name: _starts(_phrases(data.get(name, ""))) for name in STARTS}
    listed |= {name: frozenset(plain(data.get(name, "").replace(",", " "))) for name in WORDS}
    return ReplyLists(
        language,
        {first: tuple(sorted(each, key=lambda one: -len(one[0]))) for first, each in entries.items()},
        frozenset(asking),
        fillers=_starts(fillers),
        **listed,
        tags=frozenset(_phrases(data["tags"])),
        endings=tuple(sorted(language_data.split(data["endings"]), key=len, reverse=True)),
        first_person=language_data.split(data.get("first_person", "")),
        nouns=tuple("".join(plain(ending)) for ending in language_data.split(data.get("nouns", ""))),
        looks=_phrases(data.get("looks", "")),
        spelled=spelled,
        vocabulary={bare: tuple(known) for bare, known in vocabulary.items()},
        letters=frozenset(letters),
        alike=tuple(tuple(plain(group)) for group in data.get("alike", "").split(";")),
        alone=frozenset(phrase for phrase in fillers if len(phrase) == 1),
        phrasal={verb: _phrases(phrases) for verb, phrases in data.get("phrasal", {}).items()},
        mine=language_data.split(data.get("mine", "")),
        sounds=tuple(
            (one, other) for one, other in map(str.split, language_data.split(data.get("sounds", "")))
        ),
        set_phrases=frozenset(_phrases(data.get("set_phrases", ""))),
        whole=frozenset(_phrases(data.get("whole", ""))),
        voids=frozenset(_phrases(data.get("voids", ""))),
        slips=slips.index(word for known in vocabulary.values() for word in known),
    )


def _entry(phrase: str) -> list[str]:
    """The words of an entry, normalised; its verb stays a place."""
    return [word for part in _TOKEN.findall(phrase) for word in ([ACT] if part == ACT else plain(part))]


def _phrases(listed: str) -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(plain(phrase)) for phrase in language_data.split(listed))


def _starts(phrases: Iterable[tuple[str, ...]]) -> Starts:
    return first_words(frozenset(map(" ".join, phrases)))
