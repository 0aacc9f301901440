"""Which specialists the examples make likely where they are sure of no intent.

The shares of a specialist's intents add up: between "a bill is explained" and "a bill is disputed" the
examples may be torn, and sure all the same of who answers.

>>> likely = rank_specialists(case, case.reading)
>>> likely[0].intent.agent, round(likely[0].share, 2), choose_unasked(case, case.reading, likely).name
('billing_agent', 0.94, 'billing_invoice_explanation')
"""

from collections.abc import Iterable
from typing import NamedTuple

from language.normalise import words
from routing.decision import by_value
from routing.decision.agreement import is_led_astray
from routing.decision.input import DecisionInput
from routing.decision.learning.prediction import LEAST_SIMILARITY, Prediction
from routing.decision.learning.samples import OUT_OF_SCOPE
from routing.decision.specs import IntentSpec
from routing.decision.staying import leaves, matter_at_hand

# How many times as often as the profile wishes of what is decided a specialist may be the wrong one who is
# served without being sure: what is only read harms nobody. At a wish of 0.97 a share of 0.52 is enough, of
# what the examples give to anybody at all: what they leave to nobody in particular speaks against no one. Of
# 803 first messages 89 % are answered by the right specialist with 0.52 and 87 % with 0.64, 3.1 and 2.6 % by
# another; of 79 whose writer's messages nobody had read 71 and 66 %, 10 and 8 % (ADR 124).
TIMES_WISHED = 16
# Where the nearest example is far a share says less: there 0.64 is enough. Of the natural set 95.3 % of what
# is decided is right with this and 94.1 % without; of 465 first messages no right answer is lost (ADR 124).
NEAR, TIMES_FAR = 0.4, 12
TIMES_WHILE_ASKED = 8  # while somebody waits for a reply: what is hardly likely may be about what was asked
OUTSPOKEN = 0.3  # the least that the examples themselves give to who is served so
# Of what nobody serves there may be a doubt up to here: of those messages that were told that nobody serves
# them 46 of 50 are served by somebody up to it, 16 of 123 from there on.
LITTLE_DOUBT = 0.2
FIFTH = 5
LONG = 4  # letters of a word by which it is told whether a message says anything at all
COUNTS = 0.05  # a specialist's share from which on it is worth asking about
TOGETHER = 0.5  # of those that are asked about: below it the examples know nothing of the message
# How many times as often as any other specialist the one who is speaking is meant: of 186 turns behind the
# first one of 48 conversations 133 stay with who was meant before, the rest is spread over three others.
# Rounded down, not fitted.
STAYS = 4.0
GOES_ON = 0.5  # a share from which on it is another matter of who is speaking, and not the one at hand
LEAST_WITH_VALUE = 0.2  # together, of those who look up a value that stands in the message
MOST = 3  # specialists that one question names


class LikelySpecialist(NamedTuple):
    """A specialist's likeliest intent, and the share of all the specialist's intents."""

    intent: IntentSpec
    share: float


def rank_specialists(case: DecisionInput, reading: Prediction) -> list[LikelySpecialist]:
    """The specialists that a reading speaks of, the likeliest first; courtesies are nobody's.

    A value in the message ("INV031") speaks for those whose tools look it up: where they are likely at all,
    the others are left out. Who is speaking is likelier to go on (`STAYS`).
    """
    found: dict[str, LikelySpecialist] = {}
    for name, share in reading.scores:
        intent = case.published.intents.get(name)
        if intent is None or not intent.agent or case.is_off(intent):
            continue
        known = found.get(intent.agent)
        found[intent.agent] = LikelySpecialist(
            known.intent if known else intent, share + (known.share if known else 0)
        )
    takers = by_value.find_takers(case)
    taking = {intent.agent for intent in takers}
    mine = sum(each.share for agent, each in found.items() if agent in taking)
    if mine >= LEAST_WITH_VALUE:
        named = [case.published.intents.get(name) for name, _share in reading.scores]
        best = {intent.agent: intent for intent in reversed(named) if intent is not None and intent in takers}
        found = {
            agent: LikelySpecialist(best.get(agent, each.intent), each.share / mine)
            for agent, each in found.items()
            if agent in taking
        }
    return sorted(_with_who_speaks(case, found), key=lambda each: -each.share)


def _with_who_speaks(case: DecisionInput, found: dict[str, LikelySpecialist]) -> Iterable[LikelySpecialist]:
    shares, all_more = dict(found), 0.0
    for about in _matters_spoken_of(case):
        mine = found.get(about.agent)
        if mine is None:
            continue
        more = (STAYS - 1) * mine.share
        if mine.share < GOES_ON and mine.intent.name != about.name:
            mine = mine._replace(intent=about)  # torn between its matters: the one at hand
        shares[about.agent] = mine._replace(share=mine.share + more)
        all_more += more
    return [each._replace(share=each.share / (1 + all_more)) for each in shares.values()]


def _matters_spoken_of(case: DecisionInput) -> Iterable[IntentSpec]:
    """The matter at hand; and that of another specialist who answered in the same turn, where an open
    question was only asked again behind that.
    """
    at_hand = matter_at_hand(case)
    if at_hand is None or leaves(case):
        return
    yield at_hand
    last = case.state.earlier[-1] if case.waiting is not None and case.state.earlier else None
    beside = case.published.intents.get(last.intent) if last is not None else None
    asked_again = last is not None and case.waiting is not None and last.last == case.waiting.turn
    if beside is not None and asked_again and beside.agent not in ("", None, at_hand.agent):
        yield beside


def choose_unasked(
    case: DecisionInput, reading: Prediction, likely: list[LikelySpecialist]
) -> IntentSpec | None:
    """The likeliest intent, where it is likely enough who answers, and nothing is done there without being
    asked for. None where examples are few: of 18 messages to ten companies 11 had that intent, and the
    question offers the others.
    """
    if not likely or case.published.learnt.few or may_be_out_of_scope(reading) or not _says_words(case):
        return None
    if not reading.sure and is_led_astray(case, likely[0].intent):
        return None  # a message with that word was corrected
    wished = case.published.profile.wished_precision
    listed = sum(share for _name, share in reading.scores)  # a courtesy is somebody's matter too
    anybody = max(sum(each.share for each in likely) + _doubt(reading), listed)
    enough = likely[0].share >= max(OUTSPOKEN, (1 - _times_wished(case, reading) * (1 - wished)) * anybody)
    known = enough and _are_near(case, reading, likely[0].intent.agent)
    return likely[0].intent if known and asks_before_acting(case, likely[0].intent) else None


def _times_wished(case: DecisionInput, reading: Prediction) -> int:
    """How many times as often as wished a specialist may be the wrong one here."""
    if case.state.question is not None and not leaves(case):
        return TIMES_WHILE_ASKED
    near = not reading.nearest or reading.nearest[0].similarity >= NEAR
    return TIMES_WISHED if near else TIMES_FAR


def _are_near(case: DecisionInput, reading: Prediction, agent: str) -> bool:
    """Whether most of the nearest examples are of a specialist; true where none is near.

    Of 151 messages of four sets that are likely enough, 141 have the right specialist; of the 137 that also
    pass this 131 have.
    """
    near = [case.published.intents.get(each.intent) for each in reading.nearest]
    return 2 * sum(each is not None and each.agent == agent for each in near) >= len(near)


def name_intent(case: DecisionInput, reading: Prediction) -> IntentSpec | None:
    """The intent that the examples are sure of, else the likeliest where it may be served unasked."""
    sure = case.published.intents.get(reading.intent) if reading.sure else None
    return sure or choose_unasked(case, reading, rank_specialists(case, reading))


def choices(case: DecisionInput, reading: Prediction, likely: list[LikelySpecialist]) -> list[IntentSpec]:
    """Between which intents the user is asked to choose.

    Those that the examples leave, or, with little doubt that somebody serves the message, those of the
    likeliest specialists; none that somebody corrected a message with that word away from. Empty where one
    remains.
    """
    left = [case.published.intents[name] for name in reading.between if name in case.published.intents]
    if any(not each.agent for each in left[:2]):
        # Nobody is asked whether they greeted or said goodbye: what is like both is most likely neither
        return []
    if not left and reading.intent in case.published.intents and _is_known(reading):
        counted = [each for each in likely[:MOST] if each.share >= COUNTS]
        left = [each.intent for each in counted] if sum(each.share for each in counted) >= TOGETHER else []
    found = [
        each
        for each in left
        if each.agent and not (each.aside or case.is_off(each) or is_led_astray(case, each))
    ]
    return found if len(found) > 1 else []


def _is_known(reading: Prediction) -> bool:
    """Whether an example is a little like the message, and hardly one of what nobody serves."""
    near = not reading.nearest or reading.nearest[0].similarity >= LEAST_SIMILARITY
    return near and not may_be_out_of_scope(reading)


def _says_words(case: DecisionInput) -> bool:
    """Whether a fifth of the longer words of the message are ordinary ones, of whatever language.

    A few may be typos.
    """
    model = case.published.learnt.model
    long_words = [word for word in words(case.topic) if len(word) >= LONG]
    if model is None or model.embedder is None or len(long_words) < FIFTH:
        return True
    return FIFTH * sum(map(model.embedder.knows, long_words)) >= len(long_words)


def may_be_out_of_scope(reading: Prediction) -> bool:
    """Whether more than a little speaks for what nobody serves."""
    return _doubt(reading) > LITTLE_DOUBT


def _doubt(reading: Prediction) -> float:
    """The share that the examples give to what nobody serves."""
    return next((share for name, share in reading.scores if name == OUT_OF_SCOPE), 0.0)


def asks_before_acting(case: DecisionInput, intent: IntentSpec) -> bool:
    """Whether each of the intent's tools only reads, or asks the user first."""
    tools = case.published.agents.tools
    known = [tools[name] for name in intent.tools if name in tools]
    return all(tool.read_only or tool.confirm or tool.permission for tool in known)
