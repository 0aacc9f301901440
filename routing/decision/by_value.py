"""A message that brings a value and names no matter: whose it is, by what the tools of the intents look up.

"P100, acho" is for whoever looks an order up: the matter at hand where it does, else who was asked about,
else the intents that only read, by their priority.

>>> find_served(case._replace(utterance=Utterance("P100, acho", "P100, acho"))).name
'retail_order_tracking'
"""

from collections.abc import Iterable

from agents.llm.offline.needs import overlap
from conversations.turn import Verdict
from language import slots
from language.acts.questions import is_question, wishes
from language.normalise import words
from routing.decision.input import DecisionInput, Tier
from routing.decision.profile_runtime import ProfileRuntime
from routing.decision.specs import IntentSpec

CONFIDENCE = 0.5  # the value says whose it is, and nothing says what is wanted
MOST_WORDS = 8  # of a message that brings a value: a longer one says what it wants


def find_asked(case: DecisionInput, between: Iterable[str]) -> IntentSpec | None:
    """Which of the intents that the user was asked about the value is for.

    The likelier, where several take it.
    """
    named = (case.published.intents.get(name) for name in between)
    return next(iter(_taking(case, (each for each in named if each is not None))), None)


def find_served(case: DecisionInput) -> IntentSpec | None:
    """The intent that a value is for, where the message says no more."""
    found = _taking(case, case.published.intents.values())
    found = [
        each for each in found if _names_action(case.utterance.text, each, found, case.published)
    ] or found
    state = case.state
    return min(
        found,
        key=lambda each: (
            each.name != state.active_intent,
            each.agent != state.active_agent,
            not _only_reads(each, case.published),
            bool(each.next_state),
            each.priority,
            each.name,
        ),
        default=None,
    )


def _names_action(
    text: str, intent: IntentSpec, takers: Iterable[IntentSpec], published: ProfileRuntime
) -> bool:
    """Whether a message names what an intent does, and better than what others look up: "return R10"."""
    if is_question(text) and not wishes(text):
        return False
    known = published.agents.tools
    acts = (known[name] for name in intent.tools if name in known and not known[name].read_only)
    of_takers = (known[name] for each in takers for name in each.tools if name in known)
    reads = max((overlap(text, tool) for tool in of_takers if tool.read_only), default=0)
    return any(overlap(text, tool) > max(reads, 1) for tool in acts)


def list_torn(case: DecisionInput) -> list[IntentSpec]:
    """The intents that a value may equally be for: several specialists only look it up, and none speaks.

    Empty where one is likelier. The first of each specialist, by their priority.
    """
    found = [each for each in case.published.intents.values() if _only_reads(each, case.published)]
    first: dict[str, IntentSpec] = {}
    for each in sorted(_taking(case, found), key=lambda each: (each.priority, each.name)):
        first.setdefault(each.agent, each)
    spoken_of = {case.state.active_agent, case.waiting.agent if case.waiting is not None else None}
    return list(first.values()) if len(first) > 1 and not spoken_of & first.keys() else []


def _only_reads(intent: IntentSpec, published: ProfileRuntime) -> bool:
    known = [published.agents.tools[name] for name in intent.tools if name in published.agents.tools]
    return bool(known) and all(tool.read_only for tool in known)


def find_takers(case: DecisionInput) -> list[IntentSpec]:
    """The intents whose tools look up a value that stands in the message, whatever else it says."""
    known = case.published.agents.slots
    brought = {name for name in known if slots.find(known[name].pattern, case.utterance.text)}
    return [
        each
        for each in (case.published.intents.values() if brought else ())
        if each.agent in case.published.specialists
        and not case.is_off(each)
        and brought & _values(each, case.published)
    ]


def _taking(case: DecisionInput, intents: Iterable[IntentSpec]) -> list[IntentSpec]:
    """Those of the intents whose tools take a value that stands in the message; none where it says
    more: keywords of anybody else."""
    text = case.utterance.text
    if len(words(text)) > MOST_WORDS:
        return []
    takers = {each.name for each in find_takers(case)}
    taking = [each for each in intents if each.name in takers]
    mine = {each.agent for each in taking}
    return taking if all(hit.payload.agent in mine for hit in case.hits(text)) else []


def _values(intent: IntentSpec, published: ProfileRuntime) -> set[str]:
    """The values that the intent's tools look something up by."""
    known = published.agents.tools
    return {
        parameter.known_as
        for name in intent.tools
        if name in known
        for parameter in known[name].parameters
        if parameter.source == "resource"
    }


class ValueTier(Tier):
    """Decides where nobody was sure by the words; what may answer whoever waits is left to them."""

    method = "value"
    sure = False
    by_words = True

    def decide(self, case: DecisionInput) -> Verdict:
        intent = find_served(case)
        if intent is None or _is_for_who_waits(case, intent.agent):
            return NO_VALUE
        reason = f"Nothing decides it, but a value that {intent.name} looks up."
        return Verdict(self.method, case.decision(intent, self.method, CONFIDENCE, reason, {}), {})


NO_VALUE = Verdict(ValueTier.method, silent=True)


def _is_for_who_waits(case: DecisionInput, agent: str) -> bool:
    if case.waiting is None:
        return False
    sticks = case.published.profile.stickiness
    return sticks == "coordinator" or (sticks == "keep" and agent == case.waiting.agent)
