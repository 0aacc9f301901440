"""Several texts that a reply lists.

>>> read("Ana Silva AND Rui, please"), read("nobody yet")
(['Ana Silva', 'Rui'], [])
"""

import re

from language import clauses
from language.clauses import EDGES
from language.function_words import is_small
from language.lexicon import join_languages
from language.lexicon.places import AROUND_EVERY, NONE_OF
from language.normalise import either, words

_BETWEEN = re.compile(rf"\s*[,;\n]\s*|\s+(?:{either(join_languages('AND'))})\s+", re.IGNORECASE)
_NONE = NONE_OF | join_languages("NEGATE")
_COURTESIES = join_languages("PLEASE") | join_languages("THANKS")


def read(line: str) -> list[str]:
    """What a line lists; nothing where it says that there is none."""
    said = [word for word in words(line) if word not in AROUND_EVERY]
    spoken = [word for word in said if word in _NONE or not is_small(word)]
    if spoken and _NONE.issuperset(spoken):
        return []
    return list(filter(None, map(_leave_courtesies, _BETWEEN.split(line))))


def _leave_courtesies(text: str) -> str:
    """The text without the courtesies at its end: "Rui please"."""
    spoken = clauses.tokenise(text)
    while spoken:
        said = [word.text for word in spoken]
        at = next((n for n in range(len(said)) if " ".join(said[n:]) in _COURTESIES), None)
        if at is None:
            return text[: spoken[-1].end].strip(EDGES)
        spoken = spoken[:at]
    return ""
