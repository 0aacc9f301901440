"""Which keywords mislead: one that would win on an example of another intent is weak, and needs the examples to agree.

>>> misleading(samples, published.ranked)["conta", "billing_invoice_explanation"].examples[0].text
'conta pra mim uma piada'
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from language.automaton import Hit
from routing.learning.samples import Sample
from routing.specs import IntentSpec

SHOWN = 3  # examples that tell why

Named = tuple[str, str]  # a keyword as authored, and its intent


@dataclass(frozen=True, slots=True)
class Weakness:
    """Why a keyword is weak: on how many examples of other intents it wins, and the first of them."""

    times: int
    examples: tuple[Sample, ...]


def misleading(
    samples: Iterable[Sample], ranked: Callable[[str], list[Hit[IntentSpec]]]
) -> Mapping[Named, Weakness]:
    """The weak keywords of a profile; `ranked` gives the hits of a text, the winner first.

    Every hit that comes before the first one of the example's own intent misleads: without the winner the next
    of them would win.
    """
    found: dict[Named, list[Sample]] = {}
    for sample in samples:
        wrong: dict[Named, None] = {}
        for hit in ranked(sample.text):
            if hit.payload.name == sample.intent:
                break
            wrong[hit.text, hit.payload.name] = None
        for named in wrong:
            found.setdefault(named, []).append(sample)
    return {named: Weakness(len(seen), tuple(seen[:SHOWN])) for named, seen in found.items()}
