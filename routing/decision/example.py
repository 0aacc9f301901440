"""What the examples of the intents say of a message: sure, it decides; else it says what it saw and abstains."""

from typing import Any

from conversations.turn import RouteDecision, Verdict
from routing.decision.case import Case
from routing.decision.fallback import nobody_serves
from routing.learning.reading import Reading

# Nearly every message of a profile without examples: one verdict for all, made once.
NOT_LEARNT = Verdict("example", None, {})


class ExampleTier:
    """Decides where messages like this one are read rightly as often as the profile wishes."""

    method = "example"

    def decide(self, case: Case) -> Verdict:
        published = case.published
        if not published.learnt.there:
            return Verdict(self.method, None, {"why": "not_learnt"}) if published.learnt.key else NOT_LEARNT
        reading = case.reading
        if reading is None:
            return Verdict(self.method, None, {"why": "says_nothing"})
        saw = seen(reading)
        if not reading.sure:
            return Verdict(self.method, None, {**saw, "why": "unsure"})
        if reading.out_of_scope:
            decision = nobody_serves(case, saw)
            return Verdict(self.method, decision, {**saw, "why": "out_of_scope"})
        intent = published.intents.get(reading.intent)
        if intent is None or case.is_off(intent):
            return Verdict(self.method, None, {**saw, "why": "switched_off"})
        if case.waiting is not None and case.waiting.intent == intent.name:
            return Verdict(self.method, None, {**saw, "why": "same_matter"})
        return Verdict(self.method, self._decision(case, reading, saw), saw)

    def _decision(self, case: Case, reading: Reading, saw: dict[str, Any]) -> RouteDecision:
        intent = case.published.intents[reading.intent]
        near = next((each for each in reading.nearest if each.intent == intent.name), None)
        like = f", like '{near.text}'" if near else ""
        reason = f"The examples of {intent.name} fit{like} ({reading.sureness:.2f}, needed {reading.threshold:.2f})."
        return case.decision(intent, "example", reading.sureness, reason, saw)


def _otherwise(case: Case) -> dict[str, Any] | None:
    """The keyword that would have decided, had the examples not said otherwise."""
    hit = next(iter(case.switched_on(case.published.ranked(case.topic))), None)
    if hit is None:
        return None
    return {"tier": "keyword", "keyword": hit.text, "intent": hit.payload.name, "agent": hit.payload.agent}


def seen(reading: Reading) -> dict[str, Any]:
    """A reading as the record keeps it: the best intent, the next one, what made it so."""
    return {
        "intent": reading.intent,
        "sureness": round(reading.sureness, 3),
        "threshold": round(reading.threshold, 3),
        "runner_up": {"intent": reading.runner_up, "sureness": round(reading.runner_up_sureness, 3)}
        if reading.runner_up
        else None,
        "nearest": [
            {"text": near.text, "intent": near.intent, "likeness": round(near.likeness, 2)}
            for near in reading.nearest
        ],
        "features": list(reading.features),
    }
