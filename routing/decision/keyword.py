"""Whole-word keyword hits; the lowest priority number wins, then the longest, then the intent's name."""

from operator import attrgetter
from typing import Any, Literal

from conversations.turn import RouteDecision, Verdict
from language.automaton import Hit
from language.normalise import spaced
from routing.decision.case import Case
from routing.published import rank
from routing.specs import IntentSpec

_priority = attrgetter("payload.priority")
CONFIDENCE = 0.85
SHOWN = 20  # hits that the record keeps


class KeywordTier:
    """Decides on every message that holds a keyword of an intent."""

    method: Literal["keyword"] = "keyword"

    def decide(self, case: Case) -> Verdict:
        text = case.utterance.text
        if "  " in text or "\n" in text:
            text = " ".join(text.split())  # a keyword of two words may stand at a line's end
        folded = spaced(text)
        hits = case.hits(text, folded)
        if not hits:
            return Verdict(self.method, None, {"hits": []})
        if len(hits) > 1:
            hits.sort(key=_priority)  # in C; ties are rare
            if hits[0].payload.priority == hits[1].payload.priority:
                hits.sort(key=rank)
        # Outside Latin-1 folding may change the length; then the places do not cut the words out of the text.
        exact = len(folded) == len(text) + 2
        seen = [
            {"keyword": keyword, "words": text[start:end] if exact else keyword, "intent": intent.name}
            for keyword, start, end, intent in hits[:SHOWN]
        ]
        best = hits[0]
        intent = best.payload
        agent = intent.agent or case.published.who_speaks(case.state.active_agent)
        matched = [hit.text for hit in hits if hit.payload is intent]
        runner_up, over = None, ""
        if len(matched) < len(hits):
            runner_up, over = _second(hits, intent)
        decision = RouteDecision(
            agent, agent, intent.name, CONFIDENCE,
            f"'{best.text}' is a keyword of {intent.name} (priority {intent.priority}){over}.",
            self.method, intent.next_state or None, False,
            {
                "matched_keyword": best.text,
                "matched_keywords": matched if len(matched) < 2 else list(dict.fromkeys(matched)),
                "matched_words": seen[0]["words"],
                "runner_up": runner_up,
            },
            intent.domain or None, intent.tools,
        )  # fmt: skip
        return Verdict(self.method, decision, {"hits": seen})


def _second(hits: list[Hit[IntentSpec]], first: IntentSpec) -> tuple[dict[str, Any] | None, str]:
    """The next intent in the order of ranks, as data and in words."""
    for hit in hits:
        other = hit.payload
        if other is not first:
            found = {"intent": other.name, "agent": other.agent, "keyword": hit.text}
            return found, f"; it comes before '{hit.text}' of {other.name}"
    return None, ""
