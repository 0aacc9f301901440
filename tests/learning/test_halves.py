"""Numbers of 16 bits are widened to the very same numbers."""

import numpy as np

from routing.decision.learning.halves import widen


def test_every_number_of_16_bits_stays_what_it_is() -> None:
    every = np.arange(1 << 16, dtype=np.uint16).view(np.float16)
    finite = every[np.isfinite(every)]
    assert np.array_equal(widen(finite), finite.astype(np.float32))


def test_the_rows_of_one_intent_are_widened_where_they_stand() -> None:
    table = np.linspace(-1, 1, 24, dtype=np.float16).reshape(6, 4)
    assert np.array_equal(widen(table[2:5]), table[2:5].astype(np.float32))
