"""What a yes-or-no question asks to do: its verb, its words, and whether a yes answers it at all.

>>> asked = read_question("O contrato está pronto. Posso enviar o contrato?", lists()["pt"])
>>> asked.is_act("envia"), asked.is_act("cancela"), asked.minds
(True, False, False)
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, lru_cache
from itertools import chain, pairwise

import regex

from language import detect
from language.acts.lists import ReplyLists, lists
from language.acts.slips import Index, index
from language.acts.stems import stems_of
from language.lexicon import Starts, begins
from language.lexicon.phrase import plain

# A point within a time, a number, an address or behind a short title ("Dr.") ends no sentence.
_SENTENCE = regex.compile(r"(?:[^.!?;:\n¿]|[.;:](?=\S)|(?<=\b\p{Lu}\p{Ll}{0,2})\.)*\?")
_CLAUSE = re.compile(r"[^,.;:!?¿\n]+")
_NUMBER = re.compile(r"\d+(?:[.,:/-]\d+)*")
_TIME = re.compile(r"(?<=^\d)\.(?=[0-5]\d$)|(?<=^\d\d)\.(?=[0-5]\d$)")
_CLOCK = re.compile(r"(\d+)(?:[ap]m|h(?:rs?)?)")
_ZEROS = re.compile(r"[.,:]00$")
_LONG_STEM = 5  # letters: it tells a verb in whatever form, "cancelled", "cancelamento"
_OLD = 6  # words at most between "from" and "to"
_WITH = 4  # words at most between "with" or "between" and an "and" that joins no two things
_TELLING = 3  # words of a question that show its language
_NOUNS = 2  # words behind a light verb of which one is its noun: "the refill order"
_NEAR = 3  # words behind "and" of which one is the verb: "and permanently delete"


@dataclass(frozen=True, slots=True)
class AskedQuestion:
    """A question as one language reads it.

    `stems` are those of the verb, `words` what may be repeated of it, which is not what is given up
    ("from Monday"), `nouns` the endings of verbs and of nouns that are made of them.
    """

    stems: frozenset[str] = frozenset()
    words: frozenset[str] = frozenset()
    given_up: frozenset[str] = (
        frozenset()
    )  # things that may stand behind the verb alone: "move my appointment"
    pairs: frozenset[tuple[str, ...]] = frozenset()  # words that stand side by side
    numbers: frozenset[str] = frozenset()  # as they are written
    opened: bool = False  # it begins in words of this language
    minds: bool = False  # "do you mind if ...": a yes may mean either
    either: bool = False  # "this or that?": a yes means neither
    joined: bool = False  # it asks for more than one thing: naming one of them is no yes to all
    deeds: tuple[
        frozenset[str], ...
    ] = ()  # what says each, where these are things to do: "cancel it and refund"
    own: bool = True  # of the languages whose words it may be in
    brings: bool = False  # it brings its thing about: "send it", not "cancel it"
    ends: frozenset[str] = frozenset()  # stems of its verbs that may also give up what is asked: "cancel"
    endings: tuple[str, ...] = ()
    phrases: tuple[tuple[str, ...], ...] = ()  # what else says the verb: "take a look"
    nouns: tuple[str, ...] = ()
    sounds: tuple[tuple[str, str], ...] = ()
    slips: Index = field(default_factory=dict)  # its words, as they may be typed

    def is_act(self, word: str) -> bool:
        """Whether a word of a reply is the verb that was asked about."""
        return self.says(word, self.stems)

    def says(self, word: str, deed: frozenset[str]) -> bool:
        """Whether a word is the verb of a deed, told by its stems."""
        return bool(deed) and not deed.isdisjoint(stems_of(word, self.endings, self.sounds))

    def repeats(self, word: str) -> bool:
        """Whether a word of a reply only says again what was asked: one of its words, or its verb's noun."""
        if word in self.words:
            return not self.is_act(word)
        return bool(self.stems) and not self.stems.isdisjoint(stems_of(word, self.nouns, self.sounds))

    def names_all(self, words: Iterable[str]) -> bool:
        """Whether words say everything that is to be done."""
        stems = {stem for word in words for stem in stems_of(word, self.endings, self.sounds)}
        return bool(self.deeds) and not any(deed.isdisjoint(stems) for deed in self.deeds)

    def may_mean(self, words: Iterable[str]) -> bool:
        """Whether words may give up what is asked or tell to do it: "cancel it", of a cancellation."""
        return any(self.says(word, self.ends) for word in words)

    def turns_round(self, words: Iterable[str], opposites: Mapping[str, str]) -> bool:
        """Whether words hold the opposite of what stands behind the verb: "switch it on", of "switch off"."""
        asked = {word for pair in self.pairs for word in pair}
        return any(
            opposites.get(word) in asked
            and not any(behind == word and self.is_act(verb) for verb, behind in self.pairs)
            for word in words
        )

    def names_act(self, word: str) -> bool:
        """Whether a word is the asked verb or a noun of it."""
        return bool(self.stems) and not self.stems.isdisjoint(stems_of(word, self.nouns, self.sounds))


NOTHING_ASKED = AskedQuestion()


def list_numbers(text: str) -> frozenset[str]:
    """The numbers of a text, without zeros behind the point: "R$ 1.149,00 às 16.30" has 1.149 and 16:30.

    The day of a date stands alone, too: "12/03" is "dia 12".
    """
    found = {_TIME.sub(":", _ZEROS.sub("", number)) for number in _NUMBER.findall(text)}
    return frozenset(found | {number.partition("/")[0] for number in found})


@lru_cache(maxsize=512)
def read_questions(text: str, looks: bool = False) -> tuple[tuple[ReplyLists, AskedQuestion], ...]:
    """The question as each language reads it. `looks`: it asks for the permission to look."""
    found = [(each, read_question(text, each, looks)) for each in lists().values()]
    # "o" is "or" in Spanish only: the language that knows how the question begins reads it for all.
    opened = [each.language for each, question in found if question.opened or question.stems]
    # What stands before it may be in another language: a letter that is shown.
    last = [each for each in _SENTENCE.findall(text)[-1:] if len(plain(each)) >= _TELLING]
    own = next(filter(None, (detect.language(each, "") for each in (*last, text))), "")
    reads = {own} if own in opened else set(opened)
    readings = [question for each, question in found if each.language in reads]
    minds, either = any(each.minds for each in readings), any(each.either for each in readings)
    joined = any(each.joined for each in readings)
    found = [
        (each, replace(question, minds=minds, either=either, joined=joined, own=own_words))
        for each, question in found
        for own_words in (looks or each.language in reads,)
    ]
    return tuple(sorted(found, key=lambda pair: (pair[0].language != own, not pair[1].opened)))


def read_question(text: str, each: ReplyLists, looks: bool = False) -> AskedQuestion:
    """The question of a text: its last sentence with a question mark."""
    sentences = _SENTENCE.findall(text)
    if not sentences and not looks:
        return NOTHING_ASKED
    tokens = plain(sentences[-1]) if sentences else []
    asked = [verb for verb in (_find_asked(tokens, each),) if verb]
    said, behind = plain(text), sentences[-1] if sentences else ""
    if not asked or _is_confirmed(asked[0], tokens, each):
        # "Podemos ofrecer las 14:00. ¿Se lo aplico?": what is announced need not be the question's own verb.
        told = plain(text.rsplit(sentences[-1], 1)[0]) if sentences else said
        announced, first = _find_announced(told or said, each), _first(said if asked else tokens, each)
        if not asked and not (first and _is_verb(first, each)):
            # "Vou enviar o contrato. Tudo certo?", "Le envío el contrato, ¿le parece bien?"
            first = "" if announced else next(_list_stated(text if sentences else "", each), first)
        if (announced and not first) or (first and not asked and first not in tokens):
            behind = text[: text.rfind(behind) + len(behind)] if behind else text  # up to the question's end
        # "Cancelo o plano. Posso seguir?": who says "cancela" may mean the plan or the question.
        asked += [verb for verb in (announced, first) if not (asked and verb and _gives_up(verb, each))]
    joined = _list_joined(behind, each)
    more = [[verb for verb in words[:_NEAR] if _is_verb(verb, each)] for words in joined]
    asked += [noun for verb in asked if is_light(verb, each) for noun in _list_deeds(tokens, verb, each)]
    deeds = tuple(_stems_alike(verbs, each) for verbs in (asked, *more))
    stems = set().union(*deeds)
    phrases = [
        phrase
        for families, (_, said_as) in zip(_list_families(each.language), each.alike, strict=True)
        if not families[0].isdisjoint(stems)
        for phrase in said_as
        if len(phrase) > 1 or not stems_of(phrase[0], each.endings)  # "faz"
    ]
    if looks:
        for phrase in each.looks:
            if len(phrase) == 1:
                stems.update(stems_of(phrase[0], each.endings, each.sounds))
            else:
                phrases.append(phrase)
    minds = any(begins(tokens[at:], each.minds) for at in range(len(tokens)))
    return AskedQuestion(
        frozenset(stems),
        frozenset(plain(text)) if looks else _list_repeatable(text, behind, each, bool(joined)),
        given_up=frozenset(
            word
            for word in set(tokens) - set(_without_old(tokens, each))
            if word not in each.days and not word.isdigit()
        ),
        pairs=frozenset(pairwise(said)),
        numbers=list_numbers(text),
        opened=bool(_find_asked(tokens, each) or _find_announced(said, each) or minds),
        minds=minds,
        either=_gives_choice(plain(behind), each),
        joined=bool(joined),
        deeds=deeds if joined and all(more) else (),
        brings=_is_of(each.brings, [verb for verb in asked if verb][:1], each),
        ends=frozenset(
            stem
            for stem in _list_given_up(each.language)
            if len(stem) >= _LONG_STEM and any(word.startswith(stem) for word in said)
        ),
        endings=each.endings,
        phrases=tuple(phrases),
        nouns=(*each.endings, *each.nouns),
        sounds=each.sounds,
        slips=index(tokens),
    )


def _list_repeatable(text: str, asked: str, each: ReplyLists, joined: bool) -> frozenset[str]:
    """The words of the question that a reply may repeat, behind how it opens, and of what is told before or
    behind it, where that offers one thing ("Tuesday at 8 is free. Shall I book it?").
    """
    tokens = plain(asked)
    at = next((at for at in range(len(tokens)) if begins(tokens[at:], each.openers)), 0)
    found = set(_without_old(_cut_lacking(tokens[at + begins(tokens[at:], each.openers) :], each), each))
    for told in text.rsplit(asked, 1):
        words = plain(told)
        limited = any(begins(words[at:], each.blocks) for at in range(len(words)))
        if not (limited or _gives_choice(words, each) or (_list_joined(told, each) and not joined)):
            found.update(_without_old(words, each))
    return frozenset(found | {clock[1] for word in found if (clock := _CLOCK.fullmatch(word))})


def _cut_lacking(tokens: Sequence[str], each: ReplyLists) -> Sequence[str]:
    """The words before what is gone without: "con el detalle" repeats nothing of "sin el detalle"."""
    return tokens[: next((at for at, word in enumerate(tokens) if word in each.lacks), len(tokens))]


def _without_old(tokens: Sequence[str], each: ReplyLists) -> Sequence[str]:
    """The words without what is given up: "from Monday to Wednesday" is "to Wednesday"."""
    for at, word in enumerate(tokens):
        ends = [end for end in range(at + 2, min(at + 2 + _OLD, len(tokens))) if tokens[end] in each.new]
        if word in each.old and ends and (at == 0 or tokens[at - 1] not in each.new):
            return [*tokens[:at], *_without_old(tokens[ends[0] :], each)]
    return tokens


def _gives_choice(tokens: Sequence[str], each: ReplyLists) -> bool:
    """Whether this "or" that is said, but for phrases that mean one thing: "lost or stolen"."""
    return any(
        word in each.either and tuple(tokens[max(0, at - 1) : at + 2]) not in each.set_phrases
        for at, word in enumerate(tokens)
    )


def _list_joined(sentence: str, each: ReplyLists) -> list[list[str]]:
    """The words behind each "and" of a question that joins this and that, behind how it begins; "e-mail" and
    "é" join nothing, nor does "between 1 and 5".
    """
    spelt = [" ".join(plain(word)) for word in sentence.split()]
    opened = [at + length for at in range(len(spelt)) if (length := begins(spelt[at:], each.openers))]
    first = opened[-1] if opened else 0
    return [
        spelt[at + 1 :]
        for at, typed in enumerate(sentence.split())
        if at >= first
        and (spelt[at],) in each.joins.get(spelt[at], ())
        and (len(spelt[at]) > 1 or typed.casefold() == spelt[at])
        and each.ranges.isdisjoint(spelt[max(first, at - _WITH) : at])
    ]


def _is_verb(word: str, each: ReplyLists) -> bool:
    """Whether a word is one of the verbs of doing that a language lists."""
    stems = stems_of(word, each.endings, each.sounds)
    return word not in each.small and any(
        not stems.isdisjoint(said) for _, said in _list_families(each.language)
    )


@cache
def _list_families(language: str) -> tuple[tuple[frozenset[str], frozenset[str]], ...]:
    each = lists()[language]
    single = [[chain(*(verb for verb in verbs if len(verb) == 1)) for verbs in pair] for pair in each.alike]
    return tuple((_all_stems(asked, each), _all_stems(said, each)) for asked, said in single)


def asks_for(verb: str, each: ReplyLists) -> bool:
    """Whether a verb is of the list of what people ask for beside: "and send me a copy"."""
    listed = _list_requests(each.language)
    return verb in each.requests or not listed.isdisjoint(stems_of(verb, each.endings, each.sounds))


@cache
def _list_requests(language: str) -> frozenset[str]:
    return _all_stems(lists()[language].requests, lists()[language])


def _stems_alike(verbs: Iterable[str], each: ReplyLists) -> frozenset[str]:
    """The stems of verbs, with those of others that say the same."""
    both = (*each.endings, *each.nouns)
    stems = frozenset(stem for verb in verbs if verb for stem in stems_of(verb, both, each.sounds))
    alike = (said for asked, said in _list_families(each.language) if not asked.isdisjoint(stems))
    return stems.union(*alike)


def _all_stems(verbs: Iterable[str], each: ReplyLists) -> frozenset[str]:
    return frozenset(stem for verb in verbs for stem in stems_of(verb, each.endings, each.sounds))


def _is_of(listed: Iterable[str], verbs: Iterable[str], each: ReplyLists) -> bool:
    """Whether one of these verbs is listed, in whatever form."""
    return not _all_stems(listed, each).isdisjoint(_all_stems(verbs, each))


def is_light(verb: str, each: ReplyLists) -> bool:
    """Whether a verb leaves it to its noun what is done."""
    return not _all_stems(each.light, each).isdisjoint(stems_of(verb, each.endings, each.sounds))


def _gives_up(verb: str, each: ReplyLists) -> bool:
    """Whether a form of a verb may also give up what is asked: "cancel"."""
    return not _list_given_up(each.language).isdisjoint(stems_of(verb, each.endings, each.sounds))


@cache
def _list_given_up(language: str) -> frozenset[str]:
    each = lists()[language]
    return _all_stems((word for word, ends in each.entries.words.items() if "gives_up" in ends.kinds), each)


def _is_confirmed(verb: str, tokens: Sequence[str], each: ReplyLists) -> bool:
    """Whether a question only asks to go on with what was said: "Agendo a visita. Posso confirmar?"."""
    return is_light(verb, each) and tokens[-1:] == [verb]


def _list_deeds(tokens: Sequence[str], verb: str, each: ReplyLists) -> list[str]:
    """The noun that says what a light verb does: "open a return"."""
    behind = _list_content(tokens[tokens.index(verb) + 1 :] if verb in tokens else (), each)[:_NOUNS]
    nouns = [noun for noun in behind if noun.endswith(each.nouns) or _is_verb(noun, each)]
    return nouns[:1]


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
    listed = first.endswith(each.first_person) if each.first_person else _is_verb(first, each)
    return first if first and listed else ""


def _list_stated(text: str, each: ReplyLists) -> Iterator[str]:
    """The verb that each clause of a text begins with, in the first person: "Le envío el contrato"."""
    clauses = _CLAUSE.findall(text) if each.first_person else ()
    verbs = (_first(plain(clause), each) for clause in clauses)
    return (verb for verb in verbs if verb and _is_verb(verb, each))


def _find_announced(tokens: Sequence[str], each: ReplyLists) -> str:
    """The verb that was announced before the question: "Vou enviar o contrato. Tudo certo?"."""
    starts = each.announces
    opened = [at + length for at in range(len(tokens)) if (length := begins(tokens[at:], starts))]
    return next(iter(_list_content(tokens[opened[-1] :], each)), "") if opened else ""


def _list_content(tokens: Sequence[str], each: ReplyLists) -> list[str]:
    """The words that are not small."""
    return [word for word in tokens if word not in each.small and (word,) not in each.alone]
