"""What is learnt from: texts, each with the intent that it belongs to.

>>> arranged([Sample("Oi  ", "hello"), Sample("oi", "hello"), Sample("", "hello")])
(Sample(text='Oi  ', intent='hello'),)
"""

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass

from language.normalise import normalise

VERSION = 5  # of the way that is learnt: what an older one made is made again
# The intent of the examples of what nobody serves: all such intents are one class.
OUT_OF_SCOPE = "out_of_scope"


@dataclass(frozen=True, slots=True)
class Sample:
    """One example: a whole sentence that people say for `intent`."""

    text: str
    intent: str


def arranged(samples: Iterable[Sample]) -> tuple[Sample, ...]:
    """The samples in the one order that a model and what it was learnt from share: by intent, then by text.

    Texts without a letter or digit say nothing and are left out; so is what repeats another one of its intent
    but for case, accents and spaces. A text that two intents have stays in both: the report says so.
    """
    kept: dict[tuple[str, str], Sample] = {}
    for sample in sorted(samples, key=lambda each: (each.intent, each.text)):
        spelt = normalise(sample.text)
        if any(map(str.isalnum, spelt)):
            kept.setdefault((sample.intent, spelt), sample)
    return tuple(kept.values())


def digest(samples: Iterable[Sample]) -> str:
    """What tells whether a model was learnt from just these samples, whatever their order."""
    found = hashlib.sha256()
    for sample in arranged(samples):
        for part in (sample.intent, sample.text):
            said = part.encode("utf-8", "surrogatepass")
            found.update(len(said).to_bytes(4, "big"))
            found.update(said)
    return found.hexdigest()
