"""The process that learns: `python -m routing.decision.learning.train`, started by `learn`.

Reads one JSON object: {"meaning": {"embedder": "bundled", "few": "bundled+e5",
"second_look": "bundled+e5"}, "second_look": false, "vectors": "PATH", "sets": [{"wished": 0.97,
"samples": [["text", "intent", false], ...]}]}. Writes a line of JSON each time: {"percent": 40, "stage":
"telling"}, and for each set {"bytes": 1234} with what was learnt behind it; {"failed": {...}} where the
embedder has no vectors. Django is not loaded here, unless they come over the network.
"""

import contextlib
import json
import os
import sys
from collections.abc import Callable, Sequence

import numpy as np

from language import embedder as embedders
from language.embedder import Embedder, NoVectors
from language.embedder.pair import PairedEncoder, load_other_matters, see
from language.language_data import out_of_scope_texts
from routing.decision.learning import features
from routing.decision.learning.calibrate import PRIOR, PRIORS, Calibrator, Ranked, rank
from routing.decision.learning.features import Floats, Spelling
from routing.decision.learning.kept_vectors import KeptVectors
from routing.decision.learning.left_out import TrainingData, join, read_left_out
from routing.decision.learning.likeness import WEIGHTS
from routing.decision.learning.samples import OUT_OF_SCOPE, VERSION, Sample, are_few, arrange
from routing.decision.learning.stored_model import StoredModel
from routing.decision.learning.surroundings import look_around
from routing.decision.learning.svm import Rows
from routing.decision.learning.touching import make_report

NICE = 5  # whoever waits for an answer comes first
MEANING_SHARE = 60  # percent of the work that embedding is
BATCH = 256
KEEP_EACH = 4  # batches, 20 s of both encoders, after which vectors are kept: a process may be ended
SIZE = PairedEncoder.dimensions  # of the vectors that are kept
Tell = Callable[[int, str], None]


def main() -> None:
    with contextlib.suppress(OSError):
        os.nice(NICE)
    request = json.load(sys.stdin.buffer)
    out = sys.stdout.buffer

    def tell(percent: int, stage: str) -> None:
        out.write(json.dumps({"percent": percent, "stage": stage}).encode() + b"\n")
        out.flush()

    meanings = embedders.take_over(request["meaning"])
    sets = [arrange(Sample(*given) for given in each["samples"]) for each in request["sets"]]
    try:
        learners = [
            "second_look" if request["second_look"] else "few" if are_few(each) else "embedder"
            for each in sets
        ]
        vectors = {}
        for name, meaning in meanings.items():
            own = [samples for samples, learner in zip(sets, learners, strict=True) if learner == name]
            kept = KeptVectors(request["vectors"] if name == "second_look" else "", SIZE)
            vectors[name] = embed_texts(meaning, own, tell, kept)
    except NoVectors as error:
        out.write(json.dumps({"failed": error.as_dict()}).encode() + b"\n")
        return
    for number, (samples, each) in enumerate(zip(sets, request["sets"], strict=True)):
        done = number / len(sets)

        def further(share: float, done: float = done) -> None:
            tell(int(MEANING_SHARE + (100 - MEANING_SHARE) * (done + share / len(sets))), "telling")

        name = learners[number]
        made = train(samples, each["wished"], meanings[name], vectors[name], further)
        further(1.0)
        out.write(json.dumps({"bytes": len(made)}).encode() + b"\n")
        out.write(made)
        out.flush()


def embed_texts(
    meaning: Embedder | None, sets: Sequence[Sequence[Sample]], tell: Tell, kept: KeptVectors
) -> dict[str, Floats]:
    """The vector of each text that is learnt from or held against it, each worked out once."""
    found: dict[str, Floats] = {}
    if meaning is None or not sets:
        return found
    unique = list(
        dict.fromkeys([*(sample.text for samples in sets for sample in samples), *out_of_scope_texts()])
    )
    found |= kept.find(unique)
    new = [text for text in unique if text not in found]
    for number, start in enumerate(range(0, len(new), BATCH), 1):
        tell(MEANING_SHARE * start // len(new), "meaning")
        batch = new[start : start + BATCH]
        found.update(zip(batch, meaning.learn(batch), strict=True))
        if number % KEEP_EACH == 0 or start + BATCH >= len(new):
            kept.write(found)
    return found


def train(
    samples: tuple[Sample, ...],
    wished: float,
    meaning: Embedder | None,
    known: dict[str, Floats],
    progress: Callable[[float], None],
) -> bytes:
    """What `IntentModel.load` reads. `samples` are arranged."""
    if not samples:
        raise SystemExit("there is no example to learn from")
    numbers: dict[str, int] = {}
    owners = np.array([numbers.setdefault(each.intent, len(numbers)) for each in samples], np.int64)
    names = list(numbers)
    spelling = Spelling.of([features.grams(sample.text) for sample in samples])
    name = meaning.name if meaning else embedders.NONE
    vectors = np.stack([known[sample.text] for sample in samples]) if meaning else None
    table, views = represent([sample.text for sample in samples], spelling, known if meaning else None, name)
    are_spoken = np.array([not sample.about for sample in samples])
    said, few = [sample.text for sample in samples], are_few(samples)
    others, weights = load_other_matters(name if few else ""), WEIGHTS.get(name) if few else None
    views = views if few else views[:1]  # nothing weighs the others of many
    data = TrainingData(table, views, owners, are_spoken, few, others, said, weights)
    fitted = data.fit(lambda share: progress(share / 2))
    outside = numbers.get(OUT_OF_SCOPE, len(numbers))
    left_out = read_left_out(data, outside, lambda share: progress((1 + share) / 2))
    texts = out_of_scope_texts()
    outside_texts = join(
        left_out, data.read(fitted, texts, *represent(texts, spelling, known if meaning else None, name))
    )
    around = look_around(said, data.vectors, others)
    likes = others_likes(data.vectors, data.starts)
    own = rank(data.score_unseen(fitted, likes), likes, around)
    spoken = Ranked(*(each[are_spoken] for each in own))
    prior = PRIORS.get(name, PRIOR) if few else PRIOR
    calibrator = Calibrator(spoken, owners[are_spoken], outside_texts, names, data.few, prior)
    calibration, decided = calibrator.calibrate(wished)
    kept = [sample for sample in samples if not sample.about]
    report = make_report(
        kept, names, owners[are_spoken], decided, wished, data.vectors[are_spoken], calibrator.choose()
    )
    about = {
        "version": VERSION,
        "samples": arrange(samples).digest,
        "embedder": name,
        "intents": names,
        "calibration": calibration.plain(),
        "report": report.plain(),
    }
    kept_vectors = (data.vectors if vectors is None else vectors).astype(np.float16)
    made = StoredModel(about, data.starts, spelling, fitted.weights, fitted.offsets, kept_vectors)
    return made.write()


def represent(
    texts: Sequence[str], spelling: Spelling, known: dict[str, Floats] | None, name: str
) -> tuple[Floats, tuple[Floats, ...]]:
    """Texts as what is learnt from, and as what they mean in each way that the vectors of the embedder
    `name` are seen in; without `known` meanings their bins folded."""
    rows = [spelling.row(features.grams(text)) for text in texts]
    table = features.make_dense(rows)
    if known is None:
        return table, (np.stack([features.fold_sketch(row) for row in rows]),)
    views = see(name, np.stack([known[text] for text in texts]))
    return np.hstack([table, features.MEANING * views[0]]), views


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
