"""Learns which dialogue act a reply is, from the phrases of every language: `python -m language.acts.learning`.

A linear model with a share for each act (multinomial logistic regression, a few hundred steps of accelerated gradient
descent). It is written beside the phrases and loaded as it is; a test says when it is older than they are.
"""

import hashlib
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from language import language_data
from language.acts.features import ACT, BINS, Floats, row
from language.acts.lists import ACT as PLACE
from language.lexicon.phrase import plain

ACTS = ("yes", "no", "cancel", "unsure", "question", "correction", "request", "other")
STANCES = ("revoke", "allow", "neither")
HEADS = {"acts": ACTS, "stances": STANCES}
FILE = language_data.DATA / "acts.npz"
STEPS, RATE, SMALL = 300, 4.0, 2e-5
_MARK = "zact"  # what `plain` makes one word of


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
    return [ACT if word == _MARK else word for word in plain(text.replace(PLACE, _MARK))]


def learn(head: str) -> Floats:
    """The weights of a head: an act a row, the offset last."""
    kinds = HEADS[head]
    told = list(samples(head))
    rows = np.stack([np.append(row(words_of(text), "?" in text), 1.0) for text, _ in told])
    owners = np.array([kinds.index(kind) for _, kind in told])
    each = np.bincount(owners, minlength=len(kinds)).astype(float)
    weight = np.sqrt(each.sum() / (len(kinds) * np.maximum(each, 1)))[owners]  # what is rare counts more
    weight /= weight.sum()
    wanted = np.eye(len(kinds))[owners]
    weights: Floats = np.zeros((len(kinds), BINS + 1))
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
