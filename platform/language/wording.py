"""The words of a text that tell it from another one, in their order: what only wraps them is left out.

>>> polite = "Oi, bom dia! Como posso cancelar o meu plano, por favor?"
>>> telling_words(polite) == telling_words("como cancelar o plano")
True
>>> telling_words("posso viajar com cachorro") == telling_words("posso viajar sem cachorro")
False

Two texts with the same words here differ in articles, pronouns, auxiliaries, courtesies and words of wishing
alone: never in a number, a name, a negation, a preposition or what they ask for. Nothing is stemmed: "Paulo"
and "Paula" would be one.
"""

from itertools import takewhile

from language.function_words import FILE, is_small
from language.lexicon import begins, first_words, join_languages, join_words
from language.lexicon.places import AROUND_CHOICE
from language.normalise import words

_DENYING = join_words("NO_WORDS", "WITHOUT")
_AUXILIARIES = join_languages("AUXILIARIES", FILE)
_SAYS_MORE = (
    join_words("PREPOSITIONS", file=FILE) | join_words("NO_WORDS", "WITHOUT", "QUESTION_WORDS")
) - join_words("ARTICLES", "INSIDE_NAMES", file=FILE)
_WRAPPING = join_words("ARTICLES", "INSIDE_NAMES", "PRONOUNS", "BEING", file=FILE) | join_words("WANT")
_WRAPPING = (_WRAPPING - _SAYS_MORE) | {word for word in _AUXILIARIES if " " not in word}
_AROUND = first_words(
    join_languages("GREETINGS") | join_languages("SIGN_OFFS") | join_languages("TELL")
    | {phrase for phrase in _AUXILIARIES if " " in phrase}
)  # fmt: skip


def telling_words(text: str) -> tuple[str, ...]:
    """Normalised, without what only wraps them; empty where nothing is left."""
    rest, kept = words(text), list[str]()
    while rest:
        around = begins(rest, _AROUND)
        if not around and rest[0] not in _WRAPPING:
            kept.append(rest[0])
        rest = rest[around or 1 :]
    return tuple(kept)


STEM = 4  # letters


def same_stem(one: str, other: str) -> bool:
    """Whether two words begin alike: "track" and "tracking".

    >>> same_stem("devolver", "devolucao")
    True
    """
    common = len(list(takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False))))
    return one == other or common >= max(STEM, round(0.6 * min(len(one), len(other))))


def find_shared(text: str, other: str) -> set[str]:
    """The words of a text that say what it is about and begin like one of another text.

    >>> sorted(find_shared("y los planes", "que planes con mas datos hay"))
    ['planes']
    """
    theirs = _content_words(other)
    return {word for word in _content_words(text) if any(same_stem(word, each) for each in theirs)}


def _content_words(text: str) -> set[str]:
    return {word for word in words(text) if len(word) >= STEM and not is_small(word)}


def describes(text: str, label: str) -> bool:
    """Whether a text points at a label by its words and says nothing else.

    >>> describes("the one with the strings", "What do strings cost?"), describes("no strings", "Strings")
    (True, False)
    """
    told = _content_words(text) - AROUND_CHOICE
    denied = not _DENYING.isdisjoint(words(text))
    return bool(told) and not denied and told == find_shared(text, label) - AROUND_CHOICE
