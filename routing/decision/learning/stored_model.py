"""What `train` made of a set of samples, as a file holds it.

>>> StoredModel.read(content).about["intents"]
['order_status', 'refund']
"""

import io
import json
from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from routing.decision.learning.features import Floats, Spelling


class StoredModel(NamedTuple):
    """`about` says the version, the samples' digest, the embedder, the intents, the calibration and the
    report; the rest is what `IntentModel` has under these names.
    """

    about: Mapping[str, Any]
    starts: NDArray[np.int64]
    spelling: Spelling
    weights: Floats
    offsets: Floats
    vectors: NDArray[np.float16]  # of the samples, as their embedder gives them

    @classmethod
    def read(cls, content: bytes) -> "StoredModel":
        """What `write` gave; raises what `np.load` does where `content` is no such thing."""
        with np.load(io.BytesIO(content), allow_pickle=False) as stored:
            return cls(
                about=json.loads(stored["said"].tobytes()),
                starts=stored["starts"],
                spelling=Spelling(stored["known"], stored["rarity"]),
                weights=stored["weights"],
                offsets=stored["offsets"],
                vectors=stored["vectors"],
            )

    def write(self) -> bytes:
        made = io.BytesIO()
        np.savez(
            made,
            allow_pickle=False,
            said=np.frombuffer(json.dumps(self.about).encode(), np.uint8),
            starts=self.starts,
            known=self.spelling.known,
            rarity=self.spelling.weights,
            weights=self.weights,
            offsets=self.offsets,
            vectors=self.vectors,
        )
        return made.getvalue()
