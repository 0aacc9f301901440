"""All keywords of a release in one Aho-Corasick automaton.

>>> keywords = Automaton([("segunda via", 1), ("conta", 2)])
>>> [(hit.text, hit.payload) for hit in keywords.hits("quero a segunda via das contas, contato")]
[('segunda via', 1), ('conta', 2)]

Regular plurals are found with it, in every language there is. A keyword has no language, so each language's
rules apply (`plurals.yaml`); a form that no language has (`faturaes`) is never typed and costs a few bytes.

>>> "devolucoes" in plurals("devolucao"), "devoluciones" in plurals("devolucion")
(True, True)
>>> "notas fiscais" in phrases("nota fiscal")
True
"""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from itertools import product
from typing import Generic, NamedTuple, TypeVar

import ahocorasick

from language.language_data import load, split
from language.normalise import compose, pad_words
from language.spoken_languages import CODES

Rules = Mapping[str, tuple[str, ...]]


def _rules(language: str) -> Rules:
    """Endings and their plurals, the longest ending first; the first that fits gives the forms."""
    endings = load(language, "plurals")
    return {ending: split(endings[ending]) for ending in sorted(endings, key=len, reverse=True)}


_RULES: tuple[Rules, ...] = tuple(map(_rules, CODES))
_SMALL = 3  # "de", "via": below this a word of a phrase keeps its form, unless it is the only one


def plurals(word: str) -> tuple[str, ...]:
    """The plural forms of one word; none for numbers."""
    return tuple(dict.fromkeys(form for rules in _RULES for form in _plural_forms(word, rules)))


def phrases(phrase: str) -> set[str]:
    """The phrase and its plurals: of its last word, of its first, or of all that can have one.

    "ordem de compra" -> "ordens de compra"; "produto quebrado" -> "produtos quebrados".
    """
    return (
        {phrase}.union(*(_in_language(phrase.split(), rules) for rules in _RULES))
        if phrase.strip()
        else set()
    )


def _plural_forms(word: str, rules: Rules) -> tuple[str, ...]:
    """The plural forms of a word in one language."""
    if not word[-1:].isalpha():
        return ()
    ending = next((each for each in rules if word.endswith(each)), None)
    stem = word[: len(word) - len(ending)] if ending is not None else ""
    return tuple(stem + form for form in rules[ending]) if ending is not None and stem else ()


def _in_language(parts: list[str], rules: Rules) -> set[str]:
    """The plurals of a phrase in one language."""
    if len(parts) == 1:
        return set(_plural_forms(parts[0], rules))
    forms = [(part, *_plural_forms(part, rules)) if len(part) >= _SMALL else (part,) for part in parts]
    head, last = " ".join(parts[:-1]), parts[-1]
    found = {f"{head} {form}" for form in forms[-1]}
    found.update(f"{form} {' '.join(parts[1:])}" for form in forms[0])
    if len(parts) <= 3:
        # Agreement: every word that can change changes ("notas fiscais").
        changing = [form[1:] or form for form in forms]
        found.update(" ".join(chosen) for chosen in product(*changing))
        found.update(f"{' '.join(chosen)} {last}" for chosen in product(*changing[:-1]))
    return found


T = TypeVar("T")
REMEMBERED = 32_768  # entries: the next release of a company has nearly all of them again


@lru_cache(maxsize=REMEMBERED)
def _forms(text: str) -> tuple[str, ...]:
    """How an entry may be spelt: as it stands, and its plurals."""
    return tuple(phrases(" ".join(pad_words(compose(text)).split())))


class Hit(NamedTuple, Generic[T]):
    """One whole-word hit.

    `text` is the entry as authored; `start` and `end` cut its words out of the message.
    """

    text: str
    start: int
    end: int
    payload: T


class Automaton(Generic[T]):
    """Finds whole words and their regular plurals; accents, case and hyphens do not matter."""

    def __init__(self, entries: Iterable[tuple[str, T]]) -> None:
        found: dict[str, list[tuple[str, T]]] = {}
        for text, payload in entries:
            for form in _forms(text):
                found.setdefault(form, []).append((text, payload))
        self._size = len(found)
        self._machine = ahocorasick.Automaton()
        for form, values in found.items():
            # The space in front makes every hit start a word; the end is looked at below.
            self._machine.add_word(f" {form}", (len(form), tuple(values)))
        self._machine.make_automaton()

    def __len__(self) -> int:
        """How many spellings are known."""
        return self._size

    def hits(self, text: str) -> list[Hit[T]]:
        """Every hit, in order of appearance; a hit inside a longer one is dropped."""
        return self.hits_in(pad_words(text))

    def hits_in(self, text: str) -> list[Hit[T]]:
        """`hits` of text that `spaced` has folded already."""
        if not self._size:
            return []
        hits: list[Hit[T]] = []
        reached, overlap, new = 0, False, tuple.__new__  # half the time of Hit(...)
        for end, (length, values) in self._machine.iter(text):
            if text[end + 1] != " ":
                continue
            # `end` is the last letter's place in the padded text, and so the place behind it in the message.
            start = end - length
            overlap = overlap or start < reached or len(values) > 1
            reached = end
            for entry, payload in values:
                hits.append(new(Hit, (entry, start, end, payload)))
        return outermost(hits) if overlap else hits


def outermost(hits: list[Hit[T]]) -> list[Hit[T]]:
    """Without the hits that lie inside a longer one; hits of the same place stay together."""
    hits.sort(key=lambda hit: (hit.start, -hit.end))
    kept: list[Hit[T]] = []
    start, reached = -1, -1
    for hit in hits:
        if hit.end > reached or (hit.start, hit.end) == (start, reached):
            kept.append(hit)
            start, reached = hit.start, hit.end
    return kept
