"""Places and numbers of people by what stands around them, where no shape, check digit or name shows them.

A tagger of words, learnt of messages by program and by others (`benchmarks.personal_tagger`): each word is
of an address, of a number, or of neither.

>>> list(find_tagged("the driver can ring 07911 123 874", Labels("")))
[('phone', 20, 33)]
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache, partial
from itertools import groupby
from operator import add
from typing import NamedTuple

import numpy as np
from django.utils import timezone

from agents.guardrails.addresses import LEAD, PLACE_WORDS, TAIL
from agents.guardrails.digit_runs import LENGTHS, NO_NUMBER
from agents.guardrails.personal_features import TOKEN, WITHOUT, list_features, read_lists
from agents.guardrails.personal_labels import REFERENCE, Labels
from agents.guardrails.personal_shapes import DATE, FEWEST_OF_ACCOUNT, MONTH, digits, is_hotline, is_phone
from agents.guardrails.shape import join_list
from language import language_data
from language.function_words import AND
from language.language_data import languages, load, split

FILE = language_data.DATA / "personal.npz"
TAGS = ("", "address", "number", "birth")
AROUND = 20  # words around a digit that are read
MOST_READ = 400  # words of a text that are: behind them, in lists and documents, the shapes read alone
FEWEST, MOST = 7, 16  # digits of a number
# Words for an account that is a customer's or a bank's, before a number of one.
_ACCOUNT = re.compile(
    rf"(?<!\w)(?:{join_list('personal', 'account_rare')})(?!\w)(?:[^.!?\n]|\bn[or]?\.){{0,24}}\Z",
    re.IGNORECASE,
)
LONGEST_ACCOUNT = 48
FEWEST_OF_PLACE = 4  # words: a street's name alone is no address
ABROAD = 12  # digits of a telephone that begins with its country's code, or is parted in so many groups
GROUPS = range(3, 6)
YEAR = re.compile(r"(?:19|20)\d\d")
DAY = re.compile(r"(?<!\d)(?:\d{1,2}[- ]\d{1,2}[- ](?:19|20)\d\d|(?:19|20)\d\d[-./]\d{5,})(?!\d)")
# Thousands, or a document, which without its name its check digits prove alone: no telephone is parted so.
BY_THREES = re.compile(r"\d{1,3}(?:(?:\.\d{3})+(?:[-/]\w{1,2})?|(?:,\d{3})+)")
# A document with letters before its digits, which its own name somewhere in the text tells from a code.
_LETTERED = re.compile(r"[A-Z]{1,3}[ -]?\d(?:[ .-]?\d){5,8}[A-Z]?")
STREETS = ("behind", "rare", "before")  # the lists of words for them
_NAMES_PLACE = re.compile(
    rf"(?<!\w)(?:{'|'.join(join_list('personal', f'street_{at}') for at in STREETS)})(?!\w)", re.IGNORECASE
)
_ASKS = re.compile(r"[?!]\s")
_REST_OF_WORD = re.compile(r"(?<=\w)\w{1,12}")
LONGEST_LEAD = 60
FEWEST_OF_DAY = 6  # digits of one without its month's name
_MONTH = re.compile(rf"(?<!\w){MONTH}(?!\w)", re.IGNORECASE)
LONGEST_DAY = 12  # characters of a day beside the word that is tagged
_LETTERS_BEFORE = re.compile(r"(?<![^\W_])[A-Z]{1,3} ?\Z")
_LETTERS = re.compile(r"[^\W\d_]+")
_WORD = re.compile(r"[^\W\d_]{3}")
_ROW_BEFORE, _ROW_BEHIND = re.compile(r"(?<!\w)(?:\d+[ .-]){1,5}\Z"), re.compile(r"(?:[ .-]\d+){1,5}(?!\w)")
# The numbers of a list are what the first is: "orders 620857985154, 603389 and 7833506057".
_LIST_BEFORE = re.compile(rf"(?<!\w)(?:\d{{3,}}+(?:[,;] ?|,? (?:{'|'.join(sorted(AND))}) ))+\Z")
_LIST_BEHIND = re.compile(rf",? (?:{'|'.join(sorted(AND))}) \d")  # "474, 384, 563 and 869 pieces"
LONGEST_LIST = 120
NEAR = 20  # characters around a number in which a date or an amount that it is part of stands
# "25 AAA0", "ABC4 529", "448210-7": no telephone is parted before its last digit.
_CODE_BESIDE = re.compile(r"\d[ -]?[^\W\d_]+\d|[^\W\d_]\d+ \d|\d-\d\Z")
_TOUCHED_BEFORE = re.compile(r"\w[-/]?\Z|\d[.,]\Z|\*{2,}[-/. ]\Z")  # what a mask left is masked
_TOUCHED_BEHIND = re.compile(r"[-/]?\w")

_YEAR, _SHORT_YEAR = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)"), re.compile(r"(?<!\d)\d\d\Z")
YOUNGEST = 3  # years of whose birth a day tells without a word of birth
FURTHEST = 5  # years ahead that a year in two digits may mean

UNIT = 0.25  # of the weights that are kept
FIELD, HALF = 15, 1 << 14  # bits of a tag's weight in a number, and what keeps it from being negative
MASK = 2 * HALF - 1
MARGIN = 3.0  # by how much the right tag has to be ahead in learning
ALL = range(len(TAGS))
SHIFTS = [FIELD * tag for tag in ALL]
ZEROS = sum(HALF << shift for shift in SHIFTS)
# The same of what the tag before says: a row of tags for each.
WIDTH = FIELD * len(TAGS)
LINK_SHIFTS = [[WIDTH * before + shift for before in ALL] for shift in SHIFTS]
LINK_ZEROS = sum(ZEROS << WIDTH * before for before in ALL)
_LINK = re.compile(r"(t[ws]?)(\d)(.*)", re.DOTALL)
Weights = Mapping[str, int]
Weigher = Callable[[Sequence[str]], Sequence[float]]
LinkWeigher = Callable[[Sequence[str]], Sequence[Sequence[float]]]


class Tagged(NamedTuple):
    """A piece of a text and what it is."""

    tag: str
    start: int
    end: int


def find_tagged(
    text: str, labels: Labels, is_known: Callable[[int, int], bool] = lambda _start, _end: False
) -> Iterator[tuple[str, int, int]]:
    """What is personal in a text by the words around: which kind, from where to where.

    What `is_known` is not asked about again: whether a number is a telephone takes 0.2 ms.
    """
    weights = read_weights()
    if not weights or not _WORD.search(text):
        return
    for tag, start, end in tag_text(text, weights):
        if tag == "birth":
            spans = _find_days(text, labels, start, end)
            yield from ((tag, *span) for span in spans if not is_known(*span))
        elif tag == "address":
            start, end = _widen_place(text, start, end)
            place = text[start:end]
            if not is_known(start, end) and (_has_digit(place) or _is_named(place)) and _WORD.search(place):
                yield tag, start, end
        else:
            start, end = _widen(text, start, end)
            if (letters := _LETTERS_BEFORE.search(text, max(start - MOST, 0), start)) and _name_document(
                text, labels, letters.start(), end
            ):
                start = letters.start()
            if not is_known(start, end) and (kind := _name_number(text, labels, start, end)):
                yield kind, start, end


def _find_days(text: str, labels: Labels, start: int, end: int) -> list[tuple[int, int]]:
    """The days of a tagged piece that may be of a birth; it all where it has digits for one, or a month, and
    no shape of a day.
    """
    days = DATE.finditer(text, max(start - LONGEST_DAY, 0), end + LONGEST_DAY)
    spans = [day.span() for day in days if day.start() < end and start < day.end()]
    if spans or labels.of(start, end) == REFERENCE:
        named = "birth" in labels.kinds
        return [span for span in spans if named or is_age_like(text[slice(*span)], timezone.localdate().year)]
    count = sum(map(str.isdigit, text[start:end]))
    is_day = count >= FEWEST_OF_DAY or (count and _MONTH.search(text, start, end))
    return [(start, end)] if is_day else []


def is_age_like(day: str, this_year: int) -> bool:
    """Whether somebody who writes or is written of may have been born then: a day to come, or one of the
    last years, is a journey's or a purchase's.

    >>> [is_age_like(day, 2026) for day in ("12/09/2027", "3/11/26", "12/03/1985", "12/03/85")]
    [False, False, True, True]
    """
    years = _YEAR.search(day) or _SHORT_YEAR.search(day)
    if years is None:
        return True
    if len(years[0]) == 4:
        return int(years[0]) <= this_year - YOUNGEST
    return not this_year - YOUNGEST < 2000 + int(years[0]) <= this_year + FURTHEST


def _name_number(text: str, labels: Labels, start: int, end: int) -> str:
    """Which kind a tagged number is; "": nobody's."""
    number = text[start:end]
    if document := _name_document(text, labels, start, end):
        return document
    count = sum(map(str.isdigit, number))
    is_account = _ACCOUNT.search(text, max(start - LONGEST_ACCOUNT, 0), start) is not None
    fewest, most = (FEWEST_OF_ACCOUNT, LENGTHS["account"].stop) if is_account else (FEWEST, MOST)
    if not fewest <= count <= most or not _stands_alone(text, start, end):
        return ""
    first = _LIST_BEFORE.search(text, max(start - LONGEST_LIST, 0), start)
    begin = first.start() if first else start
    label = labels.of(begin, begin + 1 if first else end)
    kind = "account" if is_account and label in ("", REFERENCE) else _name(number, label)
    if not kind and not label and count in LENGTHS.get(other := labels.before(start), ()):
        kind = other
    return kind


def _name_document(text: str, labels: Labels, start: int, end: int) -> str:
    """Which document a number with letters before its digits is, if the text names one anywhere."""
    if not _LETTERED.fullmatch(text, start, end) or labels.of(start, end) == REFERENCE:
        return ""
    return labels.nearest(start)


def _has_digit(text: str) -> bool:
    return any(map(str.isdigit, text))


def _widen_place(text: str, start: int, end: int) -> tuple[int, int]:
    """The place with the rest of its last word, and what leads to it and goes on behind it as in an address.

    No further than a question.
    """
    asked = _ASKS.search(text, start, end)
    if asked:
        return start, asked.start()
    rest = _REST_OF_WORD.match(text, end)
    end = rest.end() if rest else end
    tail, begin = TAIL.match(text, end), max(start - LONGEST_LEAD, 0)
    leads = not PLACE_WORDS.isdisjoint(_LETTERS.findall(text[begin:start].lower()))
    lead = LEAD.search(text, begin, start) if leads else None
    return lead.start() if lead else start, tail.end() if tail else end


def _is_named(place: str) -> bool:
    """Whether a place without a number is one that somebody finds: a street's, in town or by a landmark."""
    words = len(_LETTERS.findall(place))
    is_long = words > FEWEST_OF_PLACE or (words >= FEWEST_OF_PLACE - 1 and "," in place)
    return bool(WITHOUT.search(place) or (is_long and _NAMES_PLACE.search(place)))


def find_places(text: str) -> list[tuple[int, int]]:
    """What the words around say is a place of a person; all of the text where nothing is learnt yet."""
    weights = read_weights()
    if not weights:
        return [(0, len(text))]
    return [(start, end) for tag, start, end in tag_text(text, weights) if tag == "address"]


def _widen(text: str, start: int, end: int) -> tuple[int, int]:
    """The whole row of groups that a number is of; a day beside it is none of them."""
    before = _ROW_BEFORE.search(text, max(start - MOST, 0), start)
    behind = _ROW_BEHIND.match(text, end) if text[end - 1].isdigit() else None
    row = (before.start() if before else start), (behind.end() if behind else end)
    return (start, end) if NO_NUMBER.search(text, *row) else row


def _name(number: str, label: str) -> str:
    """What a number is: what it is called, else a telephone, if it may be somebody's; "": nothing."""
    if label == REFERENCE:
        return ""
    if label in LENGTHS and label not in ("address", "phone"):
        return label
    count = len(digits(number))
    groups = len(re.findall(r"\d+", number))
    is_code = count >= LENGTHS["phone"].stop or (
        count >= ABROAD and groups not in GROUPS and not is_phone(None)(f"+{digits(number).lstrip('0')}")
    )
    is_code = is_code or _CODE_BESIDE.search(number) is not None
    return "" if is_code or BY_THREES.fullmatch(number) or is_hotline(number) else "phone"


def _stands_alone(text: str, start: int, end: int) -> bool:
    """Whether it is no part of a code, a date or an amount, and no list of years."""
    if _TOUCHED_BEFORE.search(text[max(start - 3, 0) : start]) or _TOUCHED_BEHIND.match(text, end):
        return False
    if "," in text[start:end] and _LIST_BEHIND.match(text, end):
        return False
    near = NO_NUMBER.finditer(text, max(start - NEAR, 0), end + NEAR)
    if any(each.start() < end and start < each.end() for each in near) or DAY.search(text, start, end):
        return False
    return not all(map(YEAR.fullmatch, re.findall(r"\d+", text[start:end])))


def tag_text(text: str, weights: Weights) -> Iterator[Tagged]:
    """The pieces of a text that are of one kind; words far from any digit are not read."""
    tokens, left = list(TOKEN.finditer(text)), MOST_READ
    for begin, stop in list_windows(tokens):
        near = tokens[begin : min(stop, begin + left)]
        left -= len(near)
        tags = choose(list_features(text, near), partial(weigh, weights), partial(weigh_links, weights))
        for tag, group in groupby(zip(tags, near, strict=True), key=lambda pair: pair[0]):
            if tag:
                words = [word for _, word in group]
                yield Tagged(TAGS[tag], words[0].start(), words[-1].end())


def list_windows(tokens: Sequence[re.Match[str]]) -> list[tuple[int, int]]:
    """Where there are digits, with the words around."""
    found: list[tuple[int, int]] = []
    streets = _streets()
    for at, token in enumerate(tokens):
        word = token[0].lower()
        is_place = word in streets and _is_street(tokens, at)
        if word.isdigit() or is_place or (len(word) > 1 and not word.isalpha()):  # "s/n"
            begin, stop = max(at - AROUND, 0), min(at + AROUND + 1, len(tokens))
            if found and begin <= found[-1][1]:
                found[-1] = (found[-1][0], stop)
            else:
                found.append((begin, stop))
    return found


def names_street(text: str) -> bool:
    """Whether one of its words is one for a street."""
    return not _streets().keys().isdisjoint(_LETTERS.findall(text.lower()))


def _is_street(tokens: Sequence[re.Match[str]], at: int) -> bool:
    """Whether it is a word for a street with a name in capitals: "Mill Lane", "travessa São Bento"."""
    kind = _streets()[tokens[at][0].lower()]
    if kind != "street_behind":
        return any(token[0][0].isupper() for token in tokens[at + 1 : at + 3])
    return at > 0 and tokens[at][0][0].isupper() and tokens[at - 1][0][0].isupper()


@cache
def _streets() -> dict[str, str]:
    """The words for streets that are no more than that, and whether they stand before a name or behind it."""
    return {
        word: kind
        for language in languages()
        for kind in (f"street_{at}" for at in STREETS)
        for word in split(load(language, "personal").get(kind, ""))
        if len(word) > 2 and word.isalpha()
    }


def choose(
    words: Sequence[Sequence[str]], weigh: Weigher, weigh_links: LinkWeigher, right: Sequence[int] = ()
) -> list[int]:
    """The row of tags that fits the words best as a whole (Viterbi): what comes later tells where one begins.

    In learning each tag but the `right` one is ahead by a `MARGIN`.
    """
    best: Sequence[float] = (0,)  # of each tag of the word before
    paths: list[list[int]] = []
    for at, features in enumerate(words):
        here = weigh(features)
        if right:
            here = [score + MARGIN * (tag != right[at]) for tag, score in enumerate(here)]
        links = weigh_links(features)
        row, path = [], []
        for tag in ALL:
            found = list(map(add, best, links[tag]))
            top = max(found)
            path.append(found.index(top))
            row.append(here[tag] + top)
        paths.append(path)
        best = row
    tag = best.index(max(best))
    tags = []
    for path in reversed(paths):
        tags.append(tag)
        tag = path[tag]
    return tags[::-1]


def link(features: Sequence[str], before: int) -> tuple[str, ...]:
    """What the tag of the word before says of one."""
    return f"t{before}", f"tw{before}{features[1]}", f"ts{before}{features[2]}"


def weigh(weights: Weights, features: Iterable[str]) -> list[int]:
    """What the features say for each tag."""
    total = sum(filter(None, map(weights.get, features)), ZEROS)
    return [total >> shift & MASK for shift in SHIFTS]


def weigh_links(weights: Weights, features: Sequence[str]) -> list[list[int]]:
    """For each tag what each tag of the word before says for it."""
    total = weights.get("t", 0) + LINK_ZEROS
    total += weights.get(f"tw{features[1]}", 0) + weights.get(f"ts{features[2]}", 0)
    return [[total >> shift & MASK for shift in shifts] for shifts in LINK_SHIFTS]


def pack(weights: Mapping[str, Sequence[float]]) -> dict[str, int]:
    """The weights of each feature, one number for all tags: a message is added up in a third of the time."""
    return _pack_links(
        {
            feature: sum(round(weight / UNIT) << FIELD * tag for tag, weight in enumerate(row))
            for feature, row in weights.items()
        }
    )


def _pack_links(packed: Mapping[str, int]) -> dict[str, int]:
    """What is said of the tag before, one number for all of those, too."""
    found: dict[str, int] = {}
    for feature, weight in packed.items():
        if parts := _LINK.fullmatch(feature):
            name = parts[1] + parts[3]
            found[name] = found.get(name, 0) + (weight << WIDTH * int(parts[2]))
        else:
            found[feature] = weight
    return found


@cache
def read_weights() -> Weights:
    with np.load(FILE, allow_pickle=False) as stored:
        names = bytes(stored["features"]).decode().split("\0")
        packed = stored["weights"].astype(np.int64) @ (1 << FIELD * np.arange(len(TAGS), dtype=np.int64))
        return _pack_links(dict(zip(names, packed.tolist(), strict=True)))


def warm() -> None:
    """Reads the weights and the lists now (20 ms) instead of with the first message."""
    read_weights()
    read_lists()
