"""Whole-word keyword hits; the lowest priority number wins, then the longest, then the intent's name."""

from typing import Any

from conversations.turn import RouteDecision, Verdict
from language.automaton import Hit
from language.normalise import spaced
from routing.decision.case import Case
from routing.published import rank
from routing.specs import IntentSpec

CONFIDENCE = 0.85


class KeywordTier:
    """Decides on every message that holds a keyword of an intent."""

    method = "keyword"

    def decide(self, case: Case) -> Verdict:
        published = case.published
        text = " ".join(case.utterance.text.split())
        hits = published.hits(text)
        if not hits:
            return Verdict(self.method, None, {"hits": []})
        if len(hits) > 1:
            hits = sorted(hits, key=rank)
        best = hits[0]
        intent = best.payload
        agent = intent.agent or who_speaks(case)
        original = len(text) + 2 == len(spaced(text))
        found: list[dict[str, Any]] = [_seen(hit, text, original) for hit in hits]
        name = intent.name
        reason = f"'{best.text}' is a keyword of {name} (priority {intent.priority})."
        metadata: dict[str, Any] = {"matched_keyword": best.text, "matched_words": found[0]["words"]}
        if len(hits) == 1:
            metadata["matched_keywords"] = [best.text]
            metadata["runner_up"] = None
        else:
            metadata["matched_keywords"] = list(
                dict.fromkeys(hit.text for hit in hits if hit.payload.name == name)
            )
            second = next((hit for hit in hits if hit.payload.name != name), None)
            metadata["runner_up"] = _runner_up(second)
            if second is not None:
                reason = f"{reason[:-1]}; it wins over '{second.text}' of {second.payload.name}."
        decision = RouteDecision(
            agent, agent, name, CONFIDENCE, reason, "keyword", intent.next_state or None, False, metadata,
            intent.domain or None, intent.tools,
        )  # fmt: skip
        return Verdict(self.method, decision, {"hits": found})


def who_speaks(case: Case) -> str:
    """Who answers an intent of nobody (a greeting): the active specialist, else the fallback."""
    active = case.state.active_agent
    return (
        active if active and active in case.published.specialists else case.published.profile.fallback_agent
    )


def _seen(hit: Hit[IntentSpec], text: str, original: bool) -> dict[str, Any]:
    """A hit as people read it: the keyword, and the words that were typed."""
    words = text[hit.start : hit.end] if original else hit.text
    return {"keyword": hit.text, "words": words, "intent": hit.payload.name, "priority": hit.payload.priority}


def _runner_up(hit: Hit[IntentSpec] | None) -> dict[str, Any] | None:
    if hit is None:
        return None
    return {"intent": hit.payload.name, "agent": hit.payload.agent, "keyword": hit.text}
