"""What the tagger of personal data sees of a word: itself, what it looks like, its lists, and those around.

>>> list_features("ring 07911 123", list(TOKEN.finditer("ring 07911 123")))[1][1]
'w5'
"""

import re
from collections.abc import Sequence
from functools import cache, lru_cache
from itertools import pairwise, zip_longest

from agents.guardrails.shape import join_list
from language.language_data import languages, load, split
from language.normalise import normalise

_WITHOUT = rf"(?<!\w)(?i:{join_list('personal', 'without')})(?!\w)"
WITHOUT = re.compile(_WITHOUT)  # of a house that has no number
TOKEN = re.compile(rf"{_WITHOUT}|\d+|[^\W\d_]+|\n|[^\w\s]|_")
EDGE = 3  # words before and behind that count by their place
FAR, BEHIND = 8, 6  # words that count wherever they stand
_GAP = re.compile(r"[\s.,()/-]{1,3}")


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
        return look, look, _tell_year(token)
    if not token.isalpha():
        return token, token, ""
    if token.isupper():
        look = "X" if len(token) == 1 else "XX" if len(token) <= EDGE else "X" * 3
    elif token[0].isupper():
        look = "Xx"
    else:
        look = "x" * min(len(token), EDGE + 1)
    word = normalise(token)
    return word, look, read_lists().get(word, "")


def _tell_year(token: str) -> str:
    """A year of birth is seldom one of these, and a due day's no other."""
    if len(token) != 4 or token[:2] not in ("19", "20"):
        return ""
    return "year" if token[:2] == "19" else "year of 2000" if token[2] in "01" else "year of 2020"


@cache
def read_lists() -> dict[str, str]:
    """The words of `personal.yaml`, each with the lists that it is or ends a phrase of."""
    found: dict[str, set[str]] = {}
    for language in languages():
        for kind, phrases in load(language, "personal").items():
            for phrase in split(phrases) if isinstance(phrases, str) else ():
                if words := normalise(phrase).split():
                    found.setdefault(words[-1], set()).add(kind if len(words) == 1 else f"~{kind}")
        for month in split(load(language, "speech")["months"]):
            found.setdefault(normalise(month), set()).add("month")
            found.setdefault(normalise(month)[:3], set()).add("month")
    return {word: ",".join(sorted(kinds)) for word, kinds in found.items()}
