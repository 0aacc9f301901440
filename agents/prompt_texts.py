"""The prompts that a model was given, as they would be recognised in a text that reads them out.

    texts = PromptTexts.of(("You are the desk for stocks. Never promise a gain.",))
    texts.reads_out("My instructions: you are the desk for stocks, never promise a gain.")  # True
    texts.codes("The code is KESTREL-4417.")  # places of codes

A prompt holds orders to the model and facts for people. Facts may be told word for word; what counts is a run
of letters that takes an order with it (`ADDRESSED`, of all languages). Letters alone are compared, so that
spaces, lines, accents, case, punctuation and digits for letters hide nothing.
"""

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import chain, pairwise

from agents.decoding import (
    PARTED,
    decode,
    drop_fillers,
    find_hidden,
    find_numbers,
    is_ordinary,
    part,
    read_signs,
    take_initials,
)
from agents.letters import bare_letters, letters, tell_repeats
from agents.prompt_points import list_patterns
from language.normalise import fold

COMPANIES = 64  # sets of prompts kept compiled
GRAM = 16  # letters by which a place is found ...
STEP = 8  # ... at every eighth letter of the prompts: a run of GRAM + STEP always holds one
PLACES = 4  # of the same letters in the prompts
RUN = 28  # letters read out with an order among them, about six words
PIECES = 60  # letters in several shorter runs, of a copy that was changed a little ...
SHARE = 0.7  # ... and their share of the text
CODE = 6  # letters and digits of the shortest code
FAR = 300  # characters in which these are looked for
REACH = 64  # letters before a text in which what it ends may have begun
PARTING = "\0"

# Where a sentence or a line begins, behind the signs of a list; or behind "never", "must" ...
BEGINS = rf"(?:^|[.!?:;\n])[\s\W\d]*|\b(?:{'|'.join(list_patterns('before_orders'))})\s+"
ADDRESSED = re.compile(
    rf"\b(?:{'|'.join(list_patterns('addressed'))})\b|(?:{BEGINS})(?:{'|'.join(list_patterns('orders'))})\b"
)
# Letters with digits, parted ("KESTREL-4417", "proj_blue_92x", "NW::R::55") or mixed more than once
# ("a8f3c9"), and capitals alone ("ZULU-TANGO"). Small letters on a hyphen are words unless three digits
# follow ("under-16s").
DIGIT = r"(?=\S*\d)"
CAPITALS = rf"{DIGIT}[A-Z][A-Z0-9]+(?:[-/#.:_]+[A-Za-z0-9]+)+"
JOINED = rf"{DIGIT}(?=\d*[^\W\d])\w+_+\w+"
NUMBERED = r"[^\W\d_]{2,}(?:-\d{3,}|(?:-[^\W\d_]+)+-\d+)\w*"
MIXED = r"(?:[^\W\d_]+\d+){2,}[^\W\d_]*|(?:\d+[^\W\d_]+){2,}\d*"
SHOUTED = r"[A-Z]{3,}(?:[-_]+[A-Z]{3,})+"
CODES = re.compile(rf"(?<![\w/@.-])(?:{CAPITALS}|{JOINED}|{NUMBERED}|{MIXED}|{SHOUTED})(?![\w/@]|\.\w)")
TOKEN = re.compile(r"(?<!\S)\S{4,100}(?!\S)")
SENTENCE = re.compile(r"(?<=[.!?;])\s+|\n+")
SECRET = re.compile(rf"\b(?:{'|'.join(list_patterns('secret'))})\b")
BESIDE = 3  # letters beside a code that stands by itself: brackets, a list's sign
CLOCK = re.compile(r"\d{1,2}(?:h\d{0,2}|[ap]m)(?:[-–]\d{1,2}(?:h\d{0,2}|[ap]m))*", re.IGNORECASE)


VOWELS = str.maketrans("", "", "aeiou")
SIGN = re.compile(r"[^\s,;|/]+")  # that may stand for a letter
SIGNS_READ = 500  # characters in which such signs are looked for
SHORT = 14  # letters that nobody has by chance as first letters, or in Morse
SHORT_GRAM, SHORT_STEP = 8, 7  # a run of `SHORT` always holds one of these
PAIRS = 3  # of words, of a text with others between
SOME = 0.15  # share of function words of two letters and more that no text of another alphabet has
FEW_VOWELS = 0.15  # share of letters by which somebody left them out


@dataclass(frozen=True, eq=False)
class PromptTexts:
    """The letters of all prompts after one another, where each gram stands, where orders begin and end, and
    the codes; `plain` are the letters as they are, `written` is all as it stands.
    """

    joined: str
    places: dict[str, tuple[int, ...]]
    orders: tuple[tuple[int, int], ...] = ()
    secret: frozenset[str] = frozenset()
    plain: str = ""
    written: str = ""

    @classmethod
    def of(cls, prompts: Sequence[str]) -> "PromptTexts":
        """Of a company's prompts; compiled once for equal texts."""
        return _compile(tuple(prompts))

    def reads_out(self, text: str, before: str = "", told: Sequence[str] = ()) -> bool:
        """Whether a text, read with what stands `before` it, gives away orders.

        Plainly, backwards or encoded.

        The phrases `told` may be read out.
        """
        so_far = letters(before[-FAR:])[-REACH:]
        plain = so_far + letters(text)
        for phrase in told:
            plain = plain.replace(letters(phrase), PARTING * len(letters(phrase)))
        if self._takes_order(plain, since=len(so_far)):
            return True
        around = f"{before[-FAR:]}\n{text}"
        if any(self._takes_order(letters(other), since=0) for other in drop_fillers(around)):
            return True
        others = chain(decode(around), part(around) if self._is_parted(around) else ())
        if len(text) >= GRAM + STEP:
            others = chain(find_hidden(text), others)
        if before:  # a line of it may be shorter than what is recognised
            others = chain(others, find_hidden(around))
        whole = f"{before}\n{text}"
        short = map(letters, chain(take_initials(whole), read_signs(around)))
        if any(map(self._quotes_shortly, short)) or self._is_in_signs(whole[-SIGNS_READ:]):
            return True
        return any(self._quotes(letters(other)) for other in others) or self._is_turned(text)

    def _is_parted(self, text: str) -> bool:
        """Whether words that stand beside each other in the prompts have another one between them."""
        words = re.findall(r"\w+", text.lower())
        return any(
            sum(map(self._pairs.__contains__, zip(words, words[step:], strict=False))) >= PAIRS
            for step in PARTED
        )

    def _is_turned(self, text: str) -> bool:
        """Whether it stands there with another alphabet, or without vowels."""
        if len(text) < GRAM + STEP:
            return False
        if self._is_scrambled(text):
            return True
        if is_ordinary(text, SOME, 2):
            return False
        plain = bare_letters(text)
        turned = "".join(word[::-1] for word in text.split())
        if any(map(self._is_another_alphabet, (plain, plain[::-1], bare_letters(turned)))):
            return True
        bare = plain.translate(VOWELS)
        return len(bare) >= (1 - FEW_VOWELS) * len(plain) and self._bare._quotes(bare)

    def _is_scrambled(self, text: str) -> bool:
        """Whether words of the prompts stand there in a row, with their letters in another order."""
        words = text.split()
        if len(self._words.intersection(words)) * 2 > len(words):
            return False  # as they stand
        runs, changed, length = 0, 0, 0
        for one, other in pairwise(words):
            if (_sort(one), _sort(other)) not in self._sorted_pairs:
                runs = changed = length = 0
                continue
            runs, length = runs + 1, length + len(other)
            changed += letters(other) not in self._bare_words
            if length >= GRAM + STEP and 2 * changed >= runs:
                return True
        return False

    @cached_property
    def _words(self) -> frozenset[str]:
        return frozenset(self.written.split())

    @cached_property
    def _bare_words(self) -> frozenset[str]:
        return frozenset(map(letters, self.written.split()))

    @cached_property
    def _sorted_pairs(self) -> frozenset[tuple[str, str]]:
        return frozenset(pairwise(map(_sort, self.written.split())))

    def _is_in_signs(self, text: str) -> bool:
        """Whether words, numbers or signs stand for letters, each for one."""
        words = SIGN.findall(text.lower())
        signs = [sign for word in words for sign in (word if len(word) >= GRAM + STEP else (word,))]
        if not is_ordinary(text, SOME, 2) and self._is_written_anew("".join(text.split())):
            return True
        return self._is_another_alphabet(signs) or any(
            end - start >= GRAM + STEP
            for numbers in find_numbers(text)
            for start, end, _at in self._written_repeats._runs(tell_repeats(numbers))
        )

    def _is_written_anew(self, text: str) -> bool:
        """Whether each of its signs stands for one of the prompts', capitals and full stops, too."""
        return any(
            end - start >= GRAM + STEP
            and 2 * sum(map(str.__eq__, text[start:end], self._close[at : at + end - start])) < end - start
            for start, end, at in self._close_repeats._runs(tell_repeats(text))
        )

    @cached_property
    def _close(self) -> str:
        return "".join(self.written.split())

    @cached_property
    def _close_repeats(self) -> "PromptTexts":
        return PromptTexts(*_index(tell_repeats(self._close)))

    def _is_another_alphabet(self, signs: Sequence[str]) -> bool:
        """Whether signs come again as the prompts' letters do, and are not these letters: no fact as it
        stands.
        """
        return any(
            end - start >= GRAM + STEP and "".join(signs[start:end]) != self.plain[at : at + end - start]
            for start, end, at in self._repeats._runs(tell_repeats(signs))
        )

    def _quotes_shortly(self, text: str) -> bool:
        """The same as `_quotes` of what nobody has by chance."""
        return any(
            text[at : at + SHORT_GRAM] in self._short
            and any(text[at - n : at - n + SHORT] in self.joined for n in range(SHORT_STEP) if n <= at)
            for at in range(len(text) - SHORT_GRAM + 1)
        )

    @cached_property
    def _short(self) -> frozenset[str]:
        """Some letters from every few places, by which short runs are found."""
        starts = range(0, len(self.joined) - SHORT_GRAM + 1, SHORT_STEP)
        return frozenset(self.joined[at : at + SHORT_GRAM] for at in starts)

    @cached_property
    def _pairs(self) -> frozenset[tuple[str, str]]:
        words = re.findall(r"\w+", self.written.lower())
        return frozenset(pairwise(words))

    @cached_property
    def _repeats(self) -> "PromptTexts":
        return PromptTexts(*_index(tell_repeats(self.plain)))

    @cached_property
    def _written_repeats(self) -> "PromptTexts":
        """Of all characters as they are written: numbers stand for blanks and capitals, too."""
        return PromptTexts(*_index(tell_repeats(self.written)))

    @cached_property
    def _bare(self) -> "PromptTexts":
        return PromptTexts(*_index(self.plain.translate(VOWELS)))

    def codes(self, text: str) -> Iterator[tuple[int, int]]:
        """Where a text names codes of the prompts, plainly written."""
        for start, end in _codes(text) if self.secret else ():
            if letters(text[start:end]) in self.secret:
                yield start, end

    def find_spelled(self, text: str, before: str = "") -> set[str]:
        """The codes that stand in a text in another way: spaced, over several lines, backwards or encoded."""
        if not self.secret:
            return set()
        others = [letters(text)[::-1], *(letters(other) for other in (*find_hidden(text), *decode(text)))]
        others += map(letters, take_initials(f"{before}\n{text}"))
        so_far, plain = letters(before), letters(f"{before} {text}")
        return {
            code
            for code in self.secret
            if code in plain[max(0, len(so_far) - len(code) + 1) :] or any(code in other for other in others)
        }

    def gives_away(self, text: str, known_texts: Sequence[str]) -> bool:
        """Whether a text takes orders along, or a code that is in none of `known_texts`, however written."""
        if not self.secret and len(text) < RUN:
            return False
        if self.reads_out(text):
            return True
        known = Known(known_texts)
        plain = (text[start:end] for start, end in self.codes(text))
        return any(code not in known for code in (*plain, *self.find_spelled(text)))

    def _takes_order(self, text: str, since: int) -> bool:
        """Whether runs that reach beyond `since` take an order with them."""
        runs = [(end - start, at) for start, end, at in self._runs(text) if end > since]
        with_order = [length for length, at in runs if self._holds_order(at, at + length)]
        if any(length >= RUN for length in with_order):
            return True
        whole = sum(length for length, _ in runs)
        return bool(with_order) and whole >= PIECES and whole >= SHARE * (len(text) - since)

    def _quotes(self, text: str) -> bool:
        """Whether anything of the prompts stands in a text that somebody took the trouble to encode."""
        return any(end - start >= GRAM + STEP for start, end, _ in self._runs(text))

    def _runs(self, text: str) -> Iterator[tuple[int, int, int]]:
        """The longest common runs: from where to where in `text`, and where in the prompts."""
        done = 0
        for begin in range(len(text) - GRAM + 1):
            if begin < done or not (places := self.places.get(text[begin : begin + GRAM])):
                continue
            start, end, at = max(
                (self._longest(text, begin, place) for place in places), key=lambda run: run[1] - run[0]
            )
            yield max(start, done), end, at + max(0, done - start)
            done = end

    def _longest(self, text: str, begin: int, place: int) -> tuple[int, int, int]:
        before, behind = text[:begin], text[begin:]
        back = _common(before[::-1], self.joined[max(0, place - len(before)) : place][::-1])
        ahead = _common(behind, self.joined[place : place + len(behind)])
        return begin - back, begin + ahead, place - back

    def _holds_order(self, begin: int, end: int) -> bool:
        at = bisect_left(self.orders, (begin, 0))
        return at < len(self.orders) and self.orders[at][1] <= end


class Known:
    """The codes that may be named although a prompt names them: somebody else has said them."""

    def __init__(self, texts: Sequence[str]) -> None:
        self._texts = texts
        self._letters: str | None = None

    def __contains__(self, code: str) -> bool:
        if self._letters is None:
            self._letters = " ".join(map(letters, self._texts))
        return letters(code) in self._letters


@lru_cache(maxsize=COMPANIES)
def _compile(prompts: tuple[str, ...]) -> PromptTexts:
    joined = plain = ""
    orders: list[tuple[int, int]] = []
    for text in dict.fromkeys(prompts):
        folded = fold(text)
        for match in ADDRESSED.finditer(folded):
            start = len(joined) + len(letters(folded[: match.start()]))
            orders.append((start, start + len(letters(match[0]))))
        joined += letters(text) + PARTING
        plain += bare_letters(text) + PARTING
    secret = frozenset(
        letters(line[start:end])
        for text in prompts
        for line in _find_kept_lines(text)
        for start, end in _codes(line)
    )
    return PromptTexts(*_index(joined), tuple(sorted(orders)), secret, plain, "\n".join(prompts))


def _index(joined: str) -> tuple[str, dict[str, tuple[int, ...]]]:
    """The letters, and where each gram of them stands."""
    places: dict[str, list[int]] = {}
    for at in range(0, len(joined) - GRAM + 1, STEP):
        where = places.setdefault(joined[at : at + GRAM], [])
        if len(where) < PLACES:
            where.append(at)
    return joined, {gram: tuple(where) for gram, where in places.items() if PARTING not in gram}


def _find_kept_lines(text: str) -> Iterator[str]:
    """The sentences of a prompt whose codes are nobody's to hear.

    Orders, what says so, and a code by itself.
    """
    for line in SENTENCE.split(text):
        codes = "".join(line[start:end] for start, end in _codes(line))
        if not codes:
            continue
        folded, alone = fold(line), len(letters(line)) <= len(letters(codes)) + BESIDE
        if alone or SECRET.search(folded) or ADDRESSED.search(folded):
            yield line


def _codes(text: str) -> Iterator[tuple[int, int]]:
    """Where codes stand in a text, whoever's they are."""
    for token in TOKEN.finditer(text):
        for match in CODES.finditer(token[0]):
            if len(letters(match[0])) >= CODE and not CLOCK.fullmatch(match[0]):
                yield token.start() + match.start(), token.start() + match.end()


@lru_cache(maxsize=4096)
def _sort(word: str) -> str:
    return "".join(sorted(letters(word)))


def _common(one: str, other: str) -> int:
    """How many letters two texts begin with alike."""
    length = 0
    for left, right in zip(one, other, strict=False):
        if left != right:
            break
        length += 1
    return length
