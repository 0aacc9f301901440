"""What people say of themselves that is worth remembering, and what they say of what is remembered.

>>> [(each.key, each.value) for each in find_stated("Oi! Me chame de Ana e responda em inglês.")]
[('name', 'Ana'), ('language', 'en')]
>>> asks_what_is_known("¿Qué sabes de mí?"), find_forgotten("Please forget my name")
(True, 'name')

Closed forms of every language (`memory.yaml`): whoever says it otherwise is not understood, and nothing is
kept or erased.
"""

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from language.language_data import load, split
from language.normalise import pad_words, words
from language.spoken_languages import CODES

LAST, ALL = "last", "all"
NAME, LANGUAGE, NOTE = "name", "language", "note"
STATED, HABIT = 0.95, 0.7  # how sure it is that the writer wants it kept
LONGEST: Mapping[str, int] = {NAME: 4, LANGUAGE: 3}  # words of a value; of others
WORDS = 12
_CLAUSE = re.compile(r"[^,.;:!?\n¿¡()]+(?:[.,](?=\w)[^,.;:!?\n¿¡()]+)*")
_EDGES = " \t\"'“”«»*_-"


class Stated(NamedTuple):
    """Something that a message says of its writer.

    `key` names it, what is said later of the same key replaces it.
    """

    key: str
    value: str
    confidence: float


def find_stated(text: str) -> list[Stated]:
    """All that a message states in one of the forms, in its order."""
    return [found for clause in _clauses(text) for found in _read(clause)[0]]


def only_states(text: str, least: float = STATED) -> bool:
    """Whether a message does nothing else than say what is to be kept, at least so surely."""
    found = False
    for clause in _clauses(text):
        facts, left = _read(clause)
        if (not facts and _core(words(clause))) or left or any(each.confidence < least for each in facts):
            return False
        found = found or bool(facts)
    return found


def asks_what_is_known(text: str) -> bool:
    """Whether somebody asks what is remembered of them."""
    return _whole(text) in _join_phrases("asks")


def find_forgotten(text: str) -> str:
    """What somebody wants forgotten: `LAST`, `ALL`, a key, or the words of a value; empty where nothing is.

    >>> find_forgotten("esqueça isso"), find_forgotten("forget the invoice I asked for yesterday")
    ('last', 'the invoice i asked for yesterday')
    """
    request = _whole(text)
    if request in _join_phrases("forgets_all"):
        return ALL
    if request in _join_phrases("forgets_last"):
        return LAST
    for form in sorted(_join_phrases("forgets"), key=len, reverse=True):
        if request.startswith(f"{form} "):
            what = request.removeprefix(form).strip()
            if set(what.split()) <= _join_phrases("not_names"):  # "forget it" means a matter, not a fact
                return ""
            return next((key for key, called in _by_key("called").items() if what in called), what)
    return ""


def title(key: str, language: str) -> str:
    """How a key is told to its user: the forms' own are named in each language, others by themselves."""
    kept = load(language if language in CODES else CODES[0], "memory")["keeps"]
    stem = key if key in kept else key.partition("_")[0]
    return str(kept[stem]["title"]) if stem in kept else key.replace("_", " ")


def _read(clause: str) -> tuple[list[Stated], str]:
    """What a clause states, and what else it says behind that."""
    folded = pad_words(clause)
    for key, pattern in _PATTERNS:
        if (match := pattern.match(folded)) is None:
            continue
        start, end = match.span("value")
        value, rest = clause[start - 1 : end - 1], ""
        if key in LONGEST and (joint := _JOINT.search(pad_words(value))):
            value, rest = value[: joint.start()], value[joint.end() - 1 :]
        value = " ".join(_COURTESY_BEHIND.sub("", value).split()).strip(_EDGES)
        if (fact := _keep(key, value)) is None:
            return [], ""
        more, left = _read(rest) if rest else ([], "")
        return [fact, *more], left if more else rest
    return [], ""


def _keep(key: str, value: str) -> Stated | None:
    tokens = words(value)
    if not tokens or len(tokens) > LONGEST.get(key, WORDS):
        return None
    if key == LANGUAGE:
        code = _LANGUAGES.get(" ".join(tokens))
        return Stated(key, code, STATED) if code else None
    if key == NAME:
        if tokens[0] in _join_phrases("not_names") or any(character.isdigit() for character in value):
            return None
        return Stated(key, value if value != value.lower() else value.title(), STATED)
    return Stated(
        f"{key}_{'_'.join(tokens[: 3 if key == NOTE else 1])}"[:64], value, STATED if key == NOTE else HABIT
    )


def _clauses(text: str) -> list[str]:
    return [part for each in _CLAUSE.findall(text[:2000]) if (part := each.strip())]


def _whole(text: str) -> str:
    return " ".join(_core(words(text)))


def _core(tokens: Sequence[str]) -> list[str]:
    """The words of a clause without the courtesies around it."""
    left, around = list(tokens), sorted(_join_phrases("around"), key=len, reverse=True)
    changed = True
    while left and changed:
        changed = False
        for each in around:
            part = each.split()
            if left[: len(part)] == part:
                left, changed = left[len(part) :], True
            elif left[-len(part) :] == part:
                left, changed = left[: -len(part)], True
    return left


def _phrases(listed: str) -> set[str]:
    return {" ".join(words(each)) for each in split(listed)}


@lru_cache(maxsize=8)
def _join_phrases(name: str) -> frozenset[str]:
    return frozenset(each for code in CODES for each in _phrases(load(code, "memory")[name]))


@lru_cache(maxsize=2)
def _by_key(name: str) -> Mapping[str, frozenset[str]]:
    """A list of every key that is kept, of all languages."""
    found: dict[str, set[str]] = {}
    for code in CODES:
        for key, each in load(code, "memory")["keeps"].items():
            found.setdefault(key, set()).update(_phrases(each[name]))
    return {key: frozenset(listed) for key, listed in found.items()}


def _any(phrases: frozenset[str]) -> str:
    longest = sorted(phrases, key=len, reverse=True)
    return "|".join(re.escape(each).replace(r"\ ", " +") for each in longest)


_LANGUAGES = {
    name: code
    for each in CODES
    for code, called in load(each, "memory")["languages"].items()
    for name in _phrases(called)
}
_AROUND = _any(_join_phrases("around"))
# A pattern a key over folded, padded words: courtesies, a form, and the value behind it.
_PATTERNS = tuple(
    (key, re.compile(rf" *(?:(?:{_AROUND}) +)*(?:{_any(forms)}) +(?P<value>\S.*?) *$"))
    for key, forms in _by_key("forms").items()
)
_COURTESY_BEHIND = re.compile(rf"(?:[\s,]+(?:{_AROUND}))+\s*$", re.IGNORECASE)
# What joins two wishes: "me chame de Ana e responda em inglês".
_JOINT = re.compile(
    rf" +(?:{_any(frozenset(each for code in CODES for each in _phrases(load(code, 'lexicon')['and'])))}) +"
)
