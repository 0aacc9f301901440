"""The closed grammar of each language, from its data file.

What carries an action out, and what may stand around it.

`agrees` and `tells` are entries: only they act. `refuses` and `gives_up` close a question for certain.
`fillers` say nothing of their own; beside a word of `blocks` nothing is a plain yes. An entry may hold
places: `{act}` is the verb that was asked about, `{good}` a phrase of the class `good`, `{me?}` one of `me`
or nothing.

>>> grown = grow([("{is?} fine", "agrees")], {})
>>> sorted(grown.words), sorted(grown.places)
(['fine'], ['is'])
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import chain
from typing import Any

from language import language_data
from language.acts import slips
from language.lexicon import Starts, first_words
from language.lexicon.phrase import plain

ACT = "{act}"
THE_VERB = "act"
ANY = "any"  # what a phrase of a class is
Phrase = tuple[str, ...]
Alike = tuple[Phrase, ...]
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
    "limits",
    "keeps",
    "smirks",
    "permits",
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
    "light",
    "days",
    "brings",
    "denies",
    "lacks",
    "units",
    "takes",
)
ENTRIES = (
    "refuses",
    "unminded",
    "unsure",
    "tells",
    "agrees",
    "suits",
    "gives_up",
    "begs",
    "details",
)  # "not at all" first refuses


@dataclass(slots=True)
class PhraseTree:
    """A place in the phrases of a grammar: what may follow there, and the kinds of a phrase that ends."""

    words: dict[str, "PhraseTree"] = field(default_factory=dict)
    places: dict[str, "PhraseTree"] = field(default_factory=dict)  # "act", or a class
    kinds: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ReplyLists:
    """The grammar of one language; `Starts` are phrases under their first word with the longest first."""

    language: str
    entries: PhraseTree
    classes: Mapping[str, PhraseTree]
    asking: frozenset[Phrase]  # entries that are written with a question mark: "why not?"
    fillers: PhraseTree
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
    limits: Starts  # "just", beside what is done of two things, and `keeps`, who stays with what there is
    keeps: Starts
    permits: Starts  # "you can", "go ahead": beside the deed it is no request that is sent once more
    smirks: Starts  # "oh sure": a yes that people mock with
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
    light: frozenset[str]  # verbs that leave it to their noun what is done: "make the change"
    takes: frozenset[str]  # what agrees to the thing that follows, maybe the opposite: "I confirm the order"
    brings: frozenset[str]  # verbs that bring their thing about: "go ahead with the suite"
    denies: frozenset[str]  # "not", "nobody"
    lacks: frozenset[str]  # "without"
    days: frozenset[str]  # names of days and months
    units: frozenset[str]  # "day", "month", "hour"
    nominal: frozenset[str]  # words behind which what could be a verb of `mine` is a noun: "el envío"
    endings: tuple[str, ...]
    first_person: tuple[str, ...]
    nouns: tuple[str, ...]  # endings of nouns that are made of verbs
    looks: tuple[tuple[str, ...], ...]
    spelled: Mapping[str, tuple[str, ...]]
    vocabulary: Mapping[str, tuple[str, ...]]  # words without repeated letters -> as they are spelled
    letters: frozenset[str]  # entries of one letter, as they are typed
    alone: frozenset[tuple[str, ...]]  # fillers of one word
    alike: tuple[tuple[Alike, Alike], ...]  # verbs that ask for a thing to do, and that say it in a reply
    mine: tuple[str, ...]  # endings of a verb that says what who replies does, or did, as they are typed
    sounds: tuple[tuple[str, str], ...]  # vowels of a stem that change with its ending: "transfiere"
    opposites: Mapping[str, str]  # "on" and "off", behind a verb
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
    entries = [(phrase, kind) for kind in ENTRIES for phrase in language_data.split(data.get(kind, ""))]
    classes = {
        name: [(phrase, ANY) for phrase in language_data.split(listed)]
        for name, listed in data.get("classes", {}).items()
    }
    fillers = [(phrase, ANY) for phrase in language_data.split(data["fillers"])]
    vocabulary: dict[str, dict[str, None]] = {}
    written = [_parts(phrase, spelled) for phrase, _ in chain(entries, fillers, *classes.values())]
    for word in chain(*written):
        if not word.startswith("{"):
            vocabulary.setdefault(squeeze(word), {})[word] = None
    listed: dict[str, Any] = {name: _starts(_phrases(data.get(name, ""))) for name in STARTS}
    listed |= {name: frozenset(plain(data.get(name, "").replace(",", " "))) for name in WORDS}
    return ReplyLists(
        language,
        grow(entries, spelled),
        {name: grow(phrases, spelled) for name, phrases in classes.items()},
        frozenset(tuple(_parts(phrase, spelled)) for phrase, _ in entries if phrase.endswith("?")),
        fillers=grow(fillers, spelled),
        **listed,
        tags=frozenset(_phrases(data["tags"])),
        endings=_endings(
            language_data.split(data["endings"]), language_data.split(data.get("enclitics", ""))
        ),
        first_person=language_data.split(data.get("first_person", "")),
        nouns=tuple("".join(plain(ending)) for ending in language_data.split(data.get("nouns", ""))),
        looks=_phrases(data.get("looks", "")),
        spelled=spelled,
        vocabulary={bare: tuple(known) for bare, known in vocabulary.items()},
        letters=frozenset(phrase.casefold() for phrase, _ in entries if len(phrase) == 1),
        alike=tuple(_alike(group) for group in data.get("alike", "").split(";")),
        alone=frozenset(word for phrase, _ in fillers for word in [tuple(plain(phrase))] if len(word) == 1),
        mine=language_data.split(data.get("mine", "")),
        sounds=tuple(
            (one, other) for one, other in map(str.split, language_data.split(data.get("sounds", "")))
        ),
        opposites={
            one: other for pair in _phrases(data.get("opposites", "")) for one, other in (pair, pair[::-1])
        },
        set_phrases=frozenset(_phrases(data.get("set_phrases", ""))),
        whole=frozenset(_phrases(data.get("whole", ""))),
        voids=frozenset(_phrases(data.get("voids", ""))),
        slips=slips.index(word for known in vocabulary.values() for word in known),
    )


def grow(phrases: Iterable[tuple[str, str]], spelled: Mapping[str, Phrase]) -> PhraseTree:
    """The tree of phrases and their kinds, normalised."""
    root = PhraseTree()
    for phrase, kind in phrases:
        ends = [root]
        for part in _parts(phrase, spelled):
            place = part.strip("{?}")
            behind = [
                (end.places if part.startswith("{") else end.words).setdefault(place, PhraseTree())
                for end in ends
            ]
            ends = [*behind, *(ends if part.endswith("?}") else ())]
        for end in ends:
            end.kinds = tuple(dict.fromkeys((*end.kinds, kind)))
    return root


def _parts(phrase: str, spelled: Mapping[str, Phrase]) -> list[str]:
    """The words and places of an entry; a word as the lists spell it."""
    parts = [each for part in phrase.split() for each in ([part] if part.startswith("{") else plain(part))]
    return [whole for part in parts for whole in spelled.get(part, (part,))]


def _endings(endings: Iterable[str], enclitics: Iterable[str]) -> tuple[str, ...]:
    """The endings of verbs, alone and with each pronoun behind them: "ad", "adlas"."""
    found = (ending + pronoun for ending in endings for pronoun in ("", *enclitics))
    return tuple(dict.fromkeys(found))


def _alike(group: str) -> tuple[Alike, Alike]:
    """Verbs alike, "send mail"; behind ">" those that only a reply says for them: "downgrade > change",
    "register > sign-me-up".
    """
    asked, _, replied = group.partition(">")
    both = [tuple(plain(said)) for said in f"{asked} {replied}".split()]
    return tuple(both[: len(asked.split())]), tuple(both)


def _phrases(listed: str) -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(plain(phrase)) for phrase in language_data.split(listed))


def _starts(phrases: Iterable[tuple[str, ...]]) -> Starts:
    return first_words(frozenset(map(" ".join, phrases)))
