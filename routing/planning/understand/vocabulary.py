"""The words by which goals say what they do: names, descriptions, hints, examples.

>>> Vocabulary(["Compare stocks"], ["compara Santander y Telefónica"]).has("comparar")
True
"""

from collections.abc import Iterable

from language.lexicon import begins, first_words, join_languages
from language.lexicon.phrase import plain
from language.normalise import words

STEM = 4  # letters that two forms of one word share at least
ENDING = 2  # letters in which they may differ
CONDITIONS = first_words(join_languages("CONDITIONS"))
LATER = first_words(join_languages("CONDITIONS") | join_languages("LATER"))


class Vocabulary:
    """Of a release.

    `conditions`: an example has something happen under a condition ("me avise se passar de 40").
    """

    def __init__(self, texts: Iterable[str], examples: Iterable[str]) -> None:
        said = list(map(plain, examples))
        self.conditions = any(begins(each[at:], LATER) for each in said for at in range(1, len(each)))
        known = {word for text in texts for word in words(text.replace("_", " "))}.union(*said)
        self._stems = frozenset(stem for word in known for stem in _stems(word))

    def has(self, word: str) -> bool:
        """Whether some goal has a form of this normalised word."""
        return any(stem in self._stems for stem in _stems(word))


def _stems(word: str) -> list[str]:
    return [word[:length] for length in range(max(STEM, len(word) - ENDING), len(word))] + [word]
