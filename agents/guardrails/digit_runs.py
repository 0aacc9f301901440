"""Numbers in groups of any size, whatever stands between them: "52 99 82 24 72 5", "529.<b>982</b>.247-25".

What such a row is, its length says beside a name, and its check digits elsewhere.

>>> [(run.digits, run.start, run.end) for run in runs("cpf: 52, 99 e 82")]
[('529982', 5, 16)]
"""

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import accumulate, pairwise
from typing import NamedTuple

from stdnum.ar import cuit
from stdnum.br import cnpj, cpf
from stdnum.cl import rut
from stdnum.us import ssn
from validate_docbr import PIS

from agents.guardrails.personal_labels import REFERENCE, Labels
from agents.guardrails.personal_shapes import is_card, is_hotline, is_phone
from agents.guardrails.shape import join_list
from language.lexicon import join_languages

# What may stand between two groups of one number: signs but those of amounts and sums, a short tag or entity,
# "and", "then", "ending in".
_WORDS = f"{'|'.join(sorted(map(re.escape, join_languages('AND'))))}|{join_list('speech', 'between')}"
_BETWEEN = (
    r"(?:[^\w<>&@%$€£°=+]|_|<[^<>]{0,80}>|&(?:nbsp|\#\d{1,5}|\#x[0-9a-f]{1,4});|\b(?:"
    rf"{_WORDS})\b){{1,24}}?"
)
_GAP = re.compile(_BETWEEN, re.IGNORECASE)
_GROUP = re.compile(r"(?<![^\W_])\d{1,19}(?![^\W_])")
_MASKED = re.compile(r"\*{4}|\s\*+\s|(?:\*+[^*]+){2}\*")  # stars of numbers that were masked before
NO_NUMBER = re.compile(
    r"(?<!\d)(?:\d{4}-\d{1,2}-\d{1,2}|\d{1,2}[/.]\d{1,2}[/.]\d{2,4}|\d{1,2}:\d{2}(?::\d{2})?"
    r"|\d{1,3}(?:\.\d{3})*,\d{1,2}|\d{1,3}(?:,\d{3})+\.\d{2}"
    r"|(?<!\d\.)(?:(?:25[0-5]|2[0-4]\d|1\d\d|\d\d?)\.){3}(?:25[0-5]|2[0-4]\d|1\d\d|\d\d?))(?![\d.])"
)  # dates, times, amounts, addresses of machines
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
    "address": range(8, 9), "nir": range(13, 16), "account": range(5, 27), "passport": range(7, 10),
    "driver": range(7, 14),
}  # fmt: skip
CUIT = frozenset({"20", "23", "24", "27", "30", "33", "34"})  # what its numbers begin with
# Elsewhere by its check digits, and by being a telephone where it is read out digit by digit.
PROVEN: tuple[tuple[str, Callable[[str], bool]], ...] = (
    ("cpf", lambda number: len(number) == 11 and bool(cpf.is_valid(number))),
    ("cnpj", lambda number: len(number) == 14 and bool(cnpj.is_valid(number))),
    ("cuit", lambda number: len(number) == 11 and number[:2] in CUIT and bool(cuit.is_valid(number))),
    ("card", is_card),
)


BRITISH = frozenset({"01", "02", "07"})  # with what Britain's begin


def _after_zero(region: str) -> Callable[[str], bool]:
    """Whether a number with the zero that is dialled first is a telephone there."""
    valid = is_phone(region)
    return lambda number: number[0] == "0" and valid(number)


# Or by being parted as that number alone is, and valid; single digits are read out.
READ_OUT: tuple[tuple[str, frozenset[tuple[int, ...]], Callable[[str], bool]], ...] = (
    ("phone", frozenset({(1,) * 10}), is_phone("US")),
    ("phone", frozenset({(1,) * 9}), is_phone("ES")),
    ("phone", frozenset({(7, 4), (9, 4)}), is_phone("BR")),
    ("phone", frozenset({(6, 4)}), is_phone("US")),
)
PARTED = (
    *READ_OUT,
    ("phone", frozenset({(2, 5, 4), (2, 4, 4), (2, 1, 4, 4), (2, 9), (2, 8)}), is_phone("BR")),
    ("phone", frozenset({(3, 3, 4)}), is_phone("US")),
    ("phone", frozenset({(5, 6), (3, 4, 4), (4, 3, 4)}), _after_zero("GB")),
    ("phone", frozenset({(5, 3, 3)}), lambda number: number[:2] in BRITISH),
    ("phone", frozenset({(4, 3, 3), (2, 4, 4)}), _after_zero("AU")),
    ("phone", frozenset({(3, 3, 4), (3, 7)}), _after_zero("IE")),
    ("phone", frozenset({(3, 3, 3), (3, 2, 2, 2)}), is_phone("ES")),
    ("pis", frozenset({(3, 5, 2, 1)}), PIS().validate),
    ("ssn", frozenset({(3, 2, 4)}), lambda number: bool(ssn.is_valid(number))),
    ("rut", frozenset({(1, 3, 3, 1), (2, 3, 3, 1)}), lambda number: bool(rut.is_valid(number))),
)
LISTING = frozenset({",", ";"})  # what stands between the numbers of a list


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

    @property
    def sizes(self) -> tuple[int, ...]:
        return tuple(map(len, self.groups))

    def cut(self, start: int, stop: int) -> "Run":
        return Run(self.groups[start:stop], self.places[start:stop])


def runs(text: str) -> Iterator[Run]:
    """Every row of two groups of digits or more."""
    none = [found.span() for found in NO_NUMBER.finditer(text)]
    groups: list[re.Match[str]] = []
    at = 0
    for group in _GROUP.finditer(text):
        while at < len(none) and none[at][1] <= group.start():
            at += 1
        stands_in = at < len(none) and none[at][0] <= group.start()
        if groups and (stands_in or not goes_on(text, groups[-1].end(), group.start())):
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
        if label == "address" and part != run:
            part = None  # a postcode is no beginning of a longer number
        if part is not None and label == "phone" and is_hotline(part.digits):
            part = None
        if part is not None:
            letter = LETTER.match(text, part.end) if label in LETTERED else None
            yield label, part.start, letter.end() if letter else part.end
        elif label != REFERENCE and len(run.digits) <= LONGEST and not _is_code(text, run):
            yield from _proven(text, run)


def _is_code(text: str, run: Run) -> bool:
    """Whether it is some bytes of a code: "6f 65 79 20"."""
    before = text[max(run.start - 4, 0) : run.start]
    return CODE.match(text, run.end) is not None or CODE.search(before) is not None


def _cut_to_length(run: Run, lengths: range) -> Run | None:
    """The longest beginning that is long enough: what follows may be another number."""
    sums = list(accumulate(map(len, run.groups)))
    return next((run.cut(0, n + 1) for n in range(len(sums) - 1, -1, -1) if sums[n] in lengths), None)


def _proven(text: str, run: Run) -> Iterator[tuple[str, int, int]]:
    """The row where it is parted as a number is or read out, else its longest part that is proven."""
    size = len(run.groups)
    parts = [
        run,
        *(run.cut(0, n) for n in range(size - 1, 1, -1)),
        *(run.cut(n, size) for n in range(1, size - 1)),
    ]
    abroad = text[run.start - 1 : run.start] == "+"
    for part in parts:
        kind = _prove(part)
        if not kind and (
            (abroad and part.start == run.start and is_phone(None)(f"+{part.digits}"))
            or (part.is_read_out and 10 <= len(part.digits) <= 13 and is_phone("BR")(part.digits))
        ):
            kind = "phone"
        if not kind and part is run:
            kind = _is_parted(text, run)
        if kind:
            yield kind, part.start, part.end
            return


def _prove(part: Run) -> str:
    return next((kind for kind, believed in PROVEN if believed(part.digits)), "")


def _is_parted(text: str, run: Run) -> str:
    """What a row is by how it is parted; by the same sign everywhere, for amounts and lists are not."""
    signs = {text[one:other].strip() for (_, one), (other, _) in pairwise(run.places)}
    known = PARTED if len(signs) == 1 and not signs & LISTING else READ_OUT
    return next((kind for kind, sizes, valid in known if run.sizes in sizes and valid(run.digits)), "")


def goes_on(text: str, end: int, start: int) -> bool:
    """Whether what stands between two groups parts no more than the groups of one number."""
    if start - end > APART or _GAP.fullmatch(text, end, start) is None:
        return False
    return _MASKED.search(text, end, start) is None


def _run(groups: list[re.Match[str]]) -> Iterator[Run]:
    if len(groups) > 1:
        yield Run([group[0] for group in groups], [group.span() for group in groups])
