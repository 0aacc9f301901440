"""Parts of earlier messages that are taken up again, answered out of order, or named anew.

"e o resto?", "só a primeira por enquanto", "y los planes".
"""

from collections.abc import Sequence
from dataclasses import replace

from conversations.turn import ConversationState, Option, Pending, Reply, RouteDecision, Utterance, Verdict
from language import options, other_matter, wording
from language.acts.reading import read_act
from language.ellipsis import is_elliptic
from language.normalise import words
from language.sentences import split_sentences
from routing.decision.input import Decision, DecisionInput, Tier
from routing.decision.likely import rank_specialists
from routing.decision.profile_runtime import ProfileRuntime
from routing.decision.reply import has_lapsed, read

MOST_WORDS = 8  # of a message that names one of the parts and says nothing else
TWICE = 2  # times as likely as the next one a part must be


def take_up(case: DecisionInput) -> Decision | None:
    """The decision to take up a part of an earlier message, before anything else is read."""
    state = case.state
    part = find_taken_up(case.utterance, state, case.published) if state.pending or state.parts else None
    if part is None:
        return None
    found = verdict(part, case.published)
    assert found.decision is not None
    return Decision(found.decision, (found,), None, resumed=part)


class NamedPartTier(Tier):
    """Decides on a short message that names a part of the last one and says nothing of its own."""

    method = "part"

    def decide(self, case: DecisionInput) -> Verdict:
        part = find_named(case) if case.state.parts else None
        return verdict(part, case.published) if part is not None else NO_PART


NO_PART = Verdict(NamedPartTier.method, silent=True)


def find_taken_up(
    utterance: Utterance, state: ConversationState, published: ProfileRuntime
) -> Pending | None:
    """The part that "e o outro assunto?" means, or one by its place ("só a primeira").

    The oldest open one whose specialist is still there; with none open the one of the last several that was
    not spoken of last.
    """
    text = utterance.text
    still = [part for part in state.parts if part.agent in published.specialists]
    if not other_matter.asks_for_rest(_last_sentence(text, published)):
        return _by_place(text, state, still) or _not_named(text, still, published)
    left = next((part for part in state.pending if part.agent in published.specialists), None)
    return left or _after(state, still)


def _last_sentence(text: str, published: ProfileRuntime) -> str:
    """What is asked behind words that name no matter: "ok I'll try that later. and the rest?"."""
    *before, last = split_sentences(text) or [text]
    return text if not before or published.hits(" ".join(before)) else last


def _not_named(text: str, parts: Sequence[Pending], published: ProfileRuntime) -> Pending | None:
    """The part that is left when the others are named: "before the invoice do the other one"."""
    around = other_matter.words_around(text)
    if around is None:
        return None
    message = " ".join(around)
    named = {hit.payload.agent for hit in published.hits(message)}
    left = [part for part in parts if part.agent not in named and not wording.find_shared(message, part.text)]
    return left[0] if len(left) == 1 < len(parts) else None


def _by_place(text: str, state: ConversationState, parts: Sequence[Pending]) -> Pending | None:
    """The part whose place is named, unless it may be the place of something that is offered."""
    waiting = (state.question, state.clarification)
    if len(parts) < 2 or any(question is not None and question.options for question in waiting):
        return None
    places = [Option(part.text, part.text) for part in parts]
    found = options.match(text, places)
    return parts[places.index(found)] if found is not None else None


def _after(state: ConversationState, parts: Sequence[Pending]) -> Pending | None:
    """Of several parts the one behind that which was spoken of last, from the first again behind the last."""
    spoken = [place for place, part in enumerate(parts) if part.agent == state.active_agent]
    return parts[(spoken[-1] + 1) % len(parts)] if spoken and len(parts) > 1 else None


def find_named(case: DecisionInput) -> Pending | None:
    """Which of the parts of the last message of several a short message names that says nothing of its own:
    by words of it, else as the likeliest of them. None while a question of its own is answered.
    """
    parts = [part for part in case.state.parts if part.agent in case.published.specialists]
    tokens = words(case.utterance.text)
    if case.reply is not None or len(parts) < 2 or not 0 < len(tokens) <= MOST_WORDS:
        return None
    shared = [len(wording.find_shared(case.utterance.text, part.text)) for part in parts]
    if shared.count(max(shared)) == 1:
        return parts[shared.index(max(shared))]
    found = _likeliest(case, parts)
    anew = found is not None and is_elliptic(case.utterance.text)  # "and a canoe?": of the same matter
    return replace(found, text=case.utterance.text) if found is not None and anew else found


def _likeliest(case: DecisionInput, parts: Sequence[Pending]) -> Pending | None:
    reading = case.reading
    if reading is None:
        return None
    shares = {each.intent.agent: each.share for each in rank_specialists(case, reading)}
    ranked = sorted(parts, key=lambda part: -shares.get(part.agent, 0.0))
    one, two = (shares.get(part.agent, 0.0) for part in ranked[:2])
    agents = {part.agent for part in parts}
    others = max((share for agent, share in shares.items() if agent not in agents), default=0.0)
    return ranked[0] if one > TWICE * max(two, others) else None


def answer_open_part(case: DecisionInput) -> Reply | None:
    """The message as a value for the question of an open part, when it says nothing to the question asked
    last: "INV001" after both an order and an invoice number were asked for.

    Only values that a pattern recognises: "obrigado" is no answer to a question of long ago. A plain yes or
    no answers the one question of its kind that was asked beside the question for a value.
    """
    if case.reply is not None and case.reply.kind != "unclear":
        return None
    if case.reply is not None and case.reply.question.kind == "slot":
        questions = [part.question for part in case.state.pending if part.question is not None]
        turn = case.reply.question.turn
        beside = [each for each in questions if each.is_yes_or_no and each.was_read and each.turn == turn]
        if len(beside) == 1 and not has_lapsed(beside[0].asked_at, case.now):
            reply = read(case, beside[0])
            if reply is not None and reply.kind in ("yes", "no"):
                return reply
    if case.reply is not None and read_act(case.utterance.text, case.reply.question.text).likely_yes:
        return None  # "sim, L100" to an action is asked again
    slots = case.published.agents.slots
    for part in case.state.pending:
        question = part.question
        if question is None or part.agent not in case.published.specialists:
            continue
        if has_lapsed(question.asked_at, case.now) or not slots.keys() >= set(question.fields):
            continue
        reply = read(case, question)
        if reply is not None and reply.kind == "value":
            return reply
    return None


def verdict(part: Pending, published: ProfileRuntime) -> Verdict:
    """The decision that gives the turn to the specialist of an open part."""
    intent = published.intents.get(part.intent or "")
    decision = RouteDecision(
        route=part.agent,
        agent=part.agent,
        intent=part.intent or "fallback",
        confidence=1.0,
        reason=f"Takes up the part of turn {part.turn} that {part.agent} had left open ({part.why}).",
        method="state",
        metadata={"resumes": part.text, "why": part.why, "turn": part.turn},
        domain=(intent.domain if intent else published.profile.domain) or None,
        mcp_tools=intent.tools if intent else (),
    )
    saw = {"open": part.text, "agent": part.agent, "why": part.why}
    return Verdict("state", decision, saw, resumed=part)
