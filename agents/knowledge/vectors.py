"""Vectors in little room: a signed byte a dimension beside each passage, and a bit a dimension in memory.

Signatures (one bit a dimension) of a whole collection stand in memory, 64 bytes a passage of 512 dimensions;
those that differ least from a question's are looked at again by their bytes, which are read with the
passages.

>>> rows = quantise(np.eye(2, 512, dtype=np.float32))
>>> [round(float(each), 2) for each in similarities(np.eye(1, 512, dtype=np.float32)[0], rows)]
[1.0, 0.0]
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

LARGEST = 127


def quantise(vectors: "NDArray[np.float32]") -> list[bytes]:
    """Each row in signed bytes, scaled to its own largest value; only its direction counts."""
    import numpy as np

    largest = np.abs(vectors).max(axis=1, keepdims=True)
    scaled = np.rint(vectors * (LARGEST / np.maximum(largest, 1e-9))).astype(np.int8)
    return [row.tobytes() for row in scaled]


def similarities(question: "NDArray[np.float32]", rows: Sequence[bytes]) -> "NDArray[np.float32]":
    """The cosine of a question with each row, -1 to 1; 0 for a row of another size, or that says nothing."""
    return compare(question[None, :], rows)[:, 0]


def compare(questions: "NDArray[np.float32]", rows: Sequence[bytes]) -> "NDArray[np.float32]":
    """The cosine of each row with each question: a line a row."""
    import numpy as np

    found = np.zeros((len(rows), len(questions)), np.float32)
    fitting = [number for number, row in enumerate(rows) if len(row) == questions.shape[1]]
    if fitting:
        matrix = np.frombuffer(b"".join(rows[number] for number in fitting), np.int8)
        matrix = matrix.reshape(len(fitting), -1).astype(np.float32)
        lengths = np.linalg.norm(matrix, axis=1)
        # Not by BLAS: its threads wait for each other longer than so little takes (7 ms for 0.4).
        products = np.einsum("ij,kj->ik", matrix, questions)
        found[fitting] = products / np.maximum(lengths, 1e-9)[:, None]
    return found


def signatures(vectors: "NDArray[np.float32]") -> "NDArray[np.uint64]":
    """One bit a dimension, in words of 64 bits: whether it is positive."""
    import numpy as np

    bits = np.packbits(vectors > 0, axis=1)
    width = -(-bits.shape[1] // 8) * 8
    padded = np.zeros((len(bits), width), np.uint8)
    padded[:, : bits.shape[1]] = bits
    return padded.view(np.uint64)


def nearest(
    question: "NDArray[np.uint64]", rows: "NDArray[np.uint64]", most: int
) -> "tuple[NDArray[np.intp], NDArray[np.uint16]]":
    """The numbers of the rows that differ from the question in the fewest bits, in no order, and those
    counts.
    """
    import numpy as np

    differing = np.bitwise_count(rows ^ question).sum(axis=1, dtype=np.uint16)
    if len(rows) <= most:
        return np.arange(len(rows)), differing
    chosen = np.argpartition(differing, most - 1)[:most]
    return chosen, differing[chosen]
