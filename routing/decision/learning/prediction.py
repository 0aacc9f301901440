"""What a model reads in a message: an intent, how sure it is, and what made it so.

>>> reading = model.read("cobraram duas vezes o mesmo mês")
>>> reading.intent, reading.sure, round(reading.confidence, 2)
('billing_invoice_explanation', True, 0.98)
>>> reading.nearest[0]
Near(text='me cobraram em dobro', intent='billing_invoice_explanation', similarity=0.81)
"""

from dataclasses import dataclass

from routing.decision.learning.samples import OUT_OF_SCOPE

# Words that no example resembles were never weighed: whatever is learnt says of "foxes and green apples" is
# chance.
LEAST_SIMILARITY = 0.35


@dataclass(frozen=True, slots=True)
class Near:
    """An example that is like the message: `similarity` is 1.0 for the same words, about 0 for strangers."""

    text: str
    intent: str
    similarity: float


@dataclass(frozen=True, slots=True)
class Prediction:
    """The best intent of a message.

    `confidence` is the share of messages like it that are read rightly, as far as the examples can tell;
    `threshold` is what this intent needs for the wished precision. `scores` are the best intents with their
    confidence, the first one `intent`. `between` are the two or three intents of which one is right often
    enough to ask when the message is not sure; else it is empty.
    """

    intent: str = ""
    confidence: float = 0.0
    threshold: float = 1.0
    runner_up: str = ""
    runner_up_confidence: float = 0.0
    scores: tuple[tuple[str, float], ...] = ()
    nearest: tuple[Near, ...] = ()
    features: tuple[str, ...] = ()
    between: tuple[str, ...] = ()

    @property
    def sure(self) -> bool:
        """Whether it may decide alone. A threshold above 1 is never reached: too little is known."""
        known = not self.nearest or self.nearest[0].similarity >= LEAST_SIMILARITY
        return bool(self.intent) and known and self.confidence >= self.threshold

    @property
    def out_of_scope(self) -> bool:
        """Whether the best intent is what nobody serves; it decides only when `sure`."""
        return self.intent == OUT_OF_SCOPE


NOTHING = Prediction()  # of a message without a word
