"""What is remembered of a user, as a turn carries it."""

from dataclasses import dataclass
from typing import Literal

Source = Literal["stated", "learned", "corrected"]


@dataclass(frozen=True, slots=True)
class Fact:
    """One thing that a user said of themselves.

    `at` is when it was learnt (epoch seconds), `turn` the turn that it comes from.
    """

    key: str
    value: str
    confidence: float = 1.0
    source: Source = "stated"
    turn: str = ""
    at: float = 0.0
