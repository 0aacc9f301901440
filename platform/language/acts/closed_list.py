"""The closed list at work: whether a reply is an entry, in one language, and what follows it.

>>> read_closed("Siiim, por favor!"), read_closed("yes, and also send me the invoice").rest
(ClosedReading(kind='yes', rest='', forbids=False), 'and also send me the invoice')
>>> read_closed("yes, but only look").kind
'unsure'
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import groupby, pairwise
from typing import Literal

from language.acts.grammar import ClauseReader, kinds_of, skip_fillers
from language.acts.lists import ReplyLists, signs, squeeze
from language.acts.slips import mend
from language.acts.stems import stems_of
from language.acts.yes_no_question import AskedQuestion, asks_for, list_numbers, read_questions
from language.lexicon import begins
from language.lexicon.phrase import plain

LONGEST = 300  # characters: nobody says yes in more
MOST_WORDS = 14  # of a clause that may be made of entries
_CLAUSE = re.compile(r"(?:[^,.;:!?\n…]|[.:](?=\w)|(?<=\d),(?=\d))+")  # "1.149,00", "a.b": none ends there
_DASH = re.compile(r"\s[-–—]+\s")
_STRUCK = re.compile("[\u0335-\u0338]")  # letters struck through
_MOCKERY = re.compile('["“”«»\U0001f300-\U0001faff\u2600-\u27bf]')  # quotes, and faces that people make
_FORBIDS = frozenset({"forbids"})
_AGREE = frozenset(("agrees", "suits", "tells", "unminded", "names"))
_SIGNS = "\"'“”«»()¡¿!"
ClosedKind = Literal["yes", "no", "cancel", "unsure"]


@dataclass(frozen=True, slots=True)
class ClosedReading:
    """What an entry does, and what follows it where it stands as the first clause."""

    kind: ClosedKind
    rest: str = ""
    forbids: bool = False  # it says what is not to be done: "não cancela"
    restates: bool = False  # nothing in it permits what it only asks for: "cancel it", "cancel R10"


def read_closed(text: str, question_text: str = "", looks: bool = False) -> ClosedReading | None:
    """The reply as entries of one language's list; None where it is more than these, or something else.

    `asked` is the question's text: its verb may be repeated. `looks`: it asks for the permission to look.
    """
    if len(text) > LONGEST or _STRUCK.search(text):
        return None
    text, shown = _without_signs(_DASH.sub(", ", text))
    if not text.strip(" ,.!"):
        return _judge({kind for kind in shown if kind}, "", AskedQuestion()) if shown else None
    questions = read_questions(question_text, looks)
    found = [_read_in(text, shown, each, question) for each, question in questions]
    readings = [each for each in found if each is not None]
    whole = [each for each in readings if each.forbids] + [each for each in readings if not each.rest]
    return next(iter([*whole, *readings]), None)


def _without_signs(text: str) -> tuple[str, set[str]]:
    """The text without pictures that answer, and what these do."""
    found = {kind for sign, kind in signs().items() if sign in text}
    if found:
        text = "".join(", " if sign in signs() else sign for sign in text)
    return text, found


def _read_in(text: str, shown: set[str], each: ReplyLists, question: AskedQuestion) -> ClosedReading | None:
    """The reply as one language reads it."""
    if tuple(plain(text)) in each.voids:
        return None
    kinds, rest = set(shown), ""
    clauses = list(_CLAUSE.finditer(text))
    tag = _ends_in_tag(text, clauses, each)
    for number, clause in enumerate(clauses):
        words = _mend_all(spell_out(plain(clause[0]), each), each, question)
        if not words or (tag and number == len(clauses) - 1):
            continue
        found = cover(words, each, question, clause[0])
        if not question.numbers.issuperset(
            number for number in list_numbers(clause[0]) if squeeze(number) not in each.vocabulary
        ):
            found = None  # "16" is not of "16:30"
        asks = text[clause.end() : clause.end() + 1] == "?" and not tag
        if found is not None and (not asks or tuple(words) in each.asking):
            kinds |= found
            continue
        joined = _match_joined(words, each, question, clause[0])
        if joined is not None:
            found, at = joined
            kinds |= found
            more = cover(words[at + begins(words[at:], each.joins) :], each, question, clause[0])
            if more:
                kinds |= more  # "yes and do it"
                continue
            rest = _cut(clause[0], words[at:], each, question) + text[clause.end() :]
        else:
            rest = text[clause.start() :].strip()
        break
    if (
        kinds.isdisjoint(_AGREE | {"restates"})
        and "?" not in text
        and not each.denies.isdisjoint(plain(text))
        and any(
            cover(_mend_all(spell_out(plain(later[0]), each), each, question), each, question) == _FORBIDS
            for later in clauses
        )
    ):
        return ClosedReading("no", forbids=True)  # "não vou estar, não agende"
    named = (word for before, word in pairwise(["", *plain(text)]) if before not in each.nominal)
    if "names" in kinds and not rest and question.names_all(named):
        kinds = kinds - {"names"} if "restates" in kinds else kinds | {"tells"}
    if rest and not kinds:
        return None
    judged = _judge(kinds, rest, question)
    part = question.joined and kinds.isdisjoint(("agrees", "suits"))  # "you can close it and open one more"
    if not rest or judged is None or judged.kind != "yes":
        return judged
    if part or _mocks(text, each):
        return ClosedReading("unsure", rest)
    return judged if _is_separate(rest, each, question) else ClosedReading("unsure", rest)


def _judge(kinds: set[str], rest: str, question: AskedQuestion) -> ClosedReading | None:
    """What entries of these kinds do together."""
    if "restates" in kinds and kinds.isdisjoint(_AGREE):
        found = _judge(kinds - {"restates", "echoes"} | {"tells"}, rest, question)
        if found is None or found.kind != "yes":
            return found
        return replace(found, kind="unsure" if "echoes" in kinds else "yes", restates=True)
    yes, no = kinds & {"agrees", "suits", "tells", "unminded"}, kinds & {"refuses", "gives_up", "forbids"}
    if question.minds:
        if kinds & {"tells", "unminded"} and kinds.isdisjoint(("gives_up", "forbids")):
            return ClosedReading("yes", rest)
        if kinds & {"agrees", "suits", "refuses"}:
            return ClosedReading("unsure", rest)
    if "details" in kinds and "tells" not in kinds:
        return ClosedReading("unsure", rest) if yes else None  # "yes, that is my address": to be asked again
    if kinds == {"begs"}:
        return ClosedReading("yes", rest)
    if "unsure" in kinds or ((yes or "names" in kinds) and no):
        return None
    if yes:
        return ClosedReading("unsure" if question.either else "yes", rest)
    if no:
        return ClosedReading("cancel" if "gives_up" in no else "no", rest, forbids="forbids" in no)
    return None


def _is_separate(rest: str, each: ReplyLists, question: AskedQuestion) -> bool:
    """Whether what follows an entry is a request of its own.

    Joined to it or in a sentence of its own, of the list of what people ask for beside, and nothing that
    limits the yes or does what was asked about in another way ("sim. Envia por carta").
    """
    words = spell_out(plain(rest), each)
    asked, joined = words, 0
    while length := begins(asked, each.joins) or skip_fillers(asked, each):
        joined += begins(asked, each.joins)
        asked = asked[length:]
    polite = False  # "can you also cancel R11?", where "also, cancelling costs?" asks about it
    while length := begins(asked, each.wants) or begins(asked, each.lets):
        polite, asked = True, asked[length:]
    asked = asked[next((at for at, word in enumerate(asked) if word not in each.small), len(asked)) :]
    also = any(begins(words[at:], each.also) for at in range(len(words)))
    others = not question.numbers.issuperset(list_numbers(rest))  # "and also cancel R11"
    again = also and others and bool(asked) and question.is_act(asked[0])
    if not asked or not (joined or also) or not _is_request(asked[0], rest, each, again):
        return False
    told = next((at for at, word in enumerate(asked) if at and word not in each.small), 0)
    told = told if begins(asked[told:], each.asks) else 0  # "tell me when", which limits nothing
    if "?" in rest.rstrip("? ") or ("?" in rest and not (told or (also and polite))):
        return False
    limited = any(
        begins(words[at:], each.blocks)
        for at in range(len(words))
        if at != len(words) - len(asked) + told and (at == 0 or words[at] not in each.small)
    )
    mocks = any(begins(words[at:], each.mocks) for at in range(len(words)))
    return not (limited or mocks) and (also or not question.is_act(asked[0]))


def _is_request(verb: str, rest: str, each: ReplyLists, again: bool) -> bool:
    """Whether a verb is of the list of what people ask for beside, or the asked one `again`.

    Not what they do or did themselves.
    """
    typed = next((word for word in rest.casefold().split() if plain(word) == [verb]), verb)
    return not any(typed.endswith(ending) for ending in each.mine) and (again or asks_for(verb, each))


def _mocks(text: str, each: ReplyLists) -> bool:
    """Whether a yes is one of those by which people mock, "oh sure", or they quote one or make a face."""
    words = plain(text)
    return _MOCKERY.search(text) is not None or any(
        begins(words[at:], each.smirks) for at in range(len(words))
    )


def _match_joined(
    words: Sequence[str], each: ReplyLists, question: AskedQuestion, raw: str
) -> tuple[frozenset[str], int] | None:
    """The kinds of the entries before "and", and where that stands: "sim e manda uma cópia"."""
    for at in range(1, len(words)):
        if len(words[at]) == 1 and not re.search(rf"\b{words[at]}\b", raw, re.IGNORECASE):
            continue  # "claro é": the accent tells
        if begins(words[at:], each.joins) and (found := cover(words[:at], each, question, raw)):
            return None if _tells_to(words[:at], each) else (found, at)
    return None


def _cut(raw: str, words: Sequence[str], each: ReplyLists, question: AskedQuestion) -> str:
    """The words that a clause ends in as they were typed: "R-11 de 5.50" is a code and an amount."""
    ends = (raw[found.start() :] for found in re.finditer(r"\S+", raw))
    same = (end for end in ends if _mend_all(spell_out(plain(end), each), each, question) == list(words))
    return next(same, " ".join(words))


def _tells_to(words: Sequence[str], each: ReplyLists) -> bool:
    """Whether words end in telling to do what follows, which is not what was asked.

    "go ahead and ruin it".
    """
    return any("tells" in kinds_of(words[at:], each) for at in range(len(words)))


def _ends_in_tag(text: str, clauses: Sequence[re.Match[str]], each: ReplyLists) -> bool:
    """Whether the only question mark stands behind a tag: "pode fazer, tá?"."""
    if text.count("?") != 1 or not text.rstrip().endswith("?") or len(clauses) < 2:
        return False
    return tuple(plain(clauses[-1][0])) in each.tags


def spell_out(words: Sequence[str], each: ReplyLists) -> list[str]:
    """Words as the lists spell them: abbreviations whole, letters that are held without the repetition."""
    found: list[str] = []
    for word in words:
        if whole := each.spelled.get(word):
            found.extend(whole)
            continue
        known = each.vocabulary.get(squeeze(word), ())
        if word not in known:
            word = next((one for one in known if _compile_held(one).fullmatch(word)), word)
        found.append(word)
    return found


@lru_cache(maxsize=2048)
def _compile_held(one: str) -> re.Pattern[str]:
    """Matches a word with letters held: "siiim" for "sim", never "god" for "good"."""
    return re.compile("".join(f"{letter}{{{len(list(run))},}}" for letter, run in groupby(one)))


def cover(
    words: Sequence[str], each: ReplyLists, question: AskedQuestion, raw: str = ""
) -> frozenset[str] | None:
    """The kinds of the entries that a clause is made of; None where a word belongs to none of them.

    Fillers may stand anywhere; behind the question's verb, and where it asks for one thing, its other
    words may be repeated: "pode enviar o contrato".
    """
    if len(words) > MOST_WORDS:
        return None
    clause = ClauseReader(tuple(words), each, question)
    kinds = clause.cover()
    if kinds is None:
        return None
    if "names" in kinds and not clause.permitted:
        kinds |= {"restates"}
    if (
        len(words) == 1
        and len(words[0]) == 1
        and "".join(filter(str.isalpha, raw)).casefold() not in each.letters
    ):
        return None  # "é" is a yes, "e" none: only the accent tells
    if "refuses" in kinds and kinds & {"tells", "names", "restates"}:
        return None  # "não remova"
    if "gives_up" in kinds:
        kinds = kinds - {"tells", "names", "restates"}  # "cancela a devolução" names what is given up
    if "suits" in kinds and "thing" in kinds and kinds.isdisjoint(("tells", "names", "restates")):
        kinds = kinds - {"suits"}  # "el martes está bien" agrees, "el pedido está bien" tells how it is
    if _is_own_act(words, each, question, raw) or question.turns_round(words, each.opposites):
        return None
    limited = any(begins(words[at:], each.limits) for at in range(len(words)))
    if limited and question.joined and any(question.names_act(word) for word in words):
        return None  # "you can just close it"
    return kinds - ({"thing"} if "restates" in kinds else {"thing", "echoes"})


def _is_own_act(words: Sequence[str], each: ReplyLists, question: AskedQuestion, raw: str) -> bool:
    """Whether a clause says what who replies does, or has done: "envio eu mesmo", "ya la cancelé"."""
    clause = ClauseReader(tuple(words), each, AskedQuestion())
    agreed = {
        word
        for at in range(len(words))
        for end, kinds, _ in clause.walk(each.entries, at)
        if "agrees" in kinds or "suits" in kinds
        for word in words[at:end]
    }  # "confirmo", "de acuerdo"
    typed = [
        word.strip(_SIGNS)
        for before, word in pairwise(["", *raw.casefold().split()])
        if agreed.isdisjoint(plain(word)) and each.nominal.isdisjoint(plain(before))
    ]
    stems = (" ".join(plain(word[: -len(own)])) for word in typed for own in each.mine if word.endswith(own))
    return any(not question.stems.isdisjoint(stems_of(stem, ("-",), each.sounds)) for stem in stems)


def _mend_all(words: Sequence[str], each: ReplyLists, question: AskedQuestion) -> list[str]:
    """The words with each slip mended, but for what the question says."""
    return [
        word if word in question.words or question.is_act(word) else mend(word, each.slips, question.slips)
        for word in words
    ]
