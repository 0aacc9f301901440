"""Several goals in one message: "preço da PETR4 e maiores altas do Brasil" is two, each with its own words.

The message is cut where a list's "and" or a comma stands before words of another goal. It stays whole where a
part would not be certain, or lacks what its goal requires.
"""

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from routing.planning.understand import hearing
from routing.planning.understand.catalogue import Catalogue
from routing.planning.understand.entities import breaks
from routing.planning.understand.hearing import NOTIFY, NOTIFY_TO, SURE, HeardGoal
from routing.planning.words import IntentOutput

MOST = 5


def read_goals(text: str, catalogue: Catalogue) -> tuple[HeardGoal, tuple[IntentOutput, ...]]:
    """What the message wants, and what it wants besides."""
    rest, wishes = hearing.without_unserved(text, catalogue)
    parts = _parts(rest, catalogue)
    if 1 < len(parts) <= MOST and not any(wish.beside for wish in wishes):
        found = [hearing.read_goal(part, catalogue) for part in parts]
        if all(_stands(each.intent, catalogue) for each in found):
            notify = {
                key: each.intent.entities[key]
                for each in reversed(found)
                for key in (NOTIFY, NOTIFY_TO)
                if key in each.intent.entities
            }
            intents = [_of_all(each.intent, text, notify) for each in found]
            foreign = tuple(text[wish.start : wish.end].strip() for wish in wishes)
            return HeardGoal(intents[0], _saw(found), foreign), tuple(intents[1:])
    return hearing.read_goal(text, catalogue), ()


def _of_all(intent: IntentOutput, text: str, notify: Mapping[str, Any]) -> IntentOutput:
    entities = {**intent.entities, **notify}
    return replace(intent, entities=entities, original_query=text)


def _saw(found: Sequence[HeardGoal]) -> Mapping[str, Any]:
    return {"goals": {name: each for one in found for name, each in one.saw["goals"].items()}}


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
    cuts = breaks(text, [(hit.start, hit.end) for hit in hits])
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
