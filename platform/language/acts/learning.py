"""Learns which dialogue act a reply is, from the phrases of every language.

`python -m language.acts.learning`.

A reply is a row of numbers: its words, pairs of words and runs of letters, hashed; how it begins, whether it
asks. Over these a linear model has a share for each act (multinomial logistic regression, a few hundred steps
of accelerated gradient descent). It is written beside the phrases and loaded as it is; a test says when it is
older than they are.
"""

import hashlib
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from language import language_data
from language.acts.lists import ACT
from language.lexicon.phrase import plain

Floats = NDArray[np.float64]
BINS = 4096
VERB = "§act"  # stands for the verb that was asked about
NUMBER = "§number"
MOST_WORDS = 40  # that are looked at
SHORTEST_RUN, LONGEST_RUN = 3, 5
ACTS = ("yes", "no", "cancel", "unsure", "question", "correction", "request", "other")
STANCES = ("revoke", "allow", "neither")
HEADS = {"acts": ACTS, "stances": STANCES}
FILE = language_data.DATA / "acts.npz"
STEPS, RATE, SMALL = 300, 4.0, 2e-5
_MARK = "zact"  # what `plain` makes one word of


def row(words: Sequence[str], asks: bool) -> Floats:
    """The row of a reply's words; of length 1."""
    found: Floats = np.zeros(BINS)
    for kind, weight in ((_phrases(words[:MOST_WORDS], asks), 1.0), (_runs(words[:MOST_WORDS]), 0.7)):
        part = np.zeros(BINS)
        for name in set(kind):
            hashed = crc32(name.encode())
            part[hashed % BINS] += 1.0 if hashed & 0x80000000 else -1.0
        length = np.sqrt(part @ part)
        if length:
            found += weight * part / length
    return found


def _phrases(words: Sequence[str], asks: bool) -> Iterator[str]:
    tokens = [NUMBER if any(map(str.isdigit, word)) else word for word in words]
    yield from tokens
    yield from (f"{one} {other}" for one, other in pairwise(tokens))
    yield from (f"^{' '.join(tokens[:length])}" for length in (1, 2) if len(tokens) >= length)
    yield f"${tokens[-1] if tokens else ''}"
    yield f"#{min(len(tokens), 8) // 2}"
    if asks:
        yield "?"


def _runs(words: Sequence[str]) -> Iterator[str]:
    for word in words:
        spelt = f" {word} "
        for size in range(SHORTEST_RUN, LONGEST_RUN + 1):
            yield from (f"~{spelt[at : at + size]}" for at in range(max(0, len(spelt) - size + 1)))


def samples(head: str) -> Iterator[tuple[str, str]]:
    """The phrases of every language and what they are."""
    for language in language_data.languages():
        data = language_data.load(language, "acts")[head]
        yield from ((str(text), kind) for kind in HEADS[head] for text in data.get(kind) or ())


def digest() -> str:
    """What tells whether the phrases changed."""
    files = sorted(language_data.DATA.glob("*/acts.yaml"))
    return hashlib.sha256(b"".join(file.read_bytes() for file in files)).hexdigest()


def words_of(text: str) -> list[str]:
    """The words of a phrase, the place of the verb marked."""
    return [VERB if word == _MARK else word for word in plain(text.replace(ACT, _MARK))]


def learn(head: str) -> Floats:
    """The weights of a head: an act a row, the offset last."""
    labelled = list(samples(head))
    rows = np.stack([row(words_of(text), "?" in text) for text, _ in labelled])
    return fit(rows, [kind for _, kind in labelled], HEADS[head])


def fit(rows: Floats, owners_of: Sequence[str], kinds: Sequence[str]) -> Floats:
    """The weights that tell kinds apart, a kind a row, the offset last.

    Each of `rows` is of the kind in `owners_of`.
    """
    rows = np.append(rows, np.ones((len(rows), 1)), axis=1)
    owners = np.array([kinds.index(kind) for kind in owners_of])
    each = np.bincount(owners, minlength=len(kinds)).astype(float)
    weight = np.sqrt(each.sum() / (len(kinds) * np.maximum(each, 1)))[owners]  # what is rare counts more
    weight /= weight.sum()
    wanted = np.eye(len(kinds))[owners]
    weights: Floats = np.zeros((len(kinds), rows.shape[1]))
    ahead, before = weights, weights
    for number in range(STEPS):
        shares = softmax(rows @ ahead.T)
        step = (weight[:, None] * (shares - wanted)).T @ rows + SMALL * ahead
        weights = ahead - RATE * step
        ahead = weights + (number / (number + 3)) * (weights - before)
        before = weights
    return weights


def softmax(scores: Floats) -> Floats:
    """Scores as shares of 1, row by row."""
    raised = np.exp(scores - scores.max(axis=-1, keepdims=True))
    shares: Floats = raised / raised.sum(axis=-1, keepdims=True)
    return shares


def write(file: Path = FILE) -> None:
    """Learns all heads and writes them."""
    made = {head: learn(head).astype(np.float16) for head in HEADS}
    doubts = {
        word for text, kind in samples("acts") if kind == "unsure" for word in plain(text) if word.isalpha()
    }
    np.savez_compressed(
        file,
        acts=made["acts"],
        stances=made["stances"],
        doubts=np.array(sorted(doubts)),
        digest=np.array(digest()),
    )


if __name__ == "__main__":
    write()
