"""What a message names for a goal, in the user's words.

All of it read from the goal's schema, none of it guessed. An enum's value is recognised by its name, its
aliases and labels, and by the hints of the capability that it maps to. What is left of the message once hints
and small words are taken out are the names that the user said: they fill the goal's texts, in order; several
of them ("PETR4 e VALE3") fill a text that its capability takes as a list.

Goals that act on the user's own words take them from quotes, or from where any message carries a text
(`language.carried_text`); what stands there in another way is asked for.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, NamedTuple

from language import carried_text, courtesies, mail
from language.automaton import Automaton
from language.function_words import OF, THAT, TO, is_small
from language.normalise import words
from routing.planning.specs import ALL, TEXT, CapabilitySpec, EntitySpec, GoalSpec, read_mapping
from routing.planning.understand.catalogue import Catalogue
from routing.planning.understand.names import NameGroup, Span, Token, place_names, read_groups, split_words
from routing.planning.understand.parameters import find_known_value
from routing.planning.understand.typed_values import find_form, read_typed

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
    texts, written = _read_typed(text, texts, goal, catalogue, named)
    found |= written
    whom = [entity for entity in texts if entity.format == HANDLE_FORMAT]
    texts = sorted(
        (each for each in texts if each.format != HANDLE_FORMAT), key=lambda each: not each.required
    )
    if texts and texts[0].required and acts_on_words(texts[0], goal, catalogue):
        return found | _words_to_hand_on(text, texts[0], whom, named)
    named += find_handles(text) if whom else []
    for entity, group in _match(texts, _read_names(text, goal, catalogue, texts, named), goal, catalogue):
        many = name_of_list(entity, goal, catalogue)
        if entity.type == "array":
            found[entity.name] = group.items
        elif len(group.items) > 1 and many:
            found[many] = group.items
        else:
            found[entity.name] = group.items[0] if len(group.items) == 1 else _between(text, group.items)
    return found


def _read_typed(
    text: str, texts: Sequence[EntitySpec], goal: GoalSpec, catalogue: Catalogue, named: list[Span]
) -> tuple[list[EntitySpec], dict[str, Any]]:
    """The texts that words fill, and what the others are by how it is written: codes before numbers.

    The places of what was read are added to `named`.
    """
    found: dict[str, Any] = {}
    own = {each.name: each for each in texts}
    typed = {name: by for name in own if (by := _find_typed(name, goal, catalogue)) is not None}
    numbers = [name for name, by in typed.items() if find_form(name, by) == "number"]
    for name in sorted(typed, key=numbers.__contains__):
        counted = name in numbers and (len(numbers) > 1 or not own[name].required)
        values = read_typed(text, name, typed[name], named, counted)
        named += [place for _value, place in values]
        if values:
            many = name_of_list(own[name], goal, catalogue) if len(values) > 1 else ""
            found[many or name] = [each for each, _place in values] if many else values[0][0]
    return [each for each in texts if each.name not in typed], found


def _find_typed(name: str, goal: GoalSpec, catalogue: Catalogue) -> CapabilitySpec | None:
    """The capability of a goal that says how the values of an entity are written."""
    return next((each for each in catalogue.serving(goal) if find_form(name, each)), None)


def _read_names(
    text: str, goal: GoalSpec, catalogue: Catalogue, texts: Sequence[EntitySpec], named: Sequence[Span]
) -> list[NameGroup]:
    """The names in a text for the goal's texts."""
    since = min(named, default=(0, 0))[0]
    around, subjects = mail.around(text)
    apart = [*named, *around]
    apart += courtesies.spans(text, apart)
    read = partial(read_groups, text, beside=bool(texts) and texts[0].type == "array", since=since)
    groups = (subjects and read([*apart, *subjects])) or read(apart)
    if not groups and any(entity.required for entity in texts):
        groups = read(apart, strict=True)
    if texts and texts[0].required:
        places = [group for group in groups if group.placed]
        if len(texts) == 1 or any(len(group.items) > 1 for group in places):
            return place_names(groups, partial(_is_value, texts=texts, goal=goal, catalogue=catalogue))
    return groups


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
    texts: Sequence[EntitySpec], groups: Sequence[NameGroup], goal: GoalSpec, catalogue: Catalogue
) -> Iterable[tuple[EntitySpec, NameGroup]]:
    """Which text holds which names: what must be named stands behind no word for a place.

    Of what is left, what stands behind one comes first, and beside a name only that and what the manifest
    knows.
    """
    left = list(groups)
    for number, entity in enumerate(texts):
        placed = number > 0 or not entity.required
        found = next((group for group in left if bool(group.placed) is placed), left[0] if left else None)
        if found is None:
            return
        beside = number and texts[0].required and not found.placed
        if beside and not all(_is_value(name, texts, goal, catalogue) for name in found.items):
            return
        left.remove(found)
        yield entity, found


def _is_value(name: str, texts: Sequence[EntitySpec], goal: GoalSpec, catalogue: Catalogue) -> bool:
    """Whether the goal's domain knows it as a value of a parameter that is not what must be named."""
    own = catalogue.domains[goal.domain].capabilities.values()
    named = {each.name.removesuffix(TEXT) for each in texts if each.required}
    specs = (spec for each in own for param, spec in each.specs.items() if param not in named)
    return any(find_known_value(name, spec) is not None for spec in specs)


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


HANDLE = re.compile(r"(?<![\w@.])@[A-Za-z]\w{1,63}")  # somebody's name in a chat: "@equipe"
_QUOTED = re.compile(r"[\"“«]([^\"”»]+)[\"”»]|(?<!\w)['‘](?=\S)(.+?)['’](?!\w)", re.S)


class FreeText(NamedTuple):
    """The words and, where it is named without a handle, to whom."""

    words: str
    to: str = ""


def find_handles(text: str) -> list[Span]:
    """Where somebody is named by a handle."""
    return [match.span() for match in HANDLE.finditer(text)]


def extract_free_text(text: str, named: Sequence[Span]) -> FreeText:
    """The words to be said, and to whom; `named` are the places of hints."""
    handles = find_handles(text)
    quoted = _QUOTED.search(text)
    span = quoted.span(1 if quoted[1] is not None else 2) if quoted else None
    span = span or next(iter(carried_text.spans(text, named, named)), None)
    if span is None:
        return FreeText("")
    begin, end = span
    around = [each for each in _list_tokens(text, [*named, *handles]) if not begin <= each.start < end]
    if handles and handles[-1][1] == end > begin:  # "llego tarde a @equipe": whom it is for is not of it
        end = handles[-1][0]
    inside = [each for each in split_words(text) if begin <= each.start < end]
    while inside and end < span[1] and inside[-1].plain in TO:
        inside.pop()
    if inside and not quoted and inside[0].plain in THAT:
        inside = inside[1:]
    begin, end = (inside[0].start, end if end == span[1] else inside[-1].end) if inside else (end, end)
    return FreeText(text[begin:end].strip().rstrip(",;"), next(_list_addressees(text, around), ("", 0))[0])


def to_whom(text: str, named: Sequence[Span], notices: Sequence[Span]) -> str:
    """Whom a notice is for, where that stands right before the words for it: "para a equipe no telegram"."""
    whom = _list_addressees(text, _list_tokens(text, named))
    return next((to for to, end in whom if any(0 <= start - end <= 1 for start, _end in notices)), "")


def _list_addressees(text: str, tokens: Sequence[Token]) -> Iterator[tuple[str, int]]:
    """Whom "para X" names, and where the name ends."""
    for at, token in enumerate(tokens):
        if token.plain in TO and not token.kind and (run := _run(tokens[at + 1 :])):
            yield text[run[0].start : run[-1].end], run[-1].end


def _run(tokens: Sequence[Token]) -> list[Token]:
    """The name that begins here, behind articles."""
    found: list[Token] = []
    for token in tokens:
        inside = bool(found) and token.plain in OF
        if token.kind or token.stop:
            break
        if not is_small(token.plain, strict=True) or inside:
            found.append(token)
        elif found:
            break
    while found and found[-1].plain in OF:
        found.pop()
    return found


def _list_tokens(text: str, named: Sequence[Span]) -> list[Token]:
    """The words of the text; those in a hint are `named`."""
    return [
        replace(each, kind="named")
        if any(begin < each.end and each.start < until for begin, until in named)
        else each
        for each in split_words(text)
    ]
