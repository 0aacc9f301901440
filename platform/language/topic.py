"""What a message says about its topic, without what stands around it or is expressly not meant.

>>> of("Olá! Não é sobre a fatura, é sobre o pedido").text
'é sobre o pedido'
"""

from typing import Literal, NamedTuple

from language.mail import body

Why = Literal["quoted", "around", "negated", "corrected", "instead", "settled"]


class Dropped(NamedTuple):
    """Words that do not count, as they were typed, and why."""

    words: str
    why: Why


class Topic(NamedTuple):
    """`text` is what counts (never empty for a text that is not); the message itself when nothing was dropped."""

    text: str
    dropped: tuple[Dropped, ...] = ()


def of(text: str, folded: str = "") -> Topic:
    """What `text` says about its topic.

    `folded` is `normalise.spaced(text)`, for a caller that needs it too. A message with nothing to drop costs
    a microsecond, and its `text` is the very same object.
    """
    return Topic(body(text))
