"""What an operator switched off, where a message surely wants it: nothing else is made of such a message.

"Cancel policy AP500" is no claim about AP500 because cancelling is off.
"""

from dataclasses import replace

from language import clauses
from language.topic import SpokenText
from rollout.evaluate import EVERY, RolloutSnapshot
from routing.decision.agreement import Hits, is_long, needs_agreement
from routing.decision.input import DecisionInput, cut_apart
from routing.decision.profile_runtime import ProfileRuntime
from routing.decision.specs import IntentSpec


def spread_switches(switches: RolloutSnapshot, published: ProfileRuntime) -> RolloutSnapshot:
    """The switches, and with a specialist that is switched off its intents: nobody else serves them."""
    off = switches.names_off("specialist")
    if not off:
        return switches
    served = (each.name for each in published.intents.values() if each.agent and off & {each.agent, EVERY})
    return replace(switches, switches=switches.switches | {("intent", name) for name in served})


def find_switched_off(case: DecisionInput) -> IntentSpec | None:
    """The intent of a specialist that would have decided by a keyword or the examples, were it not off."""
    if not case.off:
        return None
    published, reading = case.published, case.reading
    if reading is not None and reading.sure:
        found = published.intents.get(reading.intent)
    else:
        spoken = published.read_message(case.utterance.text)
        found = _find_sure(case, spoken, published.rank(spoken))
    return found if found is not None and found.agent and case.is_off(found) else None


def drop_overruled(case: DecisionInput, spoken: SpokenText, hits: Hits) -> Hits:
    """The keyword hits that may decide: none of what is off, and where that had surely won, only those that
    stand in a clause without it. "Pay the fine for my book" is not about the book.
    """
    left = case.drop_switched_off(hits)
    sure = _find_sure(case, spoken, hits) if left else None
    if sure is None or not sure.agent or not case.is_off(sure):
        return left
    apart: set[tuple[str, str]] = set()
    for clause in clauses.split(spoken.line):
        for piece in cut_apart(clause, case.published.keywords.hits(clause)):
            found = case.published.keywords.hits(piece)
            if not any(case.is_off(hit.payload) for hit in found):
                apart.update((hit.text, hit.payload.name) for hit in found)
    return [hit for hit in left if (hit.text, hit.payload.name) in apart]


def _find_sure(case: DecisionInput, spoken: SpokenText, hits: Hits) -> IntentSpec | None:
    """The intent of the first hit, where it needs no examples to agree."""
    weak = case.published.weak
    if not hits or (weak is not None and needs_agreement(hits[0], weak, is_long(spoken.line))):
        return None
    return hits[0].payload
