"""Numbers in groups of any size, whatever stands between them: "52 99 82 24 72 5", "529.<b>982</b>.247-25".

What such a row is, its length says beside a name, and its check digits elsewhere.

>>> [(run.digits, run.start, run.end) for run in runs("cpf: 52, 99 e 82")]
[('529982', 5, 16)]
"""

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import accumulate
from typing import NamedTuple

from stdnum.br import cnpj, cpf

from agents.guardrails.personal_labels import REFERENCE, Labels
from agents.guardrails.personal_shapes import is_card, is_phone
from language.lexicon import join_languages

# What may stand between two groups of one number: signs, a short tag or entity, "and".
_BETWEEN = (
    r"(?:[\s,.;:*_~`|/()\\-]|<[^<>]{0,80}>|&(?:nbsp|\#\d{1,5}|\#x[0-9a-f]{1,4});|\b(?:"
    rf"{'|'.join(sorted(join_languages('AND')))})\b){{1,24}}?"
)
_GAP = re.compile(_BETWEEN, re.IGNORECASE)
_GROUP = re.compile(r"(?<![^\W_])\d{1,19}(?![^\W_])")
_MASKED = re.compile(r"\*{4}|\s\*+\s|(?:\*+[^*]+){2}\*")  # stars of numbers that were masked before
_NO_NUMBER = re.compile(
    r"(?<!\d)(?:\d{4}-\d{1,2}-\d{1,2}|\d{1,2}[/.]\d{1,2}[/.]\d{2,4}|\d{1,2}:\d{2}(?::\d{2})?"
    r"|\d{1,3}(?:\.\d{3})*,\d{1,2}|\d{1,3}(?:,\d{3})+\.\d{2})(?![\d.])"
)  # dates, times, amounts
LETTERED = frozenset({"dni", "rut", "rg"})  # kinds whose last sign may be a letter
LETTER = re.compile(r"[ .-]?[a-z](?!\w)", re.IGNORECASE)
CODE = re.compile(r"[\s,](?:\d[a-f]|[a-f]\d)(?!\w)|(?<!\w)(?:\d[a-f]|[a-f]\d)[\s,]$", re.IGNORECASE)
APART = 120  # characters between two groups at most
LONGEST = 22  # digits: what is longer is a barcode or a list

# Beside its own name a number is believed by its length, in any grouping.
LENGTHS: dict[str, range] = {
    "cpf": range(11, 12), "cnpj": range(14, 15), "rg": range(7, 11), "pis": range(11, 12),
    "cnh": range(9, 12), "voter": range(12, 13), "dni": range(7, 12), "cuit": range(11, 12),
    "rut": range(8, 10), "ssn": range(9, 10), "phone": range(8, 15), "card": range(12, 20),
    "address": range(8, 9), "nir": range(13, 16), "passport": range(7, 10), "driver": range(7, 14),
}  # fmt: skip
# Elsewhere by its check digits, and by being a telephone where it is read out digit by digit.
PROVEN: tuple[tuple[str, Callable[[str], bool]], ...] = (
    ("cpf", lambda number: len(number) == 11 and bool(cpf.is_valid(number))),
    ("cnpj", lambda number: len(number) == 14 and bool(cnpj.is_valid(number))),
    ("card", is_card),
)


class Run(NamedTuple):
    """One row of groups of digits and where it stands; `places` are those of the groups."""

    groups: Sequence[str]
    places: Sequence[tuple[int, int]]

    @property
    def digits(self) -> str:
        return "".join(self.groups)

    @property
    def start(self) -> int:
        return self.places[0][0]

    @property
    def end(self) -> int:
        return self.places[-1][1]

    @property
    def is_read_out(self) -> bool:
        """Whether most groups are single digits."""
        return 2 * sum(len(group) == 1 for group in self.groups) >= len(self.groups) > 2

    def cut(self, start: int, stop: int) -> "Run":
        return Run(self.groups[start:stop], self.places[start:stop])


def runs(text: str) -> Iterator[Run]:
    """Every row of two groups of digits or more."""
    none = [found.span() for found in _NO_NUMBER.finditer(text)]
    groups: list[re.Match[str]] = []
    at = 0
    for group in _GROUP.finditer(text):
        while at < len(none) and none[at][1] <= group.start():
            at += 1
        stands_in = at < len(none) and none[at][0] <= group.start()
        if groups and (stands_in or not _goes_on(text, groups[-1].end(), group.start())):
            yield from _run(groups)
            groups = []
        if not stands_in:
            groups.append(group)
    yield from _run(groups)


def find_runs(text: str, labels: Labels) -> Iterator[tuple[str, int, int]]:
    """The rows that are personal: which kind, from where to where."""
    for run in runs(text):
        label = labels.of(run.start, run.end)
        part = _cut_to_length(run, LENGTHS[label]) if label in LENGTHS else None
        if part is not None:
            letter = LETTER.match(text, part.end) if label in LETTERED else None
            yield label, part.start, letter.end() if letter else part.end
        elif label != REFERENCE and len(run.digits) <= LONGEST and not _is_code(text, run):
            yield from _proven(run)


def _is_code(text: str, run: Run) -> bool:
    """Whether it is some bytes of a code: "6f 65 79 20"."""
    before = text[max(run.start - 4, 0) : run.start]
    return CODE.match(text, run.end) is not None or CODE.search(before) is not None


def _cut_to_length(run: Run, lengths: range) -> Run | None:
    """The longest beginning that is long enough: what follows may be another number."""
    sums = list(accumulate(map(len, run.groups)))
    return next((run.cut(0, n + 1) for n in range(len(sums) - 1, -1, -1) if sums[n] in lengths), None)


def _proven(run: Run) -> Iterator[tuple[str, int, int]]:
    """The row, its longest beginning or end that its check digits prove."""
    size = len(run.groups)
    parts = [
        run,
        *(run.cut(0, n) for n in range(size - 1, 1, -1)),
        *(run.cut(n, size) for n in range(1, size - 1)),
    ]
    for part in parts:
        kind = next((kind for kind, believed in PROVEN if believed(part.digits)), "")
        if not kind and part.is_read_out and 10 <= len(part.digits) <= 13 and is_phone("BR")(part.digits):
            kind = "phone"
        if kind:
            yield kind, part.start, part.end
            return


def _goes_on(text: str, end: int, start: int) -> bool:
    if start - end > APART or _GAP.fullmatch(text, end, start) is None:
        return False
    return _MASKED.search(text, end, start) is None


def _run(groups: list[re.Match[str]]) -> Iterator[Run]:
    if len(groups) > 1:
        yield Run([group[0] for group in groups], [group.span() for group in groups])
