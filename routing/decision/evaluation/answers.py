"""What is decided on each message: the same tiers as in a turn, the conversation beginning with it.

No model is asked.

>>> next(decide_all([Line(1, "minha fatura veio alta", ("bills",))], published)).right
True
"""

import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial

from conversations.turn import ConversationState, Utterance, Verdict
from language import embedder
from language.detect import language
from language.normalise import compose
from routing.decision.evaluation.lines import LabelledMessage
from routing.decision.input import Decision, find_tier
from routing.decision.learning.samples import OUT_OF_SCOPE
from routing.decision.profile_runtime import ProfileRuntime
from routing.decision.reasons import because
from routing.decision.tiers import decide

ASKS = "clarification"  # the intent of a decision that asks which of two is meant


@dataclass(frozen=True, slots=True)
class LabelledAnswer:
    """What became of a line.

    The intent that was decided (empty: none was sure), or the two that were asked about.

    `guess` is the likeliest intent whether or not it was sure; `method` the tier that ended it.
    """

    line: LabelledMessage
    intent: str
    asked: tuple[str, ...]
    guess: str
    method: str
    confidence: float
    reason: str

    @property
    def decided(self) -> bool:
        """Whether a tier was sure, also that nobody serves it."""
        return bool(self.intent)

    @property
    def right(self) -> bool:
        """Whether a tier was sure, and right."""
        return self.intent in self.line.right

    @property
    def guessed(self) -> bool:
        """Whether the likeliest intent is right."""
        return self.guess in self.line.right

    @property
    def asked_well(self) -> bool:
        """Whether one of the two intents that were asked about is right."""
        return any(name in self.line.right for name in self.asked)


def decide_all(
    lines: Iterable[LabelledMessage],
    published: ProfileRuntime,
    done: Callable[[int], None] | None = None,
    whose: str = "",
) -> Iterator[LabelledAnswer]:
    """An answer a line, in order; `done` is told how many there are already.

    `whose` company asks, for an embedder that is not in this process: then each line may take its time.
    """
    spoken = tuple(published.profile.languages)
    for count, line in enumerate(lines, 1):
        now = time.time()
        state = (
            ConversationState(workflow_state=line.state, state_since=now)
            if line.state
            else ConversationState()
        )
        text = compose(line.text)
        utterance = Utterance(text, text, language(text, None, spoken))
        decided = embedder.wait_for(partial(decide, utterance, state, published, now), whose)
        yield _answer(line, decided)
        if done is not None:
            done(count)


def _answer(line: LabelledMessage, decided: Decision) -> LabelledAnswer:
    decision, last = decided.decision, decided.verdicts[-1].tier
    between = tuple(decision.metadata.get("between", ())) if decision.intent == ASKS else ()
    # A tier that asks which of two may also serve who is likely, by the examples.
    sure = find_tier(last).sure or decision.method == "example"
    if decision.metadata.get(OUT_OF_SCOPE):
        intent = OUT_OF_SCOPE
    else:
        intent = decision.intent if sure else ""
    back = decision.intent if decision.method == "state" else ""  # to whoever waits, who asks again
    guess = intent or back or (between[0] if between else _likeliest(decided.verdicts)) or OUT_OF_SCOPE
    return LabelledAnswer(
        line, intent, between, guess, last, _confidence(decided, sure), because(decision._asdict())
    )


def _confidence(decided: Decision, sure: bool) -> float:
    """How sure the likeliest intent is: that of the decision, else what an unsure tier saw."""
    if not sure:
        for verdict in decided.verdicts:
            if verdict.tier == "example" and "confidence" in verdict.saw:
                return float(verdict.saw["confidence"])
    return decided.decision.confidence


def _likeliest(verdicts: Iterable[Verdict]) -> str:
    """The best intent that an unsure tier saw: the examples', else that of the first keyword."""
    for verdict in reversed(tuple(verdicts)):
        if verdict.tier == "example" and verdict.saw.get("intent"):
            return str(verdict.saw["intent"])
    for verdict in verdicts:
        if verdict.tier == "keyword" and verdict.saw.get("hits"):
            return str(verdict.saw["hits"][0]["intent"])
    return ""
