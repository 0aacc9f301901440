"""What profiles learnt, small enough to be delivered with the examples that they learnt it from.

>>> content = pack({key: (samples, made)})  # `made` as `learn` gives it, of both looks
>>> ready = unpack(content, {key: samples})
>>> IntentModel.load(ready.parts[key], samples).read("cadê meu pedido?").intent
'order_status'

A part holds the vectors of its examples in sixteen bits a number, and each profile and each look holds them
anew. Here each text has its vector once, in steps of `STEPS` parts of what a number strays, which compress to
six bits or less; what words weigh is counted again. Of the demo 24.6 MB become 2.8.
"""

import io
import json
from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from language.embedder import BUNDLED
from language.embedder.encoder import Bundled
from language.embedder.pair import PAIR, scale_to_unit
from routing.decision.learning import features
from routing.decision.learning.features import Floats, Spelling
from routing.decision.learning.kept_vectors import hash_text
from routing.decision.learning.learn import name_bundled, name_vectors
from routing.decision.learning.samples import Sample, arrange
from routing.decision.learning.stored_model import StoredModel

STEPS = 8.0
MOST = 127  # steps: sixteen times what a number strays


class Unpacked(NamedTuple):
    """Parts by key, as `learn` gives them, and the vectors of both encoders by text."""

    parts: Mapping[str, bytes]
    vectors: Mapping[str, Floats]


def pack(made: Mapping[str, tuple[Sequence[Sample], bytes]]) -> bytes:
    """Parts of the bundled encoder and of both: every text must be in one of both. Raises KeyError."""
    models = {key: StoredModel.read(content) for key, (_samples, content) in made.items()}
    rows: dict[str, Floats] = {}
    for key, (samples, _content) in made.items():
        if models[key].about["embedder"] == PAIR:
            rows |= zip((each.text for each in samples), models[key].vectors.astype(np.float32), strict=True)
    for key, (samples, _content) in made.items():
        _see(models[key].about["embedder"], rows, samples)
    table = np.stack(list(rows.values()))
    steps = np.maximum(table.std(axis=0), 1e-6) / STEPS
    kept = {
        "made_by": np.array([name_bundled(), name_vectors()]),
        "keys": np.array(list(models)),
        "texts": np.stack([np.frombuffer(hash_text(text), np.uint8) for text in rows]),
        "steps": steps,
        "codes": np.clip(np.rint(table / steps), -MOST, MOST).astype(np.int8),
    }
    for number, model in enumerate(models.values()):
        kept[f"said{number}"] = np.frombuffer(json.dumps(model.about).encode(), np.uint8)
        kept[f"starts{number}"] = model.starts
        kept[f"weights{number}"] = model.weights.astype(np.float16)
        kept[f"offsets{number}"] = model.offsets
    content = io.BytesIO()
    np.savez_compressed(content, allow_pickle=False, **kept)
    return content.getvalue()


def unpack(content: bytes, wanted: Mapping[str, Sequence[Sample]]) -> Unpacked:
    """Those of the `wanted` parts that are in it, and the vectors of their samples; none of what another
    encoder made than this installation has, or other samples.
    """
    parts: dict[str, bytes] = {}
    with np.load(io.BytesIO(content), allow_pickle=False) as kept:
        made_by = zip(
            (BUNDLED, PAIR), (name_bundled(), name_vectors()), kept["made_by"].tolist(), strict=True
        )
        had = {name for name, here, there in made_by if here == there}
        rows = _read_rows(kept["texts"], kept["codes"], kept["steps"], wanted)
        spellings: dict[str, Spelling] = {}
        for number, key in enumerate(kept["keys"].tolist()):
            samples = wanted.get(key, ())
            if not samples or not all(each.text in rows for each in samples):
                continue
            about = json.loads(kept[f"said{number}"].tobytes())
            if about["samples"] != arrange(samples).digest or about["embedder"] not in had:
                continue
            if about["samples"] not in spellings:
                spellings[about["samples"]] = Spelling.of([features.grams(each.text) for each in samples])
            parts[key] = StoredModel(
                about,
                kept[f"starts{number}"],
                spellings[about["samples"]],
                kept[f"weights{number}"].astype(np.float32),
                kept[f"offsets{number}"],
                _see(about["embedder"], rows, samples).astype(np.float16),
            ).write()
    return Unpacked(parts, rows if PAIR in had else {})


def _read_rows(
    texts: NDArray[np.uint8],
    codes: NDArray[np.int8],
    steps: Floats,
    wanted: Mapping[str, Sequence[Sample]],
) -> dict[str, Floats]:
    """The vectors of all samples that are kept."""
    table = scale_to_unit(codes * steps)
    numbers = {row.tobytes(): number for number, row in enumerate(texts)}
    unique = dict.fromkeys(each.text for samples in wanted.values() for each in samples)
    return {text: table[numbers[key]] for text in unique if (key := hash_text(text)) in numbers}


def _see(name: str, rows: Mapping[str, Floats], samples: Sequence[Sample]) -> Floats:
    """The vectors of samples by the embedder of that name, from those of both encoders."""
    if name not in (PAIR, BUNDLED):
        raise KeyError(name)
    both = np.stack([rows[each.text] for each in samples])
    return both if name == PAIR else scale_to_unit(both[:, : Bundled.dimensions])
