"""Whether a message only says that what was said before has been heard; it asks for nothing.

>>> heeds("entendi, vou tentar"), heeds("ok"), heeds("vale, un momento"), heeds("ok, e o meu pedido?")
(True, True, True, False)
"""

from language.acts.questions import is_question
from language.acts.reading import read_alone
from language.closing import without_heard
from language.normalise import normalise, words


def heeds(text: str) -> bool:
    """Whether all of the message says no more than that: small words, a yes or no, "I will try"."""
    if is_question(text):
        return False
    rest = without_heard(normalise(text))
    return not words(rest) or read_alone(rest) in ("yes", "no", "unsure")
