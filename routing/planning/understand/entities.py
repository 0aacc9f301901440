"""What a message names for a goal, in the user's words, and what it wants said to somebody as it stands.

All of it read from the goal's schema, none of it guessed. An enum's value is recognised by its name, its
aliases and labels, and by the hints of the capability that it maps to. What is left of the message once hints
and small words are taken out are the names that the user said: they fill the goal's texts, in order; several
of them ("PETR4 e VALE3") fill a text that its capability takes as a list.

Goals that act on the user's own words take them from quotes, from behind a colon, "that" or "saying"; else
they are what is left behind the hints, or before them. A message that only names a verb has none.

>>> extract_free_text("send to telegram that lunch is ready", [(8, 16)])
FreeText(words='lunch is ready', to='')
>>> extract_free_text("mande no telegram para a equipe: reunião às 10", [(6, 17)])
FreeText(words='reunião às 10', to='equipe')
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

from language import courtesies, mail
from language.automaton import Automaton
from language.function_words import OF, THAT, TO, is_small, separates, tells
from language.lexicon import begins, first_words, join_languages
from language.lexicon.phrase import plain
from language.normalise import words
from routing.planning.specs import ALL, TEXT, CapabilitySpec, EntitySpec, GoalSpec, mapping_in
from routing.planning.understand.catalogue import Catalogue
from routing.planning.understand.names import (
    NameGroup,
    Places,
    Span,
    each_with_its_own,
    join_groups,
    read_groups,
)

HANDLE = re.compile(r"(?<![\w@.])@[A-Za-z]\w{1,63}")  # somebody's name in a chat: "@equipe"
NEAR = 4  # words between who is told and "that"
_QUOTED = re.compile(r"[\"“«]([^\"”»]+)[\"”»]|(?<!\w)['‘](?=\S)(.+?)['’](?!\w)", re.S)
_COLON = re.compile(r":\s+(\S.*)\Z", re.S)
_WORD = re.compile(r"@?[^\W_]+(?:['’_-][^\W_]+)*|[,;.!?]")
_SAYING = first_words(join_languages("SAYING"))


class FreeText(NamedTuple):
    """The words and, where it is named without a handle, to whom."""

    words: str
    to: str = ""


class _TextWord(NamedTuple):
    text: str
    start: int
    end: int
    named: bool


def find_handles(text: str) -> list[Span]:
    """Where somebody is named by a handle."""
    return [match.span() for match in HANDLE.finditer(text)]


def behind_colon(text: str, named: Sequence[Span]) -> Span | None:
    """What stands behind a colon that follows a hint ("envie: chego às 10")."""
    found = _COLON.search(text)
    if found is None or not any(end <= found.start() for _start, end in named):
        return None
    return found.span(1)


def extract_free_text(text: str, named: Sequence[Span]) -> FreeText:
    """The words to be said, and to whom; `named` are the places of hints."""
    words = _words(text, [*named, *find_handles(text)])
    quoted = _QUOTED.search(text)
    span = quoted.span(1 if quoted[1] is not None else 2) if quoted else behind_colon(text, named)
    if span is None:
        start = _find_marked(words)
        span = (start, _end(words, start)) if start is not None else _find_left(words)
    begin, end = span or (len(text), len(text))
    around = [word for word in words if not begin <= word.start < end]
    return FreeText(text[begin:end].strip().rstrip(",;"), addressee(text, around))


def stands_apart(text: str, named: Sequence[Span]) -> bool:
    """Whether what a message says beside its hints is a wish of its own, joined to them by an "and", and
    nothing to be handed on: "empresta o livro X e me avise no telegram".
    """
    words = _words(text, [*named, *find_handles(text)])
    places = [at for at, word in enumerate(words) if word.named]
    if not places or _QUOTED.search(text) or behind_colon(text, named) or _find_marked(words) is not None:
        return False
    before, after = words[: places[0]], words[places[-1] + 1 :]
    while before and before[-1].text and not separates(before[-1].text) and is_small(before[-1].text):
        before.pop()
    return any(
        bool(part) and separates(part[edge].text) and not all(is_small(word.text) for word in part)
        for part, edge in ((before, -1), (after, 0))
    )


def to_whom(text: str, named: Sequence[Span], notices: Sequence[Span]) -> str:
    """Whom a notice is for, where that stands right before the words for it: "para a equipe no telegram"."""
    words = _words(text, named)
    for at, word in enumerate(words):
        if word.text in TO:
            run = _run(words[at + 1 :])
            if run and any(0 <= start - run[-1].end <= 1 for start, _end in notices):
                return text[run[0].start : run[-1].end]
    return ""


def addressee(text: str, words: Sequence[_TextWord]) -> str:
    """Whom "para X" names."""
    for at, word in enumerate(words):
        if word.text in TO and not word.named:
            run = _run(words[at + 1 :])
            if run:
                return text[run[0].start : run[-1].end]
    return ""


def _run(words: Sequence[_TextWord]) -> list[_TextWord]:
    """The name that begins here, behind articles."""
    found: list[_TextWord] = []
    for word in words:
        inside = bool(found) and word.text in OF
        if word.named or not word.text or (is_small(word.text, strict=True) and not inside):
            if found or word.named or not word.text:
                break
            continue
        found.append(word)
    while found and found[-1].text in OF:
        found.pop()
    return found


def _words(text: str, named: Sequence[Span]) -> list[_TextWord]:
    """The words of the text; a stop has no letters."""
    found = []
    for match in _WORD.finditer(text):
        start, end = match.span()
        inside = any(begin < end and start < until for begin, until in named)
        found.append(_TextWord("".join(plain(match[0])), start, end, inside))
    return found


def _find_marked(words: Sequence[_TextWord]) -> int | None:
    """Where the words begin that follow "that" or "saying"."""
    texts = [word.text for word in words]
    last_named = -NEAR - 2
    for at, word in enumerate(words[:-1]):
        length = begins(texts[at:], _SAYING)
        if length and last_named >= 0 and at + length < len(words):
            return words[at + length + (texts[at + length] in THAT and at + length + 1 < len(words))].start
        if word.text in THAT and not word.named and at - last_named <= NEAR + 1:
            return words[at + 1].start
        if word.named or tells(word.text):
            last_named = at
    return None


def _end(words: Sequence[_TextWord], start: int) -> int:
    """The end of the words that begin at `start`.

    Hints and whom they are for, where they stand last, are not of them.
    """
    inside = [word for word in words if word.start >= start and word.text]
    while inside and (inside[-1].named or inside[-1].text in TO):
        last = inside.pop()
        if last.named and inside and inside[-1].text == "a":
            inside.pop()
    return inside[-1].end if inside else start


def _find_left(words: Sequence[_TextWord]) -> Span | None:
    """What is left behind the last hint, else before the first."""
    places = [at for at, word in enumerate(words) if word.named]
    if not places:
        return None
    for part in (words[places[-1] + 1 :], words[: places[0]]):
        spoken = [word for word in part if word.text]
        if part and part[0].text in TO:
            continue  # to whom
        begins = next((at for at, word in enumerate(spoken) if not is_small(word.text)), None)
        if begins is None:
            continue
        while spoken and spoken[-1].text in TO:
            spoken.pop()
        first = spoken[begins if part[0].start < words[places[0]].start else 0]
        return first.start, spoken[-1].end
    return None


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
    first = texts[0] if texts else None
    verbatim = (
        first and first.required and first.type == "string" and not name_of_list(first, goal, catalogue)
    )
    if first and verbatim and (span := behind_colon(text, named)) is not None:
        found[first.name] = text[span[0] : span[1]].strip()
    places, groups = _read_places(text, goal, catalogue, texts, named)
    if first is not None and first.name in found:
        texts, groups = texts[1:], [each for each in groups if each.items[0] not in found[first.name]]
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
        groups = each_with_its_own(groups, places.is_known, of_one=len(texts) > 1)
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


def value_of(entity: EntitySpec, label: str, goal: GoalSpec, catalogue: Catalogue) -> str | None:
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
        for alias, meaning in mapping_in(spec, "aliases").items():
            if str(meaning).casefold() == folded:
                yield alias
        for known, label in mapping_in(spec, "value_labels").items():
            if str(known).casefold() == folded:
                each_language = label.values() if isinstance(label, Mapping) else (label,)
                yield from (each for each in each_language if isinstance(each, str))
    mapped = next((names for key, names in entity.capability_map.items() if key.casefold() == folded), ())
    if len(mapped) == 1 and mapped[0] != ALL and mapped[0] in own:
        yield from own[mapped[0]].hints.keywords
