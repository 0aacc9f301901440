"""A passage as it is found."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class FoundPassage:
    """A passage that was found, and why.

    `score` is how well it fits, 0 to 1; `similarity` the cosine of what it means, `coverage` the share of the
    question's words (the rare ones count more) that it has, `words` those words.
    """

    passage: int
    document: str
    collection: str
    title: str
    source: str
    section: str
    page: int | None
    language: str
    text: str
    score: float
    similarity: float
    coverage: float
    words: tuple[str, ...] = ()
