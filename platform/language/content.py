"""Whether a text has a matter of its own, or is only an answer or small words.

>>> says_nothing("tá"), says_nothing("why?"), says_nothing("roteador")
(True, True, False)
"""

from language import other_matter
from language.acts.reading import read_alone
from language.lexicon import CLASS_OF, join_languages
from language.normalise import words

# Words that say nothing alone: "why", "ok".
SMALL = frozenset(
    word
    for phrase in (*CLASS_OF, *join_languages("INTERROGATIVES"), *join_languages("TAGS"))
    if len(parts := phrase.split()) == 1
    for word in parts
)


def says_nothing(text: str) -> bool:
    """Whether a text is only an answer, made of small words, or comes back to what was left: nothing could be
    learnt from it."""
    if read_alone(text) is not None or other_matter.asks_for_rest(text):
        return True
    return all(len(word) == 1 or word in SMALL for word in words(text))
