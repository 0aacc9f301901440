"""Words that mean one thing in one language and another in the next.

"mais" is "but" in French and "more" in Portuguese.

The lists of all languages are read together, for a short message seldom shows its language; such a word
(`senses` of `alike.yaml`) counts as what a list says of it only in a text of a language that has it there.
"""

from language.detect import language
from language.language_data import load
from language.lexicon import LANGUAGES
from language.lexicon.phrase import plain

SENSES = frozenset(plain(load("", "alike")["senses"]))


def in_its_sense(phrase: str, listed: str, text: str) -> bool:
    """Whether a phrase of the list `listed` means what that list says, in this text.

    >>> in_its_sense("pero", "CONTRAST", "pero ahora no")
    True
    """
    if phrase not in SENSES:
        return True
    return language(text, None) in {
        code for code, lists in LANGUAGES.items() if phrase in getattr(lists, listed)
    }
