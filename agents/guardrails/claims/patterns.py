"""Claims as patterns over a sentence in small letters (accents kept), compiled once."""

import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from agents.guardrails.claims.files import compile_beginnings, compile_words, read_patterns, sections
from language.function_words import is_small

STEM = 6  # letters
ROOT = 3  # letters, the fewest: "mov" of "movida"


@dataclass(frozen=True, slots=True)
class ClaimPatterns:
    """`sure` are claims by themselves; `about_action` only in a sentence that names an action (`action`).

    `impersonal` ones name nobody who did it ("Refund approved."), and say nothing behind `unless`.
    `offers` in front of a claim make it an offer, `denials` right before it a denial.
    """

    sure: re.Pattern[str]
    about_action: re.Pattern[str]
    action: re.Pattern[str]
    impersonal: re.Pattern[str]
    unless: re.Pattern[str]
    offers: re.Pattern[str]
    denials: re.Pattern[str]


PATTERNS = ("sure", "about_action", "action", "impersonal", "unless", "offers", "denials")


@dataclass(frozen=True, slots=True)
class ActForms:
    """The forms in which somebody says to have acted, with any verb: `own` ours, `passive` on what is theirs.

    Each names its `verb`; `users` is matched where what it was done to is the user's, `sure` where a passive
    says by itself that it was just done. `harmless` begins the verbs of looking and saying, `states` those of
    passives that say how something is. `endings` are taken off a verb to compare it, but for `irregular`
    ones, each with its base.
    """

    own: tuple[re.Pattern[str], ...]
    passive: tuple[re.Pattern[str], ...]
    harmless: re.Pattern[str]
    states: re.Pattern[str]
    endings: re.Pattern[str]
    irregular: tuple[tuple[re.Pattern[str], str], ...]

    def is_named(self, verb: str, words: Collection[str]) -> bool:
        """Whether one of the words, as `begin_words` gives them, says what a verb says: "trancado"."""
        base = next((base for forms, base in self.irregular if forms.fullmatch(verb)), "")
        root = _even(base.rstrip("e") or self.endings.sub("", verb))
        return len(root) >= ROOT and any(word.startswith(root) for word in words)


@lru_cache(maxsize=256)
def begin_words(texts: tuple[str, ...]) -> frozenset[str]:
    """The words of texts, in small letters, to be compared with verbs."""
    words = {word for text in texts for word in re.findall(r"[^\W\d_]{3,}", text.lower())}
    return frozenset(word for word in words if not is_small(word))


def _even(root: str) -> str:
    """A root as its other forms spell it: "tranqu" as "tranc", "swapp" as "swap"."""
    return re.sub(r"([^\Waeiou])\1$", r"\1", re.sub(r"gu$", "g", re.sub(r"qu$", "c", root)))


@dataclass(frozen=True, slots=True)
class Act:
    """What is done, as it is told in any language, and what begins the words for it."""

    told: re.Pattern[str]
    stems: tuple[str, ...]


def _claims(data: Mapping[str, Any]) -> ClaimPatterns:
    parts = {**data["parts"], "action": data["action"], "acted": ", ".join(data["acts"].values())}
    return ClaimPatterns(**{name: compile_words(read_patterns(data[name], parts)) for name in PATTERNS})


def _forms(data: Mapping[str, Any]) -> ActForms:
    irregular = {base: read_patterns(forms) for base, forms in data["irregular"].items()}
    parts = {**data["parts"], "irregular": ", ".join(each for forms in irregular.values() for each in forms)}
    return ActForms(
        own=tuple(compile_words([each]) for each in read_patterns(data["own_acts"], parts)),
        passive=tuple(compile_words([each]) for each in read_patterns(data["passives"], parts)),
        harmless=compile_beginnings(read_patterns(data["harmless"])),
        states=compile_beginnings(read_patterns(data["states"])),
        endings=re.compile(rf"(?:{'|'.join(read_patterns(data['endings']))})$"),
        irregular=tuple((compile_words(forms), base) for base, forms in irregular.items()),
    )


def _acts(languages: Iterable[Mapping[str, Any]]) -> tuple[Act, ...]:
    """Each act with the words of all languages: a tool answers "cancelled" where an answer is "cancelado"."""
    listed: dict[str, list[str]] = {}
    for data in languages:
        for name, words in data["acts"].items():
            listed.setdefault(name, []).extend(read_patterns(words))
    return tuple(
        Act(compile_words(words), tuple(sorted({re.split(r"\W", word)[0][:STEM] for word in words})))
        for words in listed.values()
    )


ACTS = _acts(sections("claims").values())
CLAIMS = {language: _claims(data) for language, data in sections("claims").items()}
ACT_FORMS = {language: _forms(data) for language, data in sections("claims").items()}
