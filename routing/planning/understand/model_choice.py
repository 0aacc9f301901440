"""What a model says a message wants, held to the catalogue: `state_intent`.

A goal or entity that is not published, an enum's value that is not the schema's, and words that the user did
not write (a ticker, an id) are refused as a whole: what the hints said stands then.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from agents.llm.request import ToolOffer
from agents.tools.deciding import RefusedChoice
from language.normalise import words
from outbound.cleaning import clean_text
from routing.planning.specs import EntitySpec, GoalSpec
from routing.planning.understand import entities, general
from routing.planning.understand.catalogue import Catalogue
from routing.planning.words import IntentOutput

STATE_INTENT = "state_intent"
NONE = "none of these"
LONGEST = 400  # letters of an entity
MOST = 200  # members of a list


@dataclass(frozen=True, slots=True)
class BelievedIntent:
    """The intent of a model that was believed."""

    intent: IntentOutput


def offer(goals: Sequence[GoalSpec]) -> ToolOffer:
    """`state_intent` with the published goals in its schema."""
    names = [name_of(goal) for goal in goals]
    properties: dict[str, Any] = {
        "goal": {"type": "string", "enum": [*names, NONE]},
        "entities": {
            "type": "object",
            "description": "By name as the goal lists them. Texts in the user's own words; enums as listed.",
        },
        "confidence": {"type": "number", "minimum": 0, "maximum": 1},
    }
    schema = {"type": "object", "properties": properties, "required": ["goal", "entities", "confidence"]}
    return ToolOffer(STATE_INTENT, "Say which goal the newest message is about, and what it names.", schema)


def name_of(goal: GoalSpec) -> str:
    """A goal as a model is told of it."""
    return f"{goal.domain}.{goal.name}"


def parse(
    sent: Mapping[str, Any], catalogue: Catalogue, query: str, said: Iterable[str] = ()
) -> BelievedIntent | RefusedChoice:
    """What a model sent as an intent. `said` are earlier messages of the user, whose words it may use too."""
    named = sent.get("goal")
    if not isinstance(named, str) or not named:
        return RefusedChoice("named no goal")
    sureness = sent.get("confidence")
    if isinstance(sureness, bool) or not isinstance(sureness, int | float) or not 0 <= sureness <= 1:
        return RefusedChoice("did not say how sure it is", named[:64])
    if named == NONE:
        return BelievedIntent(IntentOutput(general.NAME, general.CHAT, {}, 1.0, query))
    domain, _dot, name = named.partition(".")
    goal = catalogue.goal(domain, name)
    if goal is None:
        return RefusedChoice(f"unknown goal: {clean_text(named)[:64]}", named[:64])
    given = sent.get("entities")
    if given is not None and not isinstance(given, Mapping):
        return RefusedChoice("sent no object of entities", named[:64])
    known = frozenset(word for text in (query, *said) for word in words(text))
    found: dict[str, Any] = {}
    for key, value in (given or {}).items():
        if value in (None, "", []):
            continue
        entity = goal.entities.get(key)
        if entity is None:
            return RefusedChoice(f"unknown entity: {clean_text(str(key))[:64]}", named[:64])
        read = _value(value, entity, goal, catalogue, known)
        if isinstance(read, RefusedChoice):
            return RefusedChoice(read.why, named[:64])
        found.update(read)
    return BelievedIntent(IntentOutput(goal.domain, goal.name, found, float(sureness), query))


def _value(
    value: Any, entity: EntitySpec, goal: GoalSpec, catalogue: Catalogue, known: frozenset[str]
) -> dict[str, Any] | RefusedChoice:
    several = isinstance(value, list)
    texts = [clean_text(str(each)).strip()[:LONGEST] for each in (value if several else [value])][:MOST]
    if entity.values:
        meant = [entities.value_of(entity, text, goal, catalogue) for text in texts]
        if None in meant:
            return RefusedChoice(f"{entity.name} has no value {texts[meant.index(None)][:64]}")
        return {entity.name: meant if len(meant) > 1 else meant[0]}
    for text in texts:
        if not words(text) or not known.issuperset(words(text)):
            return RefusedChoice(f"the user did not write {text[:64]}")
    if entity.type == "array":
        return {entity.name: texts}
    many = entities.name_of_list(entity, goal, catalogue)
    if len(texts) > 1 and many:
        return {many: texts}
    return {entity.name: ", ".join(texts)}
