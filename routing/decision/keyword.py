"""Whole-word keyword hits; the lowest priority number wins, then the longest, then the intent's name."""

from operator import attrgetter
from typing import Any, Literal

from conversations.turn import RouteDecision, Verdict
from language import topic
from language.automaton import Hit
from language.normalise import spaced
from routing.decision.agreement import doubts, needs_agreement, standing
from routing.decision.case import Case
from routing.published import rank
from routing.specs import IntentSpec

_priority = attrgetter("payload.priority")
CONFIDENCE = 0.85
SHOWN = 20  # hits that the record keeps


class KeywordTier:
    """Decides on every message that holds a keyword of an intent, unless it needs the examples to agree.

    A weak keyword, and a courtesy with something beside it, decides only where the examples do not say otherwise.
    """

    method: Literal["keyword"] = "keyword"

    def decide(self, case: Case) -> Verdict:
        text = whole = case.published.spoken(case.utterance.text)
        folded = spaced(text)
        about = topic.of(text, folded).text
        if about is not text or "  " in text or "\n" in text:
            text = " ".join(about.split())  # a keyword of two words may stand at a line's end
            folded = spaced(text)
        hits = case.published.keywords.hits_in(folded)
        if not hits and about is not whole and case.published.weak is None:
            text, folded, hits = _courtesies(case, whole)
        if case.off:
            hits = case.switched_on(hits)
        if not hits:
            return Verdict(self.method, None, {"hits": []})
        if len(hits) > 1:
            hits.sort(key=_priority)  # in C; ties are rare
            if hits[0].payload.priority == hits[1].payload.priority:
                hits.sort(key=rank)
        # The first is asked about here: nothing else of this costs a message with a strong keyword anything.
        weak = case.published.weak
        doubted = hits if weak is not None and needs_agreement(hits[0], weak) else ()
        if doubted:
            hits = standing(case, text, hits, about)
        # Outside Latin-1 folding may change the length; then the places do not cut the words out of the text.
        exact = len(folded) == len(text) + 2
        seen = [
            {"keyword": keyword, "words": text[start:end] if exact else keyword, "intent": intent.name}
            for keyword, start, end, intent in (doubted or hits)[:SHOWN]
        ]
        saw: dict[str, Any] = {"hits": seen}
        if doubted:
            saw["weak"] = doubts(case, doubted, hits)
            if not hits:
                return Verdict(self.method, None, saw)
        best = hits[0]
        intent = best.payload
        agent = intent.agent or case.published.who_speaks(case.state.active_agent)
        matched = [hit.text for hit in hits if hit.payload is intent]
        runner_up, over = None, ""
        if len(matched) < len(hits):
            runner_up, over = _second(hits, intent)
        agreed = bool(doubted and weak and needs_agreement(best, weak))
        decision = RouteDecision(
            agent, agent, intent.name, CONFIDENCE,
            f"'{best.text}' is a keyword of {intent.name} (priority {intent.priority}){over}."
            f"{' The examples agree.' if agreed else ''}",
            self.method, intent.next_state or None, False,
            {
                "matched_keyword": best.text,
                "matched_keywords": matched if len(matched) < 2 else list(dict.fromkeys(matched)),
                "matched_words": text[best.start : best.end] if exact else best.text,
                "runner_up": runner_up,
                **({"examples_agree": agreed, "weak": saw["weak"]} if doubted else {}),
            },
            intent.domain or None, intent.tools,
        )  # fmt: skip
        return Verdict(self.method, decision, saw)


def _courtesies(case: Case, whole: str) -> tuple[str, str, list[Hit[IntentSpec]]]:
    """The greetings and thanks around a topic that no keyword names, with the text that they stand in.

    Only without examples: with them a greeting before something unclear would answer what is left unclear.
    """
    text = " ".join(whole.split())
    folded = spaced(text)
    found = case.published.keywords.hits_in(folded)
    return text, folded, [hit for hit in found if not hit.payload.agent]


def _second(hits: list[Hit[IntentSpec]], first: IntentSpec) -> tuple[dict[str, Any] | None, str]:
    """The next intent in the order of ranks, as data and in words."""
    for hit in hits:
        other = hit.payload
        if other is not first:
            found = {"intent": other.name, "agent": other.agent, "keyword": hit.text}
            return found, f"; it comes before '{hit.text}' of {other.name}"
    return None, ""
