"""Short messages that go on with what was asked before, or only name something: "e da VALE3?", "PETR4".

What the last messages wanted is heard again from the conversation's history: nothing else is remembered for
it.
"""

from collections.abc import Sequence
from dataclasses import replace

from language.lexicon import begins, first_words, join_languages
from language.lexicon.phrase import plain
from routing.planning.understand import entities, general, hearing, several
from routing.planning.understand.catalogue import Catalogue
from routing.planning.understand.hearing import NOTIFY, NOTIFY_TO, SCORES
from routing.planning.words import IntentOutput

LONGEST = 8  # words of a message that goes on
BACK = 4  # messages looked back at
_LEADS = first_words(join_languages("GOES_ON_ABOUT"))


def goes_on(text: str, earlier: Sequence[str], catalogue: Catalogue) -> IntentOutput | None:
    """The goal of the message before, about what this one names.

    None where it does not go on, or nothing was wanted.

    `earlier` are the user's messages, the newest last.
    """
    said = plain(text)
    if not earlier or len(said) > LONGEST or not (begins(said, _LEADS) or entities.codes(text)):
        return None
    before = _find_wanted(earlier[-BACK:], catalogue)
    goal = catalogue.goal(before.primary_domain, before.goal) if before is not None else None
    if before is None or goal is None or catalogue.follows_only(goal):
        return None
    hits, spans = hearing.find_named(text, catalogue)
    new = entities.of(text, goal, catalogue, spans)
    if not new:
        return None
    texts = {each.name for each in goal.entities.values() if not each.values}
    texts |= {entities.name_of_list(each, goal, catalogue) for each in goal.entities.values()} | {
        NOTIFY,
        NOTIFY_TO,
    }
    named = not texts.isdisjoint(new)
    kept = {name: each for name, each in before.entities.items() if not named or name not in texts}
    told = hearing.notice(text, hits, spans, catalogue)
    return replace(before, entities={**kept, **new, **told}, original_query=text)


def only_named(text: str, catalogue: Catalogue) -> IntentOutput | None:
    """A message that is nothing but codes ("PETR4", "petr4 vale3"): about a goal that takes a name.

    Which one, is asked.
    """
    if not entities.codes(text):
        return None
    goals = hearing.taking_names(catalogue)
    if not goals:
        return None
    found = entities.of(text, goals[0], catalogue, [])
    return IntentOutput(goals[0].domain, goals[0].name, found, SCORES["domain"], text)


def _find_wanted(earlier: Sequence[str], catalogue: Catalogue) -> IntentOutput | None:
    """What the last of these messages wanted, itself perhaps going on with the one before.

    A reply or thanks in between wanted nothing.
    """
    found = several.read_goals(earlier[-1], catalogue)[0].intent
    if found.primary_domain in catalogue.domains and found.confidence >= hearing.SURE and not _is_talk(found):
        return found
    on = goes_on(earlier[-1], earlier[:-1], catalogue)
    return _find_wanted(earlier[:-1], catalogue) if on is None and earlier[1:] else on


def _is_talk(intent: IntentOutput) -> bool:
    return intent.primary_domain == general.NAME
