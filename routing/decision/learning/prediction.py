"""What a model reads in a message: an intent, how sure it is, and what made it so.

>>> reading = model.read("cobraram duas vezes o mesmo mês")
>>> reading.intent, reading.sure, round(reading.sureness, 2)
('billing_invoice_explanation', True, 0.98)
>>> reading.nearest[0]
Near(text='me cobraram em dobro', intent='billing_invoice_explanation', likeness=0.81)
"""

from dataclasses import dataclass

from routing.decision.learning.samples import OUT_OF_SCOPE

# Words that no example resembles were never weighed: whatever is learnt says of "foxes and green apples" is
# chance.
LEAST_LIKENESS = 0.35


@dataclass(frozen=True, slots=True)
class Near:
    """An example that is like the message: `likeness` is 1.0 for the same words, about 0 for strangers."""

    text: str
    intent: str
    likeness: float


@dataclass(frozen=True, slots=True)
class Prediction:
    """The best intent of a message. `sureness` is the share of messages like it that are read rightly, as far
    as the examples can tell; `threshold` is the sureness that this intent needs for the wished precision.

    `scores` are the best intents with their sureness, the first one `intent`. `between` are the two or three
    intents of which one is right often enough to ask when the message is not sure; else it is empty.
    """

    intent: str = ""
    sureness: float = 0.0
    threshold: float = 1.0
    runner_up: str = ""
    runner_up_sureness: float = 0.0
    scores: tuple[tuple[str, float], ...] = ()
    nearest: tuple[Near, ...] = ()
    features: tuple[str, ...] = ()
    between: tuple[str, ...] = ()

    @property
    def sure(self) -> bool:
        """Whether it may decide alone. A threshold above 1 is never reached: too little is known."""
        known = not self.nearest or self.nearest[0].likeness >= LEAST_LIKENESS
        return bool(self.intent) and known and self.sureness >= self.threshold

    @property
    def out_of_scope(self) -> bool:
        """Whether the best intent is what nobody serves; it decides only when `sure`."""
        return self.intent == OUT_OF_SCOPE


NOTHING = Prediction()  # of a message without a word
