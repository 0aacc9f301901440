"""What a message asks to be done that no goal does: told to the user, and never taken for the nearest goal.

>>> text = "vende minhas ações da PETR4 e me avise no telegram"
>>> [text[wish.start:wish.end] for wish in find_unserved(text, hits, catalogue)]
['vende minhas ações da PETR4']

A clause wishes what its first word says: what stands behind "quero" or "can you", or before an object of its
own ("vende minhas ...", "sell Apple"; "vende petrobras" by the list `deals` of each language). It is served
where a manifest has that word among the hints, names, descriptions or examples of a goal. The noun of a
domain serves nothing: "share my list" is no wish for a price. What is to happen only
under a condition ("me avise se passar de 40") is served where an example of a manifest has a condition too.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from language.automaton import Hit
from language.function_words import OF, is_small, separates, tells
from language.lexicon import LANGUAGES, begins, first_words, join_languages
from routing.planning.understand.catalogue import CONDITIONS, LATER, Catalogue, HintTarget, Vocabulary
from routing.planning.understand.names import Span, Token, split_words

GOAL, NOTICE, DOMAIN = "goal", "notice", "domain"
SHORTEST = 4  # letters of an infinitive
LONGEST = 8  # words of a phrase of the lists
WHOLE = 4  # words of a condition that stands by itself
_CODE = re.compile(r"(?=\S*\d)(?=\S*[^\W\d_])[\w.-]{4,}|\d+")
_QUOTED = re.compile(r"[\"“«][^\"”»]+[\"”»]")
_INFINITIVE = re.compile(
    rf"\w{{2,}}(?:{'|'.join(sorted(filter(None, join_languages('INFINITIVES'))))})(?:se|me|te|lo|la|los|las)?"
)
_WISHES = first_words(join_languages("WISHES_TO"))
_BARE = first_words(
    frozenset(phrase for each in LANGUAGES.values() if not each.INFINITIVES for phrase in each.WISHES_TO)
)
_POLITE = first_words(join_languages("POLITE_CONDITIONS"))
_DETERMINERS = join_languages("DETERMINERS")
_DEALS = join_languages("DEALS")
_CUTS = join_languages("CONTRAST") | join_languages("AFTERWARDS")
_ASKS = frozenset(phrase for phrase in join_languages("QUESTION_WORDS") if " " not in phrase)


@dataclass(frozen=True, slots=True)
class UnservedWish:
    """Where a clause stands whose action no goal does.

    `beside`: it names something that a goal is about, so that the goal may be meant after all, and is asked
    about.
    """

    start: int
    end: int
    verb: Span
    beside: bool = False


def find_unserved(
    text: str,
    hits: Sequence[Hit[HintTarget]],
    notices: Sequence[Span],
    catalogue: Catalogue,
) -> list[UnservedWish]:
    """The clauses that wish what no goal does.

    `hits` are the hints of the message, `notices` the places of those for a notice.
    """
    vocabulary = catalogue.vocabulary
    clauses = _clauses(text, hits, notices)
    actions = {
        at: place for at, each in enumerate(clauses) if (place := _action(each, vocabulary)) is not None
    }
    found = []
    if not vocabulary.conditions:
        acting = {at for at, each in enumerate(clauses) if any(word.kind == NOTICE for word in each)}
        for first, last in _conditional(text, clauses, acting | set(actions)):
            start, end = clauses[first][0].start, clauses[last][-1].end
            found.append(UnservedWish(start, end, (start, end)))
            for at in range(first, last + 1):
                actions.pop(at, None)
    for at, place in actions.items():
        clause = clauses[at]
        verb = clause[place]
        beside = any(word.kind == GOAL for word in clause[place:])
        found.append(UnservedWish(verb.start, clause[-1].end, (verb.start, verb.end), beside))
    return sorted(found, key=lambda each: each.start)


def find_mentioned(text: str, hits: Sequence[Hit[HintTarget]], notices: Sequence[Span]) -> list[Span]:
    """Where clauses that ask for no notice have words for one, from their beginning.

    "vi no telegram que ...".
    """
    found = []
    for clause in _clauses(text, hits, notices):
        if any(word.kind == NOTICE for word in clause) and not _tells(clause):
            last = max(at for at, word in enumerate(clause) if word.kind == NOTICE)
            named = [at for at, word in enumerate(clause) if word.kind == GOAL]
            first = max((at + 1 for at in named if at < last), default=0)
            first = next(at for at in range(first, last + 1) if not first or clause[at].kind == NOTICE)
            found.append((clause[first].start, clause[last].end))
    return found


def _tells(clause: Sequence[Token]) -> bool:
    """Whether a clause wishes somebody to be told.

    It begins with the words for it, or has a word of telling.
    """
    if any(tells(word.plain) for word in clause):
        return True
    head = next((at for at, word in enumerate(clause) if word.kind or not is_small(word.plain)), 0)
    return clause[head].kind == NOTICE and _ASKS.isdisjoint(word.plain for word in clause[:head])


def _action(clause: Sequence[Token], vocabulary: Vocabulary) -> int | None:
    """Where the word stands that says what is to be done, and that no manifest has.

    None where there is none.
    """
    at, wished, telling = 0, "", False
    texts = [word.plain for word in clause]
    while at < len(clause) and not clause[at].kind and is_small(clause[at].plain):
        length = begins(texts[at : at + LONGEST], _WISHES)
        if length and not any(word.kind for word in clause[at : at + length]):
            wished = "bare" if begins(texts[at : at + LONGEST], _BARE) else "infinitive"
        telling = telling or tells(clause[at].plain)
        at += max(length, 1)
    if at >= len(clause) or clause[at].kind in (GOAL, NOTICE):
        return None
    if telling:
        return _tells_elsewhere(clause, at, vocabulary)
    head, behind = clause[at], clause[at + 1 : at + 2]
    if _CODE.fullmatch(head.text) or (not head.kind and vocabulary.has(head.plain)):
        return None
    if not wished and not _ASKS.isdisjoint(texts[:at]):
        return None  # a question: "como andam os papéis"
    if wished == "bare" and head.text[0].islower():
        return at
    if wished == "infinitive" and len(head.plain) >= SHORTEST and _INFINITIVE.fullmatch(head.plain):
        return at
    return at if behind and _has_object(head, behind[0]) else None


def _tells_elsewhere(clause: Sequence[Token], at: int, vocabulary: Vocabulary) -> int | None:
    """Where the word of telling stands whose object nobody has: "manda um email para ..."."""
    if any(word.kind for word in clause) or clause[at - 1].plain not in _DETERMINERS:
        return None
    if vocabulary.has(clause[at].plain):
        return None
    return max(place for place in range(at) if tells(clause[place].plain))


def _has_object(head: Token, behind: Token) -> bool:
    """Whether the word behind another begins what that one acts on."""
    if behind.kind in (GOAL, NOTICE):
        return False
    if behind.plain in _DETERMINERS and behind.plain not in OF:
        return True
    if head.plain in _DEALS:
        return behind.plain not in OF
    lower = head.text[0].islower()
    return not head.kind and lower and bool(_CODE.fullmatch(behind.text) or behind.text[0].isupper())


def _conditional(
    text: str, clauses: Sequence[Sequence[Token]], acting: Iterable[int]
) -> list[tuple[int, int]]:
    """From which clause to which something is to happen under a condition; `acting` are those that act."""
    found, acts = [], set(acting)
    for at, clause in enumerate(clauses):
        place = _condition(clause)
        if place is None:
            continue
        first = last = at
        if place == 0 and at not in acts:
            if "?" in text[clause[-1].end : clause[-1].end + 2]:
                continue
            last, first = at + (at + 1 in acts), at - (at + 1 not in acts and at - 1 in acts)
        alone = (
            place == 0 and len(clause) >= WHOLE and bool(begins([word.plain for word in clause], CONDITIONS))
        )
        if acts.intersection(range(first, last + 1)) or (alone and all(word.kind != GOAL for word in clause)):
            found.append((first, last))
    return found


def _condition(clause: Sequence[Token]) -> int | None:
    """Where a condition begins in a clause; one of politeness is none."""
    texts = [word.plain for word in clause]
    for at, word in enumerate(clause):
        length = begins(texts[at : at + LONGEST], LATER)
        behind = texts[at + length : at + length + LONGEST]
        accented = length == 1 and word.text.lower() != word.plain  # "sí" is no "si"
        if length and behind and not accented and word.kind != GOAL and not begins(behind, _POLITE):
            return at
    return None


def _clauses(text: str, hits: Sequence[Hit[HintTarget]], notices: Sequence[Span]) -> list[list[Token]]:
    """The words between stops, "and" and "but".

    What is quoted, or stands behind a colon, is not looked at.
    """
    until = next((found.start() for found in re.finditer(r":\s", text) if hits), len(text))
    quoted = {at for match in _QUOTED.finditer(text) for at in range(*match.span())}
    levels = _levels(hits, notices)
    found: list[list[Token]] = [[]]
    for each in split_words(text):
        if each.start >= until or each.start in quoted:
            continue
        level = levels.get(each.start, "")
        joins = separates(each.plain) and each.text.lower() == each.plain  # "é" is no "e"
        cuts = not level and (joins or each.plain in _CUTS)
        if cuts or each.stop:
            found.append([])
        if not cuts:
            found[-1].append(replace(each, kind=level))
    return [clause for clause in found if clause]


def _levels(hits: Sequence[Hit[HintTarget]], notices: Sequence[Span]) -> dict[int, str]:
    """What each letter stands in.

    The words for a notice before those of a goal, and these before a domain's.
    """
    nouns = [(hit.start, hit.end) for hit in hits if hit.payload.level == DOMAIN]
    goals = [(hit.start, hit.end) for hit in hits if hit.payload.level != DOMAIN]
    return {
        at: level
        for level, spans in ((DOMAIN, nouns), (GOAL, goals), (NOTICE, notices))
        for start, end in spans
        for at in range(start, end)
    }
