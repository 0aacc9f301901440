"""What a text is near beside its intents: texts of other matters.

>>> look_around(["my parcel is late"], vectors, others)
array([[0.31, 1.61, 0.08]], dtype=float32)
"""

from collections.abc import Sequence

import numpy as np

from language.normalise import words
from routing.decision.learning.features import Floats

COLUMNS = 3


def look_around(texts: Sequence[str], vectors: Floats, others: Floats) -> Floats:
    """For each text how alike the nearest of `others` is, how many words it has (the logarithm), and how
    alike all others are in the middle. Zeros where there are none.
    """
    if not len(others):
        return np.zeros((len(texts), COLUMNS), np.float32)
    likes = vectors @ others.T
    lengths = np.log1p([len(set(words(text))) for text in texts])
    return np.stack([likes.max(axis=1), lengths, likes.mean(axis=1)], axis=1).astype(np.float32)
