"""What a message names for a goal, in the user's words.

All of it read from the goal's schema, none of it guessed.

An enum's value is recognised by its name, its aliases and labels, and by the hints of the capability that it
maps to. What is left of the message once hints and small words are taken out are the names that the user
said: they fill the goal's texts, in order; several of them ("PETR4 e VALE3") fill a text that its capability
takes as a list.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import Any

from language import courtesies, mail
from language.automaton import Automaton
from language.normalise import words
from routing.planning.specs import ALL, CapabilitySpec, EntitySpec, GoalSpec
from routing.planning.understand import free_text
from routing.planning.understand.catalogue import Catalogue, hints_of, part, pre_flow
from routing.planning.understand.names import (
    NameGroup,
    Places,
    Span,
    each_with_its_own,
    join_groups,
    read_groups,
)

TEXT = "_text"
HANDLE = "handle"


def read_entities(text: str, goal: GoalSpec, catalogue: Catalogue, hinted: Sequence[Span]) -> dict[str, Any]:
    """The entities of `goal` in `text`; `hinted` are the places of all hints."""
    found: dict[str, Any] = {}
    named: list[Span] = list(hinted)
    for entity in goal.entities.values():
        if entity.type == "enum" or entity.values:
            said, spans = find_values(text, entity, goal, catalogue)
            if said:
                found[entity.name] = said if len(said) > 1 else said[0]
                named += spans
    texts = [entity for entity in goal.entities.values() if entity.type != "enum" and not entity.values]
    whom = [entity for entity in texts if entity.format == HANDLE]
    texts = [entity for entity in texts if entity.format != HANDLE]
    texts.sort(key=lambda entity: not entity.required)
    if texts and texts[0].required and acts_on_words(texts[0], goal, catalogue):
        return found | _words_of(text, texts[0], whom, named)
    named += free_text.handles(text) if whom else []
    since = min(named, default=(0, 0))[0]
    hints = list(named)
    around, subjects = mail.around(text)
    named += around
    named += courtesies.spans(text, named)
    beside = bool(texts) and texts[0].type == "array"
    several = bool(texts) and (beside or bool(name_of_list(texts[0], goal, catalogue)))
    places = Places(goal, catalogue, several)
    read = partial(read_groups, text, hinted=named, beside=beside, since=since, together=places.together)
    groups = read(hinted=[*named, *subjects]) if subjects else []
    groups = groups or read()
    if not groups and any(entity.required for entity in texts):
        groups = read(strict=True)
    groups = join_groups(groups)
    if texts and texts[0].required:
        groups = each_with_its_own(groups, places.is_known, of_one=len(texts) > 1)
    told = free_text.behind_colon(text, hints) if texts and _takes_words(texts[0], goal, catalogue) else None
    if told is not None:
        verbatim = text[told[0] : told[1]].strip()
        found[texts[0].name] = verbatim
        texts, groups = texts[1:], [group for group in groups if group.items[0] not in verbatim]
    for entity, group in _match(texts, groups, places):
        many = name_of_list(entity, goal, catalogue)
        if entity.type == "array":
            found[entity.name] = group.items
        elif len(group.items) > 1 and many:
            found[many] = group.items
        else:
            found[entity.name] = group.items[0] if len(group.items) == 1 else _between(text, group.items)
    return found


def name_of_list(entity: EntitySpec, goal: GoalSpec, catalogue: Catalogue) -> str:
    """The entity that holds several of what `entity` holds one of, as the goal's capabilities take them.

    empty: none.
    """
    base = entity.name.removesuffix(TEXT)
    for name in goal.capabilities:
        capability = catalogue.capability(goal.domain, name)
        for rule in array_params(part(capability, "decomposition")) if capability else ():
            if rule.get("single_param_name") in (base, entity.name):
                many = str(rule["param_name"])
                return many if many.endswith(TEXT) or not entity.name.endswith(TEXT) else many + TEXT
    return ""


def array_params(decomposition: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """The rules by which a capability's lists become steps."""
    rules = decomposition.get("array_params")
    return [
        rule
        for rule in (rules if isinstance(rules, list) else ())
        if isinstance(rule, Mapping) and rule.get("param_name") and rule.get("single_param_name")
    ]


def value_of(entity: EntitySpec, said: str, goal: GoalSpec, catalogue: Catalogue) -> str | None:
    """The schema's value that a word or a label means, in any case; None: it means none of them."""
    wanted = words(said)
    for value in entity.values:
        if any(words(each) == wanted for each in (value, *_sayings(value, entity, goal, catalogue))):
            return value
    return None


def _match(
    texts: Sequence[EntitySpec], groups: Sequence[NameGroup], places: Places
) -> Iterable[tuple[EntitySpec, NameGroup]]:
    """Which text holds which names: what must be named stands behind no word for a place.

    Of what is left, what stands behind one comes first, and beside a name only that and what the manifest
    knows.
    """
    left = list(groups)
    for place, entity in enumerate(texts):
        if not left:
            return
        placed = not (place == 0 and entity.required)
        first = next((group for group in left if bool(group.placed) is placed), left[0])
        if place and texts[0].required and not first.placed and not all(map(places.is_known, first.items)):
            return
        left.remove(first)
        yield entity, first


def _takes_words(entity: EntitySpec, goal: GoalSpec, catalogue: Catalogue) -> bool:
    """Whether a text is one that is said as it is, and no name that may be one of several."""
    return entity.required and entity.type == "string" and not name_of_list(entity, goal, catalogue)


def acts_on_words(entity: EntitySpec, goal: GoalSpec, catalogue: Catalogue) -> bool:
    """Whether a text is handed on as it was said.

    To what does something with it, and looks nothing up by it.
    """
    own = [catalogue.capability(goal.domain, name) for name in goal.capabilities]
    return entity.type == "string" and all(
        each is not None and is_words(entity.name, each) and not name_of_list(entity, goal, catalogue)
        for each in own
    )


def is_words(param: str, capability: CapabilitySpec) -> bool:
    """Whether a parameter is the user's own words, and no name of something."""
    looked_up = {rule["param"] for rule in pre_flow(capability)}
    return not capability.read_only and param.removesuffix(TEXT) not in looked_up


def _words_of(
    text: str, entity: EntitySpec, whom: Sequence[EntitySpec], named: Sequence[Span]
) -> dict[str, Any]:
    """The words to hand on, and for whom they are."""
    said = free_text.extract_free_text(text, named)
    handles = [text[start:end] for start, end in free_text.handles(text) if text[start:end] not in said.words]
    found = {entity.name: said.words} if said.words else {}
    if whom and (to := handles[0] if handles else said.to):
        found[whom[0].name] = to
    return found


def _between(text: str, items: Sequence[str]) -> str:
    """Several names as the user wrote them, with what stands between."""
    start, end = text.find(items[0]), text.rfind(items[-1])
    return text[start : end + len(items[-1])] if 0 <= start <= end else " ".join(items)


def find_values(
    text: str, entity: EntitySpec, goal: GoalSpec, catalogue: Catalogue
) -> tuple[list[str], list[Span]]:
    """The values of an enum that a text names, in the order of the schema, and where."""
    sayings = [
        (said, value)
        for value in entity.values
        for said in (value.replace("_", " "), *_sayings(value, entity, goal, catalogue))
        if words(said)
    ]
    hits = Automaton(sayings).hits(text)
    named = {hit.payload for hit in hits}
    return [value for value in entity.values if value in named], [(hit.start, hit.end) for hit in hits]


def _sayings(value: str, entity: EntitySpec, goal: GoalSpec, catalogue: Catalogue) -> list[str]:
    """What people say for a value, beside the value itself."""
    said = list(entity.aliases.get(value, ()))
    for name in goal.capabilities:
        capability = catalogue.capability(goal.domain, name)
        spec = part(capability, "parameter_specs").get(entity.name) if capability else None
        if isinstance(spec, Mapping):
            said += [
                alias
                for alias, meant in _mapping(spec, "aliases")
                if str(meant).casefold() == value.casefold()
            ]
            said += [
                text
                for known, label in _mapping(spec, "value_labels")
                if str(known).casefold() == value.casefold()
                for text in (label.values() if isinstance(label, Mapping) else (label,))
                if isinstance(text, str)
            ]
    mapped = next(
        (each for key, each in entity.capability_map.items() if key.casefold() == value.casefold()), ()
    )
    if len(mapped) == 1 and mapped[0] != ALL:
        own = catalogue.capability(goal.domain, mapped[0])
        said += hints_of(own).keywords if own is not None else ()
    return said


def _mapping(spec: Mapping[str, Any], name: str) -> Iterable[tuple[str, Any]]:
    found = spec.get(name)
    return found.items() if isinstance(found, Mapping) else ()
