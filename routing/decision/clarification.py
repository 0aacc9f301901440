"""Which of these? What the user is asked where the examples leave several specialists, and what they choose.

The choice routes the message that was unclear, not the words that choose.

>>> picked(case._replace(utterance=Utterance("a segunda", "a segunda"))).decision.method
'clarified'
"""

import time
from collections.abc import Sequence

from agents.specs import in_language
from conversations.turn import Method, Option, PlannedBranch, Question, RouteDecision, Verdict
from language import closing, detect, options
from language.lexicon.places import AROUND_CHOICE
from language.normalise import words
from language.spoken_languages import CODES
from language.wording import describes
from routing.decision import by_value
from routing.decision.fallback import find_followed, nobody_serves
from routing.decision.input import Decision, DecisionInput, Tier
from routing.decision.likely import (
    MOST,
    asks_before_acting,
    choices,
    choose_unasked,
    rank_specialists,
)
from routing.decision.method_column import SWITCHED_OFF
from routing.decision.reply import changeable
from routing.decision.specs import FEWEST_OFFER_WORDS, MOST_OFFER_WORDS, IntentSpec
from routing.decision.staying import matter_at_hand, names_anew, stays
from routing.decision.switched_off import find_switched_off
from routing.texts import text

ROUTE = "clarification"
CLARIFIED: Method = "clarified"


class ClarificationTier(Tier):
    """Serves who is likely where that only reads, else asks which of two or three intents is meant, each of
    another specialist; where nothing else is open and the message is no short word about the matter at hand.

    Never twice in a row: whoever was asked and wrote something else gets the likeliest of the same.
    """

    method = "clarification"
    sure = False
    by_words = True

    def decide(self, case: DecisionInput) -> Verdict:
        reading = case.reading
        if case.utterance.wordless:
            return NOT_NEEDED if case.utterance.shows or _has_begun(case) else self._tell_unseen(case)
        if (wanted := find_switched_off(case)) is not None:
            return self._tell_off(case, wanted)
        if reading is not None and reading.sure:
            return NOT_NEEDED
        if by_value.find_served(case) is not None:
            torn = by_value.list_torn(case)[:MOST]
            reason = f"A value alone, which {len(torn)} specialists look up: the user is asked for what."
            return self._ask(case, torn, by_value.CONFIDENCE, reason) if torn else NOT_NEEDED
        if closing.closes(case.utterance.text):
            return NOT_NEEDED  # thanks and a goodbye are about nothing
        if reading is None:
            behind = find_unserved(case)
            return NOT_NEEDED if behind is None else self._serve(case, *behind)
        likely, at_hand = rank_specialists(case, reading), matter_at_hand(case)
        served = choose_unasked(case, reading, likely)
        if at_hand is not None and (served is None or served.agent != at_hand.agent) and stays(case):
            return NOT_NEEDED
        if served is None and names_anew(case):
            return NOT_NEEDED
        if served is None and (behind := find_unserved(case)) is not None:
            return self._serve(case, *behind)
        waiting = case.waiting
        # Beside words that a reply may change, what is no sure matter of another's is a change that nobody
        # understood.
        elsewhere = waiting is None or (
            served is not None and served.agent != waiting.agent and not changeable(waiting, case.published)
        )
        if served is not None and elsewhere:
            if at_hand is not None and served.agent == at_hand.agent and find_followed(case) is not None:
                return NOT_NEEDED
            return self._serve(case, served, likely[0].share)
        if waiting is not None or find_followed(case) is not None or case.utterance.shows:
            return NOT_NEEDED
        intents = choices(case, reading, likely)
        one = not case.published.learnt.few and len({each.agent for each in intents}) == 1
        if one and asks_before_acting(case, intents[0]):
            return self._serve(case, intents[0], likely[0].share)  # torn between matters, not people
        names = [intent.name for intent in intents]
        reason = f"The examples leave {' and '.join(names)}: the user is asked which."
        return self._ask(case, intents, reading.confidence, reason)

    def _ask(
        self, case: DecisionInput, intents: Sequence[IntentSpec], confidence: float, reason: str
    ) -> Verdict:
        labels = tuple(label_of(intent, case.utterance.language) for intent in intents)
        if not intents or len(set(map(str.casefold, labels))) < len(labels):
            return NOT_NEEDED
        names, pending = [intent.name for intent in intents], case.state.clarification
        facts = {"between": names, "confidence": round(confidence, 3)}
        if pending is not None and set(pending.data.get("between", ())) == set(names):
            reason = f"Was asked already; the likeliest is {names[0]}."
            likelier = case.decision(intents[0], "example", confidence, reason, facts)
            return Verdict(self.method, likelier, facts)
        agent = case.published.who_speaks(case.state.active_agent)
        decision = RouteDecision(
            ROUTE, agent, ROUTE, round(confidence, 3), reason, self.method,
            metadata={**facts, "labels": list(labels)}, domain=case.published.profile.domain or None,
        )  # fmt: skip
        return Verdict(self.method, decision, facts)

    def _serve(self, case: DecisionInput, served: IntentSpec, share: float) -> Verdict:
        facts = {"intent": served.name, "specialist_share": round(share, 3)}
        reason = f"The examples make {served.agent} likely, whose likeliest matter is {served.name}."
        return Verdict(self.method, case.decision(served, "example", share, reason, facts), facts)

    def _tell_unseen(self, case: DecisionInput) -> Verdict:
        """Files without a word that nobody sees: the user is asked for words, and offered nothing."""
        agent = case.published.who_speaks(case.state.active_agent)
        decision = RouteDecision(
            ROUTE, agent, ROUTE, 0.0, "Files without words that nobody sees: the user is asked for words.",
            self.method, metadata={"between": [], "labels": []},
            domain=case.published.profile.domain or None,
        )  # fmt: skip
        return Verdict(self.method, decision, {"between": []})

    def _tell_off(self, case: DecisionInput, wanted: IntentSpec) -> Verdict:
        """What is wanted is switched off: the user is told that, and offered nothing instead."""
        agent = case.published.who_speaks(case.state.active_agent)
        label = label_of(wanted, case.utterance.language)
        decision = RouteDecision(
            ROUTE, agent, ROUTE, 1.0, f"{wanted.name} is wanted, and an operator switched it off.",
            self.method, metadata={"between": [], "labels": [label], SWITCHED_OFF: wanted.name},
            domain=case.published.profile.domain or None,
        )  # fmt: skip
        return Verdict(self.method, decision, {"intent": wanted.name, "why": SWITCHED_OFF})


def _has_begun(case: DecisionInput) -> bool:
    """Whether somebody speaks or waits already."""
    return case.waiting is not None or case.state.active_agent in case.published.specialists


def find_unserved(case: DecisionInput) -> tuple[IntentSpec, float] | None:
    """Who is likely for a message behind the one before it, which nobody served, with the share; else None.

    "I bought a fridge and a cooker and neither came" was told that nobody serves it, and "number 550213" says
    nothing by itself: together they may say enough. What may answer an open question is left to it.
    """
    before = case.utterance.before
    if not before or case.waiting is not None or matter_at_hand(case) is not None:
        return None
    together = f"{before}. {case.topic}"
    if case.hits(case.utterance.text) or not case.may_read(together):
        return None
    both = case.reading_of(together)
    if both is None:
        return None
    likely = rank_specialists(case, both)
    served = choose_unasked(case, both, likely)
    return (served, likely[0].share) if served is not None else None


NOT_NEEDED = Verdict(ClarificationTier.method, silent=True)


class ChosenTier(Tier):
    """What was chosen holds (`pick`)."""

    method = CLARIFIED


def question(decision: RouteDecision, original: str, language: str, turn: int) -> Question:
    """The question of a decision that asks; `original` is the message that is served once it is answered."""
    labels = decision.metadata["labels"]
    listed = "\n".join(f"{number}. {label}" for number, label in enumerate(labels, 1))
    return Question(
        kind="clarification",
        text=f"{text('which_one', language)}\n{listed}",
        agent=decision.agent,
        options=tuple(Option(label, label) for label in labels),
        data={"original": original, "between": list(decision.metadata["between"])},
        turn=turn,
        asked_at=time.time(),
    )


def pick(case: DecisionInput) -> Decision | None:
    """The decision for the message that was unclear, when this one chooses: one of its matters, both, or none
    of them.

    None: it is a message of its own.
    """
    pending = case.state.clarification
    if pending is None or "between" not in pending.data:
        return None
    between = list(pending.data["between"])
    original = str(pending.data.get("original", ""))
    if options.none(case.utterance.text):
        return _choose_none(case, between)
    if options.every(case.utterance.text, between):
        return _choose_every(case, original, between)
    if options.count_named(case.utterance.text):
        return None  # "the two" of three
    name = _read_choice(case, pending)
    intent = case.published.intents.get(name or "") or by_value.find_asked(case, between)
    if intent is None or case.is_off(intent):
        return None
    saw = {"chose": intent.name, "message": original, "between": list(pending.data["between"])}
    reason = f"The user chose {intent.name} for the message before."
    decision = case.decision(intent, CLARIFIED, 1.0, reason, saw)
    return Decision(decision, (Verdict(CLARIFIED, decision, saw),), None, remaining=original)


def _choose_every(case: DecisionInput, original: str, between: Sequence[str]) -> Decision | None:
    """All of the matters, one after the other, each with the message that was unclear."""
    named = (case.published.intents.get(name) for name in between)
    chosen = [intent for intent in named if intent is not None and not case.is_off(intent)]
    if len(chosen) < len(between):
        return None
    saw = {"chose": [intent.name for intent in chosen], "message": original, "between": list(between)}
    reason = f"The user chose all of {', '.join(intent.name for intent in chosen)} for the message before."
    decision = case.decision(chosen[0], CLARIFIED, 1.0, reason, saw)
    parts = tuple(PlannedBranch(intent.agent, intent.name, original) for intent in chosen)
    return Decision(decision, (Verdict(CLARIFIED, decision, saw),), None, remaining=original, parts=parts)


def _choose_none(case: DecisionInput, between: Sequence[str]) -> Decision:
    """What is served is told: none of the matters was meant."""
    saw = {"between": list(between)}
    decision = nobody_serves(case, 1.0, {**saw, "chose": ""}, "The user meant none of what was offered")
    return Decision(decision, (Verdict(CLARIFIED, decision, saw),), None)


def label_of(intent: IntentSpec, language: str) -> str:
    """How people are shown an intent.

    Its button in their language, else a short example in it, else either in another one: a person's words
    before the description, which is written for colleagues; else its name.
    """
    sizes = range(FEWEST_OFFER_WORDS, MOST_OFFER_WORDS + 1)
    short = [text for text in intent.examples if len(text.split()) in sizes]
    own = _find_in(language, short)
    label = intent.offer.get(language) or own or in_language(intent.offer, language) or next(iter(short), "")
    return label or intent.description or intent.name.replace("_", " ")


def _find_in(language: str, examples: Sequence[str]) -> str:
    """The first example that shows a language whatever was spoken before, else the first taken for it."""
    likely = ""
    for example in examples:
        if detect.language(example, None) != language:
            continue
        if all(detect.language(example, before) == language for before in CODES):
            return example
        likely = likely or example
    return likely


def _read_choice(case: DecisionInput, pending: Question) -> str | None:
    """The intent that a message chooses.

    By its button, its place ("a segunda"), its name, one of its keywords, or words of its button alone ("the
    one with the strings").
    """
    names = list(pending.data.get("between", ()))
    message, intents = case.utterance.text, case.published.intents
    bare = [word for word in words(message) if word not in AROUND_CHOICE]
    for words_said in (message, " ".join(bare)):
        shown = options.match(words_said, pending.options)
        if shown is not None:
            return str(names[pending.options.index(shown)])
    typed = words(message)
    for name in names:
        if name in intents and typed in (words(name.replace("_", " ")), words(intents[name].description)):
            return str(name)
    hits = case.hits(message)
    covered = {word for hit in hits for word in words(message[hit.start : hit.end])}
    found = {hit.payload.name for hit in hits}
    if len(found) == 1 and found <= set(names) and covered.issuperset(bare):
        return found.pop()
    described = [
        name for name, each in zip(names, pending.options, strict=True) if describes(message, each.label)
    ]
    return str(described[0]) if len(described) == 1 else None
