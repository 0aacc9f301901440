"""What is learnt from: texts, each with the intent that it belongs to.

>>> arrange([Sample("Oi  ", "hello"), Sample("oi", "hello"), Sample("", "hello")])
(Sample(text='Oi  ', intent='hello'),)
"""

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from language.normalise import normalise

VERSION = 12  # of the way that is learnt: what an older one made is made again
# The intent of the examples of what nobody serves: all such intents are one class.
OUT_OF_SCOPE = "out_of_scope"
# Below either number the examples left out say too little of how often a reading is right: curves of other
# companies say it (`calibrate.PRIOR`), and an intent's title, description and keywords are learnt from
# too.
FEW_AN_INTENT, FEW_IN_ALL = 8, 200


@dataclass(frozen=True, slots=True)
class Sample:
    """One example: a whole sentence that people say for `intent`.

    Or, `about` it, its title, description or a keyword.
    """

    text: str
    intent: str
    about: bool = False


class Arranged(tuple[Sample, ...]):
    """Samples in the one order that `arrange` gives, which takes them as they are."""

    @cached_property
    def digest(self) -> str:
        """What tells whether a model was learnt from just these (SHA-256, hexadecimal)."""
        found = hashlib.sha256()
        for sample in self:
            for part in (sample.intent, sample.text, *(("about",) if sample.about else ())):
                encoded = part.encode("utf-8", "surrogatepass")
                found.update(len(encoded).to_bytes(4, "big"))
                found.update(encoded)
        return found.hexdigest()

    @cached_property
    def derived(self) -> dict[Any, Any]:
        """What was worked out from just these, for the next release that has them."""
        return {}


def arrange(samples: Iterable[Sample]) -> Arranged:
    """The samples in the one order that a model and what it was learnt from share.

    By intent, what people say before what is about it, then by text.

    Texts without a letter or digit say nothing and are left out; so is what repeats another one of its intent
    but for case, accents and spaces. A text that two intents have stays in both: the report says so.
    """
    if isinstance(samples, Arranged):
        return samples
    kept: dict[tuple[str, str], Sample] = {}
    for sample in sorted(samples, key=lambda each: (each.intent, each.about, each.text)):
        spelt = normalise(sample.text)
        if any(map(str.isalnum, spelt)):
            kept.setdefault((sample.intent, spelt), sample)
    return Arranged(kept.values())


def are_few(samples: Iterable[Sample]) -> bool:
    """Whether what people say is known by few examples only.

    >>> are_few([Sample("oi", "hello"), Sample("tchau", "bye")])
    True
    """
    intents = [sample.intent for sample in samples if not sample.about]
    return len(intents) < max(FEW_IN_ALL, FEW_AN_INTENT * len(set(intents)))
