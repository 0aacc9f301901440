"""What a message names for a goal, in the user's words.

All of it read from the goal's schema, none of it guessed. An enum's value is recognised by its name, its
aliases and labels, and by the hints of the capability that it maps to. What is left of the message once hints
and small words are taken out are the names that the user said: they fill the goal's texts, in order; several
of them ("PETR4 e VALE3") fill a text that its capability takes as a list.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from language import courtesies, mail
from language.automaton import Automaton
from language.normalise import words
from routing.planning.specs import ALL, TEXT, CapabilitySpec, EntitySpec, GoalSpec, read_mapping
from routing.planning.understand.catalogue import Catalogue
from routing.planning.understand.free_text import extract_free_text, find_handles
from routing.planning.understand.names import (
    NameGroup,
    Places,
    give_each_its_place,
    join_groups,
    read_groups,
)
from routing.planning.understand.tokens import Span

HANDLE_FORMAT = "handle"


def read_entities(text: str, goal: GoalSpec, catalogue: Catalogue, hinted: Sequence[Span]) -> dict[str, Any]:
    """The entities of `goal` in `text`; `hinted` are the places of all hints."""
    found: dict[str, Any] = {}
    named: list[Span] = list(hinted)
    texts: list[EntitySpec] = []
    for entity in goal.entities.values():
        if entity.type != "enum" and not entity.values:
            texts.append(entity)
            continue
        values, spans = find_values(text, entity, goal, catalogue)
        if values:
            found[entity.name] = values if len(values) > 1 else values[0]
            named += spans
    whom = [entity for entity in texts if entity.format == HANDLE_FORMAT]
    texts = sorted(
        (each for each in texts if each.format != HANDLE_FORMAT), key=lambda each: not each.required
    )
    if texts and texts[0].required and acts_on_words(texts[0], goal, catalogue):
        return found | _words_to_hand_on(text, texts[0], whom, named)
    named += find_handles(text) if whom else []
    places, groups = _read_places(text, goal, catalogue, texts, named)
    for entity, group in _match(texts, groups, places):
        many = name_of_list(entity, goal, catalogue)
        if entity.type == "array":
            found[entity.name] = group.items
        elif len(group.items) > 1 and many:
            found[many] = group.items
        else:
            found[entity.name] = group.items[0] if len(group.items) == 1 else _between(text, group.items)
    return found


def _read_places(
    text: str, goal: GoalSpec, catalogue: Catalogue, texts: Sequence[EntitySpec], named: Sequence[Span]
) -> tuple[Places, list[NameGroup]]:
    """The names in a text for the goal's texts, each with its place, and what the domain knows as one."""
    since = min(named, default=(0, 0))[0]
    around, subjects = mail.around(text)
    apart = [*named, *around]
    apart += courtesies.spans(text, apart)
    beside = bool(texts) and texts[0].type == "array"
    places = Places(goal, catalogue, beside or any(name_of_list(each, goal, catalogue) for each in texts[:1]))
    read = partial(read_groups, text, hinted=apart, beside=beside, since=since, together=places.together)
    groups = (subjects and read(hinted=[*apart, *subjects])) or read()
    if not groups and any(entity.required for entity in texts):
        groups = read(strict=True)
    groups = join_groups(groups)
    if texts and texts[0].required:
        groups = give_each_its_place(groups, places.is_known, of_one=len(texts) > 1)
    return places, groups


def name_of_list(entity: EntitySpec, goal: GoalSpec, catalogue: Catalogue) -> str:
    """The entity that holds several of what `entity` holds one of, as the goal's capabilities take them.

    empty: none.
    """
    names = (entity.name.removesuffix(TEXT), entity.name)
    for rule in (rule for each in catalogue.serving(goal) for rule in each.array_params):
        if rule["single_param_name"] in names:
            many = str(rule["param_name"])
            return many if many.endswith(TEXT) or not entity.name.endswith(TEXT) else many + TEXT
    return ""


def find_value(entity: EntitySpec, label: str, goal: GoalSpec, catalogue: Catalogue) -> str | None:
    """The schema's value that a word or a label means, in any case; None: it means none of them."""
    wanted = words(label)
    for value in entity.values:
        if any(words(each) == wanted for each in (value, *_labels_of(value, entity, goal, catalogue))):
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


def acts_on_words(entity: EntitySpec, goal: GoalSpec, catalogue: Catalogue) -> bool:
    """Whether a text is handed on as it is written, to what acts on it and looks nothing up by it."""
    if entity.type != "string" or name_of_list(entity, goal, catalogue):
        return False
    return all(is_words(entity.name, each) for each in catalogue.serving(goal))


def is_words(param: str, capability: CapabilitySpec) -> bool:
    """Whether a parameter is the user's own words, and no name of something."""
    looked_up = {rule["param"] for rule in capability.pre_flow}
    return not capability.read_only and param.removesuffix(TEXT) not in looked_up


def _words_to_hand_on(
    text: str, entity: EntitySpec, whom: Sequence[EntitySpec], named: Sequence[Span]
) -> dict[str, Any]:
    """The words to hand on, and for whom they are."""
    message = extract_free_text(text, named)
    handles = [text[start:end] for start, end in find_handles(text)]
    found = {entity.name: message.words} if message.words else {}
    if whom and (to := next((each for each in handles if each not in message.words), message.to)):
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
    labels = (
        (label, value)
        for value in entity.values
        for label in (value.replace("_", " "), *_labels_of(value, entity, goal, catalogue))
        if words(label)
    )
    hits = Automaton(labels).hits(text)
    named = {hit.payload for hit in hits}
    return [value for value in entity.values if value in named], [(hit.start, hit.end) for hit in hits]


def _labels_of(value: str, entity: EntitySpec, goal: GoalSpec, catalogue: Catalogue) -> Iterator[str]:
    """What people say for a value, beside the value itself."""
    folded = value.casefold()
    yield from entity.aliases.get(value, ())
    own = {each.name: each for each in catalogue.serving(goal)}
    for capability in own.values():
        spec = capability.specs.get(entity.name, {})
        for alias, meaning in read_mapping(spec, "aliases").items():
            if str(meaning).casefold() == folded:
                yield alias
        for known, label in read_mapping(spec, "value_labels").items():
            if str(known).casefold() == folded:
                each_language = label.values() if isinstance(label, Mapping) else (label,)
                yield from (each for each in each_language if isinstance(each, str))
    mapped = next((names for key, names in entity.capability_map.items() if key.casefold() == folded), ())
    if len(mapped) == 1 and mapped[0] != ALL and mapped[0] in own:
        yield from own[mapped[0]].hints.keywords
