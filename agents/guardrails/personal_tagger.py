"""Places and numbers of people by what stands around them, where no shape, check digit or name shows them.

A tagger of words, learnt of messages by program and by others (`benchmarks.personal_tagger`): each word is
of an address, of a number, or of neither.

>>> list(find_tagged("the driver can ring 07911 123 874", Labels("")))
[('phone', 20, 33)]
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache, partial
from itertools import groupby, pairwise, zip_longest
from operator import add
from typing import NamedTuple

import numpy as np

from agents.guardrails.digit_runs import LENGTHS, NO_NUMBER
from agents.guardrails.personal_labels import REFERENCE, Labels
from agents.guardrails.personal_shapes import FEWEST_OF_ACCOUNT, digits, is_hotline, is_phone
from agents.guardrails.shape import join_list
from language import language_data
from language.function_words import AND
from language.language_data import languages, load, split
from language.normalise import normalise

FILE = language_data.DATA / "personal.npz"
TAGS = ("", "address", "number")
AROUND = 20  # words around a digit that are read
MOST_READ = 400  # words of a text that are: behind them, in lists and documents, the shapes read alone
FEWEST, MOST = 7, 16  # digits of a number
# Words for an account that is a customer's or a bank's, before a number of one.
_ACCOUNT = re.compile(
    rf"(?<!\w)(?:{join_list('personal', 'account_rare')})(?!\w)[^.!?\n]{{0,24}}\Z", re.IGNORECASE
)
LONGEST_ACCOUNT = 48
FEWEST_OF_PLACE = 4  # words: a street's name alone is no address
ABROAD = 12  # digits of a telephone that begins with its country's code, or is parted in so many groups
GROUPS = range(3, 6)
EDGE = 3  # words before and behind that count by their place
FAR, BEHIND = 8, 6  # words that count wherever they stand
YEAR = re.compile(r"(?:19|20)\d\d")
DAY = re.compile(r"(?<!\d)(?:\d{1,2}[- ]\d{1,2}[- ](?:19|20)\d\d|(?:19|20)\d\d[-./]\d{5,})(?!\d)")
# Thousands, or a document, which without its name its check digits prove alone: no telephone is parted so.
BY_THREES = re.compile(r"\d{1,3}(?:(?:\.\d{3})+(?:[-/]\w{1,2})?|(?:,\d{3})+)")
WITHOUT = "s/n"  # of a house that has no number
TOKEN = re.compile(r"[sS]/[nN](?!\w)|\d+|[^\W\d_]+|\n|[^\w\s]|_")
_GAP = re.compile(r"[\s.,()/-]{1,3}")
_LETTERS = re.compile(r"[^\W\d_]+")
_WORD = re.compile(r"[^\W\d_]{3}")
_ROW_BEFORE, _ROW_BEHIND = re.compile(r"(?<!\w)(?:\d+[ .-]){1,5}\Z"), re.compile(r"(?:[ .-]\d+){1,5}(?!\w)")
# The numbers of a list are what the first is: "orders 620857985154, 603389 and 7833506057".
_LIST_BEFORE = re.compile(rf"(?<!\w)(?:\d{{3,}}+(?:[,;] ?|,? (?:{'|'.join(sorted(AND))}) ))+\Z")
_LIST_BEHIND = re.compile(rf",? (?:{'|'.join(sorted(AND))}) \d")  # "474, 384, 563 and 869 pieces"
LONGEST_LIST = 120
NEAR = 20  # characters around a number in which a date or an amount that it is part of stands
_CODE_BESIDE = re.compile(r"\d[ -]?[^\W\d_]+\d|[^\W\d_]\d+ \d")  # "25 AAA0", "ABC4 529"
_TOUCHED_BEFORE = re.compile(r"\w[-/]?\Z|\d[.,]\Z|\*{2,}[-/. ]\Z")  # what a mask left is masked
_TOUCHED_BEHIND = re.compile(r"[-/]?\w")

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
        count = sum(map(str.isdigit, text[start:end]))
        if tag == "number":
            start, end = _widen(text, start, end)
        if is_known(start, end):
            continue
        is_account = (
            tag == "number" and _ACCOUNT.search(text, max(start - LONGEST_ACCOUNT, 0), start) is not None
        )
        fewest, most = (FEWEST_OF_ACCOUNT, LENGTHS["account"].stop) if is_account else (FEWEST, MOST)
        if tag == "number" and fewest <= count <= most and _stands_alone(text, start, end):
            first = _LIST_BEFORE.search(text, max(start - LONGEST_LIST, 0), start)
            begin = first.start() if first else start
            label = labels.of(begin, begin + 1 if first else end)
            kind = "account" if is_account and label == REFERENCE else _name(text[start:end], label)
            if not kind and not label and count in LENGTHS.get(other := labels.before(start), ()):
                kind = other
            if kind:
                yield kind, start, end
        elif tag == "address" and (count or _is_named(text[start:end])) and _WORD.search(text, start, end):
            yield tag, start, end


def _is_named(place: str) -> bool:
    """Whether a place without a number is one that somebody finds: a street's, in town or by a landmark."""
    return WITHOUT in place.lower() or (
        names_street(place) and len(_LETTERS.findall(place)) > FEWEST_OF_PLACE
    )


def find_places(text: str) -> list[tuple[int, int]]:
    """What the words around say is a place of a person; all of the text where nothing is learnt yet."""
    weights = read_weights()
    if not weights:
        return [(0, len(text))]
    return [(start, end) for tag, start, end in tag_text(text, weights) if tag == "address"]


def _widen(text: str, start: int, end: int) -> tuple[int, int]:
    """The whole row of groups that a number is of."""
    before = _ROW_BEFORE.search(text, max(start - MOST, 0), start)
    behind = _ROW_BEHIND.match(text, end) if text[end - 1].isdigit() else None
    return (before.start() if before else start), (behind.end() if behind else end)


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
        if word.isdigit() or word == WITHOUT or (word in streets and _is_street(tokens, at)):
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
    if kind == "street_before":
        return any(token[0][0].isupper() for token in tokens[at + 1 : at + 3])
    return at > 0 and tokens[at][0][0].isupper() and tokens[at - 1][0][0].isupper()


@cache
def _streets() -> dict[str, str]:
    """The words for streets that are no more than that, and whether they stand before a name or behind it."""
    return {
        word: kind
        for language in languages()
        for kind in ("street_behind", "street_before")
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


def list_features(text: str, tokens: Sequence[re.Match[str]]) -> list[list[str]]:
    """What is seen of each word: itself, what it looks like and is said of, and those around."""
    edge = [""] * EDGE
    seen = [_see(token[0]) for token in tokens]
    words = [*edge, *(each[0] for each in seen), *edge]
    looks = [*edge, *(each[1] for each in seen), *edge]
    lists = [*edge, *(each[2] for each in seen), *edge]
    rows = _rows(text, tokens)
    glued, far = _glue(tokens), _measure(tokens)
    found = []
    for at in range(EDGE, len(tokens) + EDGE):
        word, before, behind = words[at], words[at - 1], words[at + 1]
        look, look_before, look_behind = looks[at], looks[at - 1], looks[at + 1]
        features = [
            "", f"w{word}", f"l3{look_before}|{look}|{look_behind}", f"b{before}", f"a{behind}",
            f"bb{words[at - 2]}", f"aa{words[at + 2]}", f"la{look}|{look_behind}", f"lb{look_before}|{look}",
            f"lbb{looks[at - 2]}|{look_before}|{look}", f"laa{look}|{look_behind}|{looks[at + 2]}",
            f"n{lists[at]}", f"nb{lists[at - 1]}|{look}", f"na{lists[at + 1]}|{look}",
            f"nbb{lists[at - 2]}", f"naa{lists[at + 2]}", f"bw{before}|{word}", f"b2{words[at - 2]}|{before}",
            f"j{glued[at - EDGE]}|{look}", far[at - EDGE],
        ]  # fmt: skip
        features += [f"f{each}" for each in words[max(at - FAR, EDGE) : at - 2] if len(each) > 2]
        features += [f"fn{each}" for each in lists[max(at - FAR, EDGE) : at - 2] if each]
        features += [f"r{each}" for each in words[at + 3 : at + 1 + BEHIND] if len(each) > 2]
        if row := rows[at - EDGE]:
            sizes, count, gap = row
            features += [f"g{sizes}", f"gc{count}", f"gg{sizes}|{gap}", f"gb{before}|{count}"]
        found.append(features)
    return found


def _glue(tokens: Sequence[re.Match[str]]) -> list[str]:
    """For each word whether what stands before and behind touches it: "10-34" is no "10 - 34"."""
    touches = [one.end() == other.start() for one, other in pairwise(tokens)]
    return [f"{before:d}{behind:d}" for before, behind in pairwise([False, *touches, False])]


def _measure(tokens: Sequence[re.Match[str]]) -> list[str]:
    """For each word how far the next digits are, and how many: a street's name comes before its number."""
    found, far, size = [""] * len(tokens), FAR, 0
    for at in range(len(tokens) - 1, -1, -1):
        found[at] = f"d{far}|{size}" if far < FAR else ""
        token = tokens[at][0]
        far, size = (1, min(len(token), FAR)) if token.isdigit() else (far + 1, size)
    return found


def _rows(text: str, tokens: Sequence[re.Match[str]]) -> list[tuple[str, int, str] | None]:
    """For each word of a row of digits: how they are parted, how many there are, by what sign."""
    rows: list[tuple[str, int, str] | None] = [None] * len(tokens)
    digits = [at for at, token in enumerate(tokens) if token[0].isdigit()]
    group: list[int] = []
    for at, following in zip_longest(digits, digits[1:]):
        group.append(at)
        if following is not None and _GAP.fullmatch(text, tokens[at].end(), tokens[following].start()):
            continue
        sizes = [len(tokens[each][0]) for each in group]
        gap = text[tokens[group[0]].end() : tokens[group[1]].start()] if len(group) > 1 else ""
        row = ("-".join(map(str, sizes)) if len(sizes) < 7 else "many"), sum(sizes), gap
        rows[group[0] : group[-1] + 1] = [row] * (group[-1] + 1 - group[0])
        group = []
    return rows


@lru_cache(maxsize=4096)
def _see(token: str) -> tuple[str, str, str]:
    """A word as it is compared, what it looks like, and the lists of words that it is in."""
    if token.isdigit():
        look = f"{min(len(token), 14)}"
        return look, look, ""
    if not token.isalpha():
        return token, token, ""
    if token.isupper():
        look = "X" if len(token) == 1 else "XX" if len(token) <= EDGE else "X" * 3
    elif token[0].isupper():
        look = "Xx"
    else:
        look = "x" * min(len(token), EDGE + 1)
    word = normalise(token)
    return word, look, _lists().get(word, "")


@cache
def _lists() -> dict[str, str]:
    """The words of `personal.yaml`, each with the lists that it is or ends a phrase of."""
    found: dict[str, set[str]] = {}
    for language in languages():
        for kind, phrases in load(language, "personal").items():
            for phrase in split(phrases) if isinstance(phrases, str) else ():
                if words := normalise(phrase).split():
                    found.setdefault(words[-1], set()).add(kind if len(words) == 1 else f"~{kind}")
    return {word: ",".join(sorted(kinds)) for word, kinds in found.items()}


@cache
def read_weights() -> Weights:
    with np.load(FILE, allow_pickle=False) as stored:
        names = bytes(stored["features"]).decode().split("\0")
        packed = stored["weights"].astype(np.int64) @ (1 << FIELD * np.arange(len(TAGS), dtype=np.int64))
        return _pack_links(dict(zip(names, packed.tolist(), strict=True)))


def warm() -> None:
    """Reads the weights and the lists now (20 ms) instead of with the first message."""
    read_weights()
    _lists()
