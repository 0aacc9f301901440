"""Which keywords mislead.

One that would win on an example of another intent is weak, and needs the examples to agree; so is one that
wins on a message of another intent that must be routed right.

>>> weigh(find_misled(samples, published.find_named))["conta", "billing_invoice_explanation"].examples[0].text
'conta pra mim uma piada'
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from language.automaton import Hit
from language.normalise import compose
from routing.decision.learning.samples import Sample
from routing.decision.specs import CaseSpec, IntentSpec

SHOWN = 3  # examples that tell why

KeywordOfIntent = tuple[str, str]  # a keyword as authored, and its intent


@dataclass(frozen=True, slots=True)
class Weakness:
    """Why a keyword is weak.

    The first examples of other intents that it wins on, and the messages that must be routed right and that
    it misleads on (`CaseSpec.source` says whether somebody corrected them).

    `intents` tells how many examples they are of each intent, the most first.
    """

    examples: tuple[Sample, ...]
    intents: tuple[tuple[str, int], ...] = ()
    cases: tuple[CaseSpec, ...] = ()

    @property
    def times(self) -> int:
        """On how many examples of other intents it wins."""
        return sum(times for _intent, times in self.intents)


def find_misled(
    samples: Iterable[Sample], named_in: Callable[[str], list[Hit[IntentSpec]]]
) -> dict[KeywordOfIntent, list[Sample]]:
    """The examples of other intents that each keyword wins on.

    `named_in` gives the hits of a message, the winner first, as the keyword tier finds them. Every hit that
    comes before the first one of the example's own intent misleads: without the winner the next of them would
    win.
    """
    found: dict[KeywordOfIntent, list[Sample]] = {}
    for sample in samples:
        wrong: dict[KeywordOfIntent, None] = {}
        for hit in named_in(compose(sample.text)):
            if hit.payload.name == sample.intent:
                break
            wrong[hit.text, hit.payload.name] = None
        for named in wrong:
            found.setdefault(named, []).append(sample)
    return found


def weigh(
    found: Mapping[KeywordOfIntent, list[Sample]], cases: Iterable[CaseSpec] = ()
) -> Mapping[KeywordOfIntent, Weakness]:
    """Why each keyword is weak: the examples it wins on, and the cases."""
    kept: dict[KeywordOfIntent, list[CaseSpec]] = {}
    for case in cases:
        for named in case.misled:
            kept.setdefault(named, []).append(case)
    return {
        named: _weakness(found.get(named, []), kept.get(named, []))
        for named in (*found, *(each for each in kept if each not in found))
    }


def _weakness(seen: list[Sample], cases: list[CaseSpec]) -> Weakness:
    counts = Counter(sample.intent for sample in seen)
    return Weakness(tuple(seen[:SHOWN]), tuple(counts.most_common()), tuple(cases))
