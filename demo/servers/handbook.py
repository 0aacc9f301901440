"""Finds the entries of a handbook that a question speaks of: accents, case and plurals do not matter.

>>> best("¿CUÁLES son los horarios?", HANDBOOK, 1)[0].section
'2.1 Horario de atención'
"""

import math
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from demo.servers.data import read
from language import clauses
from language.normalise import words

# Weight of a word by where it stands: people ask with the words of the question.
QUESTION, FURTHER, ANSWER = 3.0, 2.0, 1.0
MOST = 3  # questions of one message that are answered
LEAST = 2.0  # a single common word of an answer is no find
# Words that say nothing about the matter, folded, in the three languages.
EMPTY = frozenset(words("""
    a al algo algun alguna como con cual cuales cuando cuanto cuanta de del donde el ella en es esta este
    esto estan
    hay la las lo los me mi mis mucho muy no nos o para pero por porque puede puedo que quien quiero saber se
    ser si
    sin sobre soy su sus tambien te tener tengo tiene tienen tu tus un una unas uno unos usted ustedes y ya yo
    necesito informacion quisiera dime decir favor hola gracias buenos dias buenas tardes son mas hacer hago
    ao aos as com da das do dos e em eu foi isso isto meu meus minha minhas na nas nao nos num numa os ou
    pela pelo
    quais qual quando quem quero sao se sem seu sua tem tenho um uma voces voce preciso informacoes obrigado
    ola
    an and are at be can could do does for from have how i in is it me my need of on or our please tell the
    their
    there this to want we what when where which who with would you your information hello thanks about
"""))  # fmt: skip


class HandbookEntry(NamedTuple):
    """One question of the handbook."""

    section: str
    question: str
    answer: str
    words: str = ""


HANDBOOK = tuple(HandbookEntry(**each) for each in read("handbook"))


def best(question: str, entries: Sequence[HandbookEntry] = HANDBOOK, count: int = 3) -> list[HandbookEntry]:
    """The entries that answer a question best, at most `count`; none when nothing is said about it."""
    stems = set(_stems(question))
    weights = _weights(tuple(entries))
    rare = _rarity(tuple(entries))
    scores = [sum(rare[stem] * found.get(stem, 0.0) for stem in stems) for found in weights]
    order = sorted(range(len(entries)), key=lambda at: (-scores[at], at))
    floor = max(LEAST, scores[order[0]] / 2) if order else LEAST
    return [entries[at] for at in order[:count] if scores[at] >= floor]


def answers(message: str, entries: Sequence[HandbookEntry] = HANDBOOK) -> list[HandbookEntry]:
    """What answers each question of a message, in their order.

    A message of one question is looked up whole.
    """
    each_best = (best(clause, entries, 1) for clause in clauses.split(message))
    found = list(dict.fromkeys(entry for entry, *_ in filter(None, each_best)))
    return found[:MOST] if len(found) > 1 else best(message, entries, 1)


@lru_cache(maxsize=4)
def _weights(entries: tuple[HandbookEntry, ...]) -> tuple[dict[str, float], ...]:
    """For each entry its stems with the weight of the best place they stand in."""
    found = []
    for entry in entries:
        weights: dict[str, float] = {}
        for text, weight in ((entry.answer, ANSWER), (entry.words, FURTHER), (entry.question, QUESTION)):
            weights |= dict.fromkeys(_stems(text), weight)
        found.append(weights)
    return tuple(found)


@lru_cache(maxsize=4)
def _rarity(entries: tuple[HandbookEntry, ...]) -> Counter[str]:
    """How much a stem tells entries apart: the fewer have it, the more (inverse document frequency)."""
    have = Counter(stem for weights in _weights(entries) for stem in weights)
    rare = {stem: math.log(1 + len(entries) / count) for stem, count in have.items()}
    return Counter(rare)  # type: ignore[arg-type]


def _stems(text: str) -> list[str]:
    return [_stem(word) for word in words(text) if word not in EMPTY]


def _stem(word: str) -> str:
    """A word without its plural and its last vowel.

    Precio, precios and preço's "precos" begin alike enough.
    """
    for ending, kept in (("oes", "ao"), ("es", ""), ("s", "")):
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            word = word[: -len(ending)] + kept
            break
    word = word[:-1] if len(word) > 3 and word[-1] in "aeo" else word
    return f"{word[:-1]}c" if word.endswith("z") else word  # luz, luces
