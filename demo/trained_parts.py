"""What the profiles of a world learn from its examples, delivered with them: a first start learns nothing.

`python -m benchmarks.learn_demo --write` makes the file of a world. It holds what both looks learn (ADR 132,
137); whatever of it belongs to other examples or encoders than these is passed over, and learnt as ever.
"""

import logging
from collections.abc import Mapping, Sequence
from pathlib import Path

from language import embedder
from releases import part_files
from releases.draft import Draft
from releases.loaded_release import LoadedRelease
from routing.decision.learning.kept_vectors import KeptVectors
from routing.decision.learning.learn import name_vectors
from routing.decision.learning.packing import Unpacked, unpack
from routing.decision.learning.samples import Sample
from routing.decision.learning.train import SIZE
from routing.decision.learning.trained_model import make, make_second_look
from tenancy.models import Tenant

logger = logging.getLogger(__name__)
FOLDER = Path(__file__).parent / "worlds" / "trained"


def path_of(slug: str) -> Path:
    """The file of the world of that tenant."""
    return FOLDER / f"{slug}.npz"


def lay_out(tenant: Tenant) -> None:
    """Puts what the draft's profiles would learn where a publish looks for what was made before.

    So do the vectors of the examples: after an edit only new texts are worked out, and once those that stand
    for what nobody serves.
    """
    if not path_of(tenant.pk).exists():
        return
    samples = list_samples(Draft(tenant).loaded)
    new = {key: each for key, each in samples.items() if not part_files.has(tenant.pk, key)}
    if not new:
        return
    try:
        ready = find_ready(tenant.pk, new)
    except Exception:  # a damaged file fails in many ways, and costs no more than time
        logger.exception("what the demo world %s learns cannot be read", tenant.pk)
        return
    for key, content in ready.parts.items():
        part_files.write(tenant.pk, key, content)
    if not embedder.choose_for_second_look():
        return
    kept = KeptVectors(str(part_files.folder_of(tenant.pk) / name_vectors()), SIZE)
    there = kept.find(ready.vectors)
    if unknown := {text: row for text, row in ready.vectors.items() if text not in there}:
        kept.write(unknown)


def find_ready(slug: str, samples: Mapping[str, Sequence[Sample]]) -> Unpacked:
    """What the file of a world has of parts that are learnt from these samples."""
    return unpack(path_of(slug).read_bytes(), samples)


def list_samples(release: LoadedRelease) -> dict[str, tuple[Sample, ...]]:
    """What each part of a release is learnt from, by its key."""
    made_here = (make, make_second_look)
    return {key: part.given[0] for key, part in release.wanted.items() if part.make in made_here}
