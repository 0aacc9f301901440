"""The prompts that a model was given, as they would be recognised in a text that reads them out.

    texts = PromptTexts.of(("You are the desk for stocks. Never promise a gain.",))
    texts.reads_out("I am told: you are the desk for stocks, never promise a gain.", Known(()))  # True
    texts.codes("The code is KESTREL-4417.")  # places of codes

A prompt holds orders to the model and facts for people. Facts may be told word for word; what counts is a run
of letters that takes an order with it (`ADDRESSED`, of all languages). Letters alone are compared, so that
spaces, lines, accents, case, punctuation and digits for letters hide nothing.
"""

import html
import re
from bisect import bisect_left
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from urllib.parse import unquote

from agents.letters import letters
from agents.odd_text import ODD, UNASKED, measure_odd
from agents.prompt_points import list_patterns
from agents.scattered_text import SINGLE, ScatteredText, Shapes, read_rows
from language.normalise import fold
from language.sentences import WITH_SEMICOLONS, split_sentences

COMPANIES = 64  # sets of prompts kept compiled
GRAM = 16  # letters by which a place is found ...
STEP = 8  # ... at every eighth letter of the prompts: a run of GRAM + STEP always holds one
PLACES = 4  # of the same letters in the prompts
RUN = 28  # letters read out with an order among them, about six words
PIECES = 60  # letters in several shorter runs, of a copy that was changed a little ...
SHARE = 0.7  # ... and their share of the text
CODE = 6  # letters and digits of the shortest code
SURE = 8  # letters of a code that nobody has by chance where they stand apart
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
SECRET = re.compile(rf"\b(?:{'|'.join(list_patterns('secret'))})\b")
BESIDE = 3  # letters beside a code that stands by itself: brackets, a list's sign
CLOCK = re.compile(r"\d{1,2}(?:h\d{0,2}|[ap]m)(?:[-–]\d{1,2}(?:h\d{0,2}|[ap]m))*", re.IGNORECASE)
WORD = re.compile(r"[^\W_]+")
SYLLABLES = (
    (re.compile(r"([aeiouáéíóúãõâêô])[pf]\1", re.IGNORECASE), r"\1"),
    (re.compile(r"\b(\w*)(\w)ay\b"), r"\2\1"),
)
TAG = re.compile(r"<[^<>]{1,80}>")


@dataclass(frozen=True, eq=False)
class PromptTexts:
    """The letters of all prompts after one another, where each gram stands, where orders begin and end, and
    the codes by their letters; `texts` are the prompts as they stand.
    """

    joined: str
    places: dict[str, tuple[int, ...]]
    orders: tuple[tuple[int, int], ...] = ()
    secret: Mapping[str, str] = field(default_factory=dict)
    texts: tuple[str, ...] = ()

    @classmethod
    def of(cls, prompts: Sequence[str]) -> "PromptTexts":
        """Of a company's prompts; compiled once for equal texts."""
        return _compile(tuple(prompts))

    def reads_out(
        self,
        text: str,
        known: "Known",
        before: str = "",
        told: Sequence[str] = (),
        is_asked: Callable[[], bool] = lambda: True,
    ) -> bool:
        """Whether a text, read with what stands `before` it, gives away orders.

        Plainly, in letters or words that stand apart, or in what is in no language and not `known`: in little
        of it where somebody may have asked for them.

        The phrases `told` may be read out.
        """
        if not self.joined:
            return False
        so_far = letters(before[-FAR:])[-REACH:]
        shown = _show(text)
        plainly = [so_far + letters(other) for other in (shown, *_drop_syllables(shown))]
        for phrase in map(letters, told):
            plainly = [plain.replace(phrase, PARTING * len(phrase)) for plain in plainly]
        return (
            any(self._takes_order(plain, len(so_far)) for plain in plainly)
            or self._scattered.is_in(text, before)
            or (nats := measure_odd(text, before[-FAR:], known.__contains__)) >= UNASKED
            or (nats >= ODD and is_asked())
        )

    @cached_property
    def _scattered(self) -> ScatteredText:
        orders = [
            line for text in self.texts for line in split_sentences(text, WITH_SEMICOLONS) if _is_order(line)
        ]
        return ScatteredText(self.joined, self.texts, orders)

    def codes(self, text: str) -> Iterator[tuple[int, int]]:
        """Where a text names codes of the prompts, plainly written."""
        for start, end in _codes(text) if self.secret else ():
            if letters(text[start:end]) in self.secret:
                yield start, end

    def spells_code(self, text: str, known: "Known", before: str = "") -> bool:
        """Whether a code stands in a text in another way: spaced, over lines, backwards, apart, with other
        signs.
        """
        secret = [code for code in self.secret if code not in known]
        if not secret:
            return False
        near = f"{before[-FAR:]}\n{text}"
        so_far, plain = letters(before[-FAR:]), letters(near)
        rows = [read_rows(text, before), "".join(map(letters, SINGLE.findall(near)))]
        rows += [row[::-1] for row in (*rows, plain[max(0, len(so_far) - REACH) :])]
        return any(
            code in plain[max(0, len(so_far) - len(code) + 1) :] or any(code[:SURE] in row for row in rows)
            for code in secret
        ) or self._shapes.are_in(near, known)

    @cached_property
    def _shapes(self) -> Shapes:
        return Shapes(self.secret.values())

    def gives_away(self, text: str, known_texts: Sequence[str]) -> bool:
        """Whether a text takes orders along, or a code that is in none of `known_texts`, however written."""
        known = Known((*known_texts, *self.texts))
        if self.reads_out(text, known):
            return True
        said = Known(known_texts)
        return any(text[start:end] not in said for start, end in self.codes(text)) or self.spells_code(
            text, said
        )

    def _takes_order(self, text: str, since: int) -> bool:
        """Whether runs that reach beyond `since` take an order with them."""
        runs = [(end - start, at) for start, end, at in self._runs(text) if end > since]
        with_order = [length for length, at in runs if self._holds_order(at, at + length)]
        if any(length >= RUN for length in with_order):
            return True
        whole = sum(length for length, _ in runs)
        return bool(with_order) and whole >= PIECES and whole >= SHARE * (len(text) - since)

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
    """What others have said: codes that may be named although a prompt names them, and what is in no language
    and may be repeated. A piece of few letters must be a word of theirs.
    """

    def __init__(self, texts: Sequence[str]) -> None:
        self._texts = texts

    def __contains__(self, code: object) -> bool:
        plain = letters(str(code))
        return plain in (self._letters if len(plain) >= CODE else self._words)

    @cached_property
    def _letters(self) -> str:
        return " ".join(map(letters, self._texts))

    @cached_property
    def _words(self) -> frozenset[str]:
        return frozenset(letters(word) for text in self._texts for word in WORD.findall(text))


@lru_cache(maxsize=COMPANIES)
def _compile(prompts: tuple[str, ...]) -> PromptTexts:
    joined = ""
    orders: list[tuple[int, int]] = []
    for text in dict.fromkeys(prompts):
        folded = fold(text)
        for match in ADDRESSED.finditer(folded):
            start = len(joined) + len(letters(folded[: match.start()]))
            orders.append((start, start + len(letters(match[0]))))
        joined += letters(text) + PARTING
    written = {
        letters(line[start:end]): line[start:end]
        for text in prompts
        for line in _find_kept_lines(text)
        for start, end in _codes(line)
    }
    return PromptTexts(*_index(joined), tuple(sorted(orders)), written, tuple(dict.fromkeys(prompts)))


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
    for line in split_sentences(text, WITH_SEMICOLONS):
        codes = "".join(line[start:end] for start, end in _codes(line))
        if codes and (len(letters(line)) <= len(letters(codes)) + BESIDE or _is_order(line)):
            yield line


def _is_order(line: str) -> bool:
    """Whether a sentence speaks to the model, or says that it is nobody's to hear."""
    folded = fold(line)
    return SECRET.search(folded) is not None or ADDRESSED.search(folded) is not None


def _drop_syllables(text: str) -> Iterator[str]:
    """A text without the syllables that children put into words ("hepellopo", "ellohay"), if it has any."""
    return (pattern.sub(left, text) for pattern, left in SYLLABLES if pattern.search(text))


def _show(text: str) -> str:
    """A text as a page shows it."""
    return unquote(html.unescape(TAG.sub("", text)))


def _codes(text: str) -> Iterator[tuple[int, int]]:
    """Where codes stand in a text, whoever's they are."""
    for token in TOKEN.finditer(text):
        for match in CODES.finditer(token[0]):
            if len(letters(match[0])) >= CODE and not CLOCK.fullmatch(match[0]):
                yield token.start() + match.start(), token.start() + match.end()


def _common(one: str, other: str) -> int:
    """How many letters two texts begin with alike."""
    length = 0
    for left, right in zip(one, other, strict=False):
        if left != right:
            break
        length += 1
    return length
