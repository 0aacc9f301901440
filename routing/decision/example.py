"""What the examples of the intents say of a message: sure, it decides.

Else it says what it saw and abstains.
"""

from typing import Any

from conversations.turn import RouteDecision, Verdict
from language.embedder import NoVectors
from routing.decision import by_value
from routing.decision.fallback import nobody_serves
from routing.decision.input import DecisionInput, Tier
from routing.decision.learning.prediction import Prediction
from routing.decision.learning.trained_model import TrainedProfile
from routing.decision.reasons import as_percent
from routing.decision.staying import matter_at_hand, names_anew, stays

# Nearly every message of a profile without examples: one verdict for all, made once.
NOT_LEARNT = Verdict("example", silent=True)


class ExampleTier(Tier):
    """Decides where messages like this one are read rightly as often as the profile wishes."""

    method = "example"
    by_words = True

    def decide(self, case: DecisionInput) -> Verdict:
        published = case.published
        if not published.learnt.there:
            return _not_there(published.learnt)
        try:
            reading = published.read(case.topic, second_look=True)
        except NoVectors as error:
            return Verdict(self.method, None, {"why": error.code})  # its detail is not for clients
        if reading is None:
            if not published.learnt.there:  # this message was the first to need it
                return _not_there(published.learnt)
            return Verdict(self.method, None, {"why": "says_nothing"})
        saw = describe_prediction(reading)
        if not reading.sure:
            return Verdict(self.method, None, {**saw, "why": "unsure"})
        if reading.out_of_scope:
            decision = nobody_serves(case, reading.confidence, {**saw, **_overrode(case)})
            return Verdict(self.method, decision, {**saw, "why": "out_of_scope"})
        intent = published.intents.get(reading.intent)
        if intent is None or case.is_off(intent):
            return Verdict(self.method, None, {**saw, "why": "switched_off"})
        if (named := by_value.find_served(case)) is not None and named is matter_at_hand(case) is not intent:
            return Verdict(self.method, None, {**saw, "why": "value_at_hand"})
        if case.waiting is not None and case.waiting.intent == intent.name:
            return Verdict(self.method, None, {**saw, "why": "same_matter"})
        at_hand = matter_at_hand(case)
        stands = stays(case) or (published.learnt.few and names_anew(case))
        if at_hand is not None and intent.agent not in ("", at_hand.agent) and stands:
            return Verdict(self.method, None, {**saw, "why": "goes_on"})
        return Verdict(self.method, self._decision(case, reading, saw), saw)

    def _decision(self, case: DecisionInput, reading: Prediction, saw: dict[str, Any]) -> RouteDecision:
        intent = case.published.intents[reading.intent]
        reason = f"The examples of {intent.name} fit{like(reading)}."
        return case.decision(
            intent, "example", reading.confidence, reason, {**saw, **_overrode(case, intent.name)}
        )


def _overrode(case: DecisionInput, intent: str = "") -> dict[str, Any]:
    """The keyword that had decided for another intent, had the examples said nothing, as `otherwise`."""
    hit = next(iter(case.drop_switched_off(case.published.find_named(case.utterance.text))), None)
    if hit is None or hit.payload.name == intent:
        return {}
    agent = hit.payload.agent or case.published.who_speaks(case.state.active_agent)
    return {"otherwise": {"keyword": hit.text, "intent": hit.payload.name, "agent": agent}}


def like(reading: Prediction) -> str:
    """The nearest example of what was read, and how sure that is.

    ", like 'cadê meu pedido?' (98 %, needed 91 %)".
    """
    near = next((f", like '{each.text}'" for each in reading.nearest if each.intent == reading.intent), "")
    return f"{near} ({as_percent(reading.confidence)}, needed {as_percent(reading.threshold)})"


def _not_there(learnt: TrainedProfile) -> Verdict:
    if not learnt.key:
        return NOT_LEARNT
    return Verdict("example", None, {"why": "unreadable" if learnt.unreadable else "not_learnt"})


def describe_prediction(reading: Prediction) -> dict[str, Any]:
    """A reading as the record keeps it: the best intent, the next one, what made it so."""
    return {
        "intent": reading.intent,
        "confidence": round(reading.confidence, 3),
        "threshold": round(reading.threshold, 3),
        "runner_up": {"intent": reading.runner_up, "confidence": round(reading.runner_up_confidence, 3)}
        if reading.runner_up
        else None,
        "nearest": [
            {"text": near.text, "intent": near.intent, "similarity": round(near.similarity, 2)}
            for near in reading.nearest
        ],
        "features": list(reading.features),
    }
