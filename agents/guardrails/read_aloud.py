"""A text as whoever hears it writes it down: with digits and signs for what is said in words.

>>> read_aloud("CPF quinhentos e vinte e nove ponto nove oito dois").text
'CPF 529.982'
>>> read_aloud("ana underline silva arroba exemplo ponto com").text
'ana_silva@exemplo.com'
"""

import re
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import pairwise
from typing import Literal, NamedTuple

from agents.guardrails import personal_labels
from language import number_words
from language.function_words import AND, OF, is_small
from language.language_data import load, split
from language.normalise import normalise
from language.spoken_languages import CODES

SMALL = 10  # a word for less may be an article or tell how many there are
JOINTS = AND | OF | {"the"}
_APART = re.compile(r"[\s,.;:*_~`|/()-]{0,8}")  # between two numbers that belong together
_LETTER_BEFORE = re.compile(r"(?<![^\W_])[A-Z][ ,.-]{1,2}\Z")
_LETTER_BEHIND = re.compile(r"[ ,.-]{1,2}[A-Z](?![^\W_])")
_GLUED = re.compile(r"(?<![^\W\d_])([^\W\d_]{2,}+)(?=\d{2})|(?<=\d{2})(?=[^\W\d_]{3})")


class Spoken(NamedTuple):
    """What is read, and from where to where each of its characters stands in what was said."""

    text: str
    starts: Sequence[int]
    ends: Sequence[int]


class _Piece(NamedTuple):
    """What is read of some words and where they stand: digits, a sign, or a month, which stays as it is."""

    kind: Literal["number", "sign", "month"]
    reads: str
    start: int
    end: int
    in_words: bool = True
    is_ordinal: bool = False  # "the nineteenth": a number of its own

    @property
    def is_small(self) -> bool:
        return len(self.reads) < len(str(SMALL))


def read_aloud(text: str) -> Spoken | None:
    """The text with what it says in words as digits and signs; None where that is nothing.

    Only what belongs to a number or an address of mail: "um amigo" stays. Words with nothing between are one
    number ("onze nove oitenta e sete" is 11987), and a document's name and its number are parted ("cpf529").
    """
    numbers = _rewrite(text, sorted(_write_numbers(text)))
    said = numbers.text if numbers else text
    written = _rewrite(said, sorted([*_write_mail(said), *_part(said)]))
    if numbers is None or written is None:
        return numbers or written
    starts = [numbers.starts[at] if at < len(said) else len(text) for at in written.starts]
    return Spoken(written.text, starts, [numbers.ends[at - 1] for at in written.ends])


def _rewrite(text: str, changes: Sequence[tuple[int, int, str]]) -> Spoken | None:
    """The text with these changes; None where there is none."""
    if not changes:
        return None
    written: list[str] = []
    starts: list[int] = []
    ends: list[int] = []
    at = 0
    for start, end, reads in [*changes, (len(text), len(text), "")]:
        if start < at:
            continue  # inside an address of mail
        written += [text[at:start], reads]
        starts += [*range(at, start), *[start] * len(reads)]
        ends += [*range(at + 1, start + 1), *[end] * len(reads)]
        at = end
    return Spoken("".join(written), starts, ends)


def goes_on(word: str, following: str) -> bool:
    """Whether a number or an address in words may go on from a word to the next.

    >>> goes_on("vinte", "e"), goes_on("de", "quatro"), goes_on("ana", "arroba"), goes_on("dois", "pedidos")
    (True, True, True, False)
    """
    one, other = number_words.split(word)[-1:], number_words.split(following)[:1]
    if following.startswith("@") or _mail_words().intersection((*one, *other)):
        return True
    if not one or not other or word[-1] in "!?" or (word[-1] == "." and following[0].isupper()):
        return False
    if other[0] in JOINTS:
        return one[0] in _number_words()
    if one[0] in JOINTS:
        return other[0] in _number_words()
    return _is_number(other[0]) and (_is_number(one[0]) or _has_digit(word))


def may_go_on(word: str, begun: str) -> bool:
    """Whether only the rest of a word that has begun can tell that."""
    one, other = number_words.split(word)[-1:], number_words.split(begun)[-1:]
    if one and one[0] in _mail_words():
        return True
    near = bool(one) and (one[0] in JOINTS or _is_number(one[0]) or _has_digit(word))
    return bool(other) and other[0] in (_beginnings() if near else _beginnings_of_mail())


def _has_digit(word: str) -> bool:
    return any(map(str.isdigit, word))


def _is_number(word: str) -> bool:
    return word.isdigit() or word in _number_words()


def may_be_said(text: str) -> bool:
    """Whether a text has a word of a number or an address."""
    return any(word in _number_words() or word in _mail_words() for word in number_words.split(text))


def _write_mail(text: str) -> Iterator[tuple[int, int, str]]:
    """Each address of mail that is read out, as it is written; "find it at help.example.com" is none."""
    for found in _mail().finditer(text):
        reads = found[0]
        first, *rest = reads.split()
        if is_small(normalise(first)) and not (rest and len(rest[0]) == 1):
            continue
        for pattern, sign in _mail_signs():
            reads = pattern.sub(sign, reads)
        yield *found.span(), re.sub(r"\s+", "", reads)


def _part(text: str) -> Iterator[tuple[int, int, str]]:
    """Where a number touches its name or the next word: "cpf52998224725obrigado"."""
    for found in _GLUED.finditer(text):
        if not found[1] or personal_labels.ends_with_label(found[1]):
            yield found.end(), found.end(), " "


def _write_numbers(text: str) -> Iterator[tuple[int, int, str]]:
    """What changes where numbers are said in words, or the signs between them."""
    run: list[_Piece] = []
    for piece in _pieces(text):
        if run and not _belong(text[run[-1].end : piece.start]):
            yield from _write_run(text, run)
            run = []
        run.append(piece)
    yield from _write_run(text, run)


def _belong(gap: str) -> bool:
    return _APART.fullmatch(gap) is not None or all(word in JOINTS for word in normalise(gap).split())


def _write_run(text: str, run: list[_Piece]) -> Iterator[tuple[int, int, str]]:
    numbers = [at for at, piece in enumerate(run) if piece.kind != "sign"]
    if not numbers:
        return
    if len(numbers) == 1 and run[numbers[0]].is_small and not _is_spelled(text, run[numbers[0]]):
        return
    for at in numbers:
        piece = run[at]
        if piece.in_words and piece.kind == "number":
            yield piece.start, piece.end, piece.reads
    if numbers[0] == 1 and (letter := _LETTER_BEFORE.search(text, max(0, run[0].start - 4), run[0].start)):
        yield letter.start() + 1, run[1].start, run[0].reads
    for first, last in pairwise(numbers):
        one, other = run[first], run[last]
        if last > first + 1:
            yield one.end, other.start, run[last - 1].reads
        elif (
            (one.in_words or other.in_words)
            and "month" not in (one.kind, other.kind)
            and not (one.is_ordinal or text[one.end : other.start].strip(" "))
        ):
            yield one.end, other.start, ""
    if numbers[-1] == len(run) - 2 and (letter := _LETTER_BEHIND.match(text, run[-1].end)):
        yield run[-2].end, letter.end() - 1, run[-1].reads


def _is_spelled(text: str, piece: _Piece) -> bool:
    """Whether a single letter stands beside it: "A B one"."""
    return (
        _LETTER_BEFORE.search(text, max(0, piece.start - 4), piece.start) is not None
        or _LETTER_BEHIND.match(text, piece.end) is not None
    )


def _pieces(text: str) -> Iterator[_Piece]:
    """The numbers, signs and months of a text, in order."""
    found = list(number_words.WORD.finditer(text))
    words = [normalise(each[0]) for each in found]
    signs, repeats, months = _signs(), _repeats(), _months()
    at, times = 0, 1
    while at < len(found):
        if times > 1 and not number_words.TIGHT.fullmatch(text, found[at - 1].end(), found[at].start()):
            times = 1  # "a triple camera (1.299,00)"
        word, start = words[at], found[at - 1].start() if times > 1 else found[at].start()
        if word.isdigit():
            yield _Piece("number", found[at][0] * times, start, found[at].end(), times > 1)
        elif word in _first_words() and (read := _read_number(text, found, words, at))[1] > at:
            number, stop, ordinal = read
            yield _Piece("number", str(number) * times, start, found[stop - 1].end(), is_ordinal=ordinal)
            at = stop - 1
        elif word in signs:
            yield _Piece("sign", signs[word], start, found[at].end())
        elif word in months:
            yield _Piece("month", found[at][0], start, found[at].end(), False)
        times = repeats.get(word, 1)
        at += 1


def _read_number(
    text: str, found: Sequence[re.Match[str]], words: Sequence[str], at: int
) -> tuple[int, int, bool]:
    """The number that begins with a word, the place behind its last one, and whether it is an ordinal."""
    if at and words[at - 1].isdigit() and words[at] in number_words.table().scales:
        return 0, at, False  # "40 mil"
    number, stop = number_words.read_at(text, found, words, at)
    other, end = number_words.read_longest(words, at, len(words), _others())
    return (number, stop, False) if stop >= end else (other, end, tuple(words[at:end]) in _ordinals())


@cache
def _ordinals() -> dict[tuple[str, ...], int]:
    """The words of the days of a month that are no words of a number."""
    small = number_words.table().small
    return {each: day for each, day in number_words.list_ordinals().items() if each not in small}


@cache
def _others() -> dict[tuple[str, ...], int]:
    """What else stands for a number where one is read out: "third", "oh"."""
    digits = [enumerate(split(load(code, "lexicon")["digits"])) for code in CODES]
    return _ordinals() | {
        number_words.split(word): digit
        for each in digits
        for digit, spelt in each
        for word in spelt.split("/")
    }


@cache
def _first_words() -> frozenset[str]:
    return number_words.list_first() | {words[0] for words in _others()}


@cache
def _months() -> frozenset[str]:
    return frozenset(normalise(month) for code in CODES for month in split(load(code, "speech")["months"]))


def _table(key: str) -> Iterator[tuple[str, str]]:
    """The words of a table of all languages' `personal.yaml`, each with what it stands for."""
    for code in CODES:
        for stands_for, words in load(code, "personal").get(key, {}).items():
            for word in split(words):
                yield word, str(stands_for)


@cache
def _signs() -> dict[str, str]:
    return {normalise(word): sign for word, sign in _table("read_signs")}


@cache
def _repeats() -> dict[str, int]:
    return {normalise(word): int(times) for word, times in _table("repeats")}


@cache
def _number_words() -> frozenset[str]:
    words = {word for each in _others() for word in each} | number_words.table().words
    return frozenset({*words - JOINTS, *_signs(), *_repeats(), *_months()})


@cache
def _beginnings() -> frozenset[str]:
    words = _number_words() | _mail_words() | JOINTS
    return frozenset(word[:n] for word in words for n in range(1, len(word) + 1))


@cache
def _beginnings_of_mail() -> frozenset[str]:
    return frozenset(word[:n] for word in _mail_words() for n in range(1, len(word) + 1))


@cache
def _mail_words() -> frozenset[str]:
    return frozenset(word for phrase, _sign in _table("mail_signs") for word in number_words.split(phrase))


def _either(sign: str) -> str:
    words = sorted({word for word, stands_for in _table("mail_signs") if stands_for == sign}, key=len)
    return "|".join(map(re.escape, reversed(words)))


def _sign_pattern(sign: str) -> str:
    """A sign of an address of mail: in words between blanks, in brackets, or itself."""
    words, itself = _either(sign), re.escape(sign)
    bracketed = rf"{words}|{itself}|a" if sign == "@" else rf"{words}|{itself}"
    return rf"(?: ?[(\[{{<] ?(?:{bracketed}) ?[)\]}}>] ?| (?:{words}) | {itself} |{itself})"


@cache
def _mail_signs() -> tuple[tuple[re.Pattern[str], str], ...]:
    signs = ("_", "-", ".", "@")
    return tuple((re.compile(_sign_pattern(sign), re.IGNORECASE), sign) for sign in signs)


@cache
def _mail() -> re.Pattern[str]:
    """How an address of mail is read out: "ana ponto silva arroba a ponto com", "ana (at) a (dot) com"."""
    inside = "|".join(f"(?:{_either(sign)})" for sign in (".", "_", "-"))
    dot = rf"(?: ?[(\[{{<] ?(?:{_either('.')}|\.) ?[)\]}}>] ?| (?:{_either('.')}) |\.)"
    return re.compile(
        rf"(?<![\w.])(?:(?:[a-z] ){{2,20}})?[\w.+-]{{1,64}}(?: (?:{inside}) [\w.+-]{{1,30}}){{0,4}}"
        rf"(?: \d{{1,8}})?{_sign_pattern('@')}"
        rf"[\w-]{{1,63}}(?: (?:{_either('-')}) [\w-]{{1,30}})?(?:{dot}[\w-]{{2,24}}){{1,4}}(?!\w)",
        re.IGNORECASE,
    )


def warm() -> None:
    """Reads the words of numbers now (0.1 s) instead of with the first message."""
    _beginnings(), _beginnings_of_mail(), _mail(), _first_words(), _repeats()
