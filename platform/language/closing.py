"""Messages that want nothing: they close a matter, have only heard what was said, or say nothing at all.

>>> closes("Obrigado, funcionou!"), closes("gracias, eso es todo"), closes("Thanks, and my order?")
(True, True, False)
>>> heeds("entendi, vou tentar"), heeds("ok"), heeds("vale, un momento"), heeds("ok, e o meu pedido?")
(True, True, True, False)
>>> says_nothing("tá"), says_nothing("why?"), says_nothing("roteador")
(True, True, False)
"""

import re

from language import other_matter
from language.acts.questions import is_question
from language.acts.reading import read_alone
from language.lexicon import CLASS_OF, join_languages, join_words, lists_of
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
# Words that say nothing alone: "why", "ok".
_SMALL = frozenset(
    phrase
    for phrase in (*CLASS_OF, *join_languages("INTERROGATIVES"), *join_languages("TAGS"))
    if " " not in phrase
)


def closes(text: str) -> bool:
    """Whether all of the message closes: thanks, "that is all", "it works now" (`closing.yaml`).

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


def heeds(text: str) -> bool:
    """Whether all of the message only says that something was heard: small words, a yes, "I will try"."""
    if is_question(text):
        return False
    rest = _HEARS.sub(" ", normalise(text))
    return not words(rest) or read_alone(rest) in ("yes", "no", "unsure")


def says_nothing(text: str) -> bool:
    """Whether nothing could be learnt from a text: only an answer, small words, or "the other matter"."""
    if read_alone(text) is not None or other_matter.asks_for_rest(text):
        return True
    return all(len(word) == 1 or word in _SMALL for word in words(text))


def wants_nothing(text: str) -> bool:
    """Whether a message closes, has only heard, or says nothing: there is nothing to look for.

    >>> wants_nothing("valeu, era só isso"), wants_nothing("ok"), wants_nothing("onde fica a loja?")
    (True, True, False)
    """
    return says_nothing(text) or closes(text) or heeds(text)


def _others(folded: str) -> list[str]:
    """The words of normalised text that close nothing and mean nothing beside what does."""
    return [word for word in words(_CLOSES.sub(" ", folded)) if word not in _BESIDE]
