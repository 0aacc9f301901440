"""Whether a message closes a matter: thanks, "that is all", "it works now" (`closing.yaml`).

>>> closes("Obrigado, funcionou!"), closes("gracias, eso es todo"), closes("Thanks, and my order?")
(True, True, False)
"""

import re

from language.acts.questions import is_question
from language.lexicon import join_words, lists_of
from language.normalise import normalise, words

FILE = "closing"


def _patterns(*names: str) -> str:
    return "|".join(
        each for name in names for lists in lists_of(FILE).values() for each in getattr(lists, name)
    )


_CLOSES = re.compile(rf"(?<!\w)(?:{_patterns('THANKS', 'SETTLED')})(?!\w)")
_IS_SETTLED = re.compile(rf"(?<!\w)(?:{_patterns('SETTLED')})(?!\w)")
_BEHIND_HEARD = "|".join(sorted(join_words("BEHIND_HEARD", file=FILE)))
_HEARS = re.compile(rf"(?<!\w)(?:{_patterns('HEARD')})(?: (?:{_BEHIND_HEARD}))*(?!\w)")
_CLAUSES = re.compile(r"[,.;:!]")
_MOST_OTHERS = 3  # words that thanks or a goodbye may have beside them: a name, for example
_BESIDE = join_words("BESIDE", file=FILE)
_GOES_ON = join_words("GOES_ON", file=FILE)


def closes(text: str) -> bool:
    """Whether all of the message closes.

    One that also asks, negates or says how badly something works does not.
    """
    folded = normalise(text)
    rest = _CLOSES.sub(" ", folded)
    if rest == folded or "?" in text or is_question(text):
        return False
    if any(_IS_SETTLED.search(clause) and _others(clause) for clause in _CLAUSES.split(folded)):
        return False
    left = _others(folded)
    return len(left) <= _MOST_OTHERS and _GOES_ON.isdisjoint(left)


def without_heard(folded: str) -> str:
    """Normalised text without what only says that something was heard: "I see", "one moment"."""
    return _HEARS.sub(" ", folded)


def _others(folded: str) -> list[str]:
    """The words of normalised text that close nothing and mean nothing beside what does."""
    return [word for word in words(_CLOSES.sub(" ", folded)) if word not in _BESIDE]
