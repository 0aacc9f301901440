"""Words that carry no matter of their own, and those that stand between the members of a list or the parts of
a name (`function_words.yaml`).

>>> is_small("por"), is_small("petr4"), joins("do"), separates("e")
(True, False, True, True)
"""

import re

from language.lexicon import ABBREVIATIONS, join_words

FILE = "function_words"
_WITH_PRONOUNS = re.compile(r"(?<=[aeir])(?:me|te|se|nos|les?)?(?:l[oa]s?)?$")  # "mándamelo", "enviarnos"
AND = join_words("LIST_JOINTS", file=FILE)
"""Between the members of a list: "PETR4 e VALE3"."""

OF = join_words("INSIDE_NAMES", file=FILE)
"""Inside a name when words stand on either side: "Banco do Brasil"."""

IN = join_words("BEFORE_PLACES", file=FILE)
"""Before a place or a time: "na Suécia"."""

BESIDE = join_words("COMPARING", file=FILE)
"""Between the members of a comparison: "PETR4 com VALE3"."""

TO = join_words("TO_WHOM", file=FILE)
"""Before whoever is to be told: "para a equipe"."""

THAT = join_words("THAT", file=FILE)
"""Before what somebody is to be told."""

TELLING = join_words("TELLING", "SAYING", file=FILE)

STRICT = join_words("WANT", "TELL").union(
    AND,
    join_words(
        "ARTICLES",
        "PREPOSITIONS",
        "PRONOUNS",
        "ASKING",
        "BEING",
        "WISHING",
        "TELLING",
        "FORGETTING",
        "AROUND",
        file=FILE,
    ),
)
"""What is never a name, however short a message is.

Articles, prepositions, pronouns, and words of wishing.
"""

_LOOSE = STRICT | join_words("FILL", "INTERROGATIVES")
LOOSE = _LOOSE.union(short for short, whole in ABBREVIATIONS.items() if _LOOSE.issuperset(whole))
"""Those, and what people say around a wish, as "oi" and "por favor"."""

# "o" is "or" in Spanish and "the" in Portuguese.
_SEPARATING = AND - join_words("ARTICLES", file=FILE)


def is_small(word: str, strict: bool = False) -> bool:
    """Whether a normalised word names nothing; `strict`: greetings and courtesies may be names."""
    return word in (STRICT if strict else LOOSE) or tells(word)


def tells(word: str) -> bool:
    """Whether a word is one of telling somebody: "avise", "send"."""
    return word in TELLING or _WITH_PRONOUNS.sub("", word) in TELLING


def joins(word: str) -> bool:
    """Whether a word may stand inside a name."""
    return word in OF


def separates(word: str) -> bool:
    """Whether a word stands between members of a list."""
    return word in _SEPARATING
