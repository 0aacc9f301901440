"""The process that learns: `python -m routing.decision.learning.train`, started by `learn`.

Reads one JSON object: {"meaning": {"embedder": "bundled"}, "sets": [{"wished": 0.97, "samples": [["text",
"intent", false], ...]}]}. Writes a line of JSON each time: {"percent": 40, "stage": "telling"}, and for each
set {"bytes": 1234} with what was learnt behind it; {"failed": {...}} where the embedder has no vectors.
Django is not loaded here, unless they come over the network.
"""

import contextlib
import io
import json
import os
import sys
from collections.abc import Callable, Sequence

import numpy as np

from language import embedder as embedders
from language.embedder import Embedder, NoVectors
from routing.decision.learning import features
from routing.decision.learning.calibrate import calibrate, pool, predict_held_out
from routing.decision.learning.features import Floats, Spelling
from routing.decision.learning.samples import VERSION, Sample, are_few, arrange, digest
from routing.decision.learning.svm import Rows, fit_svm
from routing.decision.learning.touching import make_report

NICE = 5  # whoever waits for an answer comes first
MEANING_SHARE = 60  # percent of the work that embedding is
BATCH = 256
# Of few examples: how much a text's nearness to the middle of an intent counts beside what the machine
# learnt. Of 336 messages to four companies with 5 examples an intent 72.9 % are read rightly instead of 69.3
# %.
CENTRE = 2.0
Tell = Callable[[int, str], None]


def main() -> None:
    with contextlib.suppress(OSError):
        os.nice(NICE)
    asked = json.load(sys.stdin.buffer)
    out = sys.stdout.buffer

    def tell(percent: int, stage: str) -> None:
        out.write(json.dumps({"percent": percent, "stage": stage}).encode() + b"\n")
        out.flush()

    meaning = embedders.take_over(asked["meaning"])
    sets = [arrange(Sample(*given) for given in each["samples"]) for each in asked["sets"]]
    try:
        vectors = embed_texts(meaning, [sample.text for samples in sets for sample in samples], tell)
    except NoVectors as error:
        out.write(json.dumps({"failed": error.as_dict()}).encode() + b"\n")
        return
    for number, (samples, each) in enumerate(zip(sets, asked["sets"], strict=True)):
        done = number / len(sets)

        def further(share: float, done: float = done) -> None:
            tell(int(MEANING_SHARE + (100 - MEANING_SHARE) * (done + share / len(sets))), "telling")

        made = train(samples, each["wished"], meaning, vectors, further)
        further(1.0)
        out.write(json.dumps({"bytes": len(made)}).encode() + b"\n")
        out.write(made)
        out.flush()


def embed_texts(meaning: Embedder | None, texts: Sequence[str], tell: Tell) -> dict[str, Floats]:
    """The vector of each text, each worked out once."""
    found: dict[str, Floats] = {}
    if meaning is None:
        return found
    unique = list(dict.fromkeys(texts))
    for start in range(0, len(unique), BATCH):
        tell(MEANING_SHARE * start // len(unique), "meaning")
        batch = unique[start : start + BATCH]
        found.update(zip(batch, meaning.learn(batch), strict=True))
    return found


def train(
    samples: tuple[Sample, ...],
    wished: float,
    meaning: Embedder | None,
    known: dict[str, Floats],
    progress: Callable[[float], None],
) -> bytes:
    """What `Model.load` reads. `samples` are arranged."""
    if not samples:
        raise SystemExit("there is no example to learn from")
    numbers: dict[str, int] = {}
    owners = np.array([numbers.setdefault(each.intent, len(numbers)) for each in samples], np.int64)
    names = list(numbers)
    starts = np.searchsorted(owners, np.arange(len(names) + 1)).astype(np.int64)
    spelt = [features.grams(sample.text) for sample in samples]
    spelling = Spelling.of(spelt)
    rows = [spelling.row(each) for each in spelt]
    table = features.make_dense(rows)
    if meaning:
        vectors = np.stack([known[sample.text] for sample in samples])
        table = np.hstack([table, features.MEANING * vectors])
    else:
        vectors = np.stack([features.fold_sketch(row) for row in rows])
    fit = fit_svm(table, owners, len(names), progress)
    weights = fit.weights
    likes = others_likes(vectors, starts)
    if are_few(samples):
        said = np.array([not sample.about for sample in samples])
        calibration = pool(np.bincount(owners[said], minlength=len(names)), names, wished)
        if meaning:
            weights = weights.copy()
            weights[:, features.BINS :] += CENTRE / features.MEANING * centres(vectors, starts)
        decided = predict_held_out(calibration, fit.unseen[said], likes[said], names)
        spoken = [sample for sample in samples if not sample.about]
        report = make_report(spoken, names, owners[said], decided, wished, vectors[said])
    else:
        calibration, decided = calibrate(fit.unseen, likes, owners, names, wished)
        report = make_report(samples, names, owners, decided, wished, vectors)
    about = {
        "version": VERSION,
        "samples": digest(samples),
        "embedder": meaning.name if meaning else embedders.NONE,
        "intents": names,
        "calibration": calibration.plain(),
        "report": report.plain(),
    }
    made = io.BytesIO()
    np.savez(
        made,
        allow_pickle=False,
        said=np.frombuffer(json.dumps(about).encode(), np.uint8),
        starts=starts,
        known=spelling.known,
        rarity=spelling.weights,
        weights=weights,
        offsets=fit.offsets,
        vectors=vectors.astype(np.float16),
    )
    return made.getvalue()


def centres(vectors: Floats, starts: Rows) -> Floats:
    """The direction in which the meanings of each intent's samples lie together; of length 1."""
    found = np.add.reduceat(vectors, starts[:-1], axis=0)
    length = np.linalg.norm(found, axis=1, keepdims=True)
    centred: Floats = found / np.maximum(length, 1e-6)
    return centred


def others_likes(vectors: Floats, starts: Rows) -> Floats:
    """For each example how alike it is to the nearest other one of each intent; 0 where there is none."""
    found = np.empty((len(vectors), len(starts) - 1), np.float32)
    for start in range(0, len(vectors), BATCH):
        likes = vectors[start : start + BATCH] @ vectors.T
        own = np.arange(len(likes))
        likes[own, start + own] = 0
        found[start : start + BATCH] = np.maximum.reduceat(likes, starts[:-1], axis=1)
    return np.maximum(found, 0)


if __name__ == "__main__":
    main()
