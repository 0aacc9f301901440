"""The goals of a whole message: one, several, or the one before that a short message goes on with.

"preço da PETR4 e maiores altas do Brasil" is two goals, each with its own words: the message is cut where a
list's "and" or a comma stands before words of another goal. It stays whole where a part would not be certain,
or lacks what its goal requires. "e da VALE3?" goes on with what the last messages wanted, which is read again
from the conversation's history.
"""

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import replace

from language.lexicon import begins, first_words, join_languages
from language.lexicon.phrase import plain
from routing.planning.specs import BUILT_IN, IntentOutput
from routing.planning.understand import entities, hearing
from routing.planning.understand.catalogue import Catalogue
from routing.planning.understand.hearing import NOTIFY, NOTIFY_TO, SCORES, SURE, HeardGoal
from routing.planning.understand.names import find_breaks, find_codes

MOST = 5
LONGEST = 8  # words of a message that goes on
BACK = 4  # messages looked back at
_LEADS = first_words(join_languages("GOES_ON_ABOUT"))


def read_goals(text: str, catalogue: Catalogue) -> tuple[HeardGoal, tuple[IntentOutput, ...]]:
    """What the message wants, and what it wants besides."""
    rest, wishes = hearing.without_unserved(text, catalogue)
    parts = _parts(rest, catalogue)
    if 1 < len(parts) <= MOST and not any(wish.beside for wish in wishes):
        found = [hearing.read_goal(part, catalogue) for part in parts]
        if all(_stands(each.intent, catalogue) for each in found):
            told = [each.intent.entities for each in found]
            notice = {key: each[key] for each in reversed(told) for key in (NOTIFY, NOTIFY_TO) if key in each}
            first, *others = (
                replace(each.intent, entities={**each.intent.entities, **notice}, original_query=text)
                for each in found
            )
            saw = {"goals": {name: each for one in found for name, each in one.saw["goals"].items()}}
            foreign = tuple(text[wish.start : wish.end].strip() for wish in wishes)
            return HeardGoal(first, saw, foreign), tuple(others)
    return hearing.read_goal(text, catalogue), ()


def _stands(intent: IntentOutput, catalogue: Catalogue) -> bool:
    """Whether a part is a certain goal with all that it requires."""
    goal = catalogue.goal(intent.primary_domain, intent.goal)
    if goal is None or intent.confidence < SURE or catalogue.follows_only(goal):
        return False
    named = {name.removesuffix("_text").removesuffix("s") for name in intent.entities}
    return all(
        not entity.required
        or entity.default is not None
        or name.removesuffix("_text").removesuffix("s") in named
        for name, entity in goal.entities.items()
    )


def _parts(text: str, catalogue: Catalogue) -> list[str]:
    hits = catalogue.hints.hits(text)
    cuts = find_breaks(text, [(hit.start, hit.end) for hit in hits])
    parts: list[str] = []
    known: set[tuple[str, str]] = set()
    begun, reached = 0, 0
    ordered = sorted(hits, key=lambda hit: hit.start)
    starts = [hit.start for hit in ordered]
    for start, end in (*cuts, (len(text), len(text))):
        named = {
            (goal.domain, goal.name)
            for hit in ordered[bisect_left(starts, reached) : bisect_left(starts, start)]
            if hit.payload.level != "domain"
            for goal in catalogue.goals_of(hit.payload)
            if not catalogue.follows_only(goal)
        }
        if named and known and named.isdisjoint(known):
            parts.append(text[begun:reached])
            begun, known = reached, named
        else:
            known |= named
        reached = end
    return [*parts, text[begun:]]


def goes_on(text: str, earlier: Sequence[str], catalogue: Catalogue) -> IntentOutput | None:
    """The goal of the message before, about what this one names.

    None where it does not go on, or nothing was wanted.

    `earlier` are the user's messages, the newest last.
    """
    spoken = plain(text)
    if not earlier or len(spoken) > LONGEST or not (begins(spoken, _LEADS) or find_codes(text)):
        return None
    before = _find_wanted(earlier[-BACK:], catalogue)
    goal = catalogue.goal(before.primary_domain, before.goal) if before is not None else None
    if before is None or goal is None or catalogue.follows_only(goal):
        return None
    hits, spans = hearing.find_named(text, catalogue)
    new = entities.read_entities(text, goal, catalogue, spans)
    if not new:
        return None
    texts = {each.name for each in goal.entities.values() if not each.values} | {NOTIFY, NOTIFY_TO}
    texts |= {entities.name_of_list(each, goal, catalogue) for each in goal.entities.values()}
    named = not texts.isdisjoint(new)
    kept = {name: each for name, each in before.entities.items() if not named or name not in texts}
    notice = hearing.read_notice(text, hits, spans, catalogue)
    return replace(before, entities={**kept, **new, **notice}, original_query=text)


def read_only_named(text: str, catalogue: Catalogue) -> IntentOutput | None:
    """A message that is nothing but codes ("PETR4", "petr4 vale3"): about a goal that takes a name.

    Which one, is asked.
    """
    if not find_codes(text):
        return None
    goals = hearing.list_goals_by_name(catalogue)
    if not goals:
        return None
    found = entities.read_entities(text, goals[0], catalogue, [])
    return IntentOutput(goals[0].domain, goals[0].name, found, SCORES["domain"], text)


def _find_wanted(earlier: Sequence[str], catalogue: Catalogue) -> IntentOutput | None:
    """What the last of these messages wanted, itself perhaps going on with the one before.

    A reply or thanks in between wanted nothing.
    """
    found = read_goals(earlier[-1], catalogue)[0].intent
    if found.primary_domain != BUILT_IN and found.confidence >= SURE:
        return found
    on = goes_on(earlier[-1], earlier[:-1], catalogue)
    return _find_wanted(earlier[:-1], catalogue) if on is None and earlier[1:] else on
