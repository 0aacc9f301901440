"""What becomes of a text when a rail has spoken, and what is recorded of it."""

import time
from collections.abc import Mapping, Sequence
from dataclasses import replace

from agents.guardrails.base import About, AnyRail, Rail
from agents.guardrails.kept_words import mask_decision
from agents.specs import RailSpec, in_language
from conversations.turn import RailDecision
from language.spoken_languages import mark, speak

# Said in place of what a rail took out, unless its row has a polite text of its own.
INSTEAD: Mapping[str, str] = {
    "REVPREC": mark("I have not done that yet."),
    "INPUT_SIZE": mark("Your message is too long for me. Could you tell me the essence in a few sentences?"),
    "DLEX": mark("I cannot talk about that here."),
    "VLOOP": mark(
        "You have told me this already. Could you say it in other words, or tell me what is missing?"
    ),
    "GND": mark("I could not confirm that."),
    "PINJ": mark("I keep to what I am here for. What can I help you with?"),
    "TOX": mark("I am here to help, but not with insults or threats. What do you need?"),
    "OOS": mark("That is nothing I can help with here. What else can I do for you?"),
    "MODERATION": mark("I cannot go into that. What can I help you with?"),
    "GUARD_MODEL": mark("I cannot go into that. What can I help you with?"),
    "CMP": mark("I cannot give you a complete answer to that right now."),
    "PROMPT_LEAK": mark("I do not tell how I was instructed. What can I help you with?"),
    "": mark("I cannot say that here."),
}


def polite(spec: RailSpec, language: str) -> str:
    """The row's polite text in the language, else this installation's for the code."""
    return in_language(spec.polite, language) or speak(INSTEAD.get(spec.code, INSTEAD[""]), language)


class Settled:
    """Collects the decisions of one answer: one a rail, however many units it was cut into.

    `ended`: a rail that ends answers (`ends`) has refused a part of this one; nothing more of it leaves.
    `objected`: what was found by those that have an answer made anew.
    """

    def __init__(self, codes: Sequence[str], about: About) -> None:
        self._about = about
        self._found: dict[str, list[RailDecision]] = {code: [] for code in codes}
        self._changed: set[str] = set()
        self._replaced: set[str] = set()
        self.objected: list[RailDecision] = []
        self.ended = False

    def add(self, decision: RailDecision, changed: bool) -> None:
        self._found.setdefault(decision.code, []).append(decision)
        if changed:
            self._changed.add(decision.code)

    def has_replaced(self, code: str) -> bool:
        """Whether this rail's polite text stands in the answer already; said once, it is enough."""
        before = code in self._replaced
        self._replaced.add(code)
        return before

    def decisions(self, whole: str) -> tuple[RailDecision, ...]:
        """One decision a rail, with the whole answer as `sanitized_text` where it changed something."""
        return tuple(self._one(code, found, whole) for code, found in self._found.items())

    def _one(self, code: str, found: list[RailDecision], whole: str) -> RailDecision:
        changed = whole if code in self._changed else None
        return _join(found or [RailDecision(code, True, phase=self._about.phase)], changed)


def one_each(decisions: Sequence[RailDecision], answer: str) -> tuple[RailDecision, ...]:
    """One decision a rail and phase, however many parts an answer had.

    `answer` is the text that they left.
    """
    found: dict[tuple[str, str], list[RailDecision]] = {}
    for decision in decisions:
        found.setdefault((decision.phase, decision.code), []).append(decision)
    return tuple(
        _join(
            each,
            (answer if phase == "output" else "")
            if any(one.sanitized_text is not None for one in each)
            else None,
        )
        if len(each) > 1
        else each[0]
        for (phase, _code), each in found.items()
    )


def _join(found: Sequence[RailDecision], changed: str | None) -> RailDecision:
    """What a rail said about several pieces, as one decision: the first that found something, all reasons."""
    telling = [item for item in found if item.has_found or item.metadata.get("missed")]
    return replace(
        (telling or found)[0],
        allowed=all(item.allowed for item in found),
        reason="; ".join(dict.fromkeys(item.reason for item in telling if item.reason)),
        sanitized_text=changed,
        ms=round(sum(item.ms for item in found), 3),
    )


def settle(rail: Rail, spec: RailSpec, text: str, about: About, settled: Settled) -> str:
    """The text as a rail leaves it, by the action of its row: masked, replaced, or only noted."""
    return carry_out(rail, spec, ask_rail(rail, spec, text, about), text, about, settled)


def carry_out(
    rail: AnyRail, spec: RailSpec, decision: RailDecision, text: str, about: About, settled: Settled
) -> str:
    """The text as a decision leaves it, which is noted."""
    left = text
    if decision.sanitized_text is not None:
        left = decision.sanitized_text
    elif not decision.allowed:
        left = "" if settled.has_replaced(spec.code) else polite(spec, about.language)
        settled.ended |= rail.ends
        if spec.asks_again and not decision.metadata.get("missed"):
            settled.objected.append(decision)
    settled.add(decision, left != text)
    return left


def ask_rail(rail: Rail, spec: RailSpec, text: str, about: About) -> RailDecision:
    """What a rail decides by the action of its row. Observed, it changes and refuses nothing; to be refused
    is whatever it finds, also where the model is asked again; else what it can mask is masked, and the rest
    refused.
    """
    began = time.perf_counter()
    decision = rail.check(text, replace(about, settings=spec.settings) if spec.settings else about)
    decision = obey_row(spec, decision, text, about)
    return replace(decision, ms=round((time.perf_counter() - began) * 1000, 3))


def obey_row(spec: RailSpec, decision: RailDecision, text: str, about: About) -> RailDecision:
    """A rail's word on a text as its row has it; what it keeps of the text is masked."""
    found, metadata = not decision.allowed or decision.sanitized_text is not None, decision.metadata
    if spec.action == "observe":
        decision = replace(decision, allowed=True, sanitized_text=None)
        metadata = {**metadata, "observed": found}
    elif (spec.action == "block" or spec.asks_again) and found:
        decision = replace(decision, allowed=False, sanitized_text=None)
    if spec.asks_again:
        metadata = {**metadata, "attempts": spec.attempts}
    decision = replace(decision, code=spec.code, metadata={**metadata, "action": spec.action})
    return mask_decision(decision, text, about) if found else decision
