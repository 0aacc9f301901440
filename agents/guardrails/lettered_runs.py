"""Numbers with letters in groups of any size, whatever signs stand between: "ES 91-2100 ...", "x 1234567 l".

What they are, their check digits say, or, beside a name, their letters and digits alone.

>>> list(find_lettered("mi nie: x-1234567.l", Labels("mi nie: x-1234567.l")))
[('dni', 8, 19)]
"""

import re
from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from itertools import accumulate
from typing import NamedTuple

from stdnum import iban
from stdnum.br import cnpj
from stdnum.es import dni, nie
from stdnum.mx import curp

from agents.guardrails.digit_runs import NO_NUMBER, goes_on
from agents.guardrails.personal_labels import REFERENCE, Labels
from agents.guardrails.personal_shapes import NATIONAL_INSURANCE
from agents.guardrails.shape import join_list
from language.function_words import AND, is_small
from language.normalise import normalise

GROUP = re.compile(r"(?<![^\W_])[A-Za-z0-9]{1,34}(?![^\W_]|\$)")
# Words of the phrases that stand between two parts of one number, and no letters of it.
ASIDE = frozenset(word for word in re.findall(r"\w+", join_list("speech", "between")) if len(word) > 1)
LONGEST = 34  # letters and digits of an account
FEWEST = 3  # digits in a row of groups; a name and an order have fewer
D = r"[\dOIL]"  # a digit, or a letter that is taken for one


class Lettered(NamedTuple):
    """One kind: what it looks like alone, what is believed of it anywhere, and beside its name."""

    kind: str
    pattern: re.Pattern[str]
    valid: Callable[[str], bool] | None
    labels: tuple[str, ...]
    sizes: frozenset[tuple[int, ...]] = frozenset()

    def proves(self, number: str, parts: Sequence[re.Match[str]]) -> bool:
        """Whether its check digits say so, and it is parted as numbers are: words are no part of one."""
        if self.valid is None or any(part[0].isalpha() and part[0].islower() for part in parts):
            return False
        return (not self.sizes or tuple(len(part[0]) for part in parts) in self.sizes) and self.valid(number)


def _kind(kind: str, pattern: str, valid: Callable[[str], bool] | None, *labels: str) -> Lettered:
    return Lettered(kind, re.compile(pattern), valid, labels or (kind,))


KINDS: tuple[Lettered, ...] = (
    _kind(
        "iban", rf"[A-Z]{{2}}{D}{{2}}[A-Z\d]{{11,30}}", lambda text: iban.is_valid(text, check_country=False)
    ),
    _kind("curp", rf"[A-Z]{{4}}{D}{{6}}[HMX][A-Z]{{5}}[A-Z\d]{D}", curp.is_valid),
    _kind("rfc", rf"[A-Z]{{3,4}}{D}{{6}}[A-Z\d]{{3}}", None),
    _kind("dni", rf"[XYZ]{D}{{7}}[A-Z]", nie.is_valid, "nie", "dni"),
    _kind("dni", rf"{D}{{8}}[A-Z]", dni.is_valid, "dni", "nie"),
    _kind("cnpj", r"(?=(?:[A-Z]{0,6}\d){6})[A-Z\d]{12}\d{2}", cnpj.is_valid)._replace(
        sizes=frozenset(
            {
                (2, 3, 3, 4, 2),
                (2, 6, 4, 2),
                (8, 4, 2),
                (8, 6),
                (12, 2),
                (1,) * 14,
            }
        )
    ),
    _kind("rut", rf"{D}{{7,8}}K", None),
    _kind("rg", rf"{D}{{8}}X|[A-Z]{{2}}{D}{{6,9}}", None),
    _kind("dni", r"[A-Z]{2}\d{6}[A-D]", None),
    _kind("dni", NATIONAL_INSURANCE, lambda _: True)._replace(sizes=frozenset({(1,) * 9})),
    _kind("passport", rf"[A-Z]{{1,3}}{D}{{5,8}}", None),
    _kind("driver", rf"[A-Z]{{1,2}}{D}{{6,14}}|[A-Z]{{5}}\d{{6}}[A-Z\d]{{5}}", None),
)


def find_lettered(text: str, labels: Labels) -> Iterator[tuple[str, int, int]]:
    """Those in a text: which kind, from where to where."""
    for groups in _rows(text, labels):
        compact = "".join(each[0] for each in groups).upper()
        if sum(map(str.isdigit, compact)) < FEWEST:
            continue
        ends = list(accumulate(len(each[0]) for each in groups))
        last = -1
        for at, group in enumerate(groups):
            if at <= last or (group[0].islower() and is_small(normalise(group[0]))):
                continue
            begin = ends[at] - len(group[0])
            named = ""
            for kind, end in _candidates(compact, begin, ends, at):
                parts = groups[at : end + 1]
                label = labels.of(parts[0].start(), parts[-1].end())
                if label != REFERENCE and kind.proves(compact[begin : ends[end]], parts):
                    named, last = kind.kind, end
                    break
                if label in kind.labels and not named and any(map(str.isdigit, parts[-1][0])):
                    named, last = kind.kind, end
            if named:
                yield named, group.start(), groups[last].end()


def _candidates(compact: str, begin: int, ends: Sequence[int], at: int) -> Iterator[tuple[Lettered, int]]:
    """The kinds that may begin with group `at`, each with the groups that may end it, the longest first."""
    for kind in KINDS:
        if kind.pattern.match(compact, begin) is not None:
            most = bisect_right(ends, begin + LONGEST, at)
            for last in range(most - 1, at - 1, -1):
                if kind.pattern.fullmatch(compact, begin, ends[last]) is not None:
                    yield kind, last


def _rows(text: str, labels: Labels) -> Iterator[list[re.Match[str]]]:
    """The groups of letters and digits that signs part, or words as "then" and "ending in"."""
    row: list[re.Match[str]] = []
    none = {at for each in NO_NUMBER.finditer(text) for at in range(*each.span())}
    found = list(GROUP.finditer(text))
    words = [*(each[0] for each in found[1:]), ""]
    for group, following in zip(found, words, strict=False):
        if labels.is_name(*group.span()) or group.start() in none:
            yield row
            row = []
        elif not _is_aside(group[0], following):
            if row and not goes_on(text, row[-1].end(), group.start()):
                yield row
                row = []
            row.append(group)
    yield row


def _is_aside(word: str, following: str) -> bool:
    """Whether a word only joins two parts; "and" does it before another one, or is the letter of a number."""
    return word.lower() in ASIDE or (word.islower() and word in AND and following.lower() in ASIDE)
