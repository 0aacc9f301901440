"""An answer that was made before: what a turn looks for, and what it found."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class AnswerLookup:
    """What a turn looks for among the kept answers, and keeps its own under where there is none.

    `key` is a digest of the question and of all else that an answer depends on, `wording` one in which the
    question counts by its telling words only. `seconds`: for how long an answer stays good. `vector`: what
    the question means by the embedder of this name, in bytes; empty where that was not worked out.
    """

    intent: str
    agent: str
    question: str
    key: str
    wording: str
    seconds: int
    embedder: str = ""
    vector: bytes = b""


@dataclass(frozen=True, slots=True)
class ServedAnswer:
    """The answer that a turn gives again.

    `similarity` is 1.0 for the same question; `tokens` are what it cost when it was made, and costs no more.
    """

    id: str
    text: str
    question: str
    similarity: float = 1.0
    tokens: int = 0
    citations: tuple[Mapping[str, Any], ...] = ()
