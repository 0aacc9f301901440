"""What a yes-or-no question asks to do: its verb, its words, and whether a yes answers it at all.

>>> asked = read_question("O contrato está pronto. Posso enviar o contrato?", lists()["pt"])
>>> asked.is_act("envia"), asked.is_act("cancela"), asked.minds
(True, False, False)
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache

import regex

from language import detect
from language.acts.lists import ReplyLists, lists
from language.acts.slips import Index, index
from language.lexicon import Starts, begins
from language.lexicon.phrase import plain

# A point within a time, a number, an address or behind a short title ("Dr.") ends no sentence.
_SENTENCE = regex.compile(r"(?:[^.!?;:\n¿]|[.;:](?=\S)|(?<=\b\p{Lu}\p{Ll}{0,2})\.)*\?")
_ENDED = re.compile(r"[.!?;]\s+|\n")
_SHORTEST_STEM = 3  # letters
_DOUBLED = re.compile(r"([^aeiou])\1$")  # "cancellation" is of "cancel"
_OLD = 4  # words at most between "from" and "to"
_SOUNDS = (("qu", "c"), ("gu", "g"), ("z", "c"))  # "publico" and "publique" have one stem


@dataclass(frozen=True, slots=True)
class AskedQuestion:
    """A question as one language reads it.

    `stems` are those of the verb, `words` what may be repeated of it, which is not what is given up
    ("from Monday"), `nouns` the endings of verbs and of nouns that are made of them.
    """

    stems: frozenset[str] = frozenset()
    words: frozenset[str] = frozenset()
    opened: bool = False  # it begins in words of this language
    minds: bool = False  # "do you mind if ...": a yes may mean either
    either: bool = False  # "this or that?": a yes means neither
    joined: bool = False  # it asks for more than one thing: naming one of them is no yes to all
    own: bool = True  # of the languages whose words it may be in
    endings: tuple[str, ...] = ()
    phrases: tuple[tuple[str, ...], ...] = ()  # what else says the verb: "take a look"
    nouns: tuple[str, ...] = ()
    sounds: tuple[tuple[str, str], ...] = ()
    slips: Index = field(default_factory=dict)  # its words, as they may be typed

    def is_act(self, word: str) -> bool:
        """Whether a word of a reply is the verb that was asked about."""
        return bool(self.stems) and not self.stems.isdisjoint(stems_of(word, self.endings, self.sounds))

    def repeats(self, word: str) -> bool:
        """Whether a word of a reply only says again what was asked: one of its words, or its verb's noun."""
        if word in self.words:
            return not self.is_act(word)
        return bool(self.stems) and not self.stems.isdisjoint(stems_of(word, self.nouns, self.sounds))


NOTHING_ASKED = AskedQuestion()


@lru_cache(maxsize=512)
def read_questions(text: str, looks: bool = False) -> tuple[tuple[ReplyLists, AskedQuestion], ...]:
    """The question as each language reads it. `looks`: it asks for the permission to look."""
    found = [(each, read_question(text, each, looks)) for each in lists().values()]
    # "o" is "or" in Spanish only: the language that knows how the question begins reads it for all.
    opened = [each.language for each, question in found if question.opened or question.stems]
    last = _SENTENCE.findall(text)[
        -1:
    ]  # what stands before it may be in another language: a letter that is shown
    own = next(filter(None, (detect.language(each, "") for each in (*last, text))), "")
    reads = {own} if own in opened else set(opened)
    minds = any(question.minds for each, question in found if each.language in reads)
    either = any(question.either for each, question in found if each.language in reads)
    found = [
        (
            each,
            replace(question, minds=minds, either=either, own=each.language in reads),
        )
        for each, question in found
    ]
    return tuple(sorted(found, key=lambda pair: (pair[0].language != own, not pair[1].opened)))


def read_question(text: str, each: ReplyLists, looks: bool = False) -> AskedQuestion:
    """The question of a text: its last sentence with a question mark."""
    sentences = _SENTENCE.findall(text)
    if not sentences and not looks:
        return NOTHING_ASKED
    tokens = plain(sentences[-1]) if sentences else []
    verb_asked = _find_asked(tokens, each)
    # "Podemos ofrecer las 14:00. ¿Se lo aplico?": what is announced need not be the question's own verb.
    verbs = [verb_asked]
    if not verb_asked or verb_asked in each.confirms:
        told = (_find_announced(plain(text), each), _first(tokens, each), _find_offered(text, each))
        verbs += [verb for verb in told if not (verb_asked and _gives_up(verb, each))]
    both = (*each.endings, *each.nouns)
    stems = {stem for verb in verbs if verb for stem in stems_of(verb, both, each.sounds)}
    for group in each.alike:
        alike = {stem for verb in group for stem in stems_of(verb, each.endings, each.sounds)}
        if not alike.isdisjoint(stems):
            stems |= alike
    phrases = [phrase for verb in verbs for phrase in each.phrasal.get(verb, ())]
    if looks:
        for phrase in each.looks:
            if len(phrase) == 1:
                stems.update(stems_of(phrase[0], each.endings, each.sounds))
            else:
                phrases.append(phrase)
    minds = any(begins(tokens[at:], each.minds) for at in range(len(tokens)))
    return AskedQuestion(
        frozenset(stems),
        frozenset(plain(text)) if looks else _list_repeatable(text, sentences[-1], each),
        opened=bool(verb_asked or _find_announced(plain(text), each) or minds),
        minds=minds,
        either=_gives_choice(tokens, each),
        joined=_joins(sentences[-1], each) if sentences else False,
        endings=each.endings,
        phrases=tuple(phrases),
        nouns=both,
        sounds=each.sounds,
        slips=index(tokens),
    )


def _list_repeatable(text: str, asked: str, each: ReplyLists) -> frozenset[str]:
    """The words of the question that a reply may repeat, behind how it opens, and of what was announced
    before it, where that offers one thing ("Tuesday at 8 is free. Shall I book it?").
    """
    tokens = plain(asked)
    at = next((at for at in range(len(tokens)) if begins(tokens[at:], each.openers)), 0)
    opened = at + begins(tokens[at:], each.openers)
    before = text[: text.rfind(asked)]
    said = plain(before)
    choice = _gives_choice(said, each) or _joins(before, each)
    limited = any(begins(said[at:], each.blocks) for at in range(len(said)))
    return frozenset(_without_old(tokens[opened:], each)) | (
        frozenset() if choice or limited else frozenset(_without_old(said, each))
    )


def _without_old(tokens: Sequence[str], each: ReplyLists) -> Sequence[str]:
    """The words without what is given up: "from Monday to Wednesday" is "to Wednesday"."""
    for at, word in enumerate(tokens):
        ends = [end for end in range(at + 2, min(at + 2 + _OLD, len(tokens))) if tokens[end] in each.new]
        if word in each.old and ends:
            return [*tokens[:at], *_without_old(tokens[ends[0] :], each)]
    return tokens


def _gives_choice(tokens: Sequence[str], each: ReplyLists) -> bool:
    """Whether this "or" that is said, but for phrases that mean one thing: "lost or stolen"."""
    return any(
        word in each.either and tuple(tokens[max(0, at - 1) : at + 2]) not in each.set_phrases
        for at, word in enumerate(tokens)
    )


def _joins(sentence: str, each: ReplyLists) -> bool:
    """Whether a question asks for this "and" that, behind how it begins; "e-mail" and "é" join nothing, nor
    does "between 1 and 5".
    """
    spelt = [" ".join(plain(word)) for word in sentence.split()]
    opened = [at + length for at in range(len(spelt)) if (length := begins(spelt[at:], each.openers))]
    words = list(zip(sentence.split(), spelt, strict=True))[opened[-1] if opened else 0 :]
    return any(
        (word,) in each.joins.get(word, ())
        and (len(word) > 1 or typed.casefold() == word)
        and each.ranges.isdisjoint(before for _, before in words[max(0, at - _OLD) : at])
        for at, (typed, word) in enumerate(words)
    )


def _find_asked(tokens: Sequence[str], each: ReplyLists) -> str:
    """The verb behind what asks for a yes: "Posso enviar o contrato?"."""
    opened = _end_of_opener(tokens, each.openers)
    return next(iter(_list_content(tokens[opened:], each)), "") if opened else ""


def _end_of_opener(tokens: Sequence[str], starts: Starts) -> int:
    """Where the first opener ends, with what follows it at once: "may I" "go ahead and"; 0 without one."""
    at = next((at for at in range(len(tokens)) if begins(tokens[at:], starts)), None)
    if at is None:
        return 0
    while length := begins(tokens[at:], starts):
        at += length
    return at


def _first(tokens: Sequence[str], each: ReplyLists) -> str:
    """The verb that a question begins with: "Envio o contrato?"."""
    first = next((word for word in tokens if word not in each.small), "")
    return first if each.first_person and first.endswith(each.first_person) else ""


def _find_offered(text: str, each: ReplyLists) -> str:
    """The verb that the sentence before the question begins with: "Envio amanhã. Posso confirmar?"."""
    asked = (_SENTENCE.findall(text) or [""])[-1]
    before = _ENDED.split(text[: text.rfind(asked)].strip(" .!\n"))[-1] if asked else ""
    return _first(plain(before), each)


def _gives_up(verb: str, each: ReplyLists) -> bool:
    """Whether a form of a verb may also give up what is asked: "cancel"."""
    alone = (
        entry[0] for known in each.entries.values() for entry, kind in known
        if kind == "gives_up" and len(entry) == 1
    )  # fmt: skip
    stems = stems_of(verb, each.endings, each.sounds)
    return any(not stems.isdisjoint(stems_of(word, each.endings, each.sounds)) for word in alone)


def _find_announced(tokens: Sequence[str], each: ReplyLists) -> str:
    """The verb that was announced before the question: "Vou enviar o contrato. Tudo certo?"."""
    starts = each.announces
    opened = [at + length for at in range(len(tokens)) if (length := begins(tokens[at:], starts))]
    return next(iter(_list_content(tokens[opened[-1] :], each)), "") if opened else ""


def _list_content(tokens: Sequence[str], each: ReplyLists) -> list[str]:
    """The words that are not small."""
    return [word for word in tokens if word not in each.small and (word,) not in each.alone]


@lru_cache(maxsize=8192)
def stems_of(word: str, endings: tuple[str, ...], sounds: tuple[tuple[str, str], ...] = ()) -> frozenset[str]:
    """A word without each ending that it may have; the word itself where no ending is one.

    >>> sorted(stems_of("publique", ("e", "o", "ar")))
    ['public']
    """
    return frozenset(_DOUBLED.sub(r"\1", _change(stem, sounds)) for stem in _stems(word, endings))


def _change(stem: str, sounds: tuple[tuple[str, str], ...]) -> str:
    """A stem with the vowel that other forms of the verb have: "transfier" is "transfer"."""
    for one, other in sounds:
        stem = re.sub(rf"(?<![qg]){one}(?=[^aeiou]+$)", other, stem)
    return stem


def _stems(word: str, endings: tuple[str, ...]) -> Iterator[str]:
    for ending in endings:
        if ending == "-":
            yield word
        elif word.endswith(ending) and len(word) - len(ending) >= _SHORTEST_STEM:
            stem = word[: -len(ending)]
            yield next((stem[: -len(sound)] + one for sound, one in _SOUNDS if stem.endswith(sound)), stem)
