"""Whether a message of a running conversation stays with the matter at hand, or begins another.

>>> stays(case), leaves(case)  # "until when?", after somebody asked what they owe
(True, False)

What the examples say of it by itself, and of it behind the message before it ("what do I owe? until when?"),
whether it only goes on by its form, and how many words it has are weighed together, by what 494 turns of six
sets of conversations showed: of those left out in turn 88.7 % are told rightly, by what the message says
alone 85.6 % (ADR 122).
"""

import math

from django.conf import settings

from agents.specs import ToolSpec
from conversations.turn import Question
from language import clock_times, days, month_names, slots
from language.ellipsis import is_elliptic
from language.learnt_kind import FOLLOW_UP, PERSON
from language.normalise import words
from routing.decision import by_value, person
from routing.decision.input import DecisionInput
from routing.decision.learning.prediction import Prediction
from routing.decision.learning.samples import OUT_OF_SCOPE
from routing.decision.specs import IntentSpec

# The numbers of: one; alone the share of who is at hand, of the likeliest other one, of nobody; the same
# behind the message before; the share of what only goes on; the logarithm of the words.
CURVE = (2.69, 3.54, -1.98, -1.26, 1.33, -1.51, -0.55, 0.85, -1.35)
STAYS = 0.6  # from here on what the examples are sure of by itself is no other matter
LEAVES = 0.3  # below it, and ...
OUTSPOKEN = 0.5  # ... with so much for somebody else, it is no word about an open question


def stays(case: DecisionInput) -> bool:
    """Whether a message goes on with the matter at hand, whatever its words say by themselves."""
    share = find_share(case)
    return share is not None and share >= STAYS


def leaves(case: DecisionInput) -> bool:
    """Whether a message is of another matter than the one at hand, and the examples say of which."""
    share, about = find_share(case), matter_at_hand(case)
    if share is None or share >= LEAVES or about is None or case.reading is None:
        return False
    _mine, other, nobody = _shares(case, case.reading, about.agent)
    return max(other, nobody) >= OUTSPOKEN


def find_share(case: DecisionInput) -> float | None:
    """How likely a message stays with the matter at hand, 0 to 1.

    None where nothing is at hand, the examples say nothing of it, or they are few, and of a value that
    somebody else looks up.
    """
    return case.keep(_find_share)


def _find_share(case: DecisionInput) -> float | None:
    about = matter_at_hand(case)
    if about is None or case.published.learnt.few or (alone := case.reading) is None:
        return None
    takers = {intent.agent for intent in by_value.find_takers(case)}
    if takers and about.agent not in takers:
        return None
    text, before = case.utterance.text, case.utterance.before
    behind = case.reading_of(f"{before}. {case.topic}") if before else None
    looks = (
        1.0,
        *_shares(case, alone, about.agent),
        *_shares(case, behind or alone, about.agent),
        FOLLOW_UP.share(text, settings.EMBEDDER),
        math.log1p(len(words(text))),
    )
    return 1 / (1 + math.exp(-sum(number * look for number, look in zip(CURVE, looks, strict=True))))


def _shares(case: DecisionInput, reading: Prediction, agent: str) -> tuple[float, float, float]:
    """What a reading gives to a specialist, to the likeliest other one, and to what nobody serves."""
    found: dict[str, float] = {}
    for name, share in reading.scores:
        intent = case.published.intents.get(name)
        if intent is not None and intent.agent:
            found[intent.agent] = found.get(intent.agent, 0.0) + share
    others = (share for each, share in found.items() if each != agent)
    nobody = next((share for name, share in reading.scores if name == OUT_OF_SCOPE), 0.0)
    return found.get(agent, 0.0), max(others, default=0.0), nobody


def matter_at_hand(case: DecisionInput) -> IntentSpec | None:
    """The intent that is asked about or was spoken of last, of whoever asks or speaks.

    None at the beginning.
    """
    published, state = case.published, case.state
    name, agent = state.active_intent, state.active_agent
    if case.waiting is not None and speaks_last(case):
        name, agent = case.waiting.intent, case.waiting.agent
    elif state.sub_conversation is not None:  # the coordinator is active, and another one has the word
        agent = state.sub_conversation.specialist
    intent = published.intents.get(name or "")
    # A single agent speaks for all of the team.
    owns = intent is not None and agent in (intent.agent, published.profile.single_agent)
    return intent if owns and agent in published.specialists else None


def names_anew(case: DecisionInput) -> bool:
    """Whether a message only says for what else the matter at hand is to be looked up: "and in Leeds?".

    A keyword of another intent or the wish for a person is no such word; where the examples are sure of
    another intent, only a value, a day, a time or a month is.
    """
    return case.keep(_names_anew)


def _names_anew(case: DecisionInput) -> bool:
    about = matter_at_hand(case)
    if about is None or not is_elliptic(case.utterance.text) or _asks_for_person(case):
        return False
    named = case.drop_switched_off(case.published.find_named(case.utterance.text))
    if named and all(hit.payload.name != about.name for hit in named):
        return False
    read, tools = case.reading, case.published.agents.tools
    elsewhere = read is not None and read.sure and not read.out_of_scope and read.intent != about.name
    known = (tools[name] for name in about.tools if name in tools)
    return any(tool.read_only and _takes(case, tool, words_too=not elsewhere) for tool in known)


def _asks_for_person(case: DecisionInput) -> bool:
    """Whether a message asks for a person, or may do so: nothing is looked up by that."""
    may = bool(case.published.person_intents)
    return may and (
        person.is_wanted(case) or PERSON.share(case.topic, settings.EMBEDDER) >= person.ASKS_AS_WELL
    )


def _takes(case: DecisionInput, tool: ToolSpec, words_too: bool) -> bool:
    """Whether a tool looks something up by what the message names: a value, a day, a time, a month, and by
    any words (`words_too`).
    """
    text, today, known = case.utterance.text, case.published.profile.today, case.published.agents.slots
    for each in tool.parameters:
        if each.source == "resource" and (slot := known.get(each.known_as)) is not None:
            named: object = slots.find(slot.pattern, text)
        elif each.source != "free":
            continue
        elif tool.is_day(each):
            named = days.read(text, today)
        elif tool.is_time(each):
            named = clock_times.read(text)
        elif tool.is_month(each):
            named = month_names.read(text, today)
        else:
            named = words_too and each.required and each.type == "string"
        if named:
            return True
    return False


def speaks_last(case: DecisionInput, question: Question | None = None) -> bool:
    """Whether nobody else has served a matter since that question, or the open one, was asked."""
    waiting, intents = question or case.waiting, case.published.intents
    if waiting is None or case.state.sub_conversation is not None:
        return waiting is not None
    since = [each for each in case.state.earlier if each.last > waiting.turn]
    served = [
        each
        for each in since
        if each.agent == waiting.agent or ((known := intents.get(each.intent)) and known.agent == each.agent)
    ]
    return not served or served[-1].agent == waiting.agent
