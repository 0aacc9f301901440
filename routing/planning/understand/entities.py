"""What a message names for a goal, in the user's words.

All of it read from the goal's schema, none of it guessed.

An enum's value is recognised by its name, its aliases and labels, and by the hints of the capability that it
maps to. What is left of the message once hints and small words are taken out are the names that the user
said: they fill the goal's texts, in order; several of them ("PETR4 e VALE3") fill a text that its capability
takes as a list.
"""

import re
from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from language import courtesies, mail
from language.automaton import Automaton
from language.clauses import ABBREVIATED
from language.function_words import BESIDE, IN, OF, is_small, joins, separates
from language.lexicon.phrase import plain
from language.normalise import normalise, words
from routing.planning.specs import ALL, CapabilitySpec, EntitySpec, GoalSpec
from routing.planning.understand import free_text
from routing.planning.understand.catalogue import Catalogue, hints_of, part, pre_flow
from routing.planning.understand.placing import NameGroup, Places, Together, each_with_its_own, join_groups

TEXT = "_text"
HANDLE = "handle"
_TOKEN = re.compile(r"[,;]|[^\s,;?!¿¡\"“”()…]+")
_CODE = re.compile(r"(?=\S*\d)(?=\S*[^\W\d_])[\w.-]{4,}")  # letters and digits: "PETR4"
_OWNERS = re.compile(r"(?<=\w)['’]s$")  # "nvidia's price"
_SHORT = ABBREVIATED | {"inc", "co", "corp", "ltd", "cia"}
_EDGES = ".:'’`-–—"
Span = tuple[int, int]


@dataclass(slots=True)
class _Token:
    text: str
    start: int
    end: int
    kind: str = "word"  # word, list, join, in, small, hint
    stop: bool = False  # a sentence ends before it


def any_place(before: str, said: str) -> bool:
    return True


@dataclass(slots=True)
class _EntityReading:
    """The names found so far."""

    groups: list[NameGroup] = field(default_factory=list)
    running: list[str] = field(default_factory=list)
    open: bool = False  # the last group goes on: only a list's "and" stood between
    place: str = ""
    of: bool = False
    together: Together = any_place

    def close(self) -> None:
        if not self.running:
            return
        said = " ".join(self.running)
        last = self.groups[-1] if self.open and self.groups else None
        if last is not None and not self.place and (not last.placed or self.together(last.items[-1], said)):
            last.items.append(said)
            last.code = last.code or any(map(_CODE.fullmatch, self.running))
        else:
            code = any(map(_CODE.fullmatch, self.running))
            self.groups.append(NameGroup([said], self.place, last is not None, self.of, code))
        self.running, self.open, self.place = [], False, ""


def of(text: str, goal: GoalSpec, catalogue: Catalogue, hinted: Sequence[Span]) -> dict[str, Any]:
    """The entities of `goal` in `text`; `hinted` are the places of all hints."""
    found: dict[str, Any] = {}
    named: list[Span] = list(hinted)
    for entity in goal.entities.values():
        if entity.type == "enum" or entity.values:
            said, spans = values(text, entity, goal, catalogue)
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


def read_groups(
    text: str,
    hinted: Sequence[Span],
    strict: bool = False,
    beside: bool = False,
    since: int = 0,
    together: Together = any_place,
) -> list[NameGroup]:
    """The names in a text, apart from hints and small words.

    `beside`: "with" and "vs" stand between members; `since` is where the matter begins: sentences before it
    name nothing where that one does; `together`: whether a word goes on a list of places ("na Suécia e
    Finlândia", but "na Suécia e VALE3").
    """
    tokens = _tokens(text, hinted, strict)
    if beside:
        for token in tokens:
            if normalise(token.text) in BESIDE:
                token.kind = "list"
    reading, place = _EntityReading(together=together), ""
    early = 0  # groups of the sentences before the matter: "Sou a Ana. Qual o preço ...?"
    for number, token in enumerate(tokens):
        if token.stop:
            reading.close()
            reading.open, place = False, ""
            early = len(reading.groups) if token.start <= since else early
        inside = bool(reading.running) and number + 1 < len(tokens) and tokens[number + 1].kind == "word"
        if token.kind == "word":
            if not reading.running:
                reading.place, reading.of = place, number > 0 and normalise(tokens[number - 1].text) in OF
            elif _CODE.fullmatch(token.text) and _CODE.fullmatch(reading.running[-1]):
                reading.close()  # "petr4 vale3": two codes are two names
                reading.open = True
            elif _CODE.fullmatch(reading.running[-1]) and token.text.islower():
                reading.close()  # "PETR4 subiu"
            reading.running.append(token.text)
            place = ""
        elif token.kind == "join" and inside:
            reading.running.append(token.text)
        elif token.kind == "list":
            reading.close()
            reading.open = bool(reading.groups)
        else:
            reading.close()
            if token.kind == "in":
                place = token.text
    reading.close()
    told = reading.groups[early:]
    return told if any(not group.placed for group in told) else reading.groups


def codes(text: str) -> list[str]:
    """The codes ("PETR4") of a message that holds nothing else; none where it does."""
    said = [
        token.text for token in _tokens(text, [], False) if token.kind not in ("small", "join", "in", "list")
    ]
    return said if all(map(_CODE.fullmatch, said)) else []


def is_code(said: str) -> bool:
    """Whether it is a code: letters and digits."""
    return _CODE.fullmatch(said) is not None


def breaks(text: str, hinted: Sequence[Span]) -> list[Span]:
    """Where a list's "and" or comma stands in a text."""
    return [(token.start, token.end) for token in _tokens(text, hinted, False) if token.kind == "list"]


def _tokens(text: str, hinted: Sequence[Span], strict: bool) -> list[_Token]:
    found: list[_Token] = []
    shouting = text.isupper()
    spans = _apart(hinted)
    starts = [start for start, _end in spans]
    for match in _TOKEN.finditer(text):
        said = _OWNERS.sub("", match[0].strip(_EDGES)) or match[0]
        token = _Token(said, match.start(), match.end())
        token.stop = bool(found) and _ends(text[found[-1].start : match.start()])
        folded = normalise(said)
        shouted = len(said) > 1 and said.isupper() and not shouting  # "US", "EM": a name
        if said in ",;" or (separates(folded) and not shouted):
            token.kind = "list"
        elif (place := bisect_left(starts, token.end)) and spans[place - 1][1] > token.start:
            token.kind = "hint"
        elif shouted:
            token.kind = "word"
        elif joins(folded):
            token.kind = "join"
        elif folded in IN:
            token.kind = "in"
        elif any(all(is_small(word, strict) for word in read(said)) for read in (words, plain)):
            token.kind = "small"
        found.append(token)
    return found


def _ends(said: str) -> bool:
    """Whether a sentence ends with this word; "S.A." and "Inc." end none."""
    word = said.rstrip()
    return word.endswith(("?", "!", "…")) or (
        word.endswith(".") and "." not in word[:-1] and word[:-1].lower() not in _SHORT
    )


def _apart(spans: Sequence[Span]) -> list[Span]:
    """The spans in order, those that overlap as one.

    A token is then looked up in few steps, however many there are.
    """
    apart: list[Span] = []
    for start, end in sorted(spans):
        if apart and start < apart[-1][1]:
            apart[-1] = (apart[-1][0], max(end, apart[-1][1]))
        elif start < end:
            apart.append((start, end))
    return apart


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


def values(
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
