"""Whole-word keyword hits; the lowest priority number wins, then the longest, then the intent's name."""

from collections.abc import Mapping
from typing import Any

from conversations.turn import RouteDecision, Verdict
from language.topic import SpokenText
from routing.decision.agreement import Hits, doubts, is_long, needs_agreement, standing
from routing.decision.input import DecisionInput, Tier
from routing.decision.switched_off import drop_overruled

# The share of what keywords decided that was right: 75 of 79 held-out messages of the demo and 47 of 52 of
# four invented companies, with a tenth of all messages out of scope (ADR 88).
CONFIDENCE = 0.92
SHOWN = 20  # hits that the record keeps


class KeywordTier(Tier):
    """Decides on every message that holds a keyword of an intent, unless it needs the examples to agree.

    A weak keyword, any keyword in a long message, and a courtesy with something beside it decide only where
    the examples say the same.
    """

    method = "keyword"
    by_words = True

    def decide(self, case: DecisionInput) -> Verdict:
        published = case.published
        spoken, weak = published.read_message(case.utterance.text), published.weak
        hits = published.rank(spoken)
        if not hits and weak is None and spoken.topic is not spoken.spoken:
            spoken, hits = _courtesies(case, spoken)
        if case.off and hits and not (hits := drop_overruled(case, spoken, hits)):
            return Verdict(self.method, None, {"hits": [], "why": "switched_off"})
        if not hits:
            return Verdict(self.method, None, {"hits": []})
        # The first is asked about here: nothing else of this costs a message with a strong keyword anything.
        long = weak is not None and is_long(spoken.line)
        if weak is None or not needs_agreement(hits[0], weak, long):
            return Verdict(self.method, _decision(case, spoken, hits), {"hits": _describe_hits(spoken, hits)})
        stood = standing(case, spoken.line, hits, spoken.topic)
        weakly = doubts(case, spoken.line, hits, stood)
        saw = {"hits": _describe_hits(spoken, hits), "weak": weakly}
        doubted = frozenset((each["keyword"], each["intent"]) for each in weakly if not each["stands"])
        if not stood:
            return Verdict(self.method, None, saw, doubted=doubted)
        agreed = needs_agreement(stood[0], weak, long)
        decision = _decision(case, spoken, stood, {"examples_agree": agreed, "weak": weakly})
        return Verdict(self.method, decision, saw, doubted=doubted)


def _decision(
    case: DecisionInput, spoken: SpokenText, hits: Hits, doubted: Mapping[str, Any] | None = None
) -> RouteDecision:
    """The decision for the intent of the first hit; `doubted` is what the examples said of weak ones."""
    best = hits[0]
    intent = best.payload
    matched: dict[str, None] = {}  # in order, each once
    runner_up, over = None, ""
    for text, _start, _end, other in hits:
        if other is intent:
            matched[text] = None
        elif runner_up is None:
            runner_up = {"intent": other.name, "agent": other.agent, "keyword": text}
            over = f"; it comes before '{text}' of {other.name}"
    reason = f"'{best.text}' is a keyword of {intent.name} (priority {intent.priority}){over}."
    metadata: dict[str, Any] = {
        "matched_keyword": best.text,
        "matched_keywords": list(matched),
        "matched_words": spoken.line[best.start : best.end],
        "runner_up": runner_up,
    }
    if doubted is not None:
        metadata.update(doubted)
        reason += " The examples agree." if doubted["examples_agree"] else ""
    return case.decision(intent, KeywordTier.method, CONFIDENCE, reason, metadata)


def _describe_hits(spoken: SpokenText, hits: Hits) -> list[dict[str, str]]:
    """The hits, for the record."""
    line = spoken.line
    return [
        {"keyword": keyword, "words": line[start:end], "intent": intent.name}
        for keyword, start, end, intent in hits[:SHOWN]
    ]


def _courtesies(case: DecisionInput, spoken: SpokenText) -> tuple[SpokenText, Hits]:
    """The greetings and thanks around a topic that no keyword names, with the text that they stand in.

    Only without examples: with them a greeting before something unclear would answer what is left unclear.
    """
    whole = spoken.with_everything()
    return whole, [hit for hit in case.published.rank(whole) if not hit.payload.agent]
