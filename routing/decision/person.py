"""A message that is for a person: one is asked for, or the matter waits for one.

What the tiers decided is read once more before the mode makes something of it, so that no mode answers in a
person's place. The agents go on with any other matter meanwhile.
"""

from functools import lru_cache
from typing import Literal

from django.conf import settings

from conversations.turn import AwaitedPerson, RouteDecision, TurnContext, Verdict
from language.ellipsis import list_wishes
from language.learnt_kind import PERSON, PLAINLY, WITH_AGENTS, split
from routing.decision.input import Decision, DecisionInput, Tier, find_tier
from routing.decision.profile_runtime import ProfileRuntime
from routing.decision.specs import IntentSpec

ROUTE = "person"
ASKS_AS_WELL = 0.5  # a share of asking for a person that leaves no wish to go on without
SURE_OF_IT = 0.9
# Less than this by its spelling, a message seems to ask for a person by its meaning alone, and a matter of
# the profile's own comes first. On eight profiles of the demo: of 39 false ones among their own examples 16
# went, of 91 messages that ask (`tests/language/data/person_by_others.yaml`) at most one of a profile.
BY_ITS_WORDS = 0.5
BY_SPELLING = ""  # no embedder
# Of a tail without a verb, with the wish put back; its meaning then counts from PLAINLY on. Of 42 such asks
# 37 are seen, before 8, of 178 tails about something else none ("and an interpreter?": 0.73), before 1.
WISHED = 0.8
How = Literal["asked", "waits", "goes_on"]


class PersonTier(Tier):
    """Decides on every message that asks for a person, where the profile has an intent for it.

    What people say then is the same everywhere, and known to the platform. What else the message speaks of is
    told to whoever takes over.
    """

    method = "person"
    says_matter = False

    def decide(self, case: DecisionInput) -> Verdict:
        intent = _intent(case)
        share = _share(case, settings.EMBEDDER) if intent is not None else 0.0
        if intent is None or share < SURE_OF_IT or _is_own_matter(case):
            return NOT_ASKED_FOR
        saw = {"intent": intent.name, "confidence": round(share, 3), "threshold": SURE_OF_IT}
        reason = "The message asks for a person."
        return Verdict(self.method, case.decision(intent, self.method, share, reason, saw), saw)


NOT_ASKED_FOR = Verdict(PersonTier.method, silent=True)


def is_wanted(case: DecisionInput) -> bool:
    """Whether a message asks for a person.

    In the platform's eyes, or by the company's own keywords or examples.
    """
    intents = case.published.person_intents
    if not intents:
        return False
    asks = _intent(case) is not None and _share(case, settings.EMBEDDER) >= SURE_OF_IT
    if asks and not _is_own_matter(case):
        return True
    if any(hit.payload.name in intents for hit in case.hits(case.utterance.text)):
        return True
    return case.reading is not None and case.reading.sure and case.reading.intent in intents


def stays_with_agents(text: str) -> bool:
    """Whether somebody who waits for a person would rather go on with the agents, in any words.

    Whoever asks for the person in the same breath would not: "not with you, I want a human". What says that
    they stay names the bot or the person, and asks for neither.
    """
    if not _says_stays(text):
        return False
    beside = [clause for clause in split(text) if not _says_stays(clause)]
    return all(PERSON.share(clause, settings.EMBEDDER) < ASKS_AS_WELL for clause in beside)


def _says_stays(text: str) -> bool:
    return WITH_AGENTS.share(text, settings.EMBEDDER) >= SURE_OF_IT


def _intent(case: DecisionInput) -> IntentSpec | None:
    """The intent that asks for a person, of those that nobody switched off.

    Of several the one that the message says, by a keyword or the examples; else one that says no more than
    that a person is asked for; else the least urgent.
    """
    asking = [each for each in case.published.intents.values() if each.asks_for_person]
    asking = [each for each in asking if not case.is_off(each)]
    if len(asking) < 2:
        return next(iter(asking), None)
    hit = next((hit for hit in case.hits(case.topic) if hit.payload in asking), None)
    if hit is not None:
        return hit.payload
    if case.reading is not None and case.reading.sure:
        said = next((each for each in asking if each.name == case.reading.intent), None)
        if said is not None:
            return said
    return max(asking, key=lambda each: (is_plain(each), each.priority))


def is_plain(intent: IntentSpec) -> bool:
    """Whether an intent only says that a person is asked for: at least half of its examples do."""
    return _are_wishes(intent.examples, settings.EMBEDDER)


@lru_cache(maxsize=256)
def _are_wishes(examples: tuple[str, ...], embedder: str) -> bool:
    others = sum(PERSON.share(text, embedder) < ASKS_AS_WELL for text in examples)
    return 2 * others <= len(examples)


def _share(case: DecisionInput, embedder: str) -> float:
    """How likely the message asks for a person.

    Whom it names may be a person by the company's own keyword alone: "páseme con la recepcionista para
    cancelar la cita". A tail without a verb ("and a human?") is read as the wish that it leaves out.
    """
    text, intents = case.topic, case.published.person_intents
    named = any(hit.payload.name in intents for hit in case.hits(text))
    wishes = [each for each in list_wishes(case.utterance.text) if PERSON.share(each, BY_SPELLING) >= WISHED]
    wish = max((PERSON.share(each, embedder) for each in wishes), default=0.0)
    return max(PERSON.share(text, embedder, plainly=not named), wish if wish >= PLAINLY else 0.0)


def _is_own_matter(case: DecisionInput) -> bool:
    """Whether the profile knows the message as another matter, and its words ask for nobody.

    By its examples, or by a strong keyword of the intent that they name first.
    """
    reading = case.reading
    intent = case.published.intents.get(reading.intent) if reading is not None else None
    if reading is None or intent is None or intent.asks_for_person or case.is_off(intent):
        return False
    if _share(case, BY_SPELLING) >= BY_ITS_WORDS:
        return False
    weak = case.published.weak or {}
    named = (hit for hit in case.hits(case.topic) if hit.payload is intent)
    return reading.sure or any((hit.text, intent.name) not in weak for hit in named)


def is_for(decision: RouteDecision) -> bool:
    """Whether the decision gives a message to nobody of the team."""
    return decision.route == ROUTE


def find_held(decided: Decision) -> str:
    """The message that waited for a person, where the user now goes on with the agents; empty without one."""
    reply = decided.reply
    goes_on = reply is not None and reply.question.kind == "person" and reply.kind in ("yes", "value")
    return reply.question.request if reply is not None and goes_on else ""


def read(decided: Decision, context: TurnContext, published: ProfileRuntime) -> Decision:
    """The decision as it stands once a person has been asked for.

    Unchanged where the message is another matter.
    """
    awaited = context.request.state.person
    intent = published.intents.get(decided.decision.intent)
    text, another = context.request.utterance.text, _is_another(decided, intent)
    if awaited is not None and decided.reply is None and not another and stays_with_agents(text):
        return _for_person(decided, "goes_on", "The user goes on with the agents.")
    if intent is not None and intent.asks_for_person and decided.reply is None:
        # What says more than that a person is asked for is told anew: an emergency does not wait.
        still = awaited is not None and is_plain(intent)
        return _for_person(decided, "waits" if still else "asked", decided.decision.reason)
    if awaited is None:
        return decided
    reply = decided.reply
    if reply is not None and reply.question.kind == "person":
        if reply.kind in ("yes", "value"):
            return _for_person(decided, "goes_on", "The user goes on with the agents.")
    elif not _same_matter(decided, awaited, context, published):
        return decided
    return _for_person(decided, "waits", "A person was asked for, and takes this matter up.")


def _is_another(decided: Decision, intent: IntentSpec | None) -> bool:
    """Whether a message names a matter of somebody of the team."""
    named = _says_matter(decided.decision) and decided.decision.method != "example"
    return named and intent is not None and not intent.asks_for_person


def _says_matter(decision: RouteDecision) -> bool:
    """Whether it says which matter a message is, and does not go on with one for want of anything surer."""
    tier = find_tier(decision.method)
    return tier.sure and tier.says_matter


def matter(context: TurnContext, published: ProfileRuntime) -> tuple[str, str | None]:
    """Whose matter, and which, somebody who asks for a person speaks of.

    One that the message names, else the one that was spoken of before, else none.
    """
    state = context.request.state
    named = (hit.payload for hit in published.find_named(context.request.utterance.text) if hit.payload.agent)
    if (intent := next(named, None)) is not None:
        return intent.agent, intent.name
    before = published.intents.get(state.active_intent or "")
    agent = published.who_speaks(state.active_agent)
    return agent, before.name if before is not None and before.agent == agent else None


def _same_matter(
    decided: Decision, awaited: AwaitedPerson, context: TurnContext, published: ProfileRuntime
) -> bool:
    """Whether a message belongs to what waits for a person: it says so, or nothing else since then.

    What was asked beside an emergency is another matter.
    """
    decision, state = decided.decision, context.request.state
    if decided.reply is not None:
        if awaited.intent in published.person_intents:
            return False
        return decided.reply.question.turn <= awaited.turn
    if _says_matter(decision):
        return decision.intent == awaited.intent
    follows = decision.follows or state.active_intent
    return follows in (None, awaited.intent)


def _for_person(decided: Decision, how: How, reason: str) -> Decision:
    """The same decision, with nobody who works on it; a question that was open is open no longer."""
    decision = decided.decision
    metadata = {**decision.metadata, "person": how}
    given = decision._replace(route=ROUTE, reason=reason, next_state=None, metadata=metadata, mcp_tools=())
    return decided._replace(
        decision=given, reply=None, plan=None, loop=None, resumed=None, remaining="", withdrawn=True
    )
